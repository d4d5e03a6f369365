// SPDX-License-Identifier: MIT
package import MapPlane

/// Points in tile units (y downwards), cut into parts: points, lines, or rings that do not repeat their first point.
package struct TileGeometry: Sendable, Hashable {
    package var points: [Point] = []
    /// Index ranges into `points`.
    package var parts: [Range<Int>] = []

    package init() {}

    /// Adds one part.
    package mutating func append(_ part: some Collection<Point>) {
        let start = points.count
        points.append(contentsOf: part)
        parts.append(start..<points.count)
    }
}
