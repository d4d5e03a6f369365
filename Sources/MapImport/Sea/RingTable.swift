// SPDX-License-Identifier: MIT
import MapGeometry

/// Finds the rings around a point, of many rings with many edges: edges are listed by rows.
struct RingTable {
    private struct Edge {
        var a: Point
        var b: Point
        var ring: Int
    }

    private var rows: [[Edge]]
    private var top = 0.0
    private var height = 1.0

    init(_ rings: [[Point]]) {
        let box = Rect(around: rings.joined())
        var edges: [Edge] = []
        for (index, ring) in rings.enumerated() {
            for (a, b) in zip(ring, ring.dropFirst()) where a.y != b.y { edges.append(Edge(a: a, b: b, ring: index)) }
        }
        rows = [[]]
        guard !edges.isEmpty, box.height > 0 else { return }
        top = box.minY
        // Long edges are in many rows: as few rows as keep the table small.
        let total = edges.reduce(0) { $0 + abs($1.a.y - $1.b.y) }
        let mean = total / box.height
        let count = max(1, min(4096, Int(4 * Double(edges.count) / max(1, mean)), edges.count))
        height = box.height / Double(count)
        rows = Array(repeating: [], count: count)
        for edge in edges {
            for row in self.row(min(edge.a.y, edge.b.y))...self.row(max(edge.a.y, edge.b.y)) { rows[row].append(edge) }
        }
    }

    private func row(_ y: Double) -> Int {
        max(0, min(rows.count - 1, Int(max(-1, min(1e6, (y - top) / height)))))
    }

    /// The rings that a point lies in, but for one of them.
    func rings(around point: Point, but excepted: Int) -> [Int] {
        guard point.y >= top, point.y <= top + height * Double(rows.count) else { return [] }
        var inside: Set<Int> = []
        for edge in rows[row(point.y)] where edge.ring != excepted && (edge.a.y > point.y) != (edge.b.y > point.y) {
            let x = edge.a.x + (point.y - edge.a.y) / (edge.b.y - edge.a.y) * (edge.b.x - edge.a.x)
            if point.x < x, inside.remove(edge.ring) == nil { inside.insert(edge.ring) }
        }
        return inside.sorted()
    }
}
