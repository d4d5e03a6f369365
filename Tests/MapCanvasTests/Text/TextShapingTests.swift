// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapText
import Testing

@Suite("Shaping", .enabled(if: TestFonts.areInstalled)) struct TextShapingTests {
    private let library = TestFonts.library
    private let font = TestFonts.regular

    @Test("widths grow evenly with the size", arguments: ["Helsinki", "Tŷ Ddewi", "東京都", "القاهرة", "नई दिल्ली"])
    func linear(_ text: String) {
        let small = library.shape(text, font: font, size: 7.3)
        let large = library.shape(text, font: font, size: 73)
        #expect(abs(small.width * 10 - large.width) < 1e-9)
        #expect(small.glyphs.count == large.glyphs.count)
        #expect(small.width > 0)
    }

    @Test("a Latin word has a glyph for each letter, from left to right") func latin() {
        let line = library.shape("Oslo", font: font, size: 20)
        #expect(line.glyphs.map(\.cluster) == [0, 1, 2, 3])
        #expect(line.glyphs.map(\.x) == line.glyphs.map(\.x).sorted())
        #expect(line.faceNames == ["Noto Sans"])
        #expect(!line.isRightToLeft && line.missing.isEmpty)
        // Noto Sans: advance widths of O, s, l, o in 1/1000 em.
        #expect(abs(line.width - Double(781 + 479 + 258 + 605) * 0.02) < 0.2)
    }

    @Test("Arabic is joined and reads from the right") func arabic() throws {
        let line = library.shape("السلام", font: font, size: 20)
        #expect(line.isRightToLeft && line.missing.isEmpty)
        #expect(line.visualClusters == line.visualClusters.sorted(by: >))
        // Lam and alef make one glyph; a lone seen is not the one inside the word.
        #expect(line.visualClusters.count < 6)
        let alone = try #require(library.shape("س", font: font, size: 20).glyphs.first)
        #expect(!line.glyphs.contains { $0.id == alone.id })
    }

    @Test("Hebrew is seen from right to left, numbers in it from left to right") func hebrew() {
        #expect(library.shape("אבג", font: font, size: 20).visualClusters == [4, 2, 0])
        #expect(library.shape("אב 12", font: font, size: 20).visualClusters == [5, 6, 4, 2, 0])
        #expect(library.shape("A אב", font: font, size: 20).visualClusters == [0, 1, 4, 2])
    }

    @Test("Devanagari puts the short i before its consonant, and joins conjuncts") func devanagari() {
        let line = library.shape("हिन्दी", font: font, size: 20)
        #expect(line.faceNames == ["Noto Sans Devanagari"])
        #expect(line.missing.isEmpty)
        // Six characters; the sign before its consonant shares the cluster.
        #expect(line.visualClusters.count < 6)
        let consonant = library.shape("ह", font: font, size: 20)
        #expect(line.glyphs.first?.id != consonant.glyphs.first?.id)
    }

    @Test("a combining mark sits on its letter and takes no room") func marks() throws {
        let plain = library.shape("x", font: font, size: 100)
        let marked = library.shape("x\u{0301}", font: font, size: 100)
        #expect(abs(plain.width - marked.width) < 0.01)
        #expect(marked.visualClusters == [0])
        #expect(marked.inkBounds.minY < plain.inkBounds.minY)
        let spaced = library.layout("x\u{0301}x", font: font, options: .init(size: 100, letterSpacing: 10))
        #expect(abs(spaced.width - plain.width * 2 - 10) < 0.01)
    }

    @Test(
        "Chinese characters are drawn as the language wants",
        arguments: [
            ("ja", "Noto Sans CJK JP"), ("ko", "Noto Sans CJK KR"), ("zh-Hans", "Noto Sans CJK SC"),
            ("zh-Hant", "Noto Sans CJK TC"), ("zh-HK", "Noto Sans CJK HK"), (nil, "Noto Sans CJK SC"),
            ("fi", "Noto Sans CJK SC"),
        ] as [(String?, String)])
    func regions(_ language: String?, family: String) {
        #expect(library.shape("直骨", font: font, size: 20, language: language).faceNames == [family])
    }

    @Test(
        "a script is set in its own family, not in one that has a few of its characters",
        arguments: [
            ("பேடு", "Noto Sans Tamil"), ("வேலூர்", "Noto Sans Tamil"), ("राम।", "Noto Sans Devanagari"),
            ("၁၂", "Noto Sans Myanmar"), ("نـ؟", "Noto Sans Arabic"),
        ])
    func scriptFamilies(_ text: String, family: String) {
        #expect(library.shape(text, font: font, size: 20).faceNames == [family])
    }

    @Test("kana without a language tell that the text is Japanese") func kana() {
        #expect(library.shape("直りの骨", font: font, size: 20).faceNames == ["Noto Sans CJK JP"])
    }

    @Test(
        "each script finds its Noto font",
        arguments: [
            ("กรุงเทพ", "Noto Sans Thai"), ("القاهرة", "Noto Sans Arabic"), ("ירושלים", "Noto Sans Hebrew"),
            ("თბილისი", "Noto Sans Georgian"), ("Երևան", "Noto Sans Armenian"), ("Αθήνα", "Noto Sans"),
            ("Москва", "Noto Sans"), ("서울", "Noto Sans CJK KR"), ("ཐིམ་ཕུ", "Noto Serif Tibetan"),
        ])
    func scripts(_ text: String, family: String) {
        let line = library.shape(text, font: font, size: 20)
        #expect(line.faceNames == [family])
        #expect(line.missing.isEmpty)
    }

    @Test("the family asked for comes first, and one that is not installed is passed over") func order() {
        let inter = FontRequest(stack: ["No Such Font Bold", "Inter Bold"])
        let line = library.shape("Oslo 東", font: inter, size: 20)
        #expect(line.glyphs.first?.face.name == "Inter Bold")
        #expect(line.glyphs.last?.face.familyName == "Noto Sans CJK SC")
        let none = library.shape("Oslo", font: FontRequest(stack: ["No Such Font Italic"]), size: 20)
        #expect(none.glyphs.first?.face.name == "Noto Sans Italic")
    }

    @Test("letter spacing opens Latin, but neither Arabic joins nor the end") func spacing() {
        let plain = library.shape("fish", font: font, size: 20)
        let spaced = library.layout("fish", font: font, options: .init(size: 20, letterSpacing: 5))
        #expect(abs(spaced.width - plain.width - 15) < 0.5)
        let arabic = library.shape("سلام", font: font, size: 20)
        let spacedArabic = library.layout("سلام", font: font, options: .init(size: 20, letterSpacing: 5))
        #expect(abs(spacedArabic.width - arabic.width) < 0.01)
    }

    @Test("a character that no font has is left out and reported once") func missing() {
        let line = library.shape("A\u{10FFFD}B\u{10FFFD}", font: font, size: 20)
        #expect(line.missing == ["\u{10FFFD}"])
        #expect(line.text == "AB" && line.glyphs.map(\.cluster) == [0, 1])
        let latinOnly = FontLibrary(folders: ["/usr/share/fonts/opentype/inter"], useSystemFonts: false)
        let han = latinOnly.shape("東京", font: font, size: 20)
        #expect(han.missing == ["東", "京"] && han.glyphs.isEmpty)
    }

    @Test("without any font all is missing, and nothing else happens") func noFonts() {
        let empty = FontLibrary(folders: ["/nonexistent"], useSystemFonts: false)
        let line = empty.shape("Oslo", font: font, size: 20)
        #expect(line.glyphs.isEmpty && line.width == 0)
        #expect(line.missing == ["O", "s", "l", "o"])
        #expect(empty.layout("Oslo", font: font, options: .init(size: 20)).missing.count == 4)
    }

    @Test(
        "odd text neither traps nor reports invisible characters",
        arguments: ["", " ", "\n", "\0", "\u{200D}", "a\u{FE0F}", "\u{2028}", "\u{202E}abc", "👩‍👩‍👧"])
    func odd(_ text: String) {
        let line = library.shape(text, font: font, size: 20)
        #expect(line.width >= 0)
        #expect(line.missing.allSatisfy { $0.properties.isEmoji })
    }

    @Test("many tasks get what one gets") func concurrent() async {
        let words = ["Oslo", "東京", "القاهرة", "नई दिल्ली", "กรุงเทพ", "Wien", "אבג"]
        let expected = words.map { word in
            FontLibrary(folders: TestFonts.folders, useSystemFonts: false).shape(word, font: font, size: 12).width
        }
        let fresh = FontLibrary(folders: TestFonts.folders, useSystemFonts: false)
        let agree = await withTaskGroup(of: Bool.self) { group in
            for task in 0..<200 {
                group.addTask {
                    let index = task % words.count
                    let line = fresh.shape(words[index], font: font, size: 12)
                    let outlined = line.glyphs.allSatisfy { $0.isBlank == $0.face.outline(of: $0.id).isEmpty }
                    return outlined && line.width == expected[index]
                }
            }
            return await group.reduce(true) { $0 && $1 }
        }
        #expect(agree)
    }

    @Test(
        "scripts have names for messages",
        arguments: [
            ("東", "Han"), ("ا", "Arabic"), ("ह", "Devanagari"), ("𐌰", "Gothic"), ("→", "symbols"), ("😀", "emoji"),
        ] as [(Unicode.Scalar, String)])
    func scriptNames(_ scalar: Unicode.Scalar, name: String) {
        #expect(scriptName(of: scalar) == name)
    }
}
