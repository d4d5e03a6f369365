// SPDX-License-Identifier: MIT
import StaticMap
import TestSupport
import Testing

@Suite("Tiles in place of the style's own") struct TileOverrideTests {
    @Test("vector tiles serve the default style")
    func vector() throws {
        let json = """
            {"version": 1, "size": [300, 200], "attribution": "none", "basemap": {"tiles": "\(Maps.helsinki)"},
             "camera": {"center": [24.944, 60.171], "zoom": 15}}
            """
        let rendered = try Maps.render(json)
        #expect(try rendered.bitmap().colorCount > 20)
        #expect(rendered.attribution == "© OpenStreetMap contributors")
    }

    @Test("raster tiles of a folder are drawn without any style")
    func raster() throws {
        let folder = try ScratchFolder()
        try folder.writeTiles([
            "1/0/0": 0xFFFF_0000, "1/1/0": 0xFF00_FF00, "1/0/1": 0xFF00_00FF, "1/1/1": 0xFFFF_FF00,
        ])
        let json = """
            {"version": 1, "size": [512, 512], "attribution": "none", "basemap": {"tiles": "tiles"},
             "camera": {"center": [0, 0], "zoom": 0}}
            """
        let bitmap = try Maps.render(json, folder: folder.path).bitmap()
        #expect(bitmap.pixel(10, 10) == 0xFFFF_0000)
        #expect(bitmap.pixel(500, 10) == 0xFF00_FF00)
        #expect(bitmap.pixel(10, 500) == 0xFF00_00FF)
        #expect(bitmap.pixel(500, 500) == 0xFFFF_FF00)
        #expect(bitmap.colorCount == 4)
    }

    @Test("a folder's layout may be written out", arguments: ["{z}/{x}/{y}.png", "{z}/{x}/{-y}.png"])
    func template(layout: String) throws {
        let folder = try ScratchFolder()
        try folder.writeTiles(["1/0/0": 0xFFFF_0000, "1/1/0": 0xFFFF_0000, "1/0/1": 0xFF00_00FF, "1/1/1": 0xFF00_00FF])
        let json = """
            {"version": 1, "size": [100, 512], "attribution": "none", "basemap": {"tiles": "tiles/\(layout)"},
             "camera": {"center": [0, 0], "zoom": 0}}
            """
        let bitmap = try Maps.render(json, folder: folder.path).bitmap()
        #expect(bitmap.pixel(50, 10) == (layout.contains("-") ? 0xFF00_00FF : 0xFFFF_0000))
        #expect(bitmap.pixel(50, 500) == (layout.contains("-") ? 0xFFFF_0000 : 0xFF00_00FF))
    }

    @Test("a GeoJSON file serves a style's vector source")
    func geojson() throws {
        let folder = try ScratchFolder()
        try folder.write(
            "land.geojson", #"{"type": "Polygon", "coordinates": [[[-90, -60], [90, -60], [90, 60], [-90, 60]]]}"#)
        let json = """
            {"version": 1, "size": [512, 512], "attribution": "none", "camera": {"center": [0, 0], "zoom": 0},
             "basemap": {"tiles": "land.geojson", "style": {"version": 8,
               "sources": {"any": {"type": "vector", "url": "mbtiles://nowhere.mbtiles"}},
               "layers": [{"id": "land", "type": "fill", "source": "any", "source-layer": "geojson",
                           "paint": {"fill-color": "#00ff00"}}]}}}
            """
        let rendered = try Maps.render(json, folder: folder.path)
        #expect(rendered.warnings.isEmpty)
        let bitmap = try rendered.bitmap()
        #expect(bitmap.pixel(256, 256) == 0xFF00_FF00)
        #expect(bitmap.pixel(20, 256) == 0)
    }

    @Test("a GeoJSON file without a style lies on the installed base map, which the camera fits to it")
    func geojsonAlone() throws {
        let folder = try ScratchFolder()
        let square = #"[[24.93, 60.16], [24.96, 60.16], [24.96, 60.18], [24.93, 60.18], [24.93, 60.16]]"#
        try folder.write(
            "area.geojson",
            """
            {"type": "Feature", "properties": {"fill": "#ff0000", "fill-opacity": 1},
             "geometry": {"type": "Polygon", "coordinates": [\(square)]}}
            """)
        let json = #"{"version": 1, "size": [300, 300], "attribution": "none", "basemap": {"tiles": "area.geojson"}}"#
        let rendered = try Maps.render(json, folder: folder.path)
        #expect(rendered.warningTexts == [])
        #expect(abs(rendered.viewport.center.longitude - 24.945) < 0.001)
        let bitmap = try rendered.bitmap()
        #expect(bitmap.count(of: 0xFFFF_0000) > 10_000)
        #expect(bitmap.colorCount > 20)
    }

    @Test("tiles of which the style draws nothing are told of, with what would")
    func strangers() throws {
        let folder = try ScratchFolder()
        try folder.write("land.geojson", #"{"type": "Point", "coordinates": [0, 0]}"#)
        let json = """
            {"version": 1, "size": [300, 200], "camera": {"center": [0, 0], "zoom": 0},
             "basemap": {"tiles": "land.geojson", "style": "streets"}}
            """
        let told = try Maps.render(json, folder: folder.path).warningTexts
        #expect(told.count == 1)
        #expect(told.first?.contains(#"the style draws none of its layers: "geojson""#) == true)
        #expect(told.first?.contains("overlay") == true)
    }

    @Test("a hundred thousand GeoJSON features are drawn, every one of them")
    func manyFeatures() throws {
        let folder = try ScratchFolder()
        let (columns, rows) = (400, 250)
        var text = #"{"type": "FeatureCollection", "features": ["#
        for i in 0..<(columns * rows) {
            // Each in the middle of a cell of two pixels, at zoom 1 (1024 pixels for 360 degrees).
            let longitude = (Double(i % columns) * 2 + 1 - 400) * 360 / 1024
            let latitude = latitude(ofPixel: Double(i / columns) * 2 + 1 - 250)
            text += i == 0 ? "" : ","
            text += #"{"type":"Feature","properties":{"n":\#(i)},"geometry":{"type":"Point","coordinates":"#
            text += "[\(longitude),\(latitude)]}}"
        }
        try folder.write("points.geojson", text + "]}")
        let json = """
            {"version": 1, "size": [800, 500], "attribution": "none", "camera": {"center": [0, 0], "zoom": 1},
             "basemap": {"style": {"version": 8, "sources": {"p": {"type": "geojson", "data": "points.geojson"}},
               "layers": [{"id": "p", "type": "circle", "source": "p",
                           "paint": {"circle-radius": 0.9, "circle-color": "#000000"}}]}}}
            """
        let bitmap = try Maps.render(json, folder: folder.path).bitmap()
        var empty = 0
        for y in 0..<rows {
            for x in 0..<columns where bitmap.pixel(2 * x, 2 * y) >> 24 == 0 { empty += 1 }
        }
        #expect(empty == 0)
    }

    private func latitude(ofPixel y: Double) -> Double {
        WebMercator.unproject(Point(0.5, 0.5 + y / 1024)).latitude
    }
}
