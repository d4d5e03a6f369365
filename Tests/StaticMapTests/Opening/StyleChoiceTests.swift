// SPDX-License-Identifier: MIT
import StaticMap
import TestSupport
import Testing

@Suite("Choice of style") struct StyleChoiceTests {
    private let red = """
        {"version": 8, "sources": {}, "layers": [
          {"id": "back", "type": "background", "paint": {"background-color": "#ff0000"}}]}
        """

    private func scene(style: String) -> String {
        """
        {"version": 1, "size": [20, 10], "attribution": "none", "basemap": {"style": \(style)},
         "camera": {"center": [24.944, 60.171], "zoom": 14}}
        """
    }

    @Test("a style that stands in the scene is drawn")
    func inline() throws {
        #expect(try Maps.render(scene(style: red)).bitmap().count(of: 0xFFFF_0000) == 200)
    }

    @Test("a style file is found from the scene's folder")
    func file() throws {
        let folder = try ScratchFolder()
        try folder.write("looks/red.json", red)
        let rendered = try Maps.render(scene(style: "\"looks/red.json\""), folder: folder.path)
        #expect(try rendered.bitmap().count(of: 0xFFFF_0000) == 200)
    }

    @Test("an installed style has a name, and is what is drawn without any")
    func named() throws {
        let bare = """
            {"version": 1, "size": [200, 200], "attribution": "none",
             "camera": {"center": [24.944, 60.171], "zoom": 14}}
            """
        let named = """
            {"version": 1, "size": [200, 200], "attribution": "none", "basemap": "streets",
             "camera": {"center": [24.944, 60.171], "zoom": 14}}
            """
        let bitmap = try Maps.render(bare)
        #expect(try bitmap.bitmap().colorCount > 20)
        #expect(try Maps.render(named).bytes == bitmap.bytes)
    }

    @Test("MapKit's map types are styles, but for those of aerial images")
    func mapTypes() throws {
        let bytes = try Maps.render(scene(style: "\"streets\"")).bytes
        #expect(try Maps.render(scene(style: "\"standard\"")).bytes == bytes)
        let light = try Maps.render(scene(style: "\"light\"")).bytes
        #expect(try Maps.render(scene(style: "\"mutedStandard\"")).bytes == light)
        for name in ["satellite", "hybrid", "satelliteFlyover", "hybridFlyover"] {
            let failure = try #require(Maps.failure(scene(style: "\"\(name)\"")))
            #expect(failure.kind == .missingInput)
            #expect(failure.diagnostics.contains { $0.message == "the map type \"\(name)\" needs image tiles" })
        }
        let folder = try ScratchFolder()
        try folder.writeTiles(["0/0/0": 0xFF00_00FF])
        let images = scene(style: "\"satellite\", \"tiles\": \"tiles\"")
        let map = try Maps.render(images.replacing("14}", with: "0}"), folder: folder.path)
        #expect(try map.bitmap().pixel(5, 5) == 0xFF00_00FF)
    }

    @Test("an unknown name is missing input, with what was meant")
    func unknown() throws {
        let failure = try #require(Maps.failure(scene(style: "\"streats\"")))
        #expect(failure.kind == .missingInput)
        #expect(
            "\(failure.diagnostics)".contains("did you mean \\\"streets\\\"?")
                || "\(failure.diagnostics)".contains("streets")
        )
    }

    @Test("sources of a style file are found from its own folder, not from the scene's")
    func relativeSources() throws {
        let folder = try ScratchFolder()
        try folder.write("scenes/empty.txt", "")
        try folder.write(
            "looks/data/land.geojson",
            #"{"type": "Polygon", "coordinates": [[[-90, -60], [90, -60], [90, 60], [-90, 60], [-90, -60]]]}"#)
        try folder.write(
            "looks/land.json",
            """
            {"version": 8, "sources": {"land": {"type": "geojson", "data": "data/land.geojson"}}, "layers": [
              {"id": "land", "type": "fill", "source": "land", "paint": {"fill-color": "#00ff00"}}]}
            """)
        let json = """
            {"version": 1, "size": [64, 64], "basemap": {"style": "../looks/land.json"},
             "camera": {"center": [0, 0], "zoom": 1}}
            """
        let rendered = try Maps.render(json, folder: folder.path + "/scenes")
        #expect(rendered.warnings.isEmpty)
        #expect(try rendered.bitmap().pixel(32, 32) == 0xFF00_FF00)
    }
}
