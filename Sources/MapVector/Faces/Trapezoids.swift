// SPDX-License-Identifier: MIT
import MapPlane

/// The area inside of rings, by the non-zero rule, as trapezoids with level bases.
struct Trapezoids {
    private(set) var parts: [ConvexPart] = []

    init(_ rings: [[Point]]) {
        if rings.count == 1, let ring = rings.first, let part = Self.convex(ring) {
            parts = [part]
            return
        }
        var edges: [(top: Point, bottom: Point, step: Int)] = []
        var rows: [Double] = []
        for ring in rings {
            guard var a = ring.last else { continue }
            for b in ring {
                if a.y != b.y { edges.append(a.y < b.y ? (a, b, 1) : (b, a, -1)) }
                rows.append(b.y)
                a = b
            }
        }
        edges.sort { $0.top.y < $1.top.y }
        rows.sort()
        var (next, active) = (0, [Int]())
        for (top, bottom) in zip(rows, rows.dropFirst()) where bottom - top > 1e-9 {
            while next < edges.count, edges[next].top.y <= top {
                active.append(next)
                next += 1
            }
            active.removeAll { edges[$0].bottom.y <= top }
            addRow(top, bottom, active.map { edges[$0] })
        }
    }

    private mutating func addRow(_ top: Double, _ bottom: Double, _ edges: [(top: Point, bottom: Point, step: Int)]) {
        func x(_ edge: (top: Point, bottom: Point, step: Int), _ y: Double) -> Double {
            edge.top.x + (edge.bottom.x - edge.top.x) * ((y - edge.top.y) / (edge.bottom.y - edge.top.y))
        }
        let crossings = edges.map { (from: x($0, top), to: x($0, bottom), step: $0.step) }
            .sorted { $0.from + $0.to < $1.from + $1.to }
        var (winding, first) = (0, 0)
        for (index, crossing) in crossings.enumerated() {
            if winding == 0 { first = index }
            winding += crossing.step
            guard winding == 0 else { continue }
            let left = crossings[first]
            let corners = [
                Point(left.from, top), Point(max(left.from, crossing.from), top),
                Point(max(left.to, crossing.to), bottom), Point(left.to, bottom),
            ]
            if signedArea(corners) > ConvexPart.minArea { parts.append(ConvexPart(corners)) }
        }
    }

    /// A ring that is convex already.
    private static func convex(_ ring: [Point]) -> ConvexPart? {
        let ring = signedArea(ring) < 0 ? ring.reversed() : ring
        guard ring.count >= 3 else { return nil }
        for i in ring.indices {
            let (a, b, c) = (ring[i], ring[(i + 1) % ring.count], ring[(i + 2) % ring.count])
            guard (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) >= 0 else { return nil }
        }
        // A ring that goes around more than once turns in one direction, too.
        let turns = ring.indices.count {
            ring[$0].y < ring[($0 + 1) % ring.count].y
                && ring[($0 + 1) % ring.count].y >= ring[($0 + 2) % ring.count].y
        }
        return turns == 1 ? ConvexPart(ring) : nil
    }
}
