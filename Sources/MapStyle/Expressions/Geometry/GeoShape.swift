// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo
import MapPlane

/// The geometry of a GeoJSON literal, longitude in x and latitude in y.
struct GeoShape: Sendable {
    var points: [Point] = []
    var lines: [[Point]] = []
    /// Each a list of rings.
    var polygons: [[[Point]]] = []

    init() {}

    /// Reads a geometry, a feature or a feature collection; broken features are left out.
    init(_ node: JSONNode) {
        let anywhere = GeoJSONGeometry.Limits(longitude: .infinity, latitude: .infinity)
        for geometry in GeoJSONFeature.all(in: node, anywhere).flatMap(\.geometries) {
            switch geometry {
            case .points(let points): self.points += points.map(Point.init)
            case .lines(let lines): self.lines += lines.filter { !$0.isEmpty }.map { $0.map(Point.init) }
            case .polygons(let polygons):
                self.polygons += polygons.map { rings in
                    rings.filter { !$0.isEmpty }.map { $0.map(Point.init) }
                }.filter { !$0.isEmpty }
            }
        }
    }
}

extension Point {
    fileprivate init(_ c: Coordinate) { self.init(c.longitude, c.latitude) }
}

/// A segment between two points.
struct Segment {
    let start: Point
    let end: Point

    /// True when a point lies on the segment exactly.
    func contains(_ p: Point) -> Bool {
        let (a, b) = (p - start, p - end)
        return a.x * b.y - b.x * a.y == 0 && a.x * b.x <= 0 && a.y * b.y <= 0
    }

    /// True when the two cross, not when they only touch.
    func crosses(_ other: Segment) -> Bool {
        let (p, q) = (end - start, other.end - other.start)
        if q.x * p.y - q.y * p.x == 0 { return false }
        return separates(other) && other.separates(self)
    }

    /// True when the ends of another segment lie on two sides of this one's line.
    private func separates(_ other: Segment) -> Bool {
        let (axis, a, b) = (end - start, other.start - start, other.end - start)
        let first = a.x * axis.y - axis.x * a.y
        let second = b.x * axis.y - axis.x * b.y
        return (first > 0 && second < 0) || (first < 0 && second > 0)
    }
}

/// True when a point lies inside rings by the even-odd rule.
func contains(_ rings: [[Point]], _ p: Point, boundary: Bool) -> Bool {
    var isInside = false
    for ring in rings {
        for index in ring.indices.dropLast() {
            let (a, b) = (ring[index], ring[index + 1])
            if Segment(start: a, end: b).contains(p) { return boundary }
            if (a.y > p.y) != (b.y > p.y), p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x {
                isInside.toggle()
            }
        }
    }
    return isInside
}
