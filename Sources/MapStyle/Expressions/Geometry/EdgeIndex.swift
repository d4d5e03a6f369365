// SPDX-License-Identifier: MIT
import MapPlane

/// The edges of a polygon, sorted into slabs of equal height, so that a point is compared with those at its height alone.
struct EdgeIndex: Sendable {
    /// Those of the first slab, of the second and so on; an edge that reaches through several is in each of them.
    private let edges: [Segment]
    /// Where each slab begins in `edges`, and where the last one ends.
    private let starts: [Int]
    private let minY: Double
    private let slabsPerUnit: Double

    /// - Parameter rings: closed.
    init(_ rings: [[Point]]) {
        let all = rings.flatMap { ring in zip(ring, ring.dropFirst()).map { Segment(start: $0, end: $1) } }
        let minY = all.reduce(Double.infinity) { min($0, $1.minY) }
        let height = all.reduce(-Double.infinity) { max($0, $1.maxY) } - minY
        let sum = all.reduce(0) { $0 + $1.maxY - $1.minY }
        // As many slabs as repeat each edge about three times.
        let count = height > 0 && sum.isFinite ? max(1, min(all.count, Int(3 * Double(all.count) * height / sum))) : 1
        let density = count > 1 ? Double(count) / height : 0
        func slabs(_ edge: Segment) -> ClosedRange<Int> {
            Self.slab(edge.minY, minY, density, count)...Self.slab(edge.maxY, minY, density, count)
        }
        var starts = [Int](repeating: 0, count: count + 1)
        for edge in all { for slab in slabs(edge) { starts[slab + 1] += 1 } }
        for slab in 0..<count { starts[slab + 1] += starts[slab] }
        var next = starts
        var edges = [Segment](repeating: Segment(start: .zero, end: .zero), count: starts[count])
        for edge in all {
            for slab in slabs(edge) {
                edges[next[slab]] = edge
                next[slab] += 1
            }
        }
        (self.edges, self.starts, self.minY, slabsPerUnit) = (edges, starts, minY, density)
    }

    /// The largest number of edges that a point is compared with.
    var longestSearch: Int { zip(starts, starts.dropFirst()).reduce(0) { max($0, $1.1 - $1.0) } }

    /// True when a point lies inside by the even-odd rule; `boundary` is the result for a point on an edge, and `meter`
    /// counts the edges that are compared.
    func contains(_ p: Point, boundary: Bool, _ meter: inout SearchMeter) -> Bool {
        var isInside = false
        let range = edges(from: p.y, to: p.y)
        guard meter.count(range.count) else { return false }
        for edge in edges[range] {
            let (a, b) = (edge.start, edge.end)
            if edge.contains(p) { return boundary }
            if (a.y > p.y) != (b.y > p.y), p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x {
                isInside.toggle()
            }
        }
        return isInside
    }

    /// True when a segment crosses an edge; false when it only touches edges.
    func isCrossed(by piece: Segment, _ meter: inout SearchMeter) -> Bool {
        let range = edges(from: piece.minY, to: piece.maxY)
        guard meter.count(range.count) else { return false }
        return edges[range].contains { piece.crosses($0) }
    }

    /// The edges of the slabs between two heights.
    private func edges(from top: Double, to bottom: Double) -> Range<Int> {
        let count = starts.count - 1
        return starts[
            Self.slab(top, minY, slabsPerUnit, count)]..<starts[Self.slab(bottom, minY, slabsPerUnit, count) + 1]
    }

    /// The slab of a height; those above the first and below the last belong to these.
    private static func slab(_ y: Double, _ minY: Double, _ slabsPerUnit: Double, _ count: Int) -> Int {
        let slab = (y - minY) * slabsPerUnit
        // Not a number where there are no edges.
        return slab > 0 ? min(count - 1, Int(min(slab, 1e15))) : 0
    }
}
