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

/// Clips rings to a rectangle, reusing its buffers between rings.
///
/// Parts of a concave ring outside of the rectangle collapse onto its edge, which leaves the filled area correct; use
/// a rectangle larger than the visible area where outlines are stroked.
///
/// - SeeAlso: Sutherland and Hodgman, *Reentrant Polygon Clipping*, 1974.
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
        input.append(contentsOf: ring)
        cutX(rect.minX, keepsGreater: true)
        cutX(rect.maxX, keepsGreater: false)
        cutY(rect.minY, keepsGreater: true)
        cutY(rect.maxY, keepsGreater: false)
        guard input.count >= 3 else { return nil }
        let start = points.count
        points.append(contentsOf: input)
        return start..<points.count
    }

    /// Clips at a vertical line.
    private mutating func cutX(_ edge: Double, keepsGreater: Bool) {
        guard var a = input.last else { return }
        output.removeAll(keepingCapacity: true)
        for b in input {
            let (aIn, bIn) = keepsGreater ? (a.x >= edge, b.x >= edge) : (a.x <= edge, b.x <= edge)
            if aIn != bIn { output.append(Point(edge, a.y + (b.y - a.y) * ((edge - a.x) / (b.x - a.x)))) }
            if bIn { output.append(b) }
            a = b
        }
        swap(&input, &output)
    }

    /// Clips at a horizontal line.
    private mutating func cutY(_ edge: Double, keepsGreater: Bool) {
        guard var a = input.last else { return }
        output.removeAll(keepingCapacity: true)
        for b in input {
            let (aIn, bIn) = keepsGreater ? (a.y >= edge, b.y >= edge) : (a.y <= edge, b.y <= edge)
            if aIn != bIn { output.append(Point(a.x + (b.x - a.x) * ((edge - a.y) / (b.y - a.y)), edge)) }
            if bIn { output.append(b) }
            a = b
        }
        swap(&input, &output)
    }
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
