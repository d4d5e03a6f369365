// SPDX-License-Identifier: MIT
import MapPlane

/// Joins lines of the same street that meet end to end across tile edges and junctions.
struct LineJoiner {
    /// The largest distance between ends that are joined, in pixels.
    private let tolerance: Double
    private var lines: [GrowingLine?] = []
    /// The ends that are looked at around an end of a line: more are short lines in one place.
    private static let maxCandidates = 64
    private var ends: [Cell: [Int]] = [:]

    private struct Cell: Hashable {
        let x: Int
        let y: Int
    }

    init(tolerance: Double) {
        self.tolerance = tolerance
    }

    static func join(_ pieces: [[Point]], tolerance: Double) -> [[Point]] {
        var joiner = LineJoiner(tolerance: tolerance)
        for piece in pieces where piece.count >= 2 { joiner.add(piece) }
        return joiner.lines.compactMap { $0?.points.removingRepeats(nearerThan: tolerance / 3) }
    }

    private mutating func add(_ piece: [Point]) {
        var line = GrowingLine(piece)
        while let other = takeLine(meeting: line) {
            join(consume other, to: &line)
        }
        let index = lines.count
        lines.append(line)
        for end in [line.first, line.last] { ends[cell(of: end), default: []].append(index) }
    }

    /// Removes and returns an earlier line that has an end near either end of this one.
    private mutating func takeLine(meeting line: GrowingLine) -> GrowingLine? {
        guard line.first.distance(to: line.last) > tolerance else { return nil }
        for end in [line.first, line.last] {
            let middle = cell(of: end)
            for dx in -1...1 {
                for dy in -1...1 {
                    for index in (ends[Cell(x: middle.x + dx, y: middle.y + dy)] ?? []).prefix(Self.maxCandidates) {
                        guard let other = lines[index],
                            other.first.distance(to: end) <= tolerance || other.last.distance(to: end) <= tolerance
                        else { continue }
                        lines[index] = nil
                        for end in [other.first, other.last] { ends[cell(of: end)]?.removeAll { $0 == index } }
                        return other
                    }
                }
            }
        }
        return nil
    }

    /// Joins two lines at the ends that meet; the direction is that of the one that comes first.
    private func join(_ other: consuming GrowingLine, to line: inout GrowingLine) {
        if line.last.distance(to: other.first) > tolerance {
            if other.last.distance(to: line.first) <= tolerance {
                swap(&line, &other)
            } else {
                other.reverse()
                if line.last.distance(to: other.first) > tolerance { swap(&line, &other) }
            }
        }
        line.append(consume other)
    }

    private func cell(of p: Point) -> Cell {
        Cell(x: cellIndex(p.x), y: cellIndex(p.y))
    }

    private func cellIndex(_ value: Double) -> Int {
        Int(max(-1e9, min(1e9, (value / tolerance).rounded(.down))))
    }
}

extension [Point] {
    /// Without points close to the previous one, which make the line turn back where lines overlap slightly.
    fileprivate func removingRepeats(nearerThan distance: Double) -> [Point] {
        var result: [Point] = []
        for p in self where result.last.map({ $0.distance(to: p) >= distance }) ?? true { result.append(p) }
        if let end = last, result.count > 1, result.last != end { result[result.count - 1] = end }
        return result.count > 1 ? result : self
    }
}
