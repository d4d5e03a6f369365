// SPDX-License-Identifier: MIT
import MapPlane

/// Joins lines of the same street that meet end to end across tile edges and junctions.
struct LineJoiner {
    /// The largest distance between ends that are joined, in pixels.
    private let tolerance: Double
    private var lines: [[Point]?] = []
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
        return joiner.lines.compactMap { $0?.removingRepeats(nearerThan: tolerance / 3) }
    }

    private mutating func add(_ piece: [Point]) {
        var line = piece
        while let other = takeLine(meeting: line) {
            line = joined(line, other)
        }
        let index = lines.count
        lines.append(line)
        for end in [line[0], line[line.count - 1]] { ends[cell(of: end), default: []].append(index) }
    }

    /// Removes and returns an earlier line that has an end near either end of this one.
    private mutating func takeLine(meeting line: [Point]) -> [Point]? {
        guard line[0].distance(to: line[line.count - 1]) > tolerance else { return nil }
        for end in [line[0], line[line.count - 1]] {
            let middle = cell(of: end)
            for dx in -1...1 {
                for dy in -1...1 {
                    for index in ends[Cell(x: middle.x + dx, y: middle.y + dy)] ?? [] {
                        guard let other = lines[index],
                            other[0].distance(to: end) <= tolerance
                                || other[other.count - 1].distance(to: end) <= tolerance
                        else { continue }
                        lines[index] = nil
                        return other
                    }
                }
            }
        }
        return nil
    }

    private func joined(_ a: [Point], _ b: [Point]) -> [Point] {
        let (aStart, aEnd, bStart, bEnd) = (a[0], a[a.count - 1], b[0], b[b.count - 1])
        if aEnd.distance(to: bStart) <= tolerance { return a + b.dropFirst() }
        if bEnd.distance(to: aStart) <= tolerance { return b + a.dropFirst() }
        if aEnd.distance(to: bEnd) <= tolerance { return a + b.reversed().dropFirst() }
        return b.reversed() + a.dropFirst()
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
