// SPDX-License-Identifier: MIT
import StaticMap
import TestSupport
import Testing

@Suite("Broken input") struct BrokenInputTests {
    /// A scene whose style has a green background, and more sources and layers.
    private func scene(sources: String, layers: String = "", rest: String = "") -> String {
        """
        {"version": 1, "size": [40, 30], "attribution": "none", "camera": {"center": [0, 0], "zoom": 1},
         "basemap": {"style": {"version": 8, \(rest) "sources": {\(sources)}, "layers": [
           {"id": "back", "type": "background", "paint": {"background-color": "#00ff00"}}\(layers)]}}}
        """
    }

    private let vectorLayer = #", {"id": "v", "type": "line", "source": "v", "source-layer": "road"}"#

    @Test(
        "a file of a source that is not there, or cannot be read, is an error: the map would be blank, or lack a part",
        arguments: [
            (
                #"{"type": "vector", "url": "mbtiles://nowhere.mbtiles"}"#, "nowhere.mbtiles",
                RenderError.Kind.missingInput
            ),
            (#"{"type": "vector", "url": "pmtiles://nowhere.pmtiles"}"#, "nowhere.pmtiles", .missingInput),
            (#"{"type": "vector", "url": "broken.pmtiles"}"#, "broken.pmtiles", .badData),
            (#"{"type": "vector", "url": "broken.mbtiles"}"#, "broken.mbtiles", .badData),
            (#"{"type": "geojson", "data": "nowhere.geojson"}"#, "nowhere.geojson", .missingInput),
        ])
    func file(definition: String, told: String, kind: RenderError.Kind) throws {
        let folder = try ScratchFolder()
        try folder.write("broken.pmtiles", "PMTiles\u{3} and then nothing that makes sense")
        try folder.write("broken.mbtiles", "SQLite format 3\0 and then nothing that makes sense")
        let layer = definition.contains("vector") ? vectorLayer : #", {"id": "v", "type": "line", "source": "v"}"#
        let json = scene(sources: "\"v\": \(definition)", layers: layer)
        let failure = try #require(Maps.failure(json, folder: folder.path))
        #expect(failure.kind == kind)
        #expect(failure.diagnostics.map(\.severity) == [.error])
        #expect(failure.diagnostics.map(\.path) == ["sources.v"])
        #expect("\(failure.diagnostics)".contains(told))
        // Missing tiles are another matter than a missing archive.
        let lenient = json.replacing(#""basemap": {"#, with: #""basemap": {"missingTiles": "skip", "#)
        #expect(Maps.failure(lenient, folder: folder.path)?.kind == kind)
    }

    @Test(
        "elevation without heights is an error",
        arguments: [
            ("places.geojson", #"{"type": "Point", "coordinates": [0, 0]}"#, "GeoJSON"),
            ("scene.json", #"{"version": 1}"#, "JSON"), ("{z}/{x}/{y}.pbf", "", "vector tiles"),
        ])
    func elevation(file: String, text: String, found: String) throws {
        let folder = try ScratchFolder()
        try folder.write(file.contains("{") ? "0/0/0.pbf" : file, text)
        let elevation = #""elevation": {"data": "\#(file)", "contours": false}, "#
        let json = scene(sources: "").replacing(#""basemap": {"#, with: #""basemap": {"# + elevation)
        let failure = try #require(Maps.failure(json, folder: folder.path))
        #expect(failure.kind == .badData)
        #expect(failure.diagnostics.map(\.path) == ["sources.elevation"])
        #expect(
            failure.diagnostics.map(\.message) == [
                "expected heights: a GeoTIFF, .hgt files, or tiles that are images, found \(found)"
            ])
    }

    @Test(
        "a source that staticmap does not read is a warning, and the rest draws",
        arguments: [
            (#"{"type": "vector", "url": "https://tiles.example/all.json"}"#, "without a network"),
            (#"{"type": "vector", "tiles": ["http://tiles.example/{z}/{x}/{y}.pbf"]}"#, "without a network"),
            (#"{"type": "geojson", "data": {"type": "Nonsense"}}"#, "Nonsense"),
        ])
    func source(definition: String, told: String) throws {
        let layer = definition.contains("vector") ? vectorLayer : #", {"id": "v", "type": "line", "source": "v"}"#
        let rendered = try Maps.render(scene(sources: "\"v\": \(definition)", layers: layer))
        #expect(rendered.warnings.count == 1)
        #expect(rendered.warnings.allSatisfy { $0.severity == .warning })
        #expect(rendered.warningTexts.joined().contains(told))
        #expect(try rendered.bitmap().count(of: 0xFF00_FF00) == 1200)
    }

    @Test("an address on the network has a hint at what to do instead")
    func remote() throws {
        let json = scene(
            sources: #""v": {"type": "vector", "url": "https://tiles.example/all.json"}"#, layers: vectorLayer)
        let warning = try #require(try Maps.render(json).warnings.first)
        #expect(warning.hint?.contains("download the tiles as MBTiles or PMTiles") == true)
        #expect(warning.path == "sources.v")
    }

    @Test(
        "a sprite that is not there, or broken, is a warning",
        arguments: ["nowhere", "broken", "https://a.example/sprite"])
    func sprite(address: String) throws {
        let folder = try ScratchFolder()
        try folder.write("broken.json", "{")
        try folder.write("broken.png", "no image")
        let json = scene(
            sources: #""p": {"type": "geojson", "data": {"type": "Point", "coordinates": [0, 0]}}"#,
            layers: #", {"id": "p", "type": "symbol", "source": "p", "layout": {"icon-image": "dot"}}"#,
            rest: #""sprite": "\#(address)","#)
        let rendered = try Maps.render(json, folder: folder.path)
        #expect(!rendered.warnings.isEmpty)
        #expect(try rendered.bitmap().count(of: 0xFF00_FF00) == 1200)
    }

    @Test("a source that no visible layer uses is not opened")
    func unused() throws {
        let json = scene(
            sources: #""v": {"type": "vector", "url": "mbtiles://nowhere.mbtiles"}"#,
            layers: """
                , {"id": "v", "type": "line", "source": "v", "source-layer": "road", "minzoom": 5}
                """)
        #expect(try Maps.render(json).warnings.map(\.code) == [.sceneNothingInView])
    }
}
