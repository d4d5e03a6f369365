// SPDX-License-Identifier: MIT
import MapImport
import MapTiles
import Testing

@Suite("Merged areas") struct AreaMergerTests {
    private func square(_ low: Int32, _ high: Int32) -> [TilePoint] {
        [TilePoint(low, low), TilePoint(high, low), TilePoint(high, high), TilePoint(low, high)]
    }

    private func areas(_ areas: [[[TilePoint]]]) -> [Int64] {
        var merger = AreaMerger(margin: 64)
        for area in areas {
            for ring in area { merger.add(ring[...]) }
            merger.fill()
        }
        return merger.merged(gap: 0, minArea: 0).map { GeometryEncoder.twiceArea($0) }
    }

    @Test("are followed by their holes, and by what lies in these") func holes() {
        let court = [square(0, 1600), square(400, 1200)]
        #expect(areas([court, [square(640, 960)]]) == [5_120_000, -1_280_000, 204_800])
        // Two areas side by side, each with a hole: each hole stands behind its own area.
        let right = court.map { $0.map { TilePoint($0.x + 2000, $0.y) } }
        #expect(areas([right, court]) == [5_120_000, -1_280_000, 5_120_000, -1_280_000])
    }

    @Test("have holes that end below where they begin again") func hooks() {
        // The hole's floor at its left is above its ceiling at its right.
        let hook = [
            TilePoint(400, 400), TilePoint(800, 400), TilePoint(800, 1000), TilePoint(1200, 1000),
            TilePoint(1200, 1200),
            TilePoint(640, 1200), TilePoint(640, 560), TilePoint(400, 560),
        ]
        let hole = abs(GeometryEncoder.twiceArea(hook))
        #expect(areas([[square(0, 1600), hook]]) == [5_120_000, -hole])
    }

    @Test("do not include what lies beyond the tile") func beyond() {
        #expect(areas([[square(6000, 7000)]]).isEmpty)
        #expect(areas([[square(-7000, -6000)]]).isEmpty)
    }
}
