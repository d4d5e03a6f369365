// SPDX-License-Identifier: MIT
import MapTiles

/// Joins lines end to end where exactly two of them meet.
struct LineJoiner {
    /// True for lines that have a direction, such as one-way roads and rivers: none is turned round.
    let isDirected: Bool
    private var lines: [[TilePoint]] = []

    init(isDirected: Bool) { self.isDirected = isDirected }

    mutating func add(_ line: [TilePoint]) {
        if line.count > 1 { lines.append(line) }
    }

    /// An end of a line.
    private struct End: Equatable {
        var line: Int
        var isLast: Bool
    }

    /// The ends at a place: how many, and the first two.
    private struct Meeting {
        var first: End
        var second: End
        var count = 1

        mutating func add(_ end: End) {
            if count == 1 { second = end }
            count += 1
        }
    }

    /// The lines after joining, in the order of their first parts.
    func joined() -> [[TilePoint]] {
        guard lines.count > 1 else { return lines }
        var ends: [TilePoint: Meeting] = [:]
        ends.reserveCapacity(2 * lines.count)
        for (index, line) in lines.enumerated() where line[0] != line[line.count - 1] {
            for end in [End(line: index, isLast: false), End(line: index, isLast: true)] {
                let place = end.isLast ? line[line.count - 1] : line[0]
                if ends[place]?.add(end) == nil { ends[place] = Meeting(first: end, second: end) }
            }
        }
        /// The end that another one goes on with.
        func next(_ end: End) -> End? {
            let line = lines[end.line]
            // A closed line has no end.
            guard line[0] != line[line.count - 1],
                let meeting = ends[end.isLast ? line[line.count - 1] : line[0]], meeting.count == 2
            else { return nil }
            let other = meeting.first == end ? meeting.second : meeting.first
            guard other.line != end.line, !isDirected || other.isLast != end.isLast else { return nil }
            return other
        }
        var isDone = [Bool](repeating: false, count: lines.count)
        var result: [[TilePoint]] = []
        for start in lines.indices where !isDone[start] {
            isDone[start] = true
            var line = lines[start]
            // On from its last point, then back from its first one.
            var before: [[TilePoint]] = []
            for isLast in [true, false] {
                var end = End(line: start, isLast: isLast)
                while let other = next(end), !isDone[other.line] {
                    isDone[other.line] = true
                    let own = lines[other.line]
                    if isLast {
                        line += other.isLast ? own.reversed().dropFirst() : own.dropFirst()
                    } else {
                        before.append(other.isLast ? own.dropLast() : own.reversed().dropLast())
                    }
                    end = End(line: other.line, isLast: !other.isLast)
                }
            }
            result.append(before.reversed().flatMap(\.self) + line)
        }
        return result
    }
}
