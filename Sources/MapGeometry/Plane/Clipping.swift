// SPDX-License-Identifier: MIT

/// Clips a line to a rectangle and appends the parts inside.
///
/// A line that leaves the rectangle and returns yields several parts. A single point is kept when it is inside.
///
/// - Parameters:
///   - line: the vertices in order.
///   - rect: the clip rectangle, including its edges.
///   - points: receives the vertices.
///   - parts: receives one range of `points` for each part.
/// - SeeAlso: Liang and Barsky, *A New Concept and Method for Line Clipping*, 1984.
package func clipLine(
    _ line: UnsafeBufferPointer<Point>, to rect: Rect, points: inout [Point], parts: inout [Range<Int>]
) {
    var start = points.count
    func finish() {
        if points.count > start { parts.append(start..<points.count) }
        start = points.count
    }
    guard line.count > 1 else {
        if let only = line.first, rect.contains(only) { points.append(only) }
        finish()
        return
    }
    for i in 1..<line.count {
        let (a, b) = (line[i - 1], line[i])
        guard let (enter, leave) = clippedSegment(a, b, rect) else {
            finish()
            continue
        }
        if points.count == start { points.append(enter == 0 ? a : a.mix(b, enter)) }
        points.append(leave == 1 ? b : a.mix(b, leave))
        if leave < 1 { finish() }
    }
    finish()
}

/// The parts of a line within a rectangle.
package func clippedLine(_ line: [Point], to rect: Rect) -> [[Point]] {
    var points: [Point] = []
    var parts: [Range<Int>] = []
    line.withUnsafeBufferPointer { clipLine($0, to: rect, points: &points, parts: &parts) }
    return parts.map { Array(points[$0]) }
}

/// The fractions along the segment at which it enters and leaves the rectangle; nil when it misses it.
@inline(__always)
package func clippedSegment(_ a: Point, _ b: Point, _ rect: Rect) -> (enter: Double, leave: Double)? {
    if rect.contains(a), rect.contains(b) { return (0, 1) }
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    var (enter, leave) = (0.0, 1.0)
    // For each edge: the segment's speed outwards, and the distance of its start inside the edge.
    func cut(_ direction: Double, _ distance: Double) -> Bool {
        guard direction != 0 else { return distance >= 0 }
        let fraction = distance / direction
        if direction < 0 { enter = max(enter, fraction) } else { leave = min(leave, fraction) }
        return enter <= leave
    }
    guard cut(-dx, a.x - rect.minX), cut(dx, rect.maxX - a.x) else { return nil }
    guard cut(-dy, a.y - rect.minY), cut(dy, rect.maxY - a.y) else { return nil }
    return (enter, leave)
}

/// Appends the part of a ring on one side of an edge. Parts of a concave ring are joined along the edge.
///
/// - Parameters:
///   - ring: the vertices in order, without repeating the first one.
///   - distance: how far a vertex is on the side that is kept; negative on the other one.
///   - mix: the vertex on the edge, at a fraction of the way from one vertex to the next.
///   - output: receives the vertices.
/// - SeeAlso: Sutherland and Hodgman, *Reentrant Polygon Clipping*, 1974.
@inlinable @inline(__always)
package func appendPart<Vertex>(
    of ring: some BidirectionalCollection<Vertex>, where distance: (Vertex) -> Double,
    mix: (Vertex, Vertex, Double) -> Vertex, to output: inout [Vertex]
) {
    guard var a = ring.last else { return }
    var from = distance(a)
    for b in ring {
        let to = distance(b)
        if (from >= 0) != (to >= 0) { output.append(mix(a, b, from / (from - to))) }
        if to >= 0 { output.append(b) }
        (a, from) = (b, to)
    }
}

/// The part of a ring at which a function is not negative; see `appendPart(of:where:mix:to:)`.
@inlinable package func cutting<Vertex>(
    _ ring: [Vertex], by function: (Vertex) -> Double, mix: (Vertex, Vertex, Double) -> Vertex
) -> [Vertex] {
    var result: [Vertex] = []
    result.reserveCapacity(ring.count + 2)
    appendPart(of: ring, where: function, mix: mix, to: &result)
    return result
}

/// The part of a ring at which a function is not negative; parts of a concave ring are joined along the cut.
@inlinable package func cutting(_ ring: [Point], by function: (Point) -> Double) -> [Point] {
    cutting(ring, by: function) { $0.mix($1, $2) }
}

/// Clips rings to a rectangle, reusing its buffers between rings.
///
/// Parts of a concave ring outside of the rectangle collapse onto its edge, which leaves the filled area correct; use
/// a rectangle larger than the visible area where outlines are stroked.
package struct RingClipper {
    private var input: [Point] = []
    private var output: [Point] = []

    package init() {}

    /// Appends the part of a ring inside a rectangle; appends nothing when fewer than three vertices remain.
    ///
    /// - Parameters:
    ///   - ring: the vertices in order, without repeating the first one.
    ///   - rect: the clip rectangle.
    ///   - points: receives the vertices.
    /// - Returns: the range of the vertices in `points`, nil when nothing remains.
    package mutating func clip(
        _ ring: UnsafeBufferPointer<Point>, to rect: Rect, points: inout [Point]
    ) -> Range<Int>? {
        input.removeAll(keepingCapacity: true)
        // Each of the four edges adds at most two vertices to a convex ring.
        input.reserveCapacity(ring.count + 8)
        output.reserveCapacity(ring.count + 8)
        input.append(contentsOf: ring)
        keepPart({ $0.x - rect.minX }, { crossing($0, $1, x: rect.minX) })
        keepPart({ rect.maxX - $0.x }, { crossing($0, $1, x: rect.maxX) })
        keepPart({ $0.y - rect.minY }, { crossing($0, $1, y: rect.minY) })
        keepPart({ rect.maxY - $0.y }, { crossing($0, $1, y: rect.maxY) })
        guard input.count >= 3 else { return nil }
        let start = points.count
        points.append(contentsOf: input)
        return start..<points.count
    }

    @inline(__always)
    private mutating func keepPart(_ distance: (Point) -> Double, _ crossing: (Point, Point) -> Point) {
        output.removeAll(keepingCapacity: true)
        appendPart(of: input, where: distance, mix: { a, b, _ in crossing(a, b) }, to: &output)
        swap(&input, &output)
    }
}

/// Where the segment from one point to another crosses a vertical line, exactly on it.
@inlinable @inline(__always)
package func crossing(_ a: Point, _ b: Point, x: Double) -> Point {
    Point(x, a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x)))
}

/// Where the segment from one point to another crosses a horizontal line, exactly on it.
@inlinable @inline(__always)
package func crossing(_ a: Point, _ b: Point, y: Double) -> Point {
    Point(a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y)), y)
}

/// The part of a ring inside a rectangle; empty when nothing is.
package func clippedRing(_ ring: [Point], to rect: Rect) -> [Point] {
    var clipper = RingClipper()
    var points: [Point] = []
    _ = ring.withUnsafeBufferPointer { clipper.clip($0, to: rect, points: &points) }
    return points
}

/// The signed area of a ring by the shoelace formula: positive when the ring runs clockwise on screen (y downwards).
@inlinable package func signedArea(_ ring: some Collection<Point>) -> Double {
    guard let first = ring.first else { return 0 }
    var twice = 0.0
    var a = first
    // Relative to the first vertex, which preserves precision far from the origin.
    for b in ring {
        twice += (a.x - first.x) * (b.y - first.y) - (b.x - first.x) * (a.y - first.y)
        a = b
    }
    return twice / 2
}
