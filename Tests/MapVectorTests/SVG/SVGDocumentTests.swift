// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapGeometry
import MapImages
import MapText
import MapVector
import TestSupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("An SVG document") struct SVGDocumentTests {
    private func drawing(_ items: [DrawingItem]) -> Drawing {
        var drawing = Drawing(width: 200, height: 100, scale: 2)
        drawing.items = items
        return drawing
    }

    private func item(_ id: String, _ role: DrawingItem.Role = .annotation, _ target: Target? = nil) -> DrawingItem {
        let box = Rect(x: 10, y: 10, width: 20, height: 20)
        return DrawingItem(
            id: id, role: role, bounds: box, mark: .fill(.rectangle(box), .nonZero, .color(.black)),
            targets: target.map { [$0] } ?? [])
    }

    private func text(_ drawing: Drawing, _ options: SVGOptions = SVGOptions()) throws -> String {
        String(decoding: try SVGWriter(options: options).write(drawing).bytes, as: UTF8.self)
    }

    private func isWellFormed(_ text: String) -> Bool { XMLParser(data: Data(text.utf8)).parse() }

    @Test("counts in pixels, and is as large as its points") func size() throws {
        let text = try text(drawing([]))
        #expect(text.contains(#"width="100" height="50" viewBox="0 0 200 100" role="img""#))
        #expect(text.contains("<title>Map</title>"))
        #expect(isWellFormed(text))
    }

    @Test("mixes with what is below in CSS's words") func blend() throws {
        let box = Rect(x: 10, y: 10, width: 20, height: 20)
        let fill = Mark.fill(.rectangle(box), .nonZero, .color(.black))
        let mixed = [BlendMode.multiply, .colorDodge, .plusLighter, .normal].map { mode in
            DrawingItem(id: "a", role: .overlay, bounds: box, mark: .group(Group(blend: mode, marks: [fill])))
        }
        let text = try text(drawing(mixed))
        #expect(text.contains(#"<g style="mix-blend-mode:multiply">"#))
        #expect(text.contains(#"<g style="mix-blend-mode:color-dodge">"#))
        #expect(text.contains(#"<g style="mix-blend-mode:plus-lighter">"#))
        #expect(!text.contains("mix-blend-mode:normal"))
        #expect(isWellFormed(text))
    }

    @Test("mixes with what is below a clip, too") func clippedBlend() throws {
        let (box, clip) = (Rect(x: 10, y: 10, width: 20, height: 20), Rect(x: 0, y: 0, width: 20, height: 100))
        let fill = Mark.fill(.rectangle(box), .nonZero, .color(.black))
        let mixed = Mark.group(Group(blend: .multiply, marks: [fill]))
        func text(_ mark: Mark) throws -> String {
            try self.text(drawing([DrawingItem(id: "a", role: .overlay, bounds: box, mark: mark)]))
        }
        let own = try text(.group(Group(clip: .rectangle(clip), blend: .multiply, marks: [fill])))
        #expect(own.components(of: "<g clip-path=") == 1)
        #expect(own.contains(#")" style="mix-blend-mode:multiply">"#))
        // In a browser, a clipped group would be mixed with nothing but itself.
        let inside = try text(.group(Group(clip: .rectangle(clip), marks: [.group(Group(marks: [mixed]))])))
        #expect(inside == own)
        let beside = try text(.group(Group(clip: .rectangle(clip), marks: [fill, mixed, fill])))
        #expect(beside.components(of: "<g clip-path=") == 3)
        #expect(beside.components(of: #")" style="mix-blend-mode:multiply">"#) == 1)
        let nested = Group(clip: .rectangle(box), blend: .multiply, marks: [fill])
        let both = try text(.group(Group(clip: .rectangle(clip), marks: [.group(nested)])))
        #expect(both.components(of: "<g clip-path=") == 2)
        #expect(both.components(of: #")" style="mix-blend-mode:multiply">"#) == 1)
        #expect(isWellFormed(both))
    }

    @Test("adds light as a screen and a color dodge over what covers") func light() throws {
        var mark = ImageMark(Bitmap(width: 1, height: 1, pixels: [0x4080_2040]), transform: .identity)
        mark.addsLight = true
        let text = try text(drawing([DrawingItem(id: "a", role: .layer, bounds: mark.bounds, mark: .image(mark))]))
        #expect(text.components(of: "data:image/png;base64,") == 2)
        #expect(text.contains(#"<g style="mix-blend-mode:screen">"#))
        #expect(text.contains(#"<g style="mix-blend-mode:color-dodge">"#))
        #expect(isWellFormed(text))
    }

    @Test("has a group for each thing, with its name and words") func parts() throws {
        let target = Target(
            path: "annotation/hotel", name: "hotel", title: "Hotel", alt: "A house", href: "https://a.example/?b&c",
            shape: .box(.null))
        let text = try text(
            drawing([
                item("layer/road label", .layer), item("annotation/hotel", .annotation, target),
                item("annotation/hotel/callout", .callout, target),
            ]))
        #expect(isWellFormed(text))
        #expect(text.contains(#"<g id="layer-road__20label" class="layer" data-id="layer/road label">"#))
        #expect(
            text.contains(#"<g id="annotation-hotel" class="annotation" data-id="annotation/hotel" data-name="hotel">"#)
        )
        #expect(text.contains("<title>Hotel</title>\n<desc>A house</desc>\n<a href=\"https://a.example/?b&amp;c\">"))
        // A callout lies within its annotation, but no link in another.
        let callout = try #require(text.range(of: #"<g id="annotation-hotel.callout""#))
        #expect(String(text[..<callout.lowerBound]).components(of: "</a>") == 1)
        #expect(text.components(of: "<title>Hotel") == 1)
        // The children of an image are not told to those who listen, and links are children.
        #expect(text.contains(#"role="graphics-document""#))
    }

    @Test(
        "stays valid, whatever a text holds",
        arguments: [
            "\"quotes' <b>&amp;</b> ]]> <!-- --> <?x?>", "\u{0}\u{1}\u{8}\u{B}\u{1F}\u{FFFE}\u{FFFF}", "a\tb\nc\rd",
            "\u{202E}\u{200F}right to left\u{202C}",
            String(decoding: [0xED, 0xA0, 0x80, 0x41, 0xFF] as [UInt8], as: UTF8.self),
            "</svg><script>alert(1)</script>", "\" onload=\"alert(1)", "🗺️ \u{10FFFF}",
        ])
    func hostile(words: String) throws {
        let target = Target(
            path: "annotation/\(words)", name: words, title: words, alt: words, href: "https://a.example/" + words,
            shape: .box(.null))
        let run = GlyphRun(
            text: words, glyphs: [.init(face: face, id: 1, origin: Point(20, 20))], size: 10, color: .black)
        var label = item("layer/\(words)", .label)
        label.mark = .glyphs(run)
        for form in [SVGOptions.Text.outlines, .fonts] {
            let text = try text(
                drawing([item("annotation/\(words)", .annotation, target), label]),
                SVGOptions(title: words, description: words, text: form))
            #expect(isWellFormed(text))
            #expect(!text.contains("<script"))
            #expect(!text.contains("\" onload"))
        }
    }

    @Test(
        "has no link that runs something",
        arguments: ["javascript:alert(1)", " JavaScript:x", "java\nscript:x", "data:text/html,<script>", "vbscript:x"])
    func refused(address: String) throws {
        var target = Target(path: "annotation/a", shape: .box(.null))
        // Even where the check of targets is passed by.
        target.href = address
        #expect(!(try text(drawing([item("annotation/a", .annotation, target)])).contains("<a ")))
    }

    @Test("names each thing in a way that no other has") func names() {
        let names = [
            "a/b", "a-b", "a/b/c", "a/b-c", "a/b.c", "a/b c", "a/b__20c", "a/b_c", "a/ä", "a/__", "a/_", "a/b%2Fc",
        ]
        #expect(Set(names.map(SVGName.id)).count == names.count - 1)
        // The first slash alone is as a hyphen: what comes before it is one of our own words.
        #expect(SVGName.id("a/b") == SVGName.id("a-b"))
        #expect(names.map(SVGName.id).allSatisfy { $0.allSatisfy { $0.isASCII && !$0.isWhitespace && $0 != "%" } })
    }

    @Test("contains an image once, however often it is shown") func images() throws {
        let red = Bitmap(width: 2, height: 2, pixels: Array(repeating: 0xFFFF_0000, count: 4))
        let same = Bitmap(width: 2, height: 2, pixels: Array(repeating: 0xFFFF_0000, count: 4))
        let marks = [red, red, same].enumerated().map { index, bitmap in
            DrawingItem(
                id: "annotation/\(index)", role: .annotation, bounds: Rect(x: 0, y: 0, width: 9, height: 9),
                mark: .image(ImageMark(bitmap, transform: .translation(Point(Double(index), 0)))))
        }
        let embedded = try text(drawing(marks))
        #expect(embedded.components(of: "data:image/png;base64,") == 1)
        #expect(embedded.components(of: "<use xlink:href=\"#i1\"") == 3)

        let linked = try SVGWriter(options: SVGOptions(images: .linked(prefix: "my map-"))).write(drawing(marks))
        #expect(linked.files.map(\.name) == ["my map-i1.png"])
        #expect(try decodeImage(linked.files[0].bytes, maxPixels: 100).pixels == red.pixels)
        #expect(String(decoding: linked.bytes, as: UTF8.self).contains("href=\"my%20map-i1.png\""))
    }

    @Test("letters are outlines that are defined once, or text") func letters() throws {
        let glyphs = [0, 10, 20].map { GlyphRun.Glyph(face: face, id: $0 == 10 ? 2 : 1, origin: Point(Double($0), 20)) }
        let halo = GlyphRun.Halo(color: .white, width: 2)
        var label = item("layer/names", .label)
        label.mark = .glyphs(GlyphRun(text: "aba", glyphs: glyphs, size: 10, color: .black, halo: halo))
        let outlines = try text(drawing([label]))
        #expect(outlines.components(of: "<path id=\"g") == 2)
        #expect(outlines.contains("<g aria-label=\"aba\">"))
        let uses = [##""#g1""##, ##""#g2" x="1000""##, ##""#g1" x="2000""##].map { "<use xlink:href=\($0)/>" }
        #expect(outlines.contains(uses.joined()))
        // The halo of 2 pixels in thousandths of an em of 10.
        #expect(outlines.contains("stroke-width=\"400\""))
        let real = try text(drawing([label]), SVGOptions(text: .fonts))
        #expect(real.contains(#"x="0 10 20" y="20">aba</text>"#))
        #expect(!real.contains("<use"))
    }

    @Test("a halo shows through the letters of a font, and ends at those that are distance fields")
    func translucentLetters() throws {
        var label = item("layer/names", .label)
        let glyphs = [GlyphRun.Glyph(face: face, id: 1, origin: Point(5, 20))]
        let halo = GlyphRun.Halo(color: .white, width: 2)
        let field = DistanceField(width: 8, height: 8, distances: [UInt8](repeating: 250, count: 64))
        let piece = SDFMark.Piece(field, .translation(Point(20, 20)))
        for (color, isSeenThrough) in [(Color.black, false), (.black.opacity(0.5), true), (.transparent, true)] {
            label.mark = .glyphs(GlyphRun(text: "a", glyphs: glyphs, size: 10, color: color, halo: halo))
            let outlines = try text(drawing([label]))
            #expect(outlines.contains("fill=\"#fff\"") == isSeenThrough && !outlines.contains("clip-path"))
            label.mark = .sdf(SDFMark([piece], scale: 1, color: color, halo: halo))
            let fields = try text(drawing([label]))
            #expect(
                fields.contains("clip-rule=\"evenodd\"") == isSeenThrough
                    && fields.contains("clip-path") == isSeenThrough)
            #expect(isWellFormed(outlines) && isWellFormed(fields))
        }
    }

    @Test("runs of one text, and letters that are read from the right, have no places for each character")
    func partsOfText() throws {
        var label = item("layer/names", .label)
        let glyphs = [0, 10, 20].map { GlyphRun.Glyph(face: face, id: 1, origin: Point($0, 20)) }
        var run = GlyphRun(text: "שלום", glyphs: glyphs + [glyphs[2]], size: 10, color: .black)
        run.glyphs[3].origin.x = 30
        label.mark = .glyphs(run)
        let opening = #"x="0" y="20" direction="rtl" text-anchor="end">"#
        #expect(try text(drawing([label]), SVGOptions(text: .fonts)).contains(opening + "שלום</text>"))
        run.glyphs[3].angle = 0.1
        label.mark = .glyphs(run)
        #expect(try !text(drawing([label]), SVGOptions(text: .fonts)).contains("<text"))
        var part = GlyphRun(text: "abc", glyphs: glyphs, size: 10, color: .black)
        part.isWholeText = false
        label.mark = .glyphs(part)
        let outlines = try text(drawing([label]), SVGOptions(text: .fonts))
        #expect(!outlines.contains("<text") && outlines.contains("aria-label=\"abc\""))
    }

    @Test("signs are not torn off their letters, where text and glyphs are equal in number") func signs() throws {
        let glyphs = [0, 10, 20, 30].map { GlyphRun.Glyph(face: face, id: 1, origin: Point($0, 20)) }
        var label = item("layer/names", .label)
        label.mark = .glyphs(GlyphRun(text: "भारत", glyphs: glyphs, size: 10, color: .black))
        #expect(try text(drawing([label]), SVGOptions(text: .fonts)).contains(#" x="0" y="20">भारत</text>"#))
    }

    /// A label on one line in installed fonts, as real text where that is possible.
    private func line(_ words: String, letterSpacing: Double = 0) throws -> String {
        let fonts = FontLibrary(folders: [try TestFonts.folder().path], useSystemFonts: false)
        let font = FontRequest(families: ["Noto Sans"])
        let line = fonts.shape(words, font: font, size: 20)
        let glyphs = line.glyphs.enumerated().map { index, glyph in
            GlyphRun.Glyph(
                face: glyph.face, id: glyph.id,
                origin: Point(glyph.x + Double(index) * letterSpacing + 20, glyph.y + 50))
        }
        var label = item("layer/names", .label)
        label.mark = .glyphs(GlyphRun(text: words, glyphs: glyphs, size: 20, color: .black))
        return try text(drawing([label]), SVGOptions(text: .fonts))
    }

    @Test("a line that the viewer lays out is text, unless its letters are set apart") func spacedLetters() throws {
        #expect(try line("ישראל הגדולה").contains("<text"))
        #expect(try !line("ישראל הגדולה", letterSpacing: 4).contains("<text"))
        #expect(try line("Oslo", letterSpacing: 4).contains("<text"))
        // Kerned, and with a ligature, so that it has fewer glyphs than letters.
        #expect(try line("Tafi").contains("<text"))
    }

    @Test(
        "text names all of its families, the one first that lacks the rest",
        arguments: [("فهد 25", "Noto Sans Arabic"), ("25 فهد", "Noto Sans Arabic"), ("東京 Oslo", "Noto Sans CJK SC")])
    func families(words: String, family: String) throws {
        #expect(try line(words).contains("font-family=\"&#39;Noto Sans&#39;, &#39;\(family)&#39;, sans-serif\""))
    }

    @Test("what lies outside of the image has neither name nor link") func outside() throws {
        let box = Rect(x: 300, y: 10, width: 20, height: 20)
        let target = Target(path: "annotation/a", title: "Far", href: "https://a.example", shape: .box(box))
        let far = DrawingItem(
            id: "annotation/a", role: .annotation, bounds: box, mark: .fill(.rectangle(box), .nonZero, .color(.black)),
            targets: [target])
        let text = try text(drawing([far, item("annotation/b")]))
        #expect(!text.contains("annotation-a") && !text.contains("Far") && !text.contains("<a "))
        #expect(text.contains("annotation-b"))
    }

    @Test("a circle is not seen through its stroke") func circles() throws {
        func circles(_ stroke: Color) throws -> [String] {
            var circles = Circles()
            let style = Circles.Style(radius: 20, strokeWidth: 10, blur: 0, fill: .black, stroke: stroke)
            circles.add(Point(50, 50), style)
            var dots = item("layer/dots", .layer)
            dots.mark = .circles(circles)
            return try text(drawing([dots])).components(separatedBy: "<circle ").dropFirst().map {
                String($0.prefix { $0 != "/" })
            }
        }
        #expect(try circles(.white) == [##"cx="50" cy="50" r="24.5" fill="#000" stroke="#fff" stroke-width="10""##])
        #expect(try circles(.transparent) == [##"cx="50" cy="50" r="19.5" fill="#000""##])
        #expect(
            try circles(.white.opacity(0.5)) == [
                ##"cx="50" cy="50" r="19.5" fill="#000""##,
                ##"cx="50" cy="50" r="24.5" stroke="#fff" stroke-opacity=".5" stroke-width="10""##,
            ])
    }

    @Test("dashes have no square caps, as MapLibre's have none") func squareDashes() throws {
        var ribbon = Ribbon(paint: .color(.black))
        ribbon.add(
            [Point(20, 50), Point(180, 50)], isRing: false, outline: RibbonOutline(cap: .square),
            shape: Ribbon.Shape(width: 12, dashes: DashPattern([18, 18], radius: 0)))
        var line = item("layer/line", .layer)
        line.mark = .ribbon(ribbon)
        let text = try text(drawing([line]))
        #expect(text.contains("stroke-dasharray") && text.contains("stroke-linecap=\"butt\""))
    }

    @Test("a translucent halo is as dense where letters meet as elsewhere") func translucentHalo() throws {
        let glyphs = [0, 4].map { GlyphRun.Glyph(face: face, id: 1, origin: Point($0, 20)) }
        let halo = GlyphRun.Halo(color: .white.opacity(0.5), width: 2)
        var label = item("layer/names", .label)
        label.mark = .glyphs(GlyphRun(text: "aa", glyphs: glyphs, size: 10, color: .black, halo: halo))
        let outlines = try text(drawing([label]))
        #expect(outlines.contains("<g opacity=\".5\"><use xlink:href=\"#w1\" stroke=\"#fff\""))
        #expect(!outlines.contains("stroke-opacity"))
    }

    @Test("is the same for the same drawing") func same() throws {
        let items = (0..<20).map { item("layer/\($0)", .layer) }
        #expect(try text(drawing(items)) == text(drawing(items)))
    }

    private let face = FontFace(
        name: "Test",
        outlines: [1: .rectangle(Rect(x: 0, y: -0.5, width: 0.5, height: 0.5)), 2: .circle(center: .zero, radius: 0.3)])
}
