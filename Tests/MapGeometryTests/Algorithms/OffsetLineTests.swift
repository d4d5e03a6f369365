// SPDX-License-Identifier: MIT
import MapGeometry
import Testing

@Suite("Offset line") struct OffsetLineTests {
    @Test("a line's neighbour runs at its distance, to the right of the way")
    func beside() {
        let line = [Point(0, 0), Point(10, 0), Point(10, 10)]
        #expect(offsetLine(line, by: 2, closed: false) == [Point(0, 2), Point(8, 2), Point(8, 10)])
        #expect(offsetLine(line, by: -2, closed: false) == [Point(0, -2), Point(12, -2), Point(12, 10)])
        #expect(offsetLine(line, by: 0, closed: false) == line)
    }

    @Test("a ring's neighbour closes as the ring does")
    func ring() {
        let ring = [Point(0, 0), Point(10, 0), Point(10, 10), Point(0, 10), Point(0, 0)]
        let inner = offsetLine(ring, by: 1, closed: true)
        #expect(inner == [Point(1, 1), Point(9, 1), Point(9, 9), Point(1, 9), Point(1, 1)])
    }

    @Test("a hairpin has no endless miter, and repeated points are no trouble")
    func hairpin() {
        let pin = [Point(0, 0), Point(10, 0), Point(10, 0), Point(0, 0.001)]
        for point in offsetLine(pin, by: 1, closed: false) { #expect(point.distance(to: Point(5, 0)) < 12) }
        #expect(offsetLine([Point(3, 3), Point(3, 3)], by: 1, closed: false).count >= 1)
    }

    @Test("a sharp corner is beveled where that is wished, and a scale is that of each point")
    func bevels() {
        let sharp = [Point(0, 0), Point(10, 0), Point(0, 2)]
        let line = offsetLine(sharp, by: 1, closed: false, bevels: true)
        #expect(line.count == 4)
        #expect(line[1] == Point(10, 1))
        #expect(abs(line[2].distance(to: Point(10, 0)) - 1) < 1e-9)
        let blunt = [Point(0, 0), Point(10, 0), Point(10, 10)]
        #expect(offsetLine(blunt, by: 1, closed: false, bevels: true) == offsetLine(blunt, by: 1, closed: false))
        let widening = offsetLine([Point(0, 0), Point(10, 0)], by: 1, closed: false) { $0.x + 1 }
        #expect(widening == [Point(0, 1), Point(10, 11)])
    }
}
