// SPDX-License-Identifier: MIT
import MapPlane

/// A line that finds its points by the distance walked along it.
struct MeasuredLine: Sendable {
    let points: [Point]
    /// Distance from the start to each point.
    private let distances: [Double]

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

    var reversed: MeasuredLine { MeasuredLine(points.reversed()) }

    /// The place at a distance from the start; beyond an end, the end.
    func point(at distance: Double) -> Point {
        let index = segment(at: distance)
        let span = distances[index + 1] - distances[index]
        let fraction = span > 0 ? max(0, min(1, (distance - distances[index]) / span)) : 0
        return points[index].mix(points[index + 1], fraction)
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
