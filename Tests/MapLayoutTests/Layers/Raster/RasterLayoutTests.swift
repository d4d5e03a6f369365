// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapImages
import MapLayout
import MapTiles
import Testing

@Suite("Raster layers") struct RasterLayoutTests {
    private func layer(_ paint: String = "") -> String {
        "{\"id\": \"r\", \"type\": \"raster\", \"source\": \"s\", \"paint\": {\(paint)}}"
    }

    private func tiles(
        tileSize: Double = 512, maxZoom: Int = 22, _ image: @escaping @Sendable (TileID) -> Bitmap?
    ) -> LayoutSource {
        var tiles = RasterTiles(archive: MemoryTiles(image), minZoom: 0, maxZoom: maxZoom, tileSize: tileSize)
        tiles.overzoomsMissingTiles = true
        return .raster(tiles)
    }

    @Test(
        "tiles meet without a seam at any zoom, bearing and scale",
        arguments: [(0.0, 1.0, 3.0), (30, 1, 3.3), (45, 2, 5.7), (271.5, 1.5, 12.49), (90, 3, 1)])
    func seams(bearing: Double, scale: Double, zoom: Double) throws {
        var image = LayerImage(layer(), tiles(tileSize: 16) { _ in plain(0xFF40_8020) })
        (image.bearing, image.scale, image.zoom) = (bearing, scale, zoom)
        image.center = Coordinate(latitude: 20, longitude: 179.9)
        #expect(try image.paint().pixels.allSatisfy { $0 == 0xFF40_8020 })
    }

