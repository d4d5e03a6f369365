// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapImages
import MapLayout
import MapStyle
import MapTiles
import Testing

@Suite("Relief") struct ReliefTests {
    /// Terrain-RGB of a height in metres.
    private static func pixel(_ metres: Double) -> UInt32 {
        0xFF00_0000 | UInt32((metres + 10_000) * 10)
    }

    /// Ground that rises towards the east by so many metres a pixel, all over the world.
    private func slope(_ rise: Double) -> LayoutSource {
        let archive = MemoryTiles { id in
            let columns = (0..<64).map { Self.pixel(Double(id.x * 64 + $0) * rise) }
            return Bitmap(width: 64, height: 64, pixels: (0..<64).flatMap { _ in columns })
        }
        let tiles = RasterTiles(archive: archive, minZoom: 0, maxZoom: 4, tileSize: 64)
        return .elevation(tiles, .mapbox)
    }

    private func shaded(_ paint: String, _ source: LayoutSource, zoom: Double = 1) throws -> Bitmap {
        var image = LayerImage(
            "{\"id\": \"h\", \"type\": \"hillshade\", \"source\": \"s\", \"paint\": {\(paint)}}", source)
        image.zoom = zoom
        return try image.paint()
    }

    @Test(
        "slopes that face the light are bright, others dark",
        arguments: ["standard", "basic", "combined", "igor", "multidirectional"])
    func faces(method: String) throws {
        let paint = "\"hillshade-method\": \"\(method)\", \"hillshade-illumination-direction\": "
        let facing = try shaded(paint + "270", slope(1500))[32, 32]
        let turnedAway = try shaded(paint + "90", slope(1500))[32, 32]
        // Premultiplied white against black of some opacity.
        #expect(facing & 0xFF > 40)
        #expect(turnedAway & 0xFF < facing & 0xFF)
        #expect(turnedAway >> 24 > 40)
    }

    @Test("an even slope is shaded evenly along a parallel, across the edges of tiles") func even() throws {
        let painted = try shaded("", slope(300), zoom: 1.3)
        let row = (0..<64).map { painted[$0, 20] }
        #expect(Set(row).count == 1)
    }

    @Test("level ground shows next to nothing") func level() throws {
        let painted = try shaded("", slope(0))
        #expect(painted.pixels.allSatisfy { $0 >> 24 <= 5 })
    }

    @Test("heights are colored as the style says") func colored() throws {
        let archive = MemoryTiles { _ in plain(Self.pixel(500)) }
        let tiles = RasterTiles(archive: archive, minZoom: 0, maxZoom: 4, tileSize: 512)
        let ramp = "[\"interpolate\", [\"linear\"], [\"elevation\"], 0, \"#000000\", 1000, \"#ff0000\"]"
        let image = LayerImage(
            "{\"id\": \"c\", \"type\": \"color-relief\", \"source\": \"s\", \"paint\": {\"color-relief-color\": \(ramp)}}",
            .elevation(tiles, .mapbox))
        #expect(try image.paint()[32, 32] == 0xFF80_0000)
    }

    @Test("ground of which nothing is known is not drawn, and makes no cliff") func unknown() throws {
        let archive = MemoryTiles { _ in
            let row = (0..<64).map { $0 < 32 ? 0 : Self.pixel(2000) }
            return Bitmap(width: 64, height: 64, pixels: (0..<64).flatMap { _ in row })
        }
        let tiles = RasterTiles(archive: archive, minZoom: 0, maxZoom: 0, tileSize: 64)
        let source = LayoutSource.elevation(tiles, .mapbox)
        for method in ["standard", "multidirectional"] {
            let painted = try shaded("\"hillshade-method\": \"\(method)\"", source, zoom: 0)
            #expect((0..<31).allSatisfy { painted[$0, 20] == 0 })
            // A cell has eight pixels; up to its middle, it has an unknown neighbor.
            #expect(Set((37..<64).map { painted[$0, 20] }).count == 1)
        }
        let ramp = "[\"interpolate\", [\"linear\"], [\"elevation\"], 0, \"#000000\", 4000, \"#ff0000\"]"
        let paint = "{\"color-relief-color\": \(ramp)}"
        var image = LayerImage(
            "{\"id\": \"c\", \"type\": \"color-relief\", \"source\": \"s\", \"paint\": \(paint)}", source)
        image.zoom = 0
        let colors = Set(try image.paint().pixels)
        #expect(colors == [0, 0xFF80_0000])
    }

    @Test("elevation tiles that are not square are skipped with a warning") func oblong() throws {
        let archive = MemoryTiles { _ in Bitmap(width: 2, height: 1, pixels: [0xFF00_0000, 0xFF00_0000]) }
        let tiles = RasterTiles(archive: archive, minZoom: 0, maxZoom: 4, tileSize: 512)
        #expect(try shaded("", .elevation(tiles, .mapbox)).pixels.allSatisfy { $0 == 0 })
    }
}
