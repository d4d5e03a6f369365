// SPDX-License-Identifier: MIT
import Libc
package import MapGeometry

/// A line of the coast in Web Mercator, the world as the unit square: land at its left-hand side, water at its right.
///
/// - SeeAlso: https://wiki.openstreetmap.org/wiki/Tag:natural%3Dcoastline
package struct CoastLine: Sendable {
    /// The way that it begins with, for messages.
    package var way: Int64
    package var points: [Point]

    package init(way: Int64, points: [Point]) {
        self.way = way
        self.points = points
    }

    /// True for an island, or for a sea within the land.
    var isClosed: Bool { points.count > 3 && points.first == points.last }

    var length: Double { points.lineLength }

    var box: Rect { Rect(around: points) }
}

/// The coast of an extract: ways joined to lines as long as possible.
///
/// What is broken in a known way is mended: a way that runs the wrong way round between two others, a short gap.
package struct Coast {
    package private(set) var lines: [CoastLine]
    package private(set) var problems: [(way: Int64, message: String)] = []

    package init(ways: [CoastLine]) {
        lines = joined(ways.filter { $0.points.count > 1 })
        var repairs = 0
        while repairs < Self.maxRepairs, turnReversedLines() {
            lines = joined(lines)
            repairs += 1
        }
    }

    /// Ways that are reversed are most often alone.
    private static let maxRepairs = 8
    /// Gaps are sought among so many ends: each is compared with all others.
    private static let maxEnds = 2000

    /// Turns lines that begin where another one begins, and end where another one ends, if these are longer.
    private mutating func turnReversedLines() -> Bool {
        var starts: [Point: [Int]] = [:]
        var ends: [Point: [Int]] = [:]
        for (index, line) in lines.enumerated() where !line.isClosed {
            if let start = line.points.first, let end = line.points.last {
                starts[start, default: []].append(index)
                ends[end, default: []].append(index)
            }
        }
        var turned: Set<Int> = []
        var involved: Set<Int> = []
        for (index, line) in lines.enumerated() where !line.isClosed && !involved.contains(index) {
            guard let start = line.points.first, let end = line.points.last,
                let next = starts[start]?.first(where: { $0 != index && !involved.contains($0) }),
                let previous = ends[end]?.first(where: { $0 != index && !involved.contains($0) })
            else { continue }
            guard line.length < lines[next].length + (next == previous ? 0 : lines[previous].length) else { continue }
            turned.insert(index)
            involved.formUnion([index, next, previous])
        }
        for index in turned.sorted() {
            lines[index].points.reverse()
            problems.append((lines[index].way, "the coast runs the wrong way round here; it was turned"))
        }
        return !turned.isEmpty
    }

    /// Joins ends within a box by straight lines, nearest first.
    ///
    /// - Parameters:
    ///   - box: ends elsewhere are where the extract ends.
    ///   - distance: the longest gap, in the unit of points.
    mutating func closeGaps(within box: Rect, upTo distance: Double) {
        let open = lines.indices.filter { !lines[$0].isClosed }
        let ends = open.filter { lines[$0].points.last.map(box.contains) ?? false }
        let starts = open.filter { lines[$0].points.first.map(box.contains) ?? false }
        guard !ends.isEmpty, !starts.isEmpty, ends.count + starts.count <= Self.maxEnds else { return }
        let lengths = lines.map(\.length)
        var gaps: [(distance: Double, end: Int, start: Int)] = []
        for end in ends {
            for start in starts {
                guard let from = lines[end].points.last, let to = lines[start].points.first else { continue }
                let gap = from.distance(to: to)
                // A line closes over a gap that is short beside itself.
                guard gap <= distance, gap <= (lengths[end] + lengths[start]) / 4 else { continue }
                gaps.append((gap, end, start))
            }
        }
        gaps.sort { ($0.distance, $0.end, $0.start) < ($1.distance, $1.end, $1.start) }
        var (used, reached): (Set<Int>, Set<Int>) = ([], [])
        for gap in gaps where !used.contains(gap.end) && !reached.contains(gap.start) {
            used.insert(gap.end)
            reached.insert(gap.start)
            problems.append((lines[gap.end].way, "the coast has a gap here; it was closed by a straight line"))
            if let to = lines[gap.start].points.first { lines[gap.end].points.append(to) }
        }
        if !used.isEmpty { lines = joined(lines) }
    }
}

/// Joins lines that begin where others end.
private func joined(_ lines: [CoastLine]) -> [CoastLine] {
    var starts: [Point: [Int]] = [:]
    var ends: Set<Point> = []
    for (index, line) in lines.enumerated().reversed() where !line.isClosed {
        if let start = line.points.first, let end = line.points.last {
            starts[start, default: []].append(index)
            ends.insert(end)
        }
    }
    var isUsed = [Bool](repeating: false, count: lines.count)
    func chain(from index: Int) -> CoastLine {
        var chain = lines[index]
        isUsed[index] = true
        while !chain.isClosed, let end = chain.points.last {
            guard let next = starts[end]?.popLast() else { break }
            guard !isUsed[next] else { continue }
            isUsed[next] = true
            chain.points += lines[next].points.dropFirst()
        }
        return chain
    }
    var result: [CoastLine] = []
    // Lines that no other one leads to first, then those that are left, which are in rings.
    for index in lines.indices where !isUsed[index] {
        if let start = lines[index].points.first, lines[index].isClosed || !ends.contains(start) {
            result.append(chain(from: index))
        }
    }
    for index in lines.indices where !isUsed[index] { result.append(chain(from: index)) }
    return result
}
