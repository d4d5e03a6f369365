// SPDX-License-Identifier: MIT
import MapGeometry
import MapLayout
import TestSupport
import Testing

@Suite("Line merger") struct LineMergerTests {
    @Test("a piece joins those before and after it")
    func joins() {
        var merger = LineMerger()
        merger.add("A", [[Point(0, 0), Point(1, 0)]])
        merger.add("A", [[Point(2, 0), Point(3, 0)]])
        merger.add("B", [[Point(1, 0), Point(2, 0)]])
        merger.add("A", [[Point(1, 0), Point(2, 0)]])
        #expect(merger.merged[0] == [[Point(0, 0), Point(1, 0), Point(2, 0), Point(3, 0)]])
        #expect(merger.merged[1].isEmpty && merger.merged[3].isEmpty)
        #expect(merger.merged[2] == [[Point(1, 0), Point(2, 0)]])
    }

    @Test("a ring does not join itself")
    func ring() {
        var merger = LineMerger()
        merger.add("A", [[Point(0, 0), Point(1, 0), Point(0, 0)]])
        merger.add("A", [[Point(0, 0), Point(1, 1), Point(0, 0)]])
        #expect(merger.merged.map(\.count) == [1, 0])
    }

    private func merged(_ pieces: [(String?, [Point])]) -> [[Point]] {
        var merger = LineMerger()
        for (name, line) in pieces { merger.add(name, [line]) }
        return merger.merged.flatMap(\.self)
    }

    private let a = Point(0, 0)
    private let b = Point(10, 0)
    private let c = Point(20, 5)
    private let d = Point(30, 5)

    @Test("pieces that follow each other become one line, in whatever order they come")
    func chain() {
        let pieces: [(String?, [Point])] = [("x", [a, b]), ("x", [b, c]), ("x", [c, d])]
        for order in [[0, 1, 2], [2, 1, 0], [0, 2, 1], [1, 0, 2], [2, 0, 1], [1, 2, 0]] {
            #expect(merged(order.map { pieces[$0] }) == [[a, b, c, d]])
        }
    }

    @Test("a street of many pieces is whole, from whichever end it grows", arguments: [0, 7, 19]) func grows(start: Int)
    {
        let points = (0...20).map { Point(Double($0), Double($0 * $0)) }
        let pieces = zip(points, points.dropFirst()).map { ("x" as String?, [$0, $1]) }
        #expect(merged(pieces[..<start].reversed() + pieces[start...]) == [points])
        #expect(
            merged(pieces.filter { Int($0.1[0].x) % 2 == 0 } + pieces.filter { Int($0.1[0].x) % 2 == 1 }) == [points])
    }

    @Test("streets of other names, and of none, stay apart")
    func names() {
        #expect(merged([("x", [a, b]), ("y", [b, c])]) == [[a, b], [b, c]])
        #expect(merged([(nil, [a, b]), (nil, [b, c])]) == [[a, b], [b, c]])
    }

    @Test("no piece is lost or doubled in a network of random pieces", arguments: 0..<20)
    func network(seed: Int) {
        var random = SplitMix(seed: UInt64(seed))
        let corners = (0..<6).map { Point(Double($0) * 7, Double($0 * $0)) }
        let pieces: [(String?, [Point])] = (0..<25).map { _ in
            let from = Int.random(in: 0..<6, using: &random)
            let to = (from + Int.random(in: 1..<6, using: &random)) % 6
            return (["x", "y"].randomElement(using: &random), [corners[from], corners[to]])
        }
        let segments = { (lines: [[Point]]) in
            lines.flatMap { line in zip(line, line.dropFirst()).map { "\($0.0) \($0.1)" } }.sorted()
        }
        #expect(segments(merged(pieces)) == segments(pieces.map(\.1)))
    }

    @Test("a ring, a point and nothing at all trap nothing")
    func degenerate() {
        #expect(merged([("x", [a, b]), ("x", [b, a])]).flatMap(\.self).count >= 3)
        _ = merged([("x", [a]), ("x", []), ("x", [a, a])])
    }
}
