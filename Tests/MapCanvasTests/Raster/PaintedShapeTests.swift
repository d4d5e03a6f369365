// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeometry
import MapImages
import MapText
import Testing

/// Texts and lines that are painted again have the bytes of those that are painted once.
@Suite("Shapes that are painted once") struct PaintedShapeTests {
    private func drawing(_ marks: [Mark]) -> Drawing {
        var drawing = Drawing(width: 160, height: 220, scale: 1)
        let ground = Mark.fill(.rectangle(drawing.rect), .nonZero, .color(Color(rgb: 0xDCE6CF)))
        drawing.items = [DrawingItem(id: "background", role: .background, bounds: drawing.rect, mark: ground)]
        drawing.items += marks.map { DrawingItem(id: "annotation/a", role: .annotation, bounds: $0.bounds, mark: $0) }
        return drawing
    }

    private func expectSame(_ marks: [Mark], times: Int = 4) throws {
        let drawing = drawing(marks)
        let expected = try RasterPainter().paint(drawing, threads: 1)
        let painter = RasterPainter(shapes: PaintedShapes(limit: 1 << 22))
        for _ in 0..<times { #expect(try painter.paint(drawing, threads: 2).pixels == expected.pixels) }
    }

    @Test("marks of all kinds", arguments: 1...60 as ClosedRange<UInt64>) func random(_ seed: UInt64) throws {
        var random = RandomMarks(seed: seed, width: 160, height: 220)
        try expectSame((0..<12).map { _ in random.mark() })
    }

    /// A text across the edges of bands and of the image.
    private func text(
        _ color: Color, _ halo: GlyphRun.Halo? = nil, at origin: Point = Point(-9.3, 98.7), angle: Double = 0.4
    ) -> Mark {
        let line = TestFonts.library.shape("Straße 北京 no. 9", font: TestFonts.regular, size: 23)
        let turn = Transform.rotation(angle).then(.translation(origin))
        let glyphs = line.glyphs.map {
            GlyphRun.Glyph(face: $0.face, id: $0.id, origin: turn.apply(Point($0.x, $0.y)), angle: angle)
        }
        return .glyphs(GlyphRun(text: "", glyphs: glyphs, size: 23, color: color, halo: halo))
    }

    @Test("texts with halos of all kinds", .enabled(if: TestFonts.areInstalled)) func texts() throws {
        let ink = Color(red: 0.4577, green: 0.251, blue: 0.2807)
        for color in [ink, ink.opacity(0.367)] {
            for glow in [Color.white, Color.white.opacity(0.8), Color(red: 0.1527, green: 0.7109, blue: 0.9916)] {
                for (width, blur) in [(0, 0), (1.3, 0), (1.2, 0.5), (0.4, 2.5), (30, 0)] as [(Double, Double)] {
                    try expectSame([text(color, GlyphRun.Halo(color: glow, width: width, blur: blur))])
                }
            }
        }
        try expectSame([text(ink, at: Point(400, 90))])
    }

    @Test("letters that are distance fields") func fields() throws {
        let distances = (0..<400).map { UInt8(truncatingIfNeeded: 250 - 9 * abs($0 % 20 - 10) - 5 * abs($0 / 20 - 9)) }
        let field = DistanceField(width: 20, height: 20, distances: distances)
        let painter = RasterPainter(shapes: PaintedShapes(limit: 1 << 22))
        for (color, glow) in [(Color.black, Color.white), (.white, .black), (.black, .white.opacity(0.7))] {
            let pieces = (0..<9).map { index in
                let place = Transform.rotation(0.2 * Double(index)).then(.translation(Point(13 * Double(index), 60.4)))
                return SDFMark.Piece(field, place)
            }
            let halo = GlyphRun.Halo(color: glow, width: 1.5, blur: 0.5)
            let marks: [Mark] = [.sdf(SDFMark(pieces, scale: 1, color: color, halo: halo))]
            try expectSame(marks)
            let expected = try RasterPainter().paint(drawing(marks), threads: 1)
            for _ in 0..<3 { #expect(try painter.paint(drawing(marks), threads: 2).pixels == expected.pixels) }
        }
    }

    @Test("texts in groups that are clipped or translucent", .enabled(if: TestFonts.areInstalled)) func groups() throws
    {
        let mark = text(.black, GlyphRun.Halo(color: .white, width: 2))
        let circle = Path.circle(center: Point(60, 110), radius: 40)
        for clip in [nil, circle, .rectangle(Rect(x: 20, y: 70.5, width: 60, height: 80))] {
            for opacity in [1, 0.6] {
                try expectSame([.group(Group(clip: clip, opacity: opacity, marks: [mark])), mark])
            }
        }
    }

    @Test("the same text in other colors, and other texts", .enabled(if: TestFonts.areInstalled)) func colors() throws {
        let painter = RasterPainter(shapes: PaintedShapes(limit: 1 << 22))
        func halo(_ color: Color, _ width: Double) -> GlyphRun.Halo { GlyphRun.Halo(color: color, width: width) }
        let marks = [
            text(.black, halo(.white, 2)), text(.black, halo(.white, 2)), text(.black, halo(.black, 2)),
            text(.white, halo(.black, 2)), text(.white, halo(.black, 3)), text(.white), text(.white, angle: 0.41),
            text(.white, at: Point(-9.3, 98.8)), text(.black, halo(.white.opacity(0), 2)),
            text(.black, halo(.white, 2)),
        ]
        for mark in marks + marks {
            let drawing = drawing([mark])
            let painted = try painter.paint(drawing, threads: 1)
            #expect(painted.pixels == (try RasterPainter().paint(drawing, threads: 1)).pixels)
        }
    }

    @Test("dashes that a limit ended are not kept") func limited() throws {
        let line = Path([Point(3, 100.5), Point(150, 101.5)], closed: false)
        let drawing = drawing([.stroke(line, StrokeStyle(width: 3, dash: [4, 4]), .black)])
        let expected = try RasterPainter().paint(drawing, threads: 1)
        let painter = RasterPainter(shapes: PaintedShapes(limit: 1 << 22))
        var limits = RenderLimits.generous
        limits.dashes = 2
        for _ in 0..<3 {
            let budget = RenderBudget(limits)
            let ended = budget.run { try? painter.paint(drawing, threads: 1) }
            #expect(try #require(ended).pixels != expected.pixels)
            #expect(budget.isSpent)
        }
        for _ in 0..<3 { #expect(try painter.paint(drawing, threads: 1).pixels == expected.pixels) }
    }

    @Test("nothing is kept of what is drawn once, and no more than the limit", .enabled(if: TestFonts.areInstalled))
    func limit() throws {
        let shapes = PaintedShapes(limit: 40_000)
        let painter = RasterPainter(shapes: shapes)
        _ = try painter.paint(drawing([text(.black)]), threads: 1)
        #expect(shapes.cost == 0)
        for y in 0..<20 {
            for _ in 0..<3 {
                _ = try painter.paint(drawing([text(.black, at: Point(3, 9.5 * Double(y)))]), threads: 1)
                #expect(shapes.cost <= 40_000)
            }
        }
        #expect(shapes.cost > 4000)
    }
}
