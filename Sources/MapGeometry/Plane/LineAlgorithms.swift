// SPDX-License-Identifier: MIT

/// Appends the Douglas-Peucker weight of each vertex: the squared distance by which the line would move without it;
/// endpoints have infinite weight.
///
/// Keeping the vertices with a weight above a squared tolerance yields the Douglas-Peucker line for that tolerance,
/// so that one pass serves all tolerances from `minTolerance` up; lower weights are 0.
///
/// - Parameters:
///   - line: the vertices in order.
///   - closed: the line is a ring that does not repeat its first vertex.
///   - minTolerance: the smallest tolerance that will be used.
///   - weights: receives one weight per vertex.
/// - SeeAlso: Douglas and Peucker, *Algorithms for the Reduction of the Number of Points…*, 1973.
package func appendSimplificationWeights(
    of line: UnsafeBufferPointer<Point>, closed: Bool, minTolerance: Double, to weights: inout [Float]
) {
    let start = weights.count
    weights.append(contentsOf: repeatElement(0, count: line.count))
    guard let last = line.indices.last else { return }
    weights[start] = .infinity
    if !closed { weights[start + last] = .infinity }
    let end = closed ? line.count : last
    guard end > 1 else { return }
    weights.withUnsafeMutableBufferPointer { weights in
        let whole = Segment(first: 0, last: end, limit: .infinity, depth: 0)
        weigh(whole, of: line, UnsafeMutableBufferPointer(rebasing: weights[start...]), minTolerance * minTolerance)
    }
}

/// The weights of the vertices within a segment, but for those that weigh less than a limit.
private func weigh(
    _ segment: Segment, of line: UnsafeBufferPointer<Point>, _ weights: UnsafeMutableBufferPointer<Float>,
    _ minWeight: Double
) {
    var segment = segment
    while segment.last - segment.first > 1 {
        let (a, b) = (line[segment.first], line[segment.last == line.count ? 0 : segment.last])
        var farthest = (index: (segment.first + segment.last) / 2, distance: -1.0)
        for i in segment.first + 1..<segment.last {
            let distance = squaredDistance(line[i], a, b)
            if distance > farthest.distance { farthest = (i, distance) }
        }
        // Limiting the depth bounds the time for hostile input; below it, all vertices stay.
        if segment.depth > 256 {
            for i in segment.first + 1..<segment.last { weights[i] = Float(segment.limit) }
            return
        }
        guard farthest.distance > minWeight else { return }
        let weight = min(farthest.distance, segment.limit)
        weights[farthest.index] = Float(weight)
        segment.limit = weight
        segment.depth += 1
        var after = segment
        after.first = farthest.index
        segment.last = farthest.index
        weigh(after, of: line, weights, minWeight)
    }
}

/// The Douglas-Peucker line: no removed vertex lies farther from it than the tolerance.
package func simplified(_ line: [Point], tolerance: Double, closed: Bool = false) -> [Point] {
    guard tolerance > 0 else { return line }
    var weights: [Float] = []
    line.withUnsafeBufferPointer {
        appendSimplificationWeights(of: $0, closed: closed, minTolerance: tolerance, to: &weights)
    }
    let limit = Float(tolerance * tolerance)
    return zip(line, weights).filter { $0.1 > limit }.map(\.0)
}

/// A part of the line between two vertices that stay.
private struct Segment {
    var first: Int
    var last: Int
    /// The weight of the vertex that split off this segment: none within may weigh more.
    var limit: Double
    var depth: Int
}

/// The squared distance from a point to a segment.
@inline(__always)
package func squaredDistance(_ p: Point, _ a: Point, _ b: Point) -> Double {
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

/// A parallel line with mitered joins; miters are limited to twice the distance.
///
/// - Parameters:
///   - line: at least two points.
///   - distance: the offset to the right of the line's direction (y grows downwards); negative to the left.
///   - closed: true when the last point equals the first one.
///   - bevels: true for two points, one beside each neighbor, where a miter would be longer.
///   - scale: by what the distance is multiplied at a point of the line.
/// - Returns: one point for each point of the line, without repeated ones; or two.
package func offsetLine(
    _ line: [Point], by distance: Double, closed: Bool, bevels: Bool = false, scale: (Point) -> Double = { _ in 1 }
) -> [Point] {
    var points: [Point] = []
    for p in line where points.last.map({ $0.distance(to: p) > 1e-9 }) ?? true { points.append(p) }
    guard points.count >= 2 else { return line }
    let normals = zip(points, points.dropFirst()).map { a, b in
        let d = b - a
        return Point(-d.y, d.x) * (1 / d.length)
    }
    var result: [Point] = []
    result.reserveCapacity(points.count)
    for (i, p) in points.enumerated() {
        let before = i > 0 ? normals[i - 1] : (closed ? normals[normals.count - 1] : normals[0])
        let after = i < normals.count ? normals[i] : (closed ? normals[0] : normals[normals.count - 1])
        let (sum, own) = (before + after, distance * scale(p))
        // The miter length is 1 / cos of half the turn: |sum| / 2.
        let half = (sum.x * sum.x + sum.y * sum.y) / 4
        if bevels, half < leastHalf {
            result += [p + before * own, p + after * own]
        } else {
            result.append(p + sum * (own / (2 * max(leastHalf, half))))
        }
    }
    return result
}

/// The square of the inverse of the longest miter.
private let leastHalf = 0.25

/// Measures distances along a line to points on it, queried in order.
package struct LineDistanceCursor {
    private let line: ArraySlice<Point>
    private var segment: Int
    private var distanceToSegment = 0.0

    package init(_ line: ArraySlice<Point>) {
        self.line = line
        segment = line.startIndex
    }

    /// The distance from the line's start to a point on it at or after the previous one.
    package mutating func distance(to p: Point) -> Double {
        while segment + 1 < line.endIndex {
            let (a, b) = (line[segment], line[segment + 1])
            let length = a.distance(to: b)
            if a.distance(to: p) + p.distance(to: b) <= length + 1e-6 * (1 + length) {
                return distanceToSegment + a.distance(to: p)
            }
            distanceToSegment += length
            segment += 1
        }
        return distanceToSegment
    }

    /// The length of the line.
    package var length: Double { line.lineLength }
}

extension ArraySlice<Point> {
    /// The length of the line through all points.
    package var lineLength: Double { zip(self, dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) } }
}

extension [Point] {
    /// The length of the line through all points.
    package var lineLength: Double { self[...].lineLength }
}
