// SPDX-License-Identifier: MIT
import MapImages
import StaticMap
import TestSupport
import Testing

@Suite("Text in a style's own glyphs") struct StyleGlyphTests {
    /// A field of a protocol buffer.
    private enum ProtoField {
        case number(UInt8, Int)
        case bytes(UInt8, [UInt8])

        var encoded: [UInt8] {
            switch self {
            case .number(let tag, let value): [tag << 3] + Self.varint(value)
            case .bytes(let tag, let bytes): [tag << 3 | 2] + Self.varint(bytes.count) + bytes
            }
        }

        private static func varint(_ value: Int) -> [UInt8] {
            value < 128 ? [UInt8(value)] : [UInt8(value & 127 | 128)] + varint(value >> 7)
        }
    }

    /// A glyph file of solid squares, 20 pixels wide in an em of 24, and a space as wide.
    private var file: [UInt8] {
        let glyphs = [0x20, 0x41, 0x5D0, 0x5D1, 0xFE8F].map { scalar -> [UInt8] in
            let side = scalar == 0x20 ? 0 : 20
            let bitmap = scalar == 0x20 ? [] : [UInt8](repeating: 255, count: (side + 6) * (side + 6))
            let fields: [ProtoField] = [
                .number(1, scalar), .bytes(2, bitmap), .number(3, side), .number(4, side), .number(7, 24),
            ]
            return fields.flatMap(\.encoded)
        }
        return ProtoField.bytes(1, glyphs.flatMap { ProtoField.bytes(3, $0).encoded }).encoded
    }

    /// A label in the middle of a small map; relative addresses begin in the folder.
    private func label(_ text: String, glyphs: String, _ folder: ScratchFolder) throws -> Bitmap {
        let rendered = try map(text, glyphs: glyphs, folder)
        // MapLibre's validator asks for the placeholders, its maps do without.
        #expect(rendered.warningTexts.allSatisfy { $0.contains("url must include a") })
        return try rendered.bitmap()
    }

    private func map(_ text: String, glyphs: String, _ folder: ScratchFolder) throws -> MapSnapshot {
        let json = """
            {"version": 1, "size": [200, 60], "attribution": "none", "camera": {"center": [0, 0], "zoom": 3},
             "basemap": {"style": {"version": 8, "glyphs": "\(glyphs)",
               "sources": {"p": {"type": "geojson", "data": {"type": "Point", "coordinates": [0, 0]}}},
               "layers": [{"id": "t", "type": "symbol", "source": "p",
                 "layout": {"text-field": \(text), "text-font": ["Squares"], "text-size": 24}}]}}}
            """
        return try Maps.render(json, folder: folder.path)
    }

    @Test("a glyph file that cannot be read is reported") func unreadable() throws {
        let folder = try ScratchFolder()
        try folder.write("Squares/0-255.pbf/a-folder", [])
        let warnings = try map(#""A""#, glyphs: "{fontstack}/{range}.pbf", folder).warningTexts
        #expect(warnings.contains { $0.contains("Squares/0-255.pbf") }, "\(warnings)")
    }

    @Test("what an installed font draws is told of once in each map") func fallbackOnce() throws {
        let folder = try ScratchFolder()
        try folder.write("letters.pbf", file)
        let points = ["AB", "BC", "CB"].enumerated().map { index, name in
            #"""
            {"type": "Feature", "properties": {"name": "\#(name)"},
             "geometry": {"type": "Point", "coordinates": [\#(index * 8 - 8), 0]}}
            """#
        }
        try folder.write(
            "points.geojson", #"{"type": "FeatureCollection", "features": [\#(points.joined(separator: ","))]}"#)
        try folder.write(
            "style.json",
            """
            {"version": 8, "glyphs": "letters.pbf", "sources": {"p": {"type": "geojson", "data": "points.geojson"}},
             "layers": [{"id": "t", "type": "symbol", "source": "p", "layout": {
               "text-field": ["get", "name"], "text-font": ["Squares"], "text-allow-overlap": true}}]}
            """)
        let scene = """
            {"version": 1, "size": [300, 60], "attribution": "none", "camera": {"center": [0, 0], "zoom": 3},
             "basemap": {"style": "style.json"}}
            """
        let renderer = Maps.renderer()
        let maps = try (0..<3).map { _ in try Maps.render(scene, folder: folder.path, with: renderer) }
        let told = maps.map { $0.warningTexts.filter { $0.contains("glyph files lack") } }
        #expect(told[0].count == 1 && told == [told[0], told[0], told[0]])
        #expect(maps.map(\.bytes) == [maps[0].bytes, maps[0].bytes, maps[0].bytes])
    }

    @Test("words stay apart where the files lack the space too") func missingSpace() throws {
        let folder = try ScratchFolder()
        func width(_ text: String) throws -> Int {
            let image = try map(text, glyphs: "{fontstack}/{range}.pbf", folder).bitmap()
            let inked = image.pixels.indices.filter { image.pixels[$0] == 0xFF00_0000 }.map { $0 % image.width }
            return try #require(inked.max()) - #require(inked.min())
        }
        #expect(try width(#""H H""#) >= width(#""HH""#) + 4)
    }

    @Test("an address without placeholders is one file for all fonts and characters")
    func oneFile() throws {
        let folder = try ScratchFolder()
        try folder.write("letters.pbf", file)
        let painted = try label(#""A""#, glyphs: "letters.pbf", folder).count(of: 0xFF00_0000)
        #expect(painted >= 18 * 18)
    }

    @Test(
        "right-to-left sections keep the space between them, whichever it belongs to",
        arguments: [
            #"["format", "אב ", {}, "בא", {}]"#, #"["format", "אב", {}, " בא", {}]"#,
            #"["format", "אב", {}, " ", {}, "בא", {}]"#,
        ])
    func rightToLeft(sections: String) throws {
        let folder = try ScratchFolder()
        try folder.write("Squares/0-255.pbf", file)
        try folder.write("Squares/1280-1535.pbf", file)
        let address = "{fontstack}/{range}.pbf"
        let whole = try label(#""אב בא""#, glyphs: address, folder)
        #expect(whole.count(of: 0xFF00_0000) >= 4 * 18 * 18)
        #expect(try label(sections, glyphs: address, folder).pixels == whole.pixels)
        #expect(try label(#""אבבא""#, glyphs: address, folder).pixels != whole.pixels)
    }

    @Test("Arabic letters of different sections do not join, as in MapLibre") func arabicSections() throws {
        let folder = try ScratchFolder()
        // Of the letter's forms, the file has the one that stands alone.
        try folder.write("letters.pbf", file)
        let painted = try label(#"["format", "ب", {}, "ب", {}]"#, glyphs: "letters.pbf", folder).count(of: 0xFF00_0000)
        #expect(painted >= 2 * 18 * 18)
    }
}
