// SPDX-License-Identifier: MIT
import MapGeo
import MapGeometry
import MapLayout
import TestSupport
import Testing

@Suite("Tile plan") struct TilePlanTests {
    private func view(
        _ width: Double, _ height: Double, _ longitude: Double = 0, _ latitude: Double = 0, zoom: Double,
        bearing: Double = 0, scale: Double = 1
    ) -> Viewport {
        Viewport(
            size: Size(width: width, height: height), scale: scale,
            center: Coordinate(latitude: latitude, longitude: longitude), zoom: zoom, bearing: bearing)
    }

    private func names(_ tiles: [PlacedTile]?) -> [String]? { tiles?.map { "\($0.id) \($0.wrap)" } }

    @Test("an output as large as the world needs a single tile")
    func world() {
        #expect(names(TilePlan.covering(view(512, 512, zoom: 0), zoom: 0)) == ["0/0/0 0"])
    }

    @Test("tiles come in rows from the north, each from the west")
    func order() {
        let tiles = TilePlan.covering(view(512, 512, zoom: 1), zoom: 1)
        #expect(names(tiles) == ["1/0/0 0", "1/1/0 0", "1/0/1 0", "1/1/1 0"])
    }

    @Test("an output wider than the world shows copies of it")
    func copies() {
        #expect(names(TilePlan.covering(view(1200, 100, zoom: 0), zoom: 0)) == ["0/0/0 -1", "0/0/0 0", "0/0/0 1"])
        #expect(names(TilePlan.covering(view(300, 100, 180, zoom: 0), zoom: 0)) == ["0/0/0 0", "0/0/0 1"])
        #expect(names(TilePlan.covering(view(300, 100, -180, zoom: 0), zoom: 0)) == ["0/0/0 -1", "0/0/0 0"])
    }

    @Test("a rotated view needs the tiles that it touches, not those of its bounding box")
    func rotation() {
        let upright = TilePlan.covering(view(2000, 40, 3, 3, zoom: 6), zoom: 6)
        let turned = TilePlan.covering(view(2000, 40, 3, 3, zoom: 6, bearing: 90), zoom: 6)
        #expect(upright.map { Set($0.map(\.id.y)).count } ?? 9 <= 2)
        #expect(turned.map { Set($0.map(\.id.x)).count } ?? 9 <= 2)
        #expect(turned?.count == upright?.count)
    }

    @Test("beyond the poles there is nothing", arguments: [(85.0, 1_000_000.0), (-85, -1_000_000)])
    func poles(latitude: Double, focus: Double) {
        let far = Viewport(
            size: Size(width: 100, height: 100), scale: 1, center: Coordinate(latitude: latitude, longitude: 0),
            zoom: 12, focus: Point(50, focus))
        #expect(TilePlan.covering(far, zoom: 12) == [])
    }

    @Test("a view of too many tiles is refused")
    func limit() {
        #expect(TilePlan.covering(view(32_767, 32_767, zoom: 0), zoom: 10) == nil)
        #expect(TilePlan.covering(view(1000, 1000, zoom: 10), zoom: 22) == nil)
        #expect(TilePlan.covering(view(8000, 8000, zoom: 16), zoom: 16) != nil)
    }

    @Test(
        "every point of the view is in a planned tile", arguments: 0..<40
    )
    func covers(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        let zoom = Double.random(in: -1...18, using: &random)
        let seen = view(
            Double.random(in: 1...900, using: &random), Double.random(in: 1...900, using: &random),
            Double.random(in: -180...180, using: &random), Double.random(in: -80...80, using: &random), zoom: zoom,
            bearing: Double.random(in: 0...360, using: &random), scale: [1, 2][seed % 2])
        let level = max(0, Int(zoom.rounded(.down)))
        let tiles = try #require(TilePlan.covering(seen, zoom: level))
        #expect(Set(tiles).count == tiles.count)
        let side = Double(1 << level)
        for _ in 0..<60 {
            let pixel = Point(
                Double.random(in: 0...seen.pixelRect.maxX, using: &random),
                Double.random(in: 0...seen.pixelRect.maxY, using: &random))
            let mercator = seen.groundToMercator.apply(pixel)
            guard mercator.y > 0, mercator.y < 1 else { continue }
            let wrap = Int(mercator.x.rounded(.down))
            let id = TileID(z: level, x: Int((mercator.x - Double(wrap)) * side), y: Int(mercator.y * side))
            #expect(tiles.contains(PlacedTile(id: id, wrap: wrap)))
        }
        for tile in tiles {
            #expect((0..<Int(side)).contains(tile.id.x) && (0..<Int(side)).contains(tile.id.y))
        }
    }

    @Test("a view at a wide angle takes smaller tiles near the camera")
    func wideAngle() throws {
        let seen = Viewport(
            size: Size(width: 512, height: 512), scale: 1, center: Coordinate(latitude: 31, longitude: 35), zoom: 8.25,
            tilt: Tilt(pitch: 30, verticalFieldOfView: 150))
        let coarse = try #require(TilePlan.covering(seen, zoom: 8))
        #expect(coarse.map(\.id.z).max() == 8)
        let fine = try #require(TilePlan.covering(seen, zoom: 8, finest: 14))
        #expect(fine.map(\.id.z).max() == 9)
    }
}
