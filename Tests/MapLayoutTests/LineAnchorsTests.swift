// SPDX-License-Identifier: MIT
import MapLayout
import MapPlane
import Testing

@Suite("Anchors on lines") struct LineAnchorsTests {
    /// A tile of 4096 units, a label of 400 with glyphs of 8 units a pixel.
    private func anchors(
        spacing: Double = 2000, maxAngle: Double = .pi / 4, length: Double = 400
    ) -> LineAnchors {
        LineAnchors(
            extent: 4096, spacing: spacing, maxAngle: maxAngle, labelLength: length, angleWindow: 0.6 * 24 * 8,
            boxScale: 8, overscaling: 1)
    }

    @Test("the first lies half a label and two ems from the line's start, the next ones a spacing on")
    func spacing() {
        let stops = anchors().stops(on: [Point(100, 50), Point(3900, 50)])
        let expected: [Double] = [584, 2584]
        #expect(stops.map(\.distance) == expected)
        #expect(stops.first?.place == Point(684, 50))
    }

    @Test("a line from another tile begins with half a spacing")
    func continued() {
        #expect(anchors().stops(on: [Point(0, 50), Point(4000, 50)]).map(\.distance) == [1000, 3000])
    }

    @Test("a line with little room takes one label in its middle")
    func middle() {
        #expect(anchors().stops(on: [Point(100, 50), Point(600, 50)]).map(\.distance) == [250])
    }

    @Test("a line shorter than the label takes none")
    func short() {
        #expect(anchors().stops(on: [Point(100, 50), Point(300, 50)]).isEmpty)
    }

    @Test("a label does not bend around a sharp corner", arguments: [(0.1, 1), (1.7, 0)])
    func bend(_ turn: Double, _ count: Int) {
        let corner = Point(1000, 1000)
        let end = corner + Point(cosine(turn), sine(turn)) * 250
        let line = [Point(750, 1000), corner, end]
        #expect(anchors().stops(on: line).count == count)
        #expect((anchors().center(of: line) != nil) == (count == 1))
    }

    @Test("broken lines take none", arguments: [[], [Point(1, 1)], [Point(1, 1), Point(1, 1)]])
    func broken(_ line: [Point]) {
        #expect(anchors().stops(on: line).isEmpty)
        #expect(anchors().center(of: line) == nil)
    }

    @Test("a line of any length is done with soon", arguments: [1e9, 1e17, 1e300, .infinity])
    func endless(_ end: Double) {
        #expect(anchors(spacing: 1, length: 0).stops(on: [Point(-end, 50), Point(end, 50)]).isEmpty)
    }

    @Test("labels longer than their spacing keep a quarter of it free")
    func longLabels() {
        let stops = anchors(spacing: 400, length: 390).stops(on: [Point(0, 50), Point(4000, 50)])
        #expect(zip(stops, stops.dropFirst()).allSatisfy { abs($1.distance - $0.distance - 490) < 1e-9 })
    }
}

@Suite("Lines of one name") struct LineMergerTests {
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
}

@Suite("Collisions") struct CollisionGridTests {
    private let area = Rect(x: 0, y: 0, width: 100, height: 100)

    @Test("boxes and circles keep each other off")
    func shapes() {
        var grid = CollisionGrid(covering: area, cell: 10)
        grid.take(.box(Rect(x: 10, y: 10, width: 20, height: 10)))
        #expect(!grid.isFree(.box(Rect(x: 25, y: 15, width: 20, height: 10))))
        #expect(grid.isFree(.box(Rect(x: 31, y: 10, width: 20, height: 10))))
        // A circle passes the corner that its box would touch.
        #expect(grid.isFree(.circle(Point(33, 23), radius: 4)))
        #expect(!grid.isFree(.circle(Point(32, 22), radius: 4)))
    }

    @Test("what cooperates overlaps its kind only")
    func cooperation() {
        var grid = CollisionGrid(covering: area, cell: 10)
        let box = CollisionShape.box(Rect(x: 10, y: 10, width: 20, height: 10))
        grid.take(box, cooperates: true)
        #expect(grid.isFree(box, cooperates: true))
        #expect(!grid.isFree(box))
    }

    @Test("shapes out of reach are not covered")
    func outside() {
        let grid = CollisionGrid(covering: area, cell: 10)
        #expect(!grid.covers(.circle(Point(-10, 50), radius: 5)))
        #expect(grid.covers(.circle(Point(-4, 50), radius: 5)))
    }
}
