// SPDX-License-Identifier: MIT

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
    package var length: Double {
        zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }
}
