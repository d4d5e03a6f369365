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
