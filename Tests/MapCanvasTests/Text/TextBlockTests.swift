// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import MapText
import Testing

@Suite("Blocks of text", .enabled(if: TestFonts.areInstalled)) struct TextBlockTests {
    private let library = TestFonts.library
    private let font = TestFonts.regular

    private func lines(_ text: String, ems: Double, language: String? = nil) -> [String] {
        library.layout(text, font: font, options: .init(size: 16, maxWidth: ems * 16, language: language)).lineTexts
    }

    @Test(
        "lines are about equally long",
        arguments: [
            ("Golden Gate National Recreation Area", ["Golden Gate National", "Recreation Area"]),
            ("Oslo", ["Oslo"]),
            ("Frankfurt am Main Flughafen", ["Frankfurt am", "Main Flughafen"]),
            ("Llanfairpwllgwyngyllgogerychwyrndrobwll", ["Llanfairpwllgwyngyllgogerychwyrndrobwll"]),
            ("one\ntwo", ["one", "two"]),
            ("one\n\ntwo", ["one", "", "two"]),
            ("  padded  ", ["padded"]),
            ("Stratford-upon-Avon Railway Station", ["Stratford-upon-", "Avon Railway Station"]),
        ])
    func balanced(_ text: String, expected: [String]) {
        #expect(lines(text, ems: 10) == expected)
    }

    @Test("ideographs break anywhere, but not before closing or after opening marks") func ideographs() {
        let found = lines("東京都千代田区丸の内一丁目九番一号", ems: 6)
        #expect(found.count == 3)
        #expect(found.allSatisfy { (5...6).contains($0.count) })
        for ems in 2...12 {
            let found = lines("「東京」と「京都」、そして「大阪」。", ems: Double(ems))
            #expect(!found.contains { "、。」".contains($0.prefix(1)) && !$0.isEmpty })
            #expect(!found.contains { $0.hasSuffix("「") })
        }
    }

    @Test("zero-width spaces are better breaks than the places between ideographs") func zeroWidthSpaces() {
        #expect(lines("千代田区\u{200B}丸の内一丁目", ems: 7) == ["千代田区\u{200B}", "丸の内一丁目"])
    }

    @Test("Thai breaks between words, Korean at spaces") func otherScripts() {
        let thai = lines("มหาวิทยาลัยเชียงใหม่", ems: 6)
        #expect(thai == ["มหาวิทยาลัย", "เชียงใหม่"])
        #expect(lines("서울특별시 강남구", ems: 4) == ["서울특별시", "강남구"])
    }

    @Test("Arabic breaks in reading order: the first words are on the first line") func arabic() {
        #expect(lines("شارع الملك فيصل بن عبد العزيز", ems: 8).first?.hasPrefix("شارع") == true)
    }

    @Test("a capital letter stands in the middle of its line", arguments: ["Noto Sans", "Inter"])
    func centered(_ family: String) throws {
        let block = library.layout(
            "H", font: FontRequest(families: [family]), options: .init(size: 24, lineHeight: 40))
        #expect(block.height == 40)
        #expect(abs(block.inkBounds.center.y - 20) < 0.1)
    }

    @Test("lines are a line height apart and justified") func justified() throws {
        for (justify, share) in [(TextBlockOptions.Justify.left, 0.0), (.center, 0.5), (.right, 1)] {
            let block = library.layout(
                "wide line\nx", font: font, options: .init(size: 20, lineHeight: 30, justify: justify))
            try #require(block.lines.count == 2)
            let baselines = block.glyphs.map(\.origin.y)
            #expect(abs(baselines[baselines.count - 1] - baselines[0] - 30) < 1e-9)
            #expect(block.lines[0].x == 0)
            #expect(abs(block.lines[1].x - (block.width - block.lines[1].width) * share) < 1e-9)
            #expect(block.height == 60)
        }
    }

    @Test("sections keep their font and scale, over line breaks too") func sections() throws {
        let block = library.layout(
            [
                TextSection("Big\n", font: TestFonts.bold, scale: 2),
                TextSection("small 東", font: font, color: .black),
            ], options: .init(size: 10, lineHeight: 12))
        #expect(block.lineTexts == ["Big", "small 東"])
        #expect(block.height == 36)
        #expect(block.glyphs.map(\.section) == [0, 0, 0, 1, 1, 1, 1, 1, 1])
        #expect(block.glyphs.first?.size == 20)
        #expect(block.glyphs.first?.face.name == "Noto Sans Bold")
        #expect(block.glyphs.last?.size == 10)
        #expect(block.glyphs.last?.face.familyName == "Noto Sans CJK SC")
    }

    @Test("letter spacing is between letters only") func letterSpacing() {
        let plain = library.layout("abc", font: font, options: .init(size: 20))
        let spaced = library.layout("abc", font: font, options: .init(size: 20, letterSpacing: 4))
        #expect(abs(spaced.width - plain.width - 8) < 1e-9)
    }

    @Test("runs turn about the anchor") func runs() throws {
        let block = library.layout("I", font: font, options: .init(size: 20))
        let center = Point(block.width / 2, block.height / 2)
        let run = try #require(block.runs(anchor: center, at: Point(100, 100), angle: .pi, colors: [.black]).first)
        let upright = try #require(block.glyphs.first)
        let turned = try #require(run.glyphs.first)
        #expect((turned.origin - Point(100, 100)).distance(to: center - upright.origin) < 1e-9)
        #expect(run.text == "I" && run.size == 20)
    }

    @Test("empty text makes an empty block", arguments: ["", " ", "\n"]) func empty(_ text: String) {
        let block = library.layout(text, font: font, options: .init(size: 16, maxWidth: 100))
        #expect(block.glyphs.isEmpty && block.width == 0 && block.inkBounds.isNull)
    }

    @Test(
        "odd sizes do not trap",
        arguments: [(0.0, 10.0), (.nan, 10), (16, 0), (16, -1), (16, .nan), (16, 1e-300), (1e300, 1), (.infinity, 5)])
    func odd(size: Double, maxWidth: Double) {
        let block = library.layout("a b c\n東京都", font: font, options: .init(size: size, maxWidth: maxWidth))
        #expect(block.lines.count >= 1)
    }

    @Test("a very long label is broken in reasonable time", .timeLimit(.minutes(1))) func long() {
        let text = String(repeating: "東京 ", count: 10_000)
        #expect(lines(text, ems: 10).count > 1000)
    }

    @Test("too long a line ends with dots and fits") func ellipsis() {
        let line = library.ellipsize("Golden Gate National Recreation Area", font: font, size: 16, maxWidth: 120)
        let kept = line.text.dropLast()
        #expect(line.text.hasSuffix("…") && "Golden Gate National Recreation Area".hasPrefix(kept))
        #expect((8..<20).contains(kept.count))
        #expect(line.width <= 120 && line.width > 90)
        #expect(!line.text.hasSuffix(" …"))
        #expect(library.ellipsize("Oslo", font: font, size: 16, maxWidth: 120).text == "Oslo")
        #expect(library.ellipsize("Oslo", font: font, size: 16, maxWidth: 1).text == "…")
    }
}

