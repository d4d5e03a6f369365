// SPDX-License-Identifier: MIT
import MapGeometry
import MapLayout
import Testing

@Suite("Line anchors") struct LineAnchorFinderTests {
    /// A tile of 4096 units, a label of 400 with glyphs of 8 units a pixel.
    private func anchors(
        spacing: Double = 2000, maxAngle: Double = .pi / 4, length: Double = 400
    ) -> LineAnchorFinder {
        LineAnchorFinder(
            extent: 4096, spacing: spacing, maxAngle: maxAngle, labelLength: length, angleWindow: 0.6 * 24 * 8,
            boxScale: 8, overscaling: 1)
    }

    @Test("the first lies half a label and two ems from the line's start, the next ones a spacing on")
    func spacing() {
        let anchors = anchors().anchors(on: [Point(100, 50), Point(3900, 50)])
        let expected: [Double] = [584, 2584]
        #expect(anchors.map(\.distance) == expected)
        #expect(anchors.first?.position == Point(684, 50))
    }

    @Test("anchors lie on whole units of MapLibre's tile grid, their distances on the line")
    func grid() {
        let line = [Point(100, 50), Point(3900, 1250)]
        let found = anchors().anchors(on: line) + [anchors().centerAnchor(of: line)].compactMap(\.self)
        #expect(found.allSatisfy { ($0.position * 2).isWhole })
        let distances = found.map { anchor in
            line[0].mix(line[1], anchor.distance / line[0].distance(to: line[1])).distance(to: anchor.position)
        }
        #expect(distances.allSatisfy { $0 < 0.36 } && distances.contains { $0 > 0.01 }, "\(distances)")
    }

    @Test("a line from another tile begins with half a spacing")
    func continued() {
        #expect(anchors().anchors(on: [Point(0, 50), Point(4000, 50)]).map(\.distance) == [1000, 3000])
    }

    @Test("a line with little room takes one label in its middle")
    func middle() {
        #expect(anchors().anchors(on: [Point(100, 50), Point(600, 50)]).map(\.distance) == [250])
    }

    @Test("a line shorter than the label takes none")
    func short() {
        #expect(anchors().anchors(on: [Point(100, 50), Point(300, 50)]).isEmpty)
    }

    @Test("a label does not bend around a sharp corner", arguments: [(0.1, 1), (1.7, 0)])
    func bend(_ turn: Double, _ count: Int) {
        let corner = Point(1000, 1000)
        let end = corner + Point(cosine(turn), sine(turn)) * 250
        let line = [Point(750, 1000), corner, end]
        #expect(anchors().anchors(on: line).count == count)
        #expect((anchors().centerAnchor(of: line) != nil) == (count == 1))
    }

    @Test("broken lines take none", arguments: [[], [Point(1, 1)], [Point(1, 1), Point(1, 1)]])
    func broken(_ line: [Point]) {
        #expect(anchors().anchors(on: line).isEmpty)
        #expect(anchors().centerAnchor(of: line) == nil)
    }

    @Test("a line of any length is done with soon", arguments: [1e9, 1e17, 1e300, .infinity])
    func endless(_ end: Double) {
        #expect(anchors(spacing: 1, length: 0).anchors(on: [Point(-end, 50), Point(end, 50)]).isEmpty)
    }

    @Test("labels longer than their spacing keep a quarter of it free")
    func longLabels() {
        let anchors = anchors(spacing: 400, length: 390).anchors(on: [Point(0, 50), Point(4000, 50)])
        #expect(zip(anchors, anchors.dropFirst()).allSatisfy { abs($1.distance - $0.distance - 490) < 1e-9 })
    }
}

extension Point {
    fileprivate var isWhole: Bool { x == x.rounded() && y == y.rounded() }
}
