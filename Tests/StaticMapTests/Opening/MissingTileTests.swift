// SPDX-License-Identifier: MIT
import Foundation
import StaticMap
import TestSupport
import Testing

@Suite("Missing and broken tiles") struct MissingTileTests {
    private func scene(_ policy: String) -> String {
        """
        {"version": 1, "size": [1024, 1024], "attribution": "none", "camera": {"center": [0, 0], "zoom": 1},
         "basemap": {"tiles": "tiles/{z}/{x}/{y}.png", "missingTiles": "\(policy)", "style": {"version": 8,
           "sources": {"p": {"type": "raster", "tileSize": 256, "tiles": ["x"]}},
           "layers": [{"id": "p", "type": "raster", "source": "p"}]}}}
        """
    }

    /// All of zoom 2 but its north-western tile, and a parent with another color.
    private func pyramid() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        var tiles: [String: UInt32] = ["1/0/0": 0xFF00_FF00]
        for x in 0..<4 {
            for y in 0..<4 where (x, y) != (0, 0) { tiles["2/\(x)/\(y)"] = 0xFFFF_0000 }
        }
        try folder.writeTiles(tiles)
        return folder
    }

    @Test("skip leaves a transparent hole")
    func skip() throws {
        let folder = try pyramid()
        let bitmap = try Maps.render(scene("skip"), folder: folder.path).bitmap()
        #expect(bitmap.count(of: 0) == 256 * 256)
        #expect(bitmap.count(of: 0xFFFF_0000) == 15 * 256 * 256)
    }

    @Test("overzoom draws the tile below, enlarged")
    func overzoom() throws {
        let folder = try pyramid()
        let bitmap = try Maps.render(scene("overzoom"), folder: folder.path).bitmap()
        #expect(bitmap.pixel(128, 128) == 0xFF00_FF00)
        #expect(bitmap.count(of: 0) == 0)
    }

    /// Tiles that are full of one color: the world's, and three of the four at zoom 1.
    private func vectorScene(_ policy: String, _ folder: ScratchFolder) throws -> String {
        try folder.write("tiles/0/0/0.pbf", VectorTileFile.square(layer: "old"))
        for name in ["1/1/0", "1/0/1", "1/1/1"] {
            try folder.write("tiles/\(name).pbf", VectorTileFile.square(layer: "new"))
        }
        let layers = [("old", "#00ff00"), ("new", "#0000ff")].map { name, color in
            """
            {"id": "\(name)", "type": "fill", "source": "t", "source-layer": "\(name)",
             "paint": {"fill-color": "\(color)", "fill-antialias": false}}
            """
        }
        return """
            {"version": 1, "size": [1024, 1024], "attribution": "none", "camera": {"center": [0, 0], "zoom": 1},
             "basemap": {"missingTiles": "\(policy)", "style": {"version": 8,
               "sources": {"t": {"type": "vector", "tiles": ["tiles/{z}/{x}/{y}.pbf"], "maxzoom": 1}},
               "layers": [\(layers.joined(separator: ","))]}}}
            """
    }

    @Test("overzoom draws the part of a larger vector tile that is missing, and no more of it")
    func overzoomVector() throws {
        let folder = try ScratchFolder()
        let bitmap = try Maps.render(vectorScene("overzoom", folder), folder: folder.path).bitmap()
        #expect(bitmap.count(of: 0xFF00_FF00) == 512 * 512)
        #expect(bitmap.pixel(511, 511) == 0xFF00_FF00)
        #expect(bitmap.count(of: 0xFF00_00FF) == 3 * 512 * 512)
    }

    @Test("skip leaves a hole in vector tiles, error names the missing one")
    func missingVector() throws {
        let folder = try ScratchFolder()
        let bitmap = try Maps.render(vectorScene("skip", folder), folder: folder.path).bitmap()
        #expect(bitmap.count(of: 0) == 512 * 512)
        let failure = try #require(Maps.failure(vectorScene("error", folder), folder: folder.path))
        #expect("\(failure.diagnostics)".contains("tile 1/0/0"))
    }

    @Test("error names the tile and draws nothing")
    func error() throws {
        let folder = try pyramid()
        let failure = try #require(Maps.failure(scene("error"), folder: folder.path))
        #expect("\(failure.diagnostics)".contains("2/0/0"))
    }

    @Test("error does not mind that an archive ends, or that GeoJSON has empty places")
    func errorAtEdges() throws {
        let city = """
            {"version": 1, "size": [600, 400], "camera": {"center": [24.944, 60.171], "zoom": 14},
             "basemap": {"tiles": "\(Maps.helsinki)", "missingTiles": "error"}}
            """
        #expect(Maps.failure(city)?.diagnostics.map { "\($0)" } ?? [] == [])
        let point = """
            {"version": 1, "size": [600, 400], "camera": {"center": [0, 0], "zoom": 3},
             "basemap": {"missingTiles": "error", "style": {"version": 8,
               "sources": {"p": {"type": "geojson", "data": {"type": "Point", "coordinates": [10, 10]}}},
               "layers": [{"id": "p", "type": "circle", "source": "p"}]}}}
            """
        #expect(Maps.failure(point)?.diagnostics.map { "\($0)" } ?? [] == [])
    }

    @Test("a broken raster tile leaves a hole and one warning; the rest draws")
    func brokenImage() throws {
        let folder = try pyramid()
        try folder.write("tiles/2/0/0.png", [0x89, 0x50, 0x4E, 0x47, 1, 2, 3])
        let rendered = try Maps.render(scene("skip"), folder: folder.path)
        #expect(rendered.warnings.count == 1)
        #expect(rendered.warningTexts[0].contains("2/0/0"))
        #expect(try rendered.bitmap().count(of: 0xFFFF_0000) == 15 * 256 * 256)
    }

    @Test("a broken vector tile leaves a hole and a warning; the rest draws")
    func brokenVector() throws {
        let folder = try ScratchFolder()
        try folder.write("tiles/1/0/0.pbf", VectorTileFile.broken(layer: "lake"))
        try folder.write("tiles/1/1/1.pbf", VectorTileFile.square(layer: "land"))
        let json = """
            {"version": 1, "size": [512, 512], "attribution": "none", "camera": {"center": [0, 0], "zoom": 1},
             "basemap": {"style": {"version": 8,
               "sources": {"t": {"type": "vector", "tiles": ["\(folder.path)/tiles/{z}/{x}/{y}.pbf"], "maxzoom": 1}},
               "layers": [{"id": "land", "type": "fill", "source": "t", "source-layer": "land",
                           "paint": {"fill-color": "#0000ff"}},
                          {"id": "lake", "type": "line", "source": "t", "source-layer": "lake"}]}}}
            """
        let rendered = try Maps.render(json)
        #expect(rendered.warningTexts.count == 1)
        #expect(rendered.warningTexts.first?.contains("tile 1/0/0: layer \"lake\"") == true)
        #expect(try rendered.bitmap().pixel(300, 300) == 0xFF00_00FF)
    }

    @Test("what a tile lost to broken bytes is told")
    func damagedLayer() throws {
        let folder = try ScratchFolder()
        try folder.write(
            "tiles/0/0/0.pbf", VectorTileFile.square(layer: "land") + VectorTileFile.damaged(layer: "lake"))
        let json = """
            {"version": 1, "size": [256, 256], "camera": {"center": [0, 0], "zoom": 0}, "basemap": {"style": {"version": 8,
               "sources": {"t": {"type": "vector", "tiles": ["\(folder.path)/tiles/{z}/{x}/{y}.pbf"], "maxzoom": 0}},
               "layers": [{"id": "land", "type": "fill", "source": "t", "source-layer": "land",
                           "paint": {"fill-color": "#0000ff"}},
                          {"id": "lake", "type": "line", "source": "t", "source-layer": "lake"}]}}}
            """
        let rendered = try Maps.render(json)
        #expect(rendered.warningTexts.contains { $0.contains("lake") })
        #expect(try rendered.bitmap().pixel(128, 128) == 0xFF00_00FF)
    }

    @Test("nobody misses what is broken in a layer that the style does not draw")
    func brokenOther() throws {
        let folder = try ScratchFolder()
        try folder.write(
            "tiles/0/0/0.pbf", VectorTileFile.square(layer: "land") + VectorTileFile.broken(layer: "lake"))
        func render(_ layer: String, with renderer: MapRenderer) throws -> [String] {
            let json = """
                {"version": 1, "size": [256, 256], "camera": {"center": [0, 0], "zoom": 0}, "basemap": {"style":
                  {"version": 8,
                   "sources": {"t": {"type": "vector", "tiles": ["\(folder.path)/tiles/{z}/{x}/{y}.pbf"], "maxzoom": 0}},
                   "layers": [{"id": "a", "type": "fill", "source": "t", "source-layer": "\(layer)",
                               "paint": {"fill-color": "#0000ff"}}]}}}
                """
            return try Maps.render(json, with: renderer).warningTexts
        }
        // Whichever is drawn first.
        for order in [["land", "lake", "land"], ["lake", "land", "lake"]] {
            let renderer = Maps.renderer()
            for layer in order {
                let texts = try render(layer, with: renderer)
                #expect(texts.contains { $0.contains("layer \"lake\"") } == (layer == "lake"))
            }
        }
    }
}
