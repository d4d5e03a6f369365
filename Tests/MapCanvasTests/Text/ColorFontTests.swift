// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapGeometry
import MapImages
import MapText
import TestSupport
import Testing

@Suite("Color fonts", .enabled(if: TestFonts.areInstalled)) struct ColorFontTests {
    private static let folder = packageRoot.appending(path: "Tests/Fixtures/fonts").path
    private let colored = FontLibrary(folders: [TestFonts.folders[2], folder], useSystemFonts: false)
    private let plain = FontLibrary(folders: [TestFonts.folders[2]], useSystemFonts: false)
    private let font = TestFonts.inter

    @Test(
        "an emoji is one glyph of the color font, whatever the font of the text",
        arguments: ["😀", "☕", "🇫🇮", "👩‍👩‍👧", "🏁"])
    func glyph(_ emoji: String) throws {
        let line = colored.shape(emoji, font: font, size: 10)
        #expect(line.missing.isEmpty)
        let glyph = try #require(line.glyphs.first)
        #expect(line.glyphs.count == 1)
        #expect(glyph.face.isColored)
        #expect(glyph.face.colorGlyph(glyph.id) != nil)
        #expect((9...13).contains(line.width))
        #expect((5...13).contains(line.inkBounds.height))
    }

    @Test("letters and digits beside an emoji keep their font") func letters() {
        for text in ["Bar 24 ☕ 10–22 #1", "☕ 10", "10 ☕", "☕ 😀 24"] {
            let line = colored.shape(text, font: font, size: 10)
            let emoji = text.unicodeScalars.count { $0.properties.isEmojiPresentation }
            #expect(Set(line.faceNames) == ["Inter", "Test Emoji"])
            #expect(line.glyphs.filter(\.face.isColored).count == emoji, "\(text)")
        }
    }

    @Test("an emoji that no font has leaves one space between its neighbors, and none at the ends")
    func gaps() {
        for (text, rest) in [
            ("Hotel 🏨 Kämp", "Hotel Kämp"), ("☕ Bar", "Bar"), ("Bar 🇫🇮 👩‍👩‍👧", "Bar"), ("A😀B", "AB"), ("🏨", ""),
            ("A  😀 B", "A  B"),
        ] {
            let line = plain.shape(text, font: font, size: 10)
            #expect(line.width == plain.shape(rest, font: font, size: 10).width, "\(text)")
            #expect(line.text == rest)
            #expect(!line.missing.isEmpty)
            let block = plain.layout(text, font: font, options: .init(size: 10))
            #expect(block.text == rest)
            #expect(!block.missing.isEmpty)
        }
        let lines = plain.wrap("Hotel\n😀\nKämp ☕", font: font, size: 10, maxWidth: 100)
        #expect(lines.map(\.text) == ["Hotel", "Kämp"])
        #expect(lines[0].missing == ["😀", "☕"])
        #expect(plain.layout("Hotel\n😀\nKämp ☕", font: font, options: .init(size: 10)).lines.count == 2)
        let short = plain.ellipsize("Hotel 🏨 Kämp", font: font, size: 10, maxWidth: 35)
        #expect(short.text.hasSuffix("…") && short.missing == ["🏨"])
    }

    @Test("a bitmap is painted in its colors, faded with the text") func bitmap() throws {
        let opaque = try painted("😀", color: .black)
        // The face of Noto's smiley is yellow.
        #expect(opaque.contains { $0.red > 0.9 && $0.green > 0.7 && $0.blue < 0.4 })
        let faded = try painted("😀", color: Color.black.opacity(0.5))
        #expect(!faded.contains { $0.blue < 0.4 })
        #expect(faded.contains { $0.red > 0.9 && $0.blue < 0.8 })
        #expect(try painted("😀", color: .transparent).allSatisfy { $0 == .white })
    }

    @Test("layers are painted in the palette's colors and in that of the text") func layers() throws {
        let colors = try painted("🏁", color: Color(rgb: 0x0000FF))
        #expect(colors.contains { $0.red > 0.75 && $0.blue < 0.25 })
        #expect(colors.contains { $0.blue > 0.9 && $0.red < 0.1 })
    }

    @Test("lines of text and emoji have the same bytes on any number of threads") func threads() throws {
        let marks = marks("Bar ☕😀🇫🇮🏁", color: .black)
        let one = try paint(marks, width: 300, height: 400)
        for threads in [2, 8] {
            #expect(try paint(marks, width: 300, height: 400, threads: threads).pixels == one.pixels)
        }
    }

    /// Text of 40 pixels on white.
    private func marks(_ text: String, color: Color) -> [Mark] {
        let line = colored.shape(text, font: font, size: 40)
        let glyphs = line.glyphs.map { GlyphRun.Glyph(face: $0.face, id: $0.id, origin: Point(4 + $0.x, 45 + $0.y)) }
        return [
            .fill(rectangle(0, 0, 999, 999), .nonZero, .color(.white)),
            .glyphs(GlyphRun(text: text, glyphs: glyphs, size: 40, color: color)),
        ]
    }

    private func painted(_ text: String, color: Color) throws -> [Color] {
        try paint(marks(text, color: color), width: 60, height: 60).pixels.map { Color(rgb: $0 & 0xFFFFFF) }
    }
}
