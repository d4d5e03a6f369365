// SPDX-License-Identifier: MIT

/// Finds how far along a line its pieces begin; asked in the order of the pieces.
package struct LineDistanceCursor {
    private let line: ArraySlice<Point>
    private var segment: Int
    private var walked = 0.0

    package init(_ line: ArraySlice<Point>) {
        self.line = line
        segment = line.startIndex
    }

    /// The distance from the line's start to a point on it that lies at or after the last one asked for.
    package mutating func distance(to p: Point) -> Double {
        while segment + 1 < line.endIndex {
            let (a, b) = (line[segment], line[segment + 1])
            let length = a.distance(to: b)
            if a.distance(to: p) + p.distance(to: b) <= length + 1e-6 * (1 + length) {
                return walked + a.distance(to: p)
            }
            walked += length
            segment += 1
        }
        return walked
    }

    /// The whole line's length.
    package var length: Double {
        zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }
}
