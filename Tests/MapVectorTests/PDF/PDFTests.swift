// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapCore
import MapGeometry
import MapImages
import MapText
import MapVector
import TestSupport
import Testing

@Suite("A PDF") struct PDFTests {
    private func drawing(href: String? = nil) -> Drawing {
        var drawing = Drawing(width: 400, height: 200, scale: 2)
        let box = Rect(x: 10, y: 10, width: 20, height: 20)
        drawing.items = [
            DrawingItem(
                id: "annotation/a", role: .annotation, bounds: box,
                mark: .fill(.rectangle(box), .nonZero, .color(.black)),
                targets: [Target(path: "annotation/a", href: href, shape: .box(box))])
        ]
        return drawing
    }

    private func page(_ width: Double, _ height: Double) -> PDFPage {
        PDFPage(drawing(), size: Size(width: width, height: height), figure: PDFFigure(alt: "Shops"))
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes.map { $0 < 128 ? $0 : 63 }, as: UTF8.self) }

    @Test("is a page of 3/4 of its points, with its title") func page() throws {
        let pdf = text(try PDFWriter(title: "A trip", author: "Me", subject: "© us").write(drawing()))
        #expect(pdf.hasPrefix("%PDF-"))
        // 200 by 100 CSS pixels.
        #expect(pdf.contains("/MediaBox [ 0 0 150 75 ]"))
        #expect(pdf.contains("/Title (A trip)"))
        #expect(pdf.contains("/Author (Me)"))
        #expect(!pdf.contains("CreationDate"))
    }

    @Test("of several pages has a size and a bookmark for each") func pages() throws {
        nonisolated(unsafe) var bytes: [UInt8] = []
        let pages = try PDFPages(title: "Shops", author: "", background: nil) {
            bytes += $0
            return true
        }
        try pages.add(page(200, 100), bookmark: "North", number: 1)
        try pages.add(page(400, 200), bookmark: "South", number: 2)
        try pages.finish()
        let pdf = text(bytes)
        #expect(pdf.contains("/MediaBox [ 0 0 150 75 ]") && pdf.contains("/MediaBox [ 0 0 300 150 ]"))
        #expect(pdf.contains("/Title (North)") && pdf.contains("/Title (South)"))
        #expect(pdf.contains("/Title (Shops)") && !pdf.contains("CreationDate"))
    }

    @Test("of several pages says that it cannot be written") func unwritable() throws {
        let pages = try PDFPages(title: "", author: "", background: nil) { _ in false }
        #expect(throws: CairoError.self) {
            try pages.add(page(200, 100), bookmark: "", number: 1)
            try pages.finish()
        }
    }

    @Test("takes any character", arguments: [0, 0xA, 0x1F, 0x202E, 0xFDD0, 0xFFFE, 0x1FFFF, 0x10FFFF] as [UInt32])
    func texts(scalar: UInt32) throws {
        let words = "a" + String(try #require(Unicode.Scalar(scalar))) + "b"
        var drawing = drawing()
        drawing.items.append(label(words, angle: 0, at: Point(50, 50)))
        #expect(try PDFWriter(title: words, author: words, subject: words).write(drawing).count > 100)
    }

    @Test("is the same for the same drawing") func same() throws {
        #expect(try PDFWriter().write(drawing()) == PDFWriter().write(drawing()))
    }

    @Test("leads where its things lead") func link() throws {
        let address = "https://a.example/it's (one)?ä=\\"
        let pdf = text(try PDFWriter().write(drawing(href: address)))
        #expect(pdf.contains("/URI (https://a.example/it%27s%20%28one%29?%C3%A4=%5C)"))
        #expect(!text(try PDFWriter().write(drawing(href: "javascript:x"))).contains("/URI"))
    }

    @Test("has its fonts with it, and its words") func fonts() throws {
        let fonts = FontLibrary(folders: [try TestFonts.folder().path], useSystemFonts: false)
        let line = fonts.shape("Überall", font: FontRequest(families: ["Noto Sans"], weight: 400), size: 20)
        var drawing = drawing()
        let glyphs = line.glyphs.map { glyph in
            GlyphRun.Glyph(face: glyph.face, id: glyph.id, origin: Point(glyph.x + 20, glyph.y + 50))
        }
        drawing.items[0].mark = .glyphs(GlyphRun(text: "Überall", glyphs: glyphs, size: 20, color: .black))
        let pdf = text(try PDFWriter().write(drawing))
        #expect(pdf.contains("/FontFile"))
        #expect(pdf.contains("NotoSans"))
    }

    /// A label of squares out of distances, set in a direction.
    private func label(_ text: String, angle: Double, at origin: Point, bend: Double = 0) -> DrawingItem {
        let field = DistanceField(width: 10, height: 20, distances: Array(repeating: 255, count: 200))
        let pieces = text.enumerated().map { index, _ in
            SDFMark.Piece(
                field,
                Transform.rotation(bend * Double(index)).then(.translation(Point(Double(index) * 6, 0)))
                    .then(.scale(0.5, 0.5)).then(.rotation(angle)).then(.translation(origin)))
        }
        let mark = SDFMark(pieces, scale: 0.5, color: .black, text: text)
        return DrawingItem(id: "layer/x", role: .label, bounds: mark.bounds, mark: .sdf(mark))
    }

    @Test(
        "says what its outlines spell, in any direction",
        .enabled(if: PDFText.isInstalled, "poppler-utils is not installed"))
    func words() throws {
        var drawing = Drawing(width: 600, height: 600, scale: 1)
        let names = ["Market Street", "Hämeentie", "東京都 1", "a\u{0}b (c)\\ >>", "Two\nlines"]
        drawing.items = names.enumerated().map { index, name in
            label(
                name, angle: [0, 0.8, -0.5, 1.5, 0][index], at: Point(100, 50 + 100 * Double(index)),
                bend: index == 1 ? 0.1 : 0)
        }
        let text = try PDFText.read(PDFWriter().write(drawing))
        for name in ["Market Street", "Hämeentie", "東京都 1", "ab (c)\\ >>", "Two lines"] {
            #expect(text.contains(name))
        }
    }

    @Test("does not grow much by its words") func wordSize() throws {
        var drawing = Drawing(width: 2000, height: 2000, scale: 1)
        func size(_ text: String) throws -> Int {
            drawing.items = (0..<200).map { index in
                let origin = Point(Double(index % 10) * 200, Double(index / 10) * 100)
                var item = label("Some Street", angle: Double(index) / 200, at: origin)
                if case .sdf(var mark) = item.mark {
                    mark.text = text
                    item.mark = .sdf(mark)
                }
                return item
            }
            return try PDFWriter().write(drawing).count
        }
        #expect(try size("Some Street") - size("") < 40_000)
    }

    @Test("writes a masked fill with sharp edges as a path, and one with soft edges as a color with a mask")
    func maskedFill()
        throws
    {
        var drawing = drawing()
        func pdf(feather: Double) throws -> String {
            let hole = MaskedFill.Hole(path: .circle(center: Point(200, 100), radius: 20), radius: 30, isFilled: true)
            let maskedFill = MaskedFill(area: drawing.rect, color: .black.opacity(0.5), holes: [hole], feather: feather)
            drawing.items[0].mark = .maskedFill(maskedFill)
            return text(try PDFWriter().write(drawing))
        }
        #expect(!(try pdf(feather: 0).contains("/Subtype /Image")))
        #expect(try pdf(feather: 20).contains("/SMask"))
        #expect(!(try pdf(feather: 20).contains("/ColorSpace /DeviceRGB")))
    }

    @Test("has no black around an image that is transparent there") func imageEdges() throws {
        let white: UInt32 = 0xFFFF_FFFF
        var pixels = [UInt32](repeating: 0, count: 25)
        (pixels[7], pixels[12], pixels[13]) = (0x8080_8080, 0xFFFF_0000, white)
        let colors = Bitmap(width: 5, height: 5, pixels: pixels).spreadColors
        #expect(colors.isOpaque)
        let red: UInt32 = 0xFFFF_0000
        #expect(Array(colors.pixels[5..<10]) == [white, white, white, white, white])
        #expect(Array(colors.pixels[10..<15]) == [red, red, red, white, white])
        #expect(Array(colors.pixels[0..<5]) == Array(colors.pixels[5..<10]))
        #expect(Array(colors.pixels[20..<25]) == Array(colors.pixels[10..<15]))
        // One image with its opacity as a mask, however often it is drawn.
        var drawing = drawing()
        let bitmap = Bitmap(width: 5, height: 5, pixels: pixels)
        drawing.items[0].mark = .group(
            Group(marks: [0.0, 50].map { .image(ImageMark(bitmap, transform: .translation(Point($0, 0)))) }))
        let pdf = text(try PDFWriter().write(drawing))
        #expect(pdf.components(separatedBy: "/SMask ").count == 2)
    }

    /// A strip as wide as given, darkened but for a hole.
    private func strip(width: Int, opacity: Double = 0.5) throws -> [UInt8] {
        var drawing = Drawing(width: width, height: 8, scale: 1)
        let hole = MaskedFill.Hole(path: .circle(center: Point(20, 4), radius: 2), radius: 0, isFilled: true)
        let fill = MaskedFill(area: drawing.rect, color: .black.opacity(opacity), holes: [hole], feather: 0)
        drawing.items = [DrawingItem(id: "fog", role: .overlay, bounds: drawing.rect, mark: .maskedFill(fill))]
        return try PDFWriter().write(drawing)
    }

    @Test("darkens pages that are too wide for a mask of twice their resolution", arguments: [16_000, 17_000])
    func wideMask(width: Int) throws {
        #expect(try strip(width: width).count > strip(width: width, opacity: 0).count)
    }

    @Test("that cannot be darkened is not written") func tooWideForMask() throws {
        #expect(throws: CairoError.self) { try strip(width: 40_000) }
    }

    @Test("that cannot show the pattern of a wall is not written, and no SVG either") func tooWideForTexture() throws {
        var drawing = Drawing(width: 40_000, height: 8, scale: 1)
        let flat = AffineFunction(x: 0, y: 0, constant: 1)
        let texture = FaceTexture(
            Bitmap(width: 1, height: 1, pixels: [0xFF00_0000]), column: flat, row: flat, tint: .white)
        let face = Face(.rectangle(drawing.rect), inverseDepth: flat, paint: .texture(texture))
        drawing.items = [
            DrawingItem(id: "layer/walls", role: .layer, bounds: drawing.rect, mark: .faces(Faces([face])))
        ]
        #expect(throws: CairoError.self) { try PDFWriter().write(drawing) }
        let error = #expect(throws: Diagnostic.self) { try SVGWriter().write(drawing) }
        #expect(error?.code == "render.unpaintable")
    }

    @Test("takes any numbers") func extremes() throws {
        var drawing = drawing()
        for value in [Double.nan, .infinity, 1e300, -1e18, 1e8] {
            var path = Path()
            path.addLines([Point(0, 0), Point(value, 5), Point(5, value)], closed: true)
            drawing.items[0].mark = .group(
                Group(
                    clip: path, opacity: 0.5,
                    marks: [
                        .fill(path, .evenOdd, .color(.black)),
                        .stroke(path, StrokeStyle(width: value, dash: [value, 1], dashPhase: value), .black),
                    ]))
            #expect(try PDFWriter().write(drawing).count > 100)
            #expect(try SVGWriter().write(drawing).bytes.count > 100)
        }
    }
}
