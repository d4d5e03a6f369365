// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@Suite("style localize") struct LocalizeTests {
    private static let style = """
        {"version": 8, "glyphs": "https://a.example/{fontstack}/{range}.pbf", "sprite": "https://a.example/s?key=1",
         "sources": {"a": {"type": "vector", "url": "https://a.example/a.json"},
                     "b": {"type": "vector", "url": "pmtiles://https://b.example/b.pmtiles"},
                     "c": {"type": "vector", "url": "pmtiles://c.pmtiles"}},
         "layers": [{"id": "l", "type": "symbol", "source": "a", "source-layer": "x",
                     "layout": {"text-field": "{name}", "text-font": ["Noto Sans Regular"]}}]}
        """

    @Test("writes a local style and lists what curl has to fetch") func lists() async throws {
        let folder = try ScratchFolder()
        try folder.write("style.json", Self.style)
        let outcome = try await bash("$map style localize style.json -o out", folder)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(
            outcome.lines.first
                == "# pmtiles extract https://b.example/b.pmtiles out/tiles/b.pmtiles --bbox=WEST,SOUTH,EAST,NORTH")
        #expect(outcome.lines.contains(#"url = "https://a.example/a.json""#))
        #expect(outcome.lines.contains(#"output = "out/sources/a.json""#))
        #expect(outcome.lines.contains(#"url = "https://a.example/s@2x.png?key=1""#))
        #expect(outcome.lines.contains(#"url = "https://a.example/Noto%20Sans%20Regular/0-255.pbf""#))
        #expect(outcome.lines.contains(#"output = "out/glyphs/Noto Sans Regular/0-255.pbf""#))
        let style = String(decoding: try folder.contents("out/style.json"), as: UTF8.self)
        #expect(style.contains(#""url": "sources/a.json""#))
        #expect(style.contains(#""url": "pmtiles://tiles/b.pmtiles""#))
        #expect(style.contains("pmtiles:///") && style.contains("/c.pmtiles"))
        #expect(style.contains(#""glyphs": "glyphs/{fontstack}/{range}.pbf""#))
        #expect(!style.contains("https://"))
    }

    @Test("follows a description that is there, and lists the tiles of a box") func follows() async throws {
        let folder = try ScratchFolder()
        try folder.write("style.json", Self.style)
        try folder.write(
            "out/sources/a.json",
            #"{"tiles": ["https://t.example/{z}/{x}/{y}.pbf?k"], "minzoom": 0, "maxzoom": 14, "attribution": "© Me"}"#)
        for file in ["s.json", "s.png", "s@2x.json", "s@2x.png"] {
            try folder.write("out/sprites/" + file.replacing("s", with: "sprite", maxReplacements: 1), "{}")
        }
        try folder.write("out/tiles/1/0/0.pbf", "")
        let outcome = try await bash("$map style localize style.json -o out --bbox 1,1,2,2 --zooms 0-1", folder)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(!outcome.text.contains("a.json"))
        #expect(!outcome.text.contains("sprite"))
        #expect(outcome.lines.contains(#"url = "https://t.example/0/0/0.pbf?k""#))
        #expect(outcome.lines.contains(#"output = "out/tiles/a/1/1/0.pbf""#))
        #expect(outcome.lines.first?.hasSuffix("--bbox=1,1,2,2") == true)
        let style = String(decoding: try folder.contents("out/style.json"), as: UTF8.self)
        #expect(style.contains("tiles/a/{z}/{x}/{y}.pbf") && style.contains("© Me"))
        let across = try await bash(
            "$map style localize style.json -o out --bbox 179,-1,-179,1 --zooms 4-4", folder)
        #expect(across.lines.filter { $0.hasPrefix("url") && $0.contains("/4/") }.count == 4)
        #expect(across.lines.contains(#"url = "https://t.example/4/15/7.pbf?k""#))
        #expect(across.lines.contains(#"url = "https://t.example/4/0/8.pbf?k""#))
        let far = try await bash("$map style localize style.json -o out --bbox -180,-80,180,80 --zooms 0-14", folder)
        #expect(far.exitCode == 65)
        #expect(far.errors.contains("at most 20000 tiles"))
    }

    @Test("and inspect say what is missing") func inspects() async throws {
        let folder = try ScratchFolder()
        try folder.write("style.json", Self.style)
        let outcome = try await bash("$map inspect style.json; $map inspect style.json --json", folder)
        #expect(outcome.lines.contains("missing:         source a: https://a.example/a.json (on another machine)"))
        #expect(outcome.lines.contains { $0.hasPrefix("missing:         source c: ") && $0.contains("there is no ") })
        #expect(outcome.lines.contains { $0.hasPrefix("missing:         glyphs Noto Sans Regular: ") })
        #expect(outcome.text.contains(#""reason": "on another machine""#))
    }
}
