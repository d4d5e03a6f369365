// SPDX-License-Identifier: MIT
import MapPlane

/// Finds the points within a radius: points sorted by the square of a grid that they lie in.
struct PointGrid {
    private let points: [Point]
    private let radius: Double
    private let side: Double
    private let keys: [Int]
    private let order: [Int]

    init(_ points: [Point], radius: Double) {
        self.points = points.map(\.inSinglePrecision)
        self.radius = radius
        // Places are within ±9, so that a row or column of 10⁻⁸ has a number of 31 bits.
        let side = max(radius, 1e-8)
        self.side = side
        let sorted = self.points.enumerated().map { (key: Self.key(of: $1, side), index: $0) }.sorted {
            $0.key == $1.key ? $0.index < $1.index : $0.key < $1.key
        }
        keys = sorted.map(\.key)
        order = sorted.map(\.index)
    }

    /// In the order of the list; the point itself is among them.
    func neighbours(of p: Point) -> [Int] {
        var found: [Int] = []
        let middle = Self.key(of: p, side)
        for row in -1...1 {
            let first = middle + row << 31 - 1
            var i = firstIndex(from: first)
            while i < keys.count, keys[i] <= first + 2 {
                let q = points[order[i]]
                let (dx, dy) = (q.x - p.x, q.y - p.y)
                if dx * dx + dy * dy <= radius * radius { found.append(order[i]) }
                i += 1
            }
        }
        return found.sorted()
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
