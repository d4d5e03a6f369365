// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapText
import Testing

@Suite("Font faces", .enabled(if: TestFonts.areInstalled)) struct TextFaceTests {
    private let library = TestFonts.library

    @Test(
        "outlines stand on the baseline and are as tall as a capital letter",
        arguments: [("Noto Sans", 0.714), ("Inter", 0.727)])
    func capital(_ family: String, height: Double) throws {
        let glyph = try #require(library.shape("H", font: FontRequest(families: [family]), size: 1).glyphs.first)
        let box = glyph.face.outline(of: glyph.id).bounds
        #expect(glyph.face.familyName == family)
        #expect(abs(box.minY + height) < 0.002)
        #expect(abs(box.maxY) < 0.002)
        #expect(box.minX > 0 && box.maxX < 1)
        #expect(abs(glyph.face.capHeight - height) < 0.002)
    }

    @Test("a curve stays inside the ink bounds of the line") func ink() throws {
        let line = library.shape("Sø", font: TestFonts.regular, size: 100)
        var box = Rect.null
        for glyph in line.glyphs {
            let transform = Transform.scale(100, 100).then(.translation(Point(glyph.x, glyph.y)))
            box = box.union(glyph.face.outline(of: glyph.id).transformed(by: transform).bounds)
        }
        #expect(line.inkBounds.inset(by: -0.6).contains(box))
    }

    @Test("bold is another face than regular and wider") func bold() throws {
        let regular = library.shape("Oslo", font: TestFonts.regular, size: 20)
        let bold = library.shape("Oslo", font: TestFonts.bold, size: 20)
        #expect(bold.width > regular.width)
        #expect(bold.glyphs.first?.face.name == "Noto Sans Bold")
        #expect(regular.glyphs.first?.face.file.hasSuffix("NotoSans-Regular.ttf") == true)
    }

    @Test("all documents share the face that cairo embeds") func cairo() throws {
        let glyph = try #require(library.shape("H", font: TestFonts.regular, size: 1).glyphs.first)
        let first = try #require(glyph.face.cairoFace())
        #expect(glyph.face.cairoFace()?.face == first.face)
        let bold = library.shape("H", font: TestFonts.bold, size: 1).glyphs.first
        #expect(try #require(bold?.face.cairoFace()).face != first.face)
    }

    @Test("a space has no outline, and a glyph that does not exist neither") func blank() throws {
        let space = try #require(library.shape(" ", font: TestFonts.regular, size: 1).glyphs.first)
        #expect(space.isBlank)
        #expect(space.face.outline(of: space.id).isEmpty)
        #expect(space.face.outline(of: .max).isEmpty)
    }

    @Test("a face may be made of paths") func madeOfPaths() {
        var dot = Path()
        dot.addLines([Point(0, 0), Point(1, 0), Point(1, -1)], closed: true)
        let face = FontFace(name: "Dots", outlines: [7: dot])
        #expect(face.outline(of: 7) == dot)
        #expect(face.outline(of: 8).isEmpty)
    }
}
