// SPDX-License-Identifier: MIT

/// How far a line would move if a corner went, squared, for each corner; ends weigh infinitely much.
///
/// Keeping the corners whose weight exceeds a tolerance squared gives the Douglas-Peucker line of that tolerance, so
/// that one pass serves all tolerances from `finest` up; lower weights are given as 0.
///
/// - Parameters:
///   - line: the corners in order.
///   - closed: the line is a ring that does not repeat its first corner.
///   - finest: the smallest tolerance that will be asked for.
///   - weights: receives one weight for each corner.
/// - SeeAlso: Douglas and Peucker, *Algorithms for the Reduction of the Number of Points…*, 1973.
package func appendSimplificationWeights(
    of line: UnsafeBufferPointer<Point>, closed: Bool, finest: Double, to weights: inout [Float]
) {
    let start = weights.count
    weights.append(contentsOf: repeatElement(0, count: line.count))
    guard let last = line.indices.last else { return }
    weights[start] = .infinity
    if !closed { weights[start + last] = .infinity }
    let end = closed ? line.count : last
    guard end > 1 else { return }
    let floor = finest * finest
    var pending = [Stretch(first: 0, last: end, limit: .infinity, depth: 0)]
    while let stretch = pending.popLast() {
        guard stretch.last - stretch.first > 1 else { continue }
        let (a, b) = (line[stretch.first], line[stretch.last == line.count ? 0 : stretch.last])
        var farthest = (index: (stretch.first + stretch.last) / 2, distance: -1.0)
        for i in stretch.first + 1..<stretch.last {
            let distance = squaredDistance(line[i], a, b)
            if distance > farthest.distance { farthest = (i, distance) }
        }
        // A limit to the depth bounds the time for hostile lines; below it, all corners stay.
        if stretch.depth > 256 {
            for i in stretch.first + 1..<stretch.last { weights[start + i] = Float(stretch.limit) }
            continue
        }
        guard farthest.distance > floor else { continue }
        let weight = min(farthest.distance, stretch.limit)
        weights[start + farthest.index] = Float(weight)
        pending.append(Stretch(first: stretch.first, last: farthest.index, limit: weight, depth: stretch.depth + 1))
        pending.append(Stretch(first: farthest.index, last: stretch.last, limit: weight, depth: stretch.depth + 1))
    }
}

/// The Douglas-Peucker line: no corner that is left out lay farther than the tolerance from it.
package func simplified(_ line: [Point], tolerance: Double, closed: Bool = false) -> [Point] {
    guard tolerance > 0 else { return line }
    var weights: [Float] = []
    line.withUnsafeBufferPointer {
        appendSimplificationWeights(of: $0, closed: closed, finest: tolerance, to: &weights)
    }
    let limit = Float(tolerance * tolerance)
    return zip(line, weights).filter { $0.1 > limit }.map(\.0)
}

/// A stretch of the line between two corners that stay.
private struct Stretch {
    var first: Int
    var last: Int
    /// The weight of the corner that made the stretch: none within may weigh more.
    var limit: Double
    var depth: Int
}

/// From a point to a segment.
@inline(__always)
private func squaredDistance(_ p: Point, _ a: Point, _ b: Point) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let length = dx * dx + dy * dy
    var (x, y) = (a.x, a.y)
    if length > 0 {
        let t = max(0, min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / length))
        x += dx * t
        y += dy * t
    }
    return (p.x - x) * (p.x - x) + (p.y - y) * (p.y - y)
}
