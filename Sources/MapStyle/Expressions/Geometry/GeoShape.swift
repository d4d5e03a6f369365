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
