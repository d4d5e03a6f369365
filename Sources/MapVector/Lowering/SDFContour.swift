// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapGeometry

/// Traces the outline of a distance field: marching squares at the outline's level, simplified and smoothed.
///
/// - SeeAlso: Lorensen and Cline, *Marching Cubes*, 1987, in the plane.
package enum SDFContour {
    /// The level of the outline (`DistanceField`); not an integer, so that no sample lies on it.
    private static let level = 191.25
    /// The tolerance of the simplification in field pixels: far below the field's precision.
    private static let tolerance = 0.04

    /// Closed figures in field pixels, for the non-zero rule.
    package static func path(of field: DistanceField) -> Path { path(of: field, level: level) }

    /// Closed figures around alpha values above one half, of 0...255.
    package static func path(ofAlpha field: DistanceField) -> Path { path(of: field, level: 127.5) }

    private static func path(of field: DistanceField, level: Double) -> Path {
        var path = Path()
        var tracer = Tracer(field, level: level)
        for ring in tracer.rings() where ring.count >= 3 && abs(signedArea(ring)) > 0.05 {
            path.addSmoothRing(simplified(ring, tolerance: tolerance, closed: true))
        }
        return path
    }
}

/// Follows the contour from cell to cell.
private struct Tracer {
    private let field: DistanceField
    private let level: Double
    /// Samples per row, padded with a distance of 0 on each side.
    private let columns: Int
    private let rows: Int
    /// For each cell side that the contour crosses, the next one it crosses. Sides are numbered by the sample at
    /// their left or upper end: 2n extends to the right, 2n + 1 downwards.
    private var next: [Int32]

    init(_ field: DistanceField, level: Double) {
        self.field = field
        self.level = level
        columns = field.width + 2
        rows = field.height + 2
        next = Array(repeating: -1, count: 2 * columns * rows)
        for y in 0..<rows - 1 {
            var left = (isInside(0, y), isInside(0, y + 1))
            for x in 0..<columns - 1 {
                let right = (isInside(x + 1, y), isInside(x + 1, y + 1))
                // The contour crosses few cells.
                if left != right || left.0 != left.1 { link(x, y) }
                left = right
            }
        }
    }

    private func isInside(_ x: Int, _ y: Int) -> Bool { sample(x, y) > level }

    mutating func rings() -> [[Point]] {
        var rings: [[Point]] = []
        for firstSide in next.indices where next[firstSide] >= 0 {
            var ring: [Point] = []
            var side = firstSide
            while next[side] >= 0 {
                ring.append(crossing(side))
                let following = Int(next[side])
                next[side] = -1
                side = following
            }
            rings.append(ring)
        }
        return rings
    }

    private func sample(_ x: Int, _ y: Int) -> Double {
        guard x > 0, y > 0, x <= field.width, y <= field.height else { return 0 }
        return Double(field.distances[(y - 1) * field.width + x - 1])
    }

    /// Links the sides so that the inside is on the right.
    private mutating func link(_ x: Int, _ y: Int) {
        let corners = [sample(x, y), sample(x + 1, y), sample(x + 1, y + 1), sample(x, y + 1)]
        let inside = corners.map { $0 > level }
        let here = y * columns + x
        /// Top, right, bottom, left.
        let sides = [2 * here, 2 * (here + 1) + 1, 2 * (here + columns), 2 * here + 1]
        let joinsDiagonals = corners.reduce(0, +) / 4 > level
        // A segment starts on the side between a corner inside and the next one outside.
        for corner in 0..<4 where inside[corner] && !inside[(corner + 1) % 4] {
            var end = corner
            if joinsDiagonals && inside[(corner + 2) % 4] {
                end = (corner + 1) % 4
            } else {
                repeat { end = (end + 3) % 4 } while inside[end]
            }
            next[sides[corner]] = Int32(truncatingIfNeeded: sides[end])
        }
    }

    /// The point where the contour crosses a side, in field pixels.
    private func crossing(_ side: Int) -> Point {
        let (x, y) = (side / 2 % columns, side / 2 / columns)
        let isVertical = side % 2 == 1
        let (a, b) = (sample(x, y), isVertical ? sample(x, y + 1) : sample(x + 1, y))
        let fraction = (level - a) / (b - a)
        // Samples are pixel centers.
        return Point(Double(x) - 0.5 + (isVertical ? 0 : fraction), Double(y) - 0.5 + (isVertical ? fraction : 0))
    }
}

extension Path {
    /// Adds a smooth ring through points, except at corners and along long straight sides.
    fileprivate mutating func addSmoothRing(_ ring: [Point]) {
        /// cos 38°: sharper turns are corners.
        let minCosine = 0.788
        let count = ring.count
        guard count >= 3 else { return }
        let sides = ring.indices.map { ring[($0 + 1) % count] - ring[$0] }
        let lengths = sides.map { max($0.length, 1e-9) }
        /// The tangent at each point; nil at corners.
        let tangents = ring.indices.map { i -> Point? in
            let before = (i + count - 1) % count
            let (u, v) = (sides[before] * (1 / lengths[before]), sides[i] * (1 / lengths[i]))
            guard u.x * v.x + u.y * v.y > minCosine else { return nil }
            // The shorter side predicts the tangent better.
            let sum = u * lengths[i] + v * lengths[before]
            return sum * (1 / max(sum.length, 1e-9))
        }
        move(to: ring[0])
        for i in ring.indices {
            let end = (i + 1) % count
            guard tangents[i] != nil || tangents[end] != nil, lengths[i] < 6 else {
                if end != 0 { line(to: ring[end]) }
                continue
            }
            let straight = sides[i] * (1 / lengths[i])
            let third = lengths[i] / 3
            curve(
                ring[i] + (tangents[i] ?? straight) * third, ring[end] - (tangents[end] ?? straight) * third,
                to: ring[end])
        }
        close()
    }
}
