// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapStyle
import Testing

@Suite("Addresses in styles") struct StyleSheetAddressTests {
    @Test(
        "addresses on this machine are found",
        arguments: [
            ("sprites/light", StyleAddress.file("/maps/sprites/light")),
            ("./a.json", .file("/maps/a.json")),
            ("/data/a%20b.json", .file("/data/a b.json")),
            ("100%.json", .file("/maps/100%.json")),
            ("file:///data/a.json", .file("/data/a.json")),
            ("file://localhost/data/a.json", .file("/data/a.json")),
            ("FILE:///data/%C3%A9.json", .file("/data/é.json")),
            ("city.mbtiles", .mbtiles("/maps/city.mbtiles")),
            ("mbtiles://../city.mbtiles", .mbtiles("/maps/../city.mbtiles")),
            ("mbtiles:///data/city.mbtiles", .mbtiles("/data/city.mbtiles")),
            ("mbtiles://file:///data/city", .mbtiles("/data/city")),
            ("pmtiles://world.pmtiles", .pmtiles("/maps/world.pmtiles")),
            ("pmtiles://file:///data/world.pmtiles", .pmtiles("/data/world.pmtiles")),
            ("pmtiles://world.pmtiles/{z}/{x}/{y}", .pmtiles("/maps/world.pmtiles")),
            ("file:///data/world.PMTILES", .pmtiles("/data/world.PMTILES")),
            ("tiles/{z}/{x}/{y}.pbf", .template("/maps/tiles/{z}/{x}/{y}.pbf")),
            ("file:///t/%7Bz%7D/{x}-{y}.png", .template("/t/{z}/{x}-{y}.png")),
            ("../../glyphs/{fontstack}/{range}.pbf", .template("/maps/../../glyphs/{fontstack}/{range}.pbf")),
        ])
    func local(url: String, address: StyleAddress) throws {
        #expect(try StyleAddress.resolve(url, baseFolder: "/maps") == address)
    }

    @Test(
        "addresses elsewhere are errors that say what to do",
        arguments: [
            ("https://example.com/tiles.json", "--tiles"), ("HTTP://example.com/{z}/{x}/{y}", "--tiles"),
            ("pmtiles://https://example.com/a.pmtiles", "--tiles"),
            ("https://example.com/{fontstack}/{range}.pbf", "beside the style"),
            ("mapbox://mapbox.streets", "mbtiles://"), ("file://server/a", "three slashes"),
        ])
    func remote(url: String, hint: String) {
        let error = #expect(throws: Diagnostic.self) { try StyleAddress.resolve(url, baseFolder: "/maps") }
        #expect(error?.hint?.contains(hint) == true)
    }

    @Test("an address without a name is an error", arguments: ["", "mbtiles://", "a%00b"])
    func empty(url: String) {
        #expect(throws: Diagnostic.self) { try StyleAddress.resolve(url, baseFolder: "/maps") }
    }

    @Test("a local TileJSON gives what the style leaves open")
    func tileJSON() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tilejson-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let text =
            #"{"tiles": ["t/{z}/{x}/{y}.pbf"], "minzoom": 2, "maxzoom": 9, "attribution": "us", "scheme": "tms"}"#
        try Data(text.utf8).write(to: folder.appending(path: "tiles.json"))
        let style =
            #"{"version": 8, "layers": [], "sources": {"a": {"type": "vector", "url": "tiles.json", "maxzoom": 7}}}"#
        let document = try JSONDocument(file: "style.json", text: Array(style.utf8))
        let sheet = StyleSheet.decode(Field(document, diagnostics: DiagnosticSink()), baseFolder: folder.path)
        let (source, addresses) = try #require(sheet?.sources["a"]).located(baseFolder: folder.path)
        #expect(addresses == [.template("\(folder.path)/t/{z}/{x}/{y}.pbf")])
        #expect(source.minZoom == 2)
        #expect(source.maxZoom == 7)
        #expect(source.attribution == "us")
        #expect(source.scheme == "tms")
    }
}
