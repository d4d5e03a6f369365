// SPDX-License-Identifier: MIT

/// The first pair of edges of a ring that intersect, by the indices of their first vertices; nil when there is none.
///
/// Edges are compared with all edges that overlap them along x, from left to right. The ring's first vertex is not
/// repeated; edges that only touch do not intersect.
package func crossing(of ring: [Point]) -> (Int, Int)? {
    let count = ring.count
    guard count > 3 else { return nil }
    struct Edge {
        var number: Int
        var a: Point
        var b: Point
        var minX: Double { min(a.x, b.x) }
        var maxX: Double { max(a.x, b.x) }
    }
    let edges = ring.indices.map { Edge(number: $0, a: ring[$0], b: ring[($0 + 1) % count]) }
        .sorted { ($0.minX, $0.number) < ($1.minX, $1.number) }
    var first: (Int, Int)?
    for (index, edge) in edges.enumerated() {
        for other in edges.dropFirst(index + 1) {
            guard other.minX < edge.maxX else { break }
            let pair = (min(edge.number, other.number), max(edge.number, other.number))
            guard doCross(edge.a, edge.b, other.a, other.b) else { continue }
            if let known = first, known < pair { continue }
            first = pair
        }
    }
    return first
}

/// True when each segment has the other's endpoints on opposite sides.
private func doCross(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Bool {
    func side(_ p: Point, _ q: Point, _ r: Point) -> Double {
        (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
    }
    let (ofC, ofD) = (side(a, b, c), side(a, b, d))
    let (ofA, ofB) = (side(c, d, a), side(c, d, b))
    return (ofC > 0 && ofD < 0 || ofC < 0 && ofD > 0) && (ofA > 0 && ofB < 0 || ofA < 0 && ofB > 0)
}
