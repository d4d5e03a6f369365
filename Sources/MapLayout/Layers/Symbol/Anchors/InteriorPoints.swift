// SPDX-License-Identifier: MIT
import MapPlane
import MapTiles

/// A point well inside each polygon of a feature (the pole of inaccessibility).
func interiorPoints(of geometry: TileGeometry) -> [Point] {
    var polygons: [[ArraySlice<Point>]] = []
    var outerSign: Double?
    for part in geometry.parts {
        let ring = geometry.points[part]
        let area = signedArea(ring)
        guard area != 0 else { continue }
        // The first ring is an exterior ring; rings of the opposite winding are holes (MVT 2.1, 4.3.3.3).
        let reference = outerSign ?? area
        outerSign = reference
        if (area < 0) == (reference < 0) {
            polygons.append([ring])
        } else if !polygons.isEmpty {
            polygons[polygons.count - 1].append(ring)
        }
    }
    return polygons.compactMap { interiorPoint(of: $0, precision: 16) }
}
