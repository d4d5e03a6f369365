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

    /// The lines after joining, in the order of their first parts.
    func joined() -> [[TilePoint]] {
        guard lines.count > 1 else { return lines }
        let next = LineEnds(lines).links(isDirected: isDirected)
        var isDone = [Bool](repeating: false, count: lines.count)
        var result: [[TilePoint]] = []
        for start in lines.indices where !isDone[start] {
            isDone[start] = true
            var line = lines[start]
            // On from its last point, then back from its first one.
            var before: [[TilePoint]] = []
            for isLast in [true, false] {
                var end = 2 * start + (isLast ? 1 : 0)
                while next[end] >= 0, !isDone[Int(next[end]) / 2] {
                    let other = Int(next[end])
                    isDone[other / 2] = true
                    let own = lines[other / 2]
                    let isOtherLast = other & 1 == 1
                    if isLast {
                        line += isOtherLast ? own.reversed().dropFirst() : own.dropFirst()
                    } else {
                        before.append(isOtherLast ? own.dropLast() : own.reversed().dropLast())
                    }
                    end = other ^ 1
                }
            }
            result.append(before.isEmpty ? line : before.reversed().flatMap(\.self) + line)
        }
        return result
    }
}

/// The ends of lines by their places, in a hash table with linear probing. The first end of a line has twice its number, the last
/// one more.
private struct LineEnds {
    private let count: Int
    private var places: [TilePoint] = []
    /// Of each place: how many ends, and the first two.
    private var meetings: [(first: Int32, second: Int32, count: Int32)] = []
    /// Numbers of places plus one; a power of two.
    private var slots: [Int32]

    init(_ lines: [[TilePoint]]) {
        count = lines.count
        var size = 8
        while size < 4 * lines.count { size *= 2 }
        slots = [Int32](repeating: 0, count: size)
        for (index, line) in lines.enumerated() {
            guard let first = line.first, let last = line.last, first != last else { continue }
            add(first, Int32(truncatingIfNeeded: 2 * index))
            add(last, Int32(truncatingIfNeeded: 2 * index + 1))
        }
    }

    private mutating func add(_ place: TilePoint, _ end: Int32) {
        let key = UInt64(UInt32(bitPattern: place.x)) << 32 | UInt64(UInt32(bitPattern: place.y))
        var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (slots.count - 1)
        while slots[slot] > 0 {
            let number = Int(slots[slot] - 1)
            if places[number] == place {
                if meetings[number].count == 1 { meetings[number].second = end }
                meetings[number].count += 1
                return
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        places.append(place)
        meetings.append((end, end, 1))
        slots[slot] = Int32(truncatingIfNeeded: places.count)
    }

    /// For each end that with which the line goes on; -1 for none.
    func links(isDirected: Bool) -> [Int32] {
        var links = [Int32](repeating: -1, count: 2 * count)
        for meeting in meetings where meeting.count == 2 {
            let (a, b) = (meeting.first, meeting.second)
            guard a >> 1 != b >> 1, !isDirected || a & 1 != b & 1 else { continue }
            (links[Int(a)], links[Int(b)]) = (b, a)
        }
        return links
    }
}
