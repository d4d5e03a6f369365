// SPDX-License-Identifier: MIT
import MapPlane

/// A line that finds its points by the distance walked along it.
struct MeasuredLine: Sendable {
    let points: [Point]
    /// Distance from the start to each point.
    private let distances: [Double]

    /// Takes at least two points.
    init(_ points: [Point]) {
        self.points = points
        var distances = [0.0]
        distances.reserveCapacity(points.count)
        for (a, b) in zip(points, points.dropFirst()) {
            distances.append((distances.last ?? 0) + a.distance(to: b))
        }
        self.distances = distances
    }

    var length: Double { distances.last ?? 0 }

    /// The place at a distance from the start; beyond an end, the end.
    func point(at distance: Double) -> Point {
        guard points.count > 1 else { return points.first ?? .zero }
        let index = segment(at: distance)
        let span = distances[index + 1] - distances[index]
        let fraction = span > 0 ? max(0, min(1, (distance - distances[index]) / span)) : 0
        return points[index].mix(points[index + 1], fraction)
    }

    /// Which way the line goes at a distance from the start; on a corner, the way on or the way back.
    func direction(at distance: Double, forwards: Bool = true) -> Point? {
        guard points.count > 1 else { return nil }
        var index = segment(at: distance)
        if !forwards, index > 0, distances[index] == distance { index -= 1 }
        while index > 0, points[index] == points[index + 1] { index -= 1 }
        let direction = points[index + 1] - points[index]
        return direction == .zero ? nil : direction
    }

    /// The line beside this one, with mitred corners, and the distances along it at which it passes a place of this one:
    /// for what goes on from there, and for what goes back, which differ on a corner.
    ///
    /// - Parameters:
    ///   - offset: to the right as the line goes; the left below zero.
    ///   - distance: from this line's start.
    /// - Returns: nil for a line without a length.
    func parallel(by offset: Double, at distance: Double) -> (line: MeasuredLine, forward: Double, backward: Double)? {
        guard points.count > 1 else { return nil }
        let moved = points.indices.compactMap { index -> Point? in
            guard let a = normal(max(0, index - 1)), let b = normal(min(index, points.count - 2)) else { return nil }
            // Where the line turns back on itself there is no corner to speak of.
            let onePlusCosine = 1 + a.x * b.x + a.y * b.y
            return points[index] + (onePlusCosine > 0.1 ? (a + b) * (1 / onePlusCosine) : a) * offset
        }
        guard moved.count == points.count else { return nil }
        let (parallel, position, current) = (MeasuredLine(moved), point(at: distance), segment(at: distance))
        let crossing = { (segment: Int) -> Double? in
            normal(segment).map { normal in
                let gap = position + normal * offset - moved[current]
                return parallel.distances[current] + gap.x * normal.y - gap.y * normal.x
            }
        }
        guard let forward = crossing(current) else { return nil }
        let isCorner = current > 0 && distances[current] == distance
        return (parallel, forward, isCorner ? crossing(current - 1) ?? forward : forward)
    }

    /// A segment's unit vector to the right; that of the next one with a length, where it has none.
    private func normal(_ index: Int) -> Point? {
        for index in index..<(points.count - 1) {
            let direction = points[index + 1] - points[index]
            let length = direction.length
            if length > 0 { return Point(-direction.y, direction.x) * (1 / length) }
        }
        return nil
    }

    /// The index of the segment that holds a distance.
    private func segment(at distance: Double) -> Int {
        var (low, high) = (0, distances.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if distances[middle] <= distance { low = middle } else { high = middle }
        }
        return low
    }
}
