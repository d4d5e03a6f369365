// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapPlane

/// The outline of a shape that is given by distances: marching squares at the edge's level, thinned out and rounded.
///
/// - SeeAlso: Lorensen and Cline, *Marching Cubes*, 1987, in the plane.
package enum SDFContour {
    /// The level of the outline (`DistanceField`); no whole number, so that no sample lies on it.
    private static let level = 191.25
    /// How far a corner may be moved, in pixels of the field: less than its numbers tell apart by far.
    private static let tolerance = 0.04

    /// Closed figures in pixels of the field, for the non-zero rule.
    package static func path(of field: DistanceField) -> Path { path(of: field, level: level) }

    /// Closed figures around what is more than half covered, of 0...255.
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

/// Walks along the level line from cell to cell.
private struct Tracer {
    private let field: DistanceField
    private let level: Double
    /// Samples a row, with one of distance 0 on each side.
    private let columns: Int
    private let rows: Int
    /// For each side of a cell that the line crosses, the side that it crosses next. Sides are numbered by the sample at
    /// their left or upper end: 2n is the one to the right of it, 2n + 1 the one below.
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
                // Most cells are not crossed.
                if left != right || left.0 != left.1 { link(x, y) }
                left = right
            }
        }
    }

    private func isInside(_ x: Int, _ y: Int) -> Bool { sample(x, y) > level }

    mutating func rings() -> [[Point]] {
        var rings: [[Point]] = []
        for first in next.indices where next[first] >= 0 {
            var ring: [Point] = []
            var side = first
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

    /// The inside stays to the right of the way.
    private mutating func link(_ x: Int, _ y: Int) {
        let corners = [sample(x, y), sample(x + 1, y), sample(x + 1, y + 1), sample(x, y + 1)]
        let inside = corners.map { $0 > level }
        let here = y * columns + x
        /// Above, to the right, below, to the left.
        let sides = [2 * here, 2 * (here + 1) + 1, 2 * (here + columns), 2 * here + 1]
        let joins = corners.reduce(0, +) / 4 > level
        // A way begins on the side after a corner that is inside, when the corner after it is not.
        for corner in 0..<4 where inside[corner] && !inside[(corner + 1) % 4] {
            var end = corner
            if joins && inside[(corner + 2) % 4] {
                end = (corner + 1) % 4
            } else {
                repeat { end = (end + 3) % 4 } while inside[end]
            }
            next[sides[corner]] = Int32(truncatingIfNeeded: sides[end])
        }
    }

    /// Where the line crosses a side, in pixels of the field.
    private func crossing(_ side: Int) -> Point {
        let (x, y) = (side / 2 % columns, side / 2 / columns)
        let isUpright = side % 2 == 1
        let (a, b) = (sample(x, y), isUpright ? sample(x, y + 1) : sample(x + 1, y))
        let share = (level - a) / (b - a)
        // Samples are the centers of pixels.
        return Point(Double(x) - 0.5 + (isUpright ? 0 : share), Double(y) - 0.5 + (isUpright ? share : 0))
    }
}

extension Path {
    /// A ring through points: curved, except at corners and along long straight sides.
    fileprivate mutating func addSmoothRing(_ ring: [Point]) {
        /// cos(38°): turns sharper than this are corners.
        let sharpest = 0.788
        let count = ring.count
        guard count >= 3 else { return }
        let sides = ring.indices.map { ring[($0 + 1) % count] - ring[$0] }
        let lengths = sides.map { max($0.length, 1e-9) }
        /// The direction of the curve in each point; nil in corners.
        let tangents = ring.indices.map { i -> Point? in
            let before = (i + count - 1) % count
            let (u, v) = (sides[before] * (1 / lengths[before]), sides[i] * (1 / lengths[i]))
            guard u.x * v.x + u.y * v.y > sharpest else { return nil }
            // The shorter side tells more of the direction.
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
