// SPDX-License-Identifier: MIT
import Foundation
import StaticMap
import TestSupport
import Testing

@Suite("Checking what a style names") struct StyleCheckTests {
    private func found(_ members: String, layers: String = "", in folder: ScratchFolder) throws -> [Diagnostic] {
        let text = """
            {"version": 8, \(members),
             "layers": [{"id": "back", "type": "background"}\(layers)]}
            """
        return Maps.shared.check(Array(text.utf8), file: URL(filePath: folder.path + "/style.json"))
    }

    @Test(
        "missing archives and files are errors, remote addresses are warnings; all name the source",
        arguments: [
            (#"{"type": "vector", "url": "mbtiles://none.mbtiles"}"#, "none.mbtiles"),
            (#"{"type": "vector", "url": "https://tiles.example/tiles.json"}"#, "https://tiles.example/tiles.json"),
            (#"{"type": "raster", "tiles": ["https://tiles.example/{z}/{x}/{y}.png"]}"#, "https://tiles.example"),
            (#"{"type": "raster-dem", "url": "pmtiles://none.pmtiles"}"#, "none.pmtiles"),
            (#"{"type": "geojson", "data": "none.geojson"}"#, "none.geojson"),
            (#"{"type": "geojson", "data": "https://me.example/a.geojson"}"#, "https://me.example/a.geojson"),
            (
                #"{"type": "image", "url": "none.png", "coordinates": [[0, 1], [1, 1], [1, 0], [0, 0]]}"#, "none.png"
            ),
        ])
    func sources(source: String, name: String) throws {
        let problems = try found(#""sources": {"a": \#(source)}"#, in: ScratchFolder())
        #expect(problems.count == 1)
        #expect(problems.first?.severity == (source.contains("https") ? .warning : .error))
        #expect(problems.first?.path == "sources.a")
        #expect("\(problems)".contains(name))
    }

    private let label = """
        , {"id": "name", "type": "symbol", "source": "p",
           "layout": {"text-field": "A", "text-font": ["Nowhere Sans Bold", "Nowhere Else Regular"]}}
        """
    private let points = #""sources": {"p": {"type": "geojson", "data": {"type": "Point", "coordinates": [0, 0]}}}"#

    @Test("missing and remote sprites and glyphs are warnings", arguments: ["none", "https://me.example/none"])
    func spritesAndGlyphs(address: String) throws {
        let members = #""sprite": "\#(address)", "glyphs": "\#(address)/{fontstack}/{range}.pbf", \#(points)"#
        let problems = try found(members, layers: label, in: ScratchFolder())
        #expect(problems.allSatisfy { $0.severity == .warning })
        #expect(problems.contains { $0.path == "sprite" })
        #expect(problems.contains { $0.path == "glyphs" })
    }

    @Test("a font that is not installed is a warning, for check and for a map that needs it") func fonts() throws {
        let problems = try found(points, layers: label, in: ScratchFolder())
        #expect(problems.map(\.code) == [.textMissingFont])
        #expect(problems.first?.message.contains(#""Nowhere Sans Bold" or "Nowhere Else Regular""#) == true)
        let map = try Maps.render(
            """
            {"version": 1, "size": [100, 100], "camera": {"center": [0, 0], "zoom": 1}, "basemap": {"style":
             {"version": 8, \(points), "layers": [{"id": "back", "type": "background"}\(label)]}}}
            """)
        #expect(map.warnings.map(\.code) == [.textMissingFont])
    }

    @Test("a font that is there is no problem") func installedFonts() throws {
        let known = label.replacing("Nowhere Else Regular", with: "Noto Sans Regular")
        #expect(try found(points, layers: known, in: ScratchFolder()).isEmpty)
    }

    @Test("an extract of OpenStreetMap and other data are no vector tiles") func extract() throws {
        let folder = try ScratchFolder()
        try folder.write("city.osm.pbf", [0, 0, 0, 13, 10, 9] + Array("OSMHeader".utf8) + [24, 118, 16, 97])
        try folder.write("noise.pbf", Array(repeating: UInt8(0xFF), count: 40))
        for (name, expected) in [("city.osm.pbf", "OpenStreetMap"), ("noise.pbf", "other data")] {
            let json = #"{"version": 1, "size": [99, 99], "basemap": {"tiles": "\#(name)"}}"#
            let failure = try #require(Maps.failure(json, folder: folder.path))
            #expect("\(failure.diagnostics)".contains(expected))
            #expect(throws: RenderError.self) { try Maps.shared.inspect(URL(filePath: folder.path + "/" + name)) }
        }
    }
}
