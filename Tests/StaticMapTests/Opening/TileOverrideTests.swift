// SPDX-License-Identifier: MIT
import Foundation
import MapCore
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

@Suite("A map's worldview") struct MapWorldviewTests {
    /// Borders in red, disputed ones in blue, on white.
    private func map(_ worldview: String?, at center: String, zoom: Double) throws -> MapSnapshot {
        let view = worldview.map { #", "worldview": "\#($0)""# } ?? ""
        return try Maps.render(
            """
            {"version": 1, "size": [300, 300], "attribution": "none", "camera": {"center": \(center), "zoom": \(zoom)},
             "basemap": {"style": {"version": 8, "sources": {"world": {"type": "vector", "url": "staticmap://basemap"}}, "layers": [
               {"id": "g", "type": "background", "paint": {"background-color": "#ffffff"}},
               {"id": "b", "type": "line", "source": "world", "source-layer": "boundary",
                "filter": ["all", ["==", ["get", "admin_level"], 2], ["!=", ["get", "disputed"], 1]],
                "paint": {"line-color": "#ff0000", "line-width": 3}},
               {"id": "d", "type": "line", "source": "world", "source-layer": "boundary",
                "filter": ["all", ["==", ["get", "admin_level"], 2], ["==", ["get", "disputed"], 1]],
                "paint": {"line-color": "#0000ff", "line-width": 3}}]}\(view)}}
            """)
    }

    /// What is drawn within some pixels of a place: red, blue, both or nothing.
    private func border(_ worldview: String?, _ longitude: Double, _ latitude: Double) throws -> Set<String> {
        let bitmap = try map(worldview, at: "[\(longitude), \(latitude)]", zoom: 7).bitmap()
        var found: Set<String> = []
        for y in 125..<175 {
            for x in 125..<175 {
                switch bitmap.pixel(x, y) {
                case 0xFFFF_0000: found.insert("firm")
                case 0xFF00_00FF: found.insert("dashed")
                default: break
                }
            }
        }
        return found
    }

    /// What views draw at a place; "" is the map without one.
    struct Place: Sendable {
        let longitude: Double
        let latitude: Double
        let views: [String: String]

        init(_ longitude: Double, _ latitude: Double, _ views: [String: String]) {
            (self.longitude, self.latitude, self.views) = (longitude, latitude, views)
        }
    }

    private static let places: [Place] = [
        // Aksai Chin: the claim in the east, and the line of actual control.
        Place(79.60, 34.41, ["IN": "firm", "CN": "", "PK": "", "US": "dashed", "": "dashed"]),
        // The line of control in Kashmir.
        Place(74.08, 33.59, ["IN": "", "PK": "", "US": "dashed", "": "dashed"]),
        // China and Pakistan.
        Place(75.91, 36.05, ["IN": "", "CN": "firm", "PK": "firm", "US": "firm", "": "firm"]),
        // The south of Arunachal Pradesh.
        Place(94.68, 27.65, ["CN": "firm", "IN": "", "US": ""]),
        // Crimea, at the isthmus and in the strait.
        Place(33.99, 46.13, ["RU": "firm", "UA": "", "US": ""]),
        Place(36.60, 45.26, ["RU": "", "UA": "firm", "US": "firm"]),
        // Western Sahara, Kosovo, northern Cyprus.
        Place(-11.0, 27.66, ["MA": "", "US": "dashed", "ES": "dashed"]),
        Place(20.95, 43.13, ["US": "firm", "CN": "", "ES": "dashed"]),
        Place(33.2, 35.17, ["TR": "firm", "GR": "", "US": "dashed"]),
        // Kuril Islands, the nine dashes, Junagadh.
        Place(149.03, 45.9, ["JP": "firm", "RU": "", "US": "dashed"]), Place(119.02, 15.3, ["CN": "firm", "US": ""]),
        Place(70.79, 21.3, ["PK": "firm", "IN": ""]),
    ]

    @Test("draws lines as countries see them", arguments: places)
    func lines(place: Place) throws {
        for (view, expected) in place.views {
            let found = try border(view.isEmpty ? nil : view, place.longitude, place.latitude)
            #expect(found == (expected.isEmpty ? [] : [expected]), "\(view)")
        }
    }

    @Test("changes nothing where nothing is disputed") func elsewhere() throws {
        let plain = try map(nil, at: "[5, 48]", zoom: 5)
        #expect(try map("IN", at: "[5, 48]", zoom: 5).bytes == plain.bytes)
    }

    @Test("leaves out and renames what its country does not know") func names() throws {
        func names(_ worldview: String, _ center: String) throws -> Set<String> {
            let json = """
                {"version": 1, "size": [400, 400], "camera": {"center": \(center), "zoom": 5},
                 "basemap": {"language": "en", "worldview": "\(worldview)"}}
                """
            let document = try SceneDocument(text: Array(json.utf8))
            let svg = String(decoding: try Maps.shared.render(document, as: .svg).bytes, as: UTF8.self)
            return Set(
                svg.split(separator: #" aria-label=""#).dropFirst().map { $0.prefix { $0 != "\"" }.uppercased() })
        }
        #expect(try names("US", "[21, 42.6]").contains("KOSOVO"))
        #expect(try !names("CN", "[21, 42.6]").contains("KOSOVO"))
        #expect(try names("AR", "[-59, -51.7]").contains("ISLAS MALVINAS"))
    }

    @Test("that nobody knows is an error with those that are known; a wrong code is told") func unknown() {
        func failure(_ code: String) -> Diagnostic? {
            Maps.failure(
                #"{"version": 1, "camera": {"center": [0, 0], "zoom": 1}, "basemap": {"worldview": "\#(code)"}}"#)?
                .diagnostics.first
        }
        let unknown = failure("XX")
        #expect(unknown?.code == .basemapUnknownWorldview && unknown?.path == "basemap.worldview")
        #expect(unknown?.hint?.contains("\"IN\"") ?? false)
        #expect(failure("in")?.hint == "write \"IN\"")
    }

    @Test("without its table is refused at its key") func noTable() throws {
        let renderer = MapRenderer(home: Home(folder: "/nonexistent"), fileRoots: [])
        let document = try SceneDocument(
            text: Array(
                #"""
                {"version": 1, "size": [9, 9], "camera": {"center": [0, 0], "zoom": 1},
                 "basemap": {"worldview": "IN", "style": {"version": 8, "sources": {}, "layers": []}}}
                """#.utf8))
        let error = #expect(throws: RenderError.self) { try renderer.render(document) }
        #expect(error?.diagnostics.contains { $0.path == "basemap.worldview" } == true)
    }

    @Test("is told where tiles know of none, but not of the installed city") func foreign() throws {
        let folder = try ScratchFolder()
        let copy = folder.file("city.pmtiles")
        try FileManager.default.copyItem(atPath: Maps.helsinki, toPath: copy)
        func codes(_ tiles: String) throws -> [Diagnostic.Code] {
            try Maps.render(
                """
                {"version": 1, "size": [100, 100], "attribution": "none", "basemap": {"worldview": "IN"\(tiles)},
                 "camera": {"center": [24.944, 60.171], "zoom": 15}}
                """
            ).warnings.map(\.code)
        }
        #expect(try codes(#", "tiles": "\#(copy)""#).contains(.basemapNoWorldviews))
        #expect(try !codes("").contains(.basemapNoWorldviews))
    }
}
