// SPDX-License-Identifier: MIT
import MapGeometry
import MapLayout
import Testing

@Suite("Lines that leave their tile") struct TileLineClipperTests {
    private let clipper = TileLineClipper(extent: 4096)

    @Test("end on whole units of MapLibre's grid, from where their symbols are spaced")
    func rounds() {
        let parts = clipper.parts(of: [Point(-3, 100), Point(7, 103), Point(4093, 205), Point(4101, 206)])
        // Half a unit of 4096 is one of 8192.
        #expect(parts == [[Point(0, 101), Point(7, 103), Point(4093, 205), Point(4096, 205.5)]])
    }

    @Test("come back as several parts")
    func returns() {
        let parts = clipper.parts(of: [Point(10, 10), Point(10, -10), Point(30, -10), Point(30, 10)])
        #expect(parts == [[Point(10, 10), Point(10, 0)], [Point(30, 0), Point(30, 10)]])
    }

    @Test("are in one of two tiles where they follow the edge between them")
    func edges() {
        #expect(clipper.parts(of: [Point(0, 10), Point(0, 20)]) == [[Point(0, 10), Point(0, 20)]])
        #expect(clipper.parts(of: [Point(4096, 10), Point(4096, 20)]).isEmpty)
    }

    @Test("leave nothing when they stay outside", arguments: [[], [Point(5, 5)], [Point(-9, 5), Point(5, -9)]])
    func outside(_ line: [Point]) {
        #expect(clipper.parts(of: line).isEmpty)
    }
}
