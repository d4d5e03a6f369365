// SPDX-License-Identifier: MIT
import MapGeometry
import MapTiles

/// Joins lines end to end where exactly two of them meet.
struct LineJoiner {
    /// True for lines that have a direction, such as one-way roads and rivers: none is turned round.
    let isDirected: Bool
    private var line: [TilePoint] = []

    init(isDirected: Bool) { self.isDirected = isDirected }

    /// Calls `body` with each line after joining, in the order of their first parts.
    ///
    /// - Parameters:
    ///   - points: of all lines.
    ///   - lines: where they are in the points; each has two at least.
    ///   - body: may change the line.
    mutating func forEachJoined(_ points: [TilePoint], _ lines: [Range<Int>], _ body: (inout [TilePoint]) -> Void) {
        if lines.count == 1 {
            line.removeAll(keepingCapacity: true)
            line += points[lines[0]]
            return body(&line)
        }
        let next = LineEnds(points, lines).links(isDirected: isDirected)
        var isDone = [Bool](repeating: false, count: lines.count)
        // The ends with which lines go on before the first point.
        var before: [Int] = []
        for start in lines.indices where !isDone[start] {
            // Back from its first point, then on from its last one.
            isDone[start] = true
            var last = 2 * start + 1
            while next[last] >= 0, !isDone[Int(next[last]) / 2] {
                isDone[Int(next[last]) / 2] = true
                last = Int(next[last]) ^ 1
            }
            var end = 2 * start
            before.removeAll(keepingCapacity: true)
            while next[end] >= 0, !isDone[Int(next[end]) / 2] {
                isDone[Int(next[end]) / 2] = true
                before.append(Int(next[end]))
                end = Int(next[end]) ^ 1
            }
            line.removeAll(keepingCapacity: true)
            for other in before.reversed() { append(points, lines, from: other ^ 1) }
            append(points, lines, from: 2 * start)
            end = 2 * start + 1
            while end != last {
                append(points, lines, from: Int(next[end]))
                end = Int(next[end]) ^ 1
            }
            body(&line)
        }
    }

    /// Adds a line that begins with an end, but for the point that is there already.
    private mutating func append(_ points: [TilePoint], _ lines: [Range<Int>], from end: Int) {
        let own = lines[end / 2]
        if !line.isEmpty { line.removeLast() }
        if end & 1 == 0 {
            for index in own { line.append(points[index]) }
        } else {
            for index in own.reversed() { line.append(points[index]) }
        }
    }
}

/// Leaves out vertices of lines, one line after the other.
struct LineSimplifier {
    /// In tile units.
    let tolerance: Double
    private var places: [Point] = []
    private var weights: [Float] = []

    init(tolerance: Double) { self.tolerance = tolerance }

    mutating func simplify(_ line: inout [TilePoint]) {
        guard tolerance > 0 else { return }
        places.removeAll(keepingCapacity: true)
        for point in line { places.append(Point(Double(point.x), Double(point.y))) }
        weights.removeAll(keepingCapacity: true)
        Self.weigh(places, tolerance, &weights)
        let limit = Float(tolerance * tolerance)
        var count = 0
        for index in line.indices where weights[index] > limit {
            line[count] = line[index]
            count += 1
        }
        line.removeLast(line.count - count)
    }

    private static func weigh(_ line: [Point], _ tolerance: Double, _ weights: inout [Float]) {
        line.withUnsafeBufferPointer {
            appendSimplificationWeights(of: $0, closed: false, minTolerance: tolerance, to: &weights)
        }
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

    init(_ points: [TilePoint], _ lines: [Range<Int>]) {
        count = lines.count
        var size = 8
        while size < 4 * lines.count { size *= 2 }
        slots = [Int32](repeating: 0, count: size)
        for (index, line) in lines.enumerated() {
            let (first, last) = (points[line.lowerBound], points[line.upperBound - 1])
            guard first != last else { continue }
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
