// SPDX-License-Identifier: MIT
import MapImages
import StaticMap
import TestSupport
import Testing

@Suite("Attribution of an image") struct CreditTests {
    private func scene(_ attribution: String = "\"auto\"", zoom: Double = 14) -> String {
        """
        {"version": 1, "size": [400, 200], "attribution": \(attribution),
         "camera": {"center": [24.944, 60.171], "zoom": \(zoom)}}
        """
    }

    @Test("archives are credited where they are seen")
    func archives() throws {
        #expect(try Maps.render(scene()).attribution.contains("© OpenStreetMap contributors"))
        let world = try Maps.render(scene(zoom: 2)).attribution
        #expect(world.contains("Natural Earth"))
        #expect(world.contains("GeoNames"))
    }

    @Test("an archive that a detail hides entirely is not credited; at the detail's edge both are")
    func hidden() throws {
        #expect(try Maps.render(scene()).attribution == "© OpenStreetMap contributors")
        let edge = scene().replacing("24.944", with: "24.5")
        #expect(try Maps.render(edge).attribution.contains("Natural Earth"))
    }

    @Test(
        "tiles of an overlay are credited at the zooms at which they are drawn",
        arguments: [
            (#""minZoom": 3"#, false), (#""maxZoom": 1, "overzoom": false"#, false), (#""alpha": 0"#, false),
            (#""bounds": [100, 0, 120, 10]"#, false), (#""minZoom": 2"#, true),
        ])
    func overlays(members: String, isCredited: Bool) throws {
        let folder = try ScratchFolder()
        try folder.writeTiles(["0/0/0": 0xFF00_00FF, "1/0/0": 0xFF00_00FF])
        try folder.write("tiles/metadata.json", #"{"attribution": "© Me", "minzoom": 0, "maxzoom": 4}"#)
        let json = """
            {"version": 1, "size": [100, 100], "camera": {"center": [-90, 60], "zoom": 1},
             "basemap": {"style": {"version": 8, "sources": {}, "layers": []}},
             "overlays": [{"type": "tiles", "tiles": "tiles/{z}/{x}/{y}.png", \(members)}]}
            """
        #expect(try Maps.render(json, folder: folder.path).attribution.contains("© Me") == isCredited)
    }

    @Test("a tile that reaches beyond the bounds of its archive is credited where it is seen")
    func beyondBounds() throws {
        let folder = try ScratchFolder()
        try folder.writeTiles(["0/0/0": 0xFF00_00FF])
        try folder.write("tiles/metadata.json", #"{"attribution": "© Me", "bounds": [100, 0, 120, 10], "maxzoom": 0}"#)
        let json = """
            {"version": 1, "size": [100, 100], "camera": {"center": [-90, 60], "zoom": 1},
             "basemap": {"style": {"version": 8, "sources": {"s": {"type": "raster", "tiles": ["tiles/{z}/{x}/{y}.png"]}},
               "layers": [{"id": "l", "type": "raster", "source": "s"}]}}}
            """
        let map = try Maps.render(json, folder: folder.path)
        #expect(try map.bitmap().count(of: 0xFF00_00FF) > 0)
        #expect(map.attribution.contains("© Me"))
    }

    @Test(
        "tiles that name nobody to credit are a warning, once for each archive",
        arguments: [
            ("", #""attribution": "auto""#, 1), (#""attribution": "© Me""#, #""attribution": "auto""#, 0),
            ("", #""attribution": "none""#, 0), ("", #""attribution": "© Me""#, 0),
        ])
    func uncredited(source: String, scene: String, count: Int) throws {
        let folder = try ScratchFolder()
        try folder.writeTiles(["0/0/0": 0xFF00_00FF])
        let more = source.isEmpty ? "" : ", " + source
        let json = """
            {"version": 1, "size": [100, 100], "camera": {"center": [0, 0], "zoom": 0}, \(scene),
             "basemap": {"style": {"version": 8, "sources": {
                "r": {"type": "raster", "tiles": ["tiles/{z}/{x}/{y}.png"], "maxzoom": 0\(more)},
                "again": {"type": "raster", "tiles": ["tiles/{z}/{x}/{y}.png"], "maxzoom": 0\(more)},
                "own": {"type": "geojson", "data": {"type": "Point", "coordinates": [0, 0]}}},
              "layers": [{"id": "r", "type": "raster", "source": "r"}, {"id": "again", "type": "raster", "source": "again"},
                {"id": "own", "type": "circle", "source": "own"}]}}}
            """
        let found = try Maps.render(json, folder: folder.path).warnings.filter { $0.code == .tilesNoAttribution }
        #expect(found.count == count)
        #expect(found.allSatisfy { $0.severity == .warning && $0.hint?.contains("--attribution") == true })
    }

    @Test("what a source says as HTML is drawn as text")
    func html() throws {
        let json = """
            {"version": 1, "size": [300, 100], "camera": {"center": [0, 0], "zoom": 0}, "basemap": {"style": {"version": 8,
              "sources": {"p": {"type": "geojson", "data": {"type": "Point", "coordinates": [0, 0]},
                 "attribution": "<a href='https://me.example/'>&copy; Me &amp; <b>you</b></a>"}},
              "layers": [{"id": "p", "type": "circle", "source": "p"}]}}}
            """
        #expect(try Maps.render(json).attribution == "© Me & you")
    }

    @Test("without a line the makers are still told")
    func withoutLine() throws {
        let shown = try Maps.render(scene())
        let hidden = try Maps.render(scene("\"none\""))
        #expect(hidden.attribution == shown.attribution)
        #expect(hidden.bytes != shown.bytes)
        // The line lies in the lower right corner, and nothing else changes.
        let (a, b) = (try shown.bitmap(), try hidden.bitmap())
        let changed = a.pixels.indices.filter { a.pixels[$0] != b.pixels[$0] }
        #expect(changed.allSatisfy { $0 / 400 >= 100 })
    }
}
