// SPDX-License-Identifier: MIT
import Libc
import MapGeo
package import MapGeometry

/// Measures of features on a sphere, and places for their names.
extension OSMBlock {
    /// The area of a feature's rings in square metres, holes taken off; 0 without rings.
    package func squareMeters(of feature: OSMFeature) -> Double {
        parts[feature.rings].reduce(0) { $0 + squareMetersOfRing(points[$1.points]) }
    }

    /// The length of a feature's lines in metres.
    package func meters(of feature: OSMFeature) -> Double {
        parts[feature.lines].reduce(0) { $0 + metersOfLine(points[$1.points]) }
    }

    /// A place well inside of the largest of a feature's outer rings, outside of its holes; nil without rings.
    ///
    /// - SeeAlso: `interiorPoint`, which finds the pole of inaccessibility.
    package func labelPoint(of feature: OSMFeature) -> Point? {
        let rings = parts[feature.rings]
        let outers = rings.indices.filter { !rings[$0].isInner }
        let largest = outers.max {
            abs(signedArea(points[rings[$0].points])) < abs(signedArea(points[rings[$1].points]))
        }
        guard let largest else { return nil }
        let holes = rings[(largest + 1)...].prefix { $0.isInner }
        return MapImport.labelPoint(of: ([rings[largest]] + holes).map { points[$0.points] })
    }
}

/// A place well inside of an area, in the unit of its points.
///
/// - Parameter rings: an outer ring and its holes, which end with the points with which they begin.
/// - Returns: nil for a ring without points.
package func labelPoint(of rings: [ArraySlice<Point>]) -> Point? {
    let box = Rect(around: rings.first ?? [])
    guard !box.isNull else { return nil }
    // To a hundredth of the width that a disk of the same area has: nobody sees more, and few steps find it.
    let area = abs(signedArea(rings[0]))
    let precision = max((area / .pi).squareRoot() / 50, box.width / 1e6, 1e-12)
    return interiorPoint(of: rings.map { $0.dropLast() }, precision: precision)
}

/// The area within a ring, in square metres on a sphere; negative for a ring that runs counterclockwise on the map.
///
/// - SeeAlso: Snyder, *Map Projections: A Working Manual*, p. 76: the cylindrical equal-area projection.
package func squareMetersOfRing(_ ring: ArraySlice<Point>) -> Double {
    guard let first = ring.first else { return 0 }
    var (top, bottom) = (first.y, first.y)
    for point in ring { (top, bottom) = (min(top, point.y), max(bottom, point.y)) }
    // The scale of a small ring is nearly the same everywhere.
    if bottom - top < 1.0 / 16384 {
        let scale = sphere * 2 * .pi / hyperbolicCosine((top + bottom) / 2)
        return signedArea(ring) * scale * scale
    }
    let equalArea = ring.map { Point($0.x * 2 * .pi, -tanh((1 - 2 * $0.y) * .pi)) }
    return signedArea(equalArea) * sphere * sphere
}

/// The length of a line in metres on a sphere.
package func metersOfLine(_ line: ArraySlice<Point>) -> Double {
    zip(line, line.dropFirst()).reduce(0) { sum, ends in
        let (a, b) = ends
        if abs(a.y - b.y) + abs(a.x - b.x) < 1.0 / 16384 {
            return sum + a.distance(to: b) * sphere * 2 * .pi / hyperbolicCosine((a.y + b.y) / 2)
        }
        return sum + metersBetween(WebMercator.unproject(a), WebMercator.unproject(b))
    }
}

/// The mean radius of the Earth in metres (IUGG), as for `metersBetween`.
private let sphere = 6_371_008.8

/// How much Web Mercator stretches at a height of the unit square.
private func hyperbolicCosine(_ y: Double) -> Double { cosh((1 - 2 * y) * .pi) }
