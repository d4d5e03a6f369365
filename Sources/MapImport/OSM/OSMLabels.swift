// SPDX-License-Identifier: MIT
package import MapGeometry

/// Places for the names of areas.
extension OSMBlock {
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
