// SPDX-License-Identifier: MIT

/// The corners of the smallest convex polygon around points, in order; fewer than three where the points have no area.
///
/// - SeeAlso: A. M. Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979.
package func convexHull(_ points: [Point]) -> [Point] {
    let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    guard sorted.count > 2 else { return [] }
    func chain(_ points: some Sequence<Point>) -> [Point] {
        var corners: [Point] = []
        for p in points {
            while corners.count > 1 {
                let (a, b) = (corners[corners.count - 2], corners[corners.count - 1])
                guard (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) <= 0 else { break }
                corners.removeLast()
            }
            corners.append(p)
        }
        return corners.dropLast()
    }
    let hull = chain(sorted) + chain(sorted.reversed())
    return hull.count < 3 ? [] : hull
}
