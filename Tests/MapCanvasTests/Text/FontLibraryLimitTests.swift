// SPDX-License-Identifier: MIT
import MapCanvas
import MapText
import Testing

/// What a library holds on to, however many texts and fonts it is asked for.
@Suite(.enabled(if: TestFonts.areInstalled)) struct FontLibraryLimitTests {
    @Test("shaped lines take no more than their limit") func lines() {
        let library = FontLibrary(folders: TestFonts.folders, useSystemFonts: false, cacheBytes: 100_000)
        for number in 0..<400 {
            _ = library.shape("A street with the number \(number)", font: TestFonts.regular, size: 12)
            #expect(library.cachedBytes <= 100_000)
        }
        #expect(library.cachedBytes > 25_000)
    }

    @Test("fonts that nobody has do not pile up, and change nothing") func fonts() {
        let library = FontLibrary(folders: TestFonts.folders, useSystemFonts: false)
        func shape(_ families: [String], _ text: String) -> ShapedLine {
            library.shape(text, font: FontRequest(families: families), size: 12)
        }
        let (plain, mixed) = (shape(["Noto Sans"], "Oslo 東京"), shape(["Inter"], "Größe"))
        for number in 0..<2500 {
            let line = shape(["Font \(number)", "Noto Sans"], "Oslo 東京")
            #expect(line.width == plain.width && line.faceNames == plain.faceNames)
        }
        #expect(library.resolvedFontCount < 2500)
        #expect(zip(shape(["None", "Inter"], "Größe").glyphs, mixed.glyphs).allSatisfy { $0.face === $1.face })
    }
}
