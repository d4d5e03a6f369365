// SPDX-License-Identifier: MIT
import MapImages
import StaticMap
import Synchronization
import TestSupport
import Testing

@Suite("Tile providers") struct TileProviderTests {
    /// Gives some tiles, and notes what it was asked for.
    private final class Provider: TileProvider {
        let tiles: [String: [UInt8]]
        let asked = Mutex<[String]>([])

        init(_ tiles: [String: [UInt8]]) { self.tiles = tiles }

        func tile(_ id: TileID, of source: String) throws -> [UInt8]? {
            asked.withLock { $0.append("\(source) \(id)") }
            if tiles.isEmpty { throw Broken() }
            return tiles["\(id)"]
        }
    }

    private struct Broken: Error, CustomStringConvertible { let description = "no such service" }

    private func renderer(_ providers: any TileProvider...) -> MapRenderer {
        MapRenderer(
            home: Maps.home, fontFolders: testFontFolders, useSystemFonts: false, tileProviders: providers)
    }

    private func folder() throws -> (ScratchFolder, scene: String) {
        let folder = try ScratchFolder()
        try folder.writeTiles(["1/0/0": 0xFF00_FF00, "1/1/0": 0xFF00_FF00, "1/0/1": 0xFF00_FF00])
        let scene = """
            {"version": 1, "size": [512, 512], "attribution": "none", "camera": {"center": [0, 0], "zoom": 0},
             "basemap": {"style": {"version": 8,
               "sources": {"ground": {"type": "raster", "tileSize": 256, "tiles": ["\(folder.path)/tiles/{z}/{x}/{y}.png"],
                           "maxzoom": 1}},
               "layers": [{"id": "p", "type": "raster", "source": "ground"}]}}}
            """
        return (folder, scene)
    }

    @Test("the first provider that has a tile wins, then the next, then the archive") func order() throws {
        let (folder, scene) = try folder()
        let red = Provider(["1/0/0": try encodePNG(.plain(0xFFFF_0000))])
        let blue = Provider(["1/0/0": try encodePNG(.plain(0xFF00_00FF)), "1/1/1": try encodePNG(.plain(0xFF00_00FF))])
        let bitmap = try Maps.render(scene, folder: folder.path, with: renderer(red, blue)).bitmap()
        #expect(bitmap.pixel(128, 128) == 0xFFFF_0000)
        #expect(bitmap.pixel(384, 384) == 0xFF00_00FF)
        #expect(bitmap.pixel(384, 128) == 0xFF00_FF00)
    }

    @Test("a source may have no archive at all") func alone() throws {
        let scene = """
            {"version": 1, "size": [512, 512], "attribution": "none", "camera": {"center": [0, 0], "zoom": 0},
             "basemap": {"style": {"version": 8,
               "sources": {"ground": {"type": "raster", "tileSize": 256, "url": "provider:ground", "maxzoom": 1}},
               "layers": [{"id": "p", "type": "raster", "source": "ground"}]}},
             "overlays": [{"type": "tiles", "tiles": "provider:radar", "bounds": [0, -80, 180, 80]}]}
            """
        let red = try encodePNG(.plain(0xFFFF_0000))
        let provider = Provider(["1/0/0": red, "1/0/1": red, "1/1/0": try encodePNG(.plain(0xFF00_00FF))])
        let bitmap = try Maps.render(scene, with: renderer(provider)).bitmap()
        #expect(bitmap.pixel(128, 128) == 0xFFFF_0000)
        #expect(bitmap.pixel(384, 128) == 0xFF00_00FF)
        let requested = Set(provider.asked.withLock { $0 })
        #expect(requested.isSuperset(of: ["ground 1/0/0", "provider:radar 1/1/0"]))
    }

    @Test("no tile is asked for twice, and the provider learns whose it is") func once() throws {
        let (folder, scene) = try folder()
        let provider = Provider(["": []])
        let rendered = try Maps.render(scene, folder: folder.path, with: renderer(provider))
        let asked = provider.asked.withLock { $0 }
        #expect(asked.count == Set(asked).count)
        #expect(asked.allSatisfy { $0.hasPrefix("ground ") })
        #expect(rendered.missingTiles.map(\.tile).contains("1/1/1"))
    }

    @Test("a missing tile is asked for once, however many overlays would show it") func missingOnce() throws {
        let overlay = #"{"type": "tiles", "tiles": "provider:radar", "alpha": "#
        let scene = """
            {"version": 1, "size": [512, 512], "attribution": "none", "camera": {"center": [0, 0], "zoom": 0},
             "basemap": {"style": {"version": 8, "sources": {}, "layers": []}},
             "overlays": [\(overlay)0.5, "maxZoom": 1}, \(overlay)0.4, "maxZoom": 2}]}
            """
        let provider = Provider(["9/9/9": []])
        _ = try Maps.render(scene, with: renderer(provider))
        let asked = provider.asked.withLock { $0 }
        #expect(!asked.isEmpty && asked.count == Set(asked).count)
    }

    @Test("a provider that fails leaves a hole and a warning") func fails() throws {
        let (folder, scene) = try folder()
        let rendered = try Maps.render(scene, folder: folder.path, with: renderer(Provider([:])))
        #expect(rendered.warningTexts.contains { $0.contains("no such service") && $0.contains("1/0/0") })
        #expect(try rendered.bitmap().pixel(128, 128) == 0)
    }

    @Test("vector tiles may be given too") func vector() throws {
        let folder = try ScratchFolder()
        try folder.write("tiles/0/0/0.pbf", VectorTileFile.square(layer: "other"))
        let json = """
            {"version": 1, "size": [256, 256], "camera": {"center": [0, 0], "zoom": 0}, "basemap": {"style": {"version": 8,
               "sources": {"t": {"type": "vector", "tiles": ["\(folder.path)/tiles/{z}/{x}/{y}.pbf"], "maxzoom": 0}},
               "layers": [{"id": "land", "type": "fill", "source": "t", "source-layer": "land",
                           "paint": {"fill-color": "#0000ff"}}]}}}
            """
        let provider = Provider(["0/0/0": VectorTileFile.square(layer: "land")])
        #expect(try Maps.render(json).bitmap().pixel(128, 128) == 0)
        #expect(try Maps.render(json, with: renderer(provider)).bitmap().pixel(128, 128) == 0xFF00_00FF)
    }
}
