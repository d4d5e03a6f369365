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
