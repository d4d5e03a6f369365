// SPDX-License-Identifier: MIT
import MapPlane

/// Finds the points within a radius by a grid: points sorted by the cell in which they lie.
struct PointGrid {
    private let points: [Point]
    private let radius: Double
    private let side: Double
    private let keys: [Int]
    private let order: [Int]

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
    }

    /// The indices of all points within the radius in ascending order, that of the point itself included.
    func neighbours(of p: Point) -> [Int] {
        var indices: [Int] = []
        let middle = Self.key(of: p, side)
        for row in -1...1 {
            let first = middle + row << 31 - 1
            var i = firstIndex(from: first)
            while i < keys.count, keys[i] <= first + 2 {
                let q = points[order[i]]
                let (dx, dy) = (q.x - p.x, q.y - p.y)
                if dx * dx + dy * dy <= radius * radius { indices.append(order[i]) }
                i += 1
            }
        }
        return indices.sorted()
    }

    private func firstIndex(from key: Int) -> Int {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low
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
