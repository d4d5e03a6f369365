// SPDX-License-Identifier: MIT

/// A line that is addressed by the distance along it.
package struct MeasuredLine: Sendable {
    package let points: [Point]
    /// Distance from the start to each point.
    private let distances: [Double]

    /// - Parameters:
    ///   - points: at least one.
    ///   - start: the distance of the first one along a longer line.
    package init(_ points: [Point], from start: Double = 0) {
        self.points = points
        var (distances, along) = ([start], start)
        distances.reserveCapacity(points.count)
        for (a, b) in zip(points, points.dropFirst()) {
            along += a.distance(to: b)
            distances.append(along)
        }
        self.distances = distances
    }

    /// The distance of the last point.
    package var end: Double { distances[distances.count - 1] }
    package var length: Double { end - distances[0] }

    /// The distance from the start to one of the points.
    package func distance(toPoint index: Int) -> Double { distances[index] }

    /// The part between two distances, as far as the line goes; empty when there is none.
    package func part(from: Double, to: Double) -> [Point] {
        var part: [Point] = []
        for index in points.indices.dropLast().dropFirst(segment(at: from)) {
            let (distance, step) = (distances[index], points[index].distance(to: points[index + 1]))
            guard distance < to else { break }
            guard distance + step > from, step > 0 else { continue }
            let (a, b) = (points[index], points[index + 1])
            if part.isEmpty { part.append(a.mix(b, max(0, (from - distance) / step))) }
            part.append(a.mix(b, min(1, (to - distance) / step)))
        }
        return part
    }

    /// The point at a distance from the start, clamped to the ends.
    package func point(at distance: Double) -> Point {
        guard points.count > 1 else { return points.first ?? .zero }
        let index = segment(at: distance)
        let span = distances[index + 1] - distances[index]
        let fraction = span > 0 ? max(0, min(1, (distance - distances[index]) / span)) : 0
        return points[index].mix(points[index + 1], fraction)
    }

    /// The line with its points mapped, and the distance along it that corresponds to one along this line.
    package func mapped(at distance: Double, _ map: (Point) -> Point) -> (line: MeasuredLine, distance: Double) {
        let line = MeasuredLine(points.map(map))
        let index = segment(at: distance)
        return (line, line.distances[index] + line.points[index].distance(to: map(point(at: distance))))
    }

    /// The direction of the line at a distance from the start; on a vertex, that of the following or the preceding
    /// segment.
    package func direction(at distance: Double, forwards: Bool = true) -> Point? {
        guard points.count > 1 else { return nil }
        var index = segment(at: distance)
        if !forwards, index > 0, distances[index] == distance { index -= 1 }
        while index > 0, points[index] == points[index + 1] { index -= 1 }
        let direction = points[index + 1] - points[index]
        return direction == .zero ? nil : direction
    }

    /// The parallel line with mitered corners, and the distances along it that correspond to a position on this one:
    /// for positions after and before it, which differ on a corner.
    ///
    /// - Parameters:
    ///   - offset: to the right of the line's direction; negative for the left.
    ///   - distance: from this line's start.
    /// - Returns: nil for a line without length.
    package func parallel(
        by offset: Double, at distance: Double
    ) -> (line: MeasuredLine, forward: Double, backward: Double)? {
        guard points.count > 1 else { return nil }
        let moved = points.indices.compactMap { index -> Point? in
            guard let a = normal(max(0, index - 1)), let b = normal(min(index, points.count - 2)) else { return nil }
            // No miter where the line turns back on itself.
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

    /// The unit normal to the right of a segment, or of the next segment that has a length.
    private func normal(_ index: Int) -> Point? {
        for index in index..<(points.count - 1) {
            let direction = points[index + 1] - points[index]
            let length = direction.length
            if length > 0 { return Point(-direction.y, direction.x) * (1 / length) }
        }
        return nil
    }

    /// The index of the segment at a distance.
    private func segment(at distance: Double) -> Int {
        var (low, high) = (0, distances.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if distances[middle] <= distance { low = middle } else { high = middle }
        }
        return low
    }
}
