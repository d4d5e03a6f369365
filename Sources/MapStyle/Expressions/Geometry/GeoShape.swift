// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapPlane

/// The geometry of a GeoJSON literal, longitude in x and latitude in y.
struct GeoShape: Sendable {
    var points: [Point] = []
    var lines: [[Point]] = []
    /// Each a list of rings.
    var polygons: [[[Point]]] = []

    /// Reads a geometry, a feature or a feature collection; what is malformed is left out.
    init(_ node: JSONNode) { read(node, depth: 0) }

    init() {}

    private mutating func read(_ node: JSONNode, depth: Int) {
        guard depth < 8 else { return }
        let coordinates = node["coordinates"]
        switch node["type"]?.string {
        case "FeatureCollection": for feature in node["features"]?.array ?? [] { read(feature, depth: depth + 1) }
        case "Feature": if let geometry = node["geometry"] { read(geometry, depth: depth + 1) }
        case "Point": if let point = coordinates.flatMap(GeoShape.point) { points.append(point) }
        case "MultiPoint": points += GeoShape.line(coordinates)
        case "LineString": lines.append(GeoShape.line(coordinates))
        case "MultiLineString": lines += GeoShape.rings(coordinates)
        case "Polygon": polygons.append(GeoShape.rings(coordinates))
        case "MultiPolygon": polygons += (coordinates?.array ?? []).map { GeoShape.rings($0) }
        default: break
        }
        lines.removeAll(where: \.isEmpty)
        polygons.removeAll(where: \.isEmpty)
    }

    private static func point(_ node: JSONNode) -> Point? {
        guard let numbers = node.array, numbers.count >= 2, let x = numbers[0].number, let y = numbers[1].number
        else { return nil }
        return Point(x, y)
    }

    private static func line(_ node: JSONNode?) -> [Point] { (node?.array ?? []).compactMap(point) }

    private static func rings(_ node: JSONNode?) -> [[Point]] {
        (node?.array ?? []).map { line($0) }.filter { !$0.isEmpty }
    }
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
