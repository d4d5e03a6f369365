// SPDX-License-Identifier: MIT
import MapPlane

/// A contiguous part of a polyline.
struct PolylineSegment: Hashable {
    /// At least two, in pixels.
    var points: [Point]
    /// The line's length before the first point, in pixels.
    var start: Double
}

/// The parts of a polyline inside a rectangle. Each knows its distance along the whole line, so that dashes and
/// gradients are not affected by clipping.
///
/// - Parameters:
///   - line: the polyline.
///   - rect: the clip rectangle.
///   - start: the distance along a longer line at which `line` starts.
/// - Returns: the visible parts in order.
func visibleSegments(of line: [Point], in rect: Rect, from start: Double = 0) -> [PolylineSegment] {
    var segments: [PolylineSegment] = []
    var current: PolylineSegment?
    var length = start
    for (a, b) in zip(line, line.dropFirst()) {
        let step = a.distance(to: b)
        guard step > 0 else { continue }
        if let (enter, leave) = overlap(a, b, rect) {
            if current == nil { current = PolylineSegment(points: [a.mix(b, enter)], start: length + enter * step) }
            current?.points.append(leave == 1 ? b : a.mix(b, leave))
            if leave < 1, let done = current {
                segments.append(done)
                current = nil
            }
        } else if let done = current {
            segments.append(done)
            current = nil
        }
        length += step
    }
    if let done = current { segments.append(done) }
    return segments
}

/// The length of a line, in its own unit.
func length(of line: some Sequence<Point>) -> Double {
    var (sum, last) = (0.0, Point?.none)
    for p in line {
        if let last { sum += last.distance(to: p) }
        last = p
    }
    return sum
}

/// The fractions at which a segment enters and leaves a rectangle; nil when it misses it.
private func overlap(_ a: Point, _ b: Point, _ rect: Rect) -> (Double, Double)? {
    if rect.contains(a), rect.contains(b) { return (0, 1) }
    var (enter, leave) = (0.0, 1.0)
    func cut(_ speed: Double, _ limit: Double) -> Bool {
        guard speed != 0 else { return limit >= 0 }
        if speed < 0 { enter = max(enter, limit / speed) } else { leave = min(leave, limit / speed) }
        return enter <= leave
    }
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    guard cut(-dx, a.x - rect.minX), cut(dx, rect.maxX - a.x), cut(-dy, a.y - rect.minY), cut(dy, rect.maxY - a.y)
    else { return nil }
    return (enter, leave)
}

extension PolylineSegment {
    /// The part between two distances along the whole line; nil when there is none.
    func part(from: Double, to: Double) -> [Point]? {
        var part: [Point] = []
        var distance = start
        for (a, b) in zip(points, points.dropFirst()) {
            let step = a.distance(to: b)
            defer { distance += step }
            guard distance + step > from, distance < to, step > 0 else { continue }
            if part.isEmpty { part.append(a.mix(b, max(0, (from - distance) / step))) }
            part.append(a.mix(b, min(1, (to - distance) / step)))
        }
        return part.count > 1 ? part : nil
    }
}
