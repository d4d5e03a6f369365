// SPDX-License-Identifier: MIT
import MapImages
import StaticMap
import TestSupport
import Testing

@Suite("Warnings of styles that are not drawn as written") struct StyleWarningTests {
    private func told(
        _ style: String, center: String = "24.944, 60.171", zoom: Double = 15, pitch: Double = 0, folder: String = "."
    ) throws -> [String] {
        let json = """
            {"version": 1, "size": [100, 100], "attribution": "none", "basemap": {"style":
            \(style)},
             "camera": {"center": [\(center)], "zoom": \(zoom), "pitch": \(pitch)}}
            """
        return try Maps.render(json, folder: folder).warningTexts
    }

    private let extrusion = """
        {"version": 8, "sources": {"t": {"type": "vector", "url": "\(Maps.helsinki)"}},
         "layers": [{"id": "houses", "type": "fill-extrusion", "source": "t", "source-layer": "building", "minzoom": 14,
          "paint": {"fill-extrusion-pattern": "bricks"}}]}
        """

    @Test(
        "a terrain without heights is told of", arguments: [("d", "has no elevation tile"), ("e", "is no source of")])
    func depth(source: String, problem: String) throws {
        let style = """
            {"version": 8, "sky": {"sky-color": "blue"}, "terrain": {"source": "\(source)"},
             "sources": {"d": {"type": "raster-dem", "tiles": ["{z}/{x}/{y}.png"]}}, "layers": []}
            """
        let told = try told(style, pitch: 60)
        #expect(told.contains { $0.contains("basemap.style.terrain: the ground is level: \"\(source)\" \(problem)") })
        #expect(told.count == 1, "\(told)")
    }

    @Test("a view in which the base map has no tile is told of, with what it has")
    func emptyView() throws {
        let told = try told(extrusion, center: "0, 0")
        #expect(told.count == 1)
        #expect(told.last?.hasPrefix("warning: basemap: the base map has no tile in this view (") == true, "\(told)")
        #expect(told.last?.contains("helsinki.pmtiles has zooms") == true, "\(told)")
    }

    private func labels(glyphs: String) -> String {
        """
        {"version": 8, "glyphs": "\(glyphs)", "sources": {"p": {"type": "geojson", "data":
          {"type": "Point", "coordinates": [24.944, 60.171]}}},
         "layers": [{"id": "name", "type": "symbol", "source": "p", "layout": {"text-field": "Helsinki"}}]}
        """
    }

    @Test(
        "glyphs that cannot be had are told of, with the way to have them",
        arguments: [
            ("https://example.com/{fontstack}/{range}.pbf", "maps are drawn without a network"),
            ("mapbox://fonts/me/{fontstack}/{range}.pbf", #"addresses that begin with "mapbox:" are not supported"#),
        ])
    func glyphs(address: String, message: String) throws {
        let told = try told(labels(glyphs: address))
        #expect(told.count == 1)
        #expect(told.first?.hasPrefix("scene.json:2:26: warning: basemap.style.glyphs: \(message)") == true, "\(told)")
        #expect(told.first?.contains("text is set in installed fonts") == true)
        #expect(told.first?.contains(#"write "glyphs/{fontstack}/{range}.pbf""#) == true)
    }

    @Test("an archive of glyphs that is not there is told of")
    func missingArchive() throws {
        let told = try told(labels(glyphs: "mbtiles://letters.mbtiles/{fontstack}/{range}.pbf"))
        #expect(told.count == 1)
        #expect(told.first?.hasPrefix("scene.json:2:26: warning: basemap.style.glyphs: ") == true, "\(told)")
        #expect(told.first?.contains("letters.mbtiles: there is no such file") == true, "\(told)")
    }

    @Test("without text nobody minds where the glyphs are")
    func noText() throws {
        #expect(
            try told(
                #"{"version": 8, "glyphs": "https://example.com/{fontstack}/{range}.pbf", "sources": {}, "layers": []}"#
            ) == [])
    }
}

@Suite("Several addresses of a source") struct SharedTilesTests {
    private func bitmap(_ tiles: String, _ folder: ScratchFolder) throws -> Bitmap {
        let json = """
            {"version": 1, "size": [1024, 1024], "attribution": "none", "camera": {"center": [0, 0], "zoom": 1},
             "basemap": {"style": {"version": 8,
               "sources": {"p": {"type": "raster", "tileSize": 512, "tiles": [\(tiles)], "maxzoom": 1}},
               "layers": [{"id": "p", "type": "raster", "source": "p"}]}}}
            """
        let rendered = try Maps.render(json, folder: folder.path)
        #expect(rendered.warningTexts == [])
        return try rendered.bitmap()
    }

    @Test("those on this machine are read, whichever has the tile")
    func shares() throws {
        let folder = try ScratchFolder()
        try folder.writeTiles([
            "a/1/0/0": 0xFFFF_0000, "a/1/0/1": 0xFFFF_0000, "b/1/1/0": 0xFF00_00FF, "b/1/1/1": 0xFF00_00FF,
        ])
        let bitmap = try bitmap(
            #""https://a.example.com/{z}/{x}/{y}.png", "tiles/a/{z}/{x}/{y}.png", "tiles/b/{z}/{x}/{y}.png""#, folder)
        #expect(bitmap.count(of: 0xFFFF_0000) == 1024 * 512)
        #expect(bitmap.count(of: 0xFF00_00FF) == 1024 * 512)
    }

    @Test("one that leads nowhere does no harm while another does not")
    func missing() throws {
        let folder = try ScratchFolder()
        try folder.writeTiles(["1/0/0": 0xFFFF_0000, "1/0/1": 0xFFFF_0000, "1/1/0": 0xFFFF_0000, "1/1/1": 0xFFFF_0000])
        let bitmap = try bitmap(#""nowhere/{z}/{x}/{y}.png", "tiles/{z}/{x}/{y}.png""#, folder)
        #expect(bitmap.count(of: 0xFFFF_0000) == 1024 * 1024)
    }

    @Test("an address may name zooms alone: one file stands for all tiles of a zoom")
    func zooms() throws {
        let folder = try ScratchFolder()
        try folder.writeTiles(["0": 0xFF00_00FF, "1": 0xFFFF_0000])
        #expect(try bitmap(#""tiles/{z}.png""#, folder).count(of: 0xFFFF_0000) == 1024 * 1024)
    }
}
