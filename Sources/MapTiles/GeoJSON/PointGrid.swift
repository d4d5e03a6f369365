// SPDX-License-Identifier: MIT
import MapPlane

/// Finds the points within a radius by a grid: points sorted by the cell in which they lie.
struct PointGrid {
    private let points: [Point]
    private let radius: Double
    private let side: Double
    private let keys: [Int]
    private let order: [Int]
    /// The place of each point in the order.
    private let ranks: [Int32]
    private let starts: [Int32]

    init(_ points: [Point], radius: Double) {
        self.points = points.map(\.inSinglePrecision)
        self.radius = radius
        // Coordinates are within ±9, so that the index of a row or column of width 10⁻⁸ has 31 bits.
        let side = max(radius, 1e-8)
        self.side = side
        let sorted = self.points.enumerated().map { (key: Self.key(of: $1, side), index: $0) }.sorted {
            $0.key == $1.key ? $0.index < $1.index : $0.key < $1.key
        }
        keys = sorted.map(\.key)
        order = sorted.map(\.index)
        var ranks = [Int32](repeating: 0, count: points.count)
        for (rank, index) in order.enumerated() { ranks[index] = Int32(truncatingIfNeeded: rank) }
        self.ranks = ranks
        starts = Self.starts(keys)
    }

    /// The indices of all points within the radius of a point, in ascending order, but for those that are taken.
    func neighbours(of index: Int, besides taken: [Bool]) -> [Int] {
        let p = points[index]
        let middle = keys[Int(ranks[index])]
        var indices: [Int] = []
        for row in 0..<3 {
            let last = middle + (row - 1) << 31 + 1
            var i = Int(starts[3 * Int(ranks[index]) + row])
            while i < keys.count, keys[i] <= last {
                let other = order[i]
                let q = points[other]
                let (dx, dy) = (q.x - p.x, q.y - p.y)
                if dx * dx + dy * dy <= radius * radius, !taken[other] { indices.append(other) }
                i += 1
            }
        }
        if indices.count > 1 { indices.sort() }
        return indices
    }

    /// For each place in the order, where the three cells of the row above begin, those of its own row, and of the row below:
    /// all three move on with the place.
    private static func starts(_ keys: [Int]) -> [Int32] {
        var starts = [Int32](repeating: 0, count: 3 * keys.count)
        for row in 0..<3 {
            var start = 0
            for (place, key) in keys.enumerated() {
                let first = key + (row - 1) << 31 - 1
                while start < keys.count, keys[start] < first { start += 1 }
                starts[3 * place + row] = Int32(truncatingIfNeeded: start)
            }
        }
        return starts
    }

    private static func key(of p: Point, _ side: Double) -> Int {
        let row = Int((max(-9, min(9, p.y)) / side).rounded(.down)) + 1 << 30
        let column = Int((max(-9, min(9, p.x)) / side).rounded(.down)) + 1 << 30
        return row << 31 + column
    }
}

extension Point {
    var inSinglePrecision: Point { Point(Double(Float(x)), Double(Float(y))) }
}