    @Test("tiles aligned with output pixels are copied") func copies() throws {
        let source = Bitmap(
            width: 64, height: 64, pixels: (0..<4096).map { 0xFF00_0000 | UInt32($0 * 4001) & 0xFF_FFFF })
        let image = LayerImage(layer(), tiles(tileSize: 64) { $0.z == 3 ? source : nil })
        let painted = try image.paint()
        // The tile 3/4/4 starts at the center of the output.
        for y in 0..<32 { for x in 0..<32 { #expect(painted[32 + x, 32 + y] == source[x, y]) } }
    }

    @Test("a missing tile is replaced by a part of its ancestor") func missing() throws {
        var image = LayerImage(
            layer(),
            tiles { id in
                id == TileID(z: 2, x: 2, y: 2) ? plain(0xFFFF_0000) : id.z == 1 ? plain(0xFF00_00FF) : nil
            })
        image.zoom = 2
        let painted = try image.paint()
        #expect(painted[10, 10] == 0xFF00_00FF)
        #expect(painted[50, 50] == 0xFFFF_0000)
    }

    @Test("tiles beyond the source's maxzoom are stretched") func maxZoom() throws {
        var image = LayerImage(layer(), tiles(maxZoom: 1) { $0.z == 1 ? plain(0xFF12_3456) : nil })
        image.zoom = 9.4
        #expect(try image.paint().pixels.allSatisfy { $0 == 0xFF12_3456 })
    }

    @Test(
        "colors are adjusted",
        arguments: [
            ("\"raster-saturation\": -1", 0xFF40_4040), ("\"raster-hue-rotate\": 120", 0xFF00_C000),
            ("\"raster-contrast\": -1", 0xFF80_8080), ("\"raster-brightness-min\": 1", 0xFFFF_FFFF),
            ("\"raster-brightness-max\": 0", 0xFF00_0000), ("\"raster-opacity\": 0.5", 0x8060_0000),
            ("\"raster-opacity\": 0", 0),
        ] as [(String, UInt32)])
    func colors(paint: String, expected: UInt32) throws {
        let painted = try LayerImage(layer(paint), tiles { _ in plain(0xFFC0_0000) }).paint()
        #expect(painted[20, 20] == expected)
    }

    @Test(
        "opaque pixels are adjusted as those beside transparent ones",
        arguments: [
            "\"raster-opacity\": 0.35, \"raster-brightness-min\": 0.14, \"raster-saturation\": -0.06",
            "\"raster-opacity\": 0.5",
            "\"raster-hue-rotate\": 77, \"raster-saturation\": 0.9, \"raster-contrast\": 0.8",
        ])
    func opaque(paint: String) throws {
        let colors = (0..<4096).map { (index: Int) -> UInt32 in 0xFF00_0000 | UInt32(index &* 40_503 & 0xFF_FFFF) }
        func painted(_ color: @escaping @Sendable (Int) -> UInt32) throws -> Bitmap {
            let source = Bitmap(width: 64, height: 64, pixels: (0..<4096).map(color))
            return try LayerImage(layer(paint), tiles(tileSize: 64) { _ in source }).paint()
        }
        let opaque = try painted { colors[$0] }
        let some = try painted { $0 % 8 == 5 ? 0 : colors[$0] }
        for index in opaque.pixels.indices where some.pixels[index] != 0 {
            #expect(opaque.pixels[index] == some.pixels[index])
        }
        #expect(some.pixels.count { $0 == 0 } == 512)
    }

    @Test(
        "a map that is not turned is interpolated as one that is, a little",
        arguments: [(1.4, 1.0), (3.3, 1), (2.7, 2)])
    func upright(zoom: Double, scale: Double) throws {
        let source = tiles(tileSize: 16, maxZoom: 3) { id in
            let first = id.x * 31 + id.y * 57
            return Bitmap(
                width: 16, height: 16,
                pixels: (0..<256).map { 0xFF00_0000 | UInt32(($0 * 977 + first) * 9001 & 0xFF_FFFF) })
        }
        var image = LayerImage(layer(), source)
        (image.zoom, image.scale) = (zoom, scale)
        let upright = try image.paint()
        image.bearing = 1e-7
        let turned = try image.paint()
        let differing = zip(upright.pixels, turned.pixels).count { $0 != $1 }
        // Where a weight is rounded the other way.
        #expect(differing < upright.pixels.count / 100)
    }

    @Test("pixels keep their edges where that is asked for") func nearest() throws {
        let pixels: [UInt32] = [0xFF00_0000, 0xFFFF_FFFF, 0xFFFF_FFFF, 0xFF00_0000]
        let source = tiles { _ in Bitmap(width: 2, height: 2, pixels: pixels) }
        let painted = try LayerImage(layer("\"raster-resampling\": \"nearest\""), source).paint()
        #expect(Set(painted.pixels) == [0xFF00_0000, 0xFFFF_FFFF])
        #expect(Set(try LayerImage(layer(), source).paint().pixels).count > 2)
    }

    @Test("the output is the same for any number of threads") func threads() throws {
        var image = LayerImage(
            layer("\"raster-contrast\": 0.3"),
            tiles(tileSize: 16) { id in plain(0xFF00_0000 | UInt32(id.x * 9001 + id.y * 77) & 0xFF_FFFF) })
        (image.bearing, image.zoom) = (17, 4.2)
        let one = try image.paint()
        image.threads = 5
        #expect(try image.paint().pixels == one.pixels)
    }

    @Test("an image source fills its corners, on both sides of the antimeridian, and nothing else")
    func image() throws {
        let corners = [(20.0, 170.0), (20, 190), (-20, 190), (-20, 170)].map {
            Coordinate(latitude: $0.0, longitude: $0.1)
        }
        var image = LayerImage(layer(), .image(GroundImage(plain(0xFF00_FF00), corners: corners)))
        image.center = Coordinate(latitude: 0, longitude: 180)
        let painted = try image.paint()
        // 20 degrees are 28 points wide.
        #expect(painted[32, 32] == 0xFF00_FF00)
        #expect(painted[20, 32] == 0xFF00_FF00)
        #expect(painted[44, 32] == 0xFF00_FF00)
        #expect(painted[16, 32] == 0)
        #expect(painted[48, 32] == 0)
        image.center = Coordinate(latitude: 0, longitude: -180)
        #expect(try image.paint()[32, 32] == 0xFF00_FF00)
    }

    @Test("tiles outside of the source's bounds are not asked for") func bounds() throws {
        var tiles = RasterTiles(
            archive: MemoryTiles { _ in plain(0xFF11_2233) }, minZoom: 0, maxZoom: 22, tileSize: 512)
        tiles.bounds = CoordinateBox(west: 0.1, south: 0.1, east: 10, north: 10)
        tiles.overzoomsMissingTiles = true
        var image = LayerImage(layer(), .raster(tiles))
        image.zoom = 3
        let painted = try image.paint()
        #expect(painted[40, 20] == 0xFF11_2233)
        #expect(painted[40, 40] == 0)
        #expect(painted[20, 20] == 0)
    }
}