@Suite("Images and columns in blocks of text", .enabled(if: TestFonts.areInstalled)) struct TextBlockExtrasTests {
    private let library = TestFonts.library
    private let font = TestFonts.regular

    @Test("an image stands on the baseline between its neighbours") func image() throws {
        let block = library.layout(
            [
                TextSection("A", font: font), TextSection(box: Size(width: 30, height: 12), font: font),
                TextSection("B", font: font),
            ],
            options: .init(size: 20))
        let box = try #require(block.boxes.first)
        #expect(box.section == 1 && block.glyphs.map(\.section) == [0, 2])
        #expect(box.rect.maxY == block.glyphs[0].origin.y)
        #expect(box.rect.width == 30 && box.rect.height == 12)
        #expect(block.glyphs[1].origin.x == box.rect.maxX)
        #expect(block.height == 24 && block.missing.isEmpty)
    }

    @Test("a tall image makes its line taller, and a line may end after it") func tallImage() throws {
        let sections = [TextSection(box: Size(width: 50, height: 50), font: font), TextSection("Station", font: font)]
        let block = library.layout(sections, options: .init(size: 20, maxWidth: 60))
        #expect(block.lines.count == 2)
        #expect(block.height == 24 + 30 + 24)
        // The line grows by what the image is taller than one em, as in MapLibre.
        #expect(block.inkBounds.minY > -1)
    }

    @Test("columns go down, the first one on the right") func columns() throws {
        let block = library.layout(
            "東京\n京都府", font: font, options: .init(size: 20, justify: .left, direction: .vertical))
        #expect(block.width == 48 && block.height == 60)
        #expect(block.lines.map(\.x) == [36, 12])
        #expect(block.glyphs.allSatisfy { $0.angle == 0 })
        let ys = block.glyphs.map(\.origin.y)
        #expect(ys[1] - ys[0] == 20 && ys[4] - ys[3] == 20 && ys[0] == ys[2])
        #expect(Rect(x: 0, y: 0, width: 48, height: 60).contains(block.inkBounds))
    }

    @Test("punctuation takes its form for columns, Arabic lies on its side") func forms() {
        let upright = library.layout("「東」", font: font, options: .init(size: 20))
        let column = library.layout("「東」", font: font, options: .init(size: 20, direction: .vertical))
        #expect(upright.glyphs.map(\.id)[0] != column.glyphs.map(\.id)[0])
        #expect(upright.glyphs.map(\.id)[1] == column.glyphs.map(\.id)[1])
        let arabic = library.layout("سلام", font: font, options: .init(size: 20, direction: .vertical))
        #expect(arabic.glyphs.allSatisfy { $0.angle == .pi / 2 })
        #expect(abs(arabic.inkBounds.center.x - arabic.width / 2) < 8)
    }
}
