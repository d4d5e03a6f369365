// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import MapText
import Testing

@Suite("Glyph painting") struct GlyphPaintingTests {
    /// Glyph 1 is a box half an em wide and one em high, standing on the baseline.
    private let face = FontFace(name: "Boxes", outlines: [1: rectangle(0, -1, 0.5, 1)])
    private let red = Color(red: 1, green: 0, blue: 0)

    private func run(
        _ positions: [(Double, Double)], angle: Double = 0, color: Color = .black, halo: GlyphRun.Halo? = nil
    ) -> Mark {
        let glyphs = positions.map { GlyphRun.Glyph(face: face, id: 1, origin: Point($0.0, $0.1), angle: angle) }
        return .glyphs(GlyphRun(text: "", glyphs: glyphs, size: 8, color: color, halo: halo))
    }

    @Test("puts outlines at their size on the baseline") func positions() throws {
        let painted = try paint([run([(2, 10), (12, 10)])])
        #expect(painted[2, 2] == 0xFF00_0000 && painted[5, 9] == 0xFF00_0000 && painted[12, 5] == 0xFF00_0000)
        #expect(painted[6, 5] == 0 && painted[3, 1] == 0 && painted[3, 10] == 0)
    }

    @Test("turns glyphs clockwise around their origin") func turns() throws {
        let painted = try paint([run([(5, 5)], angle: .pi / 2)])
        #expect(painted[5, 5] == 0xFF00_0000 && painted[12, 8] == 0xFF00_0000)
        #expect(painted[4, 5] == 0 && painted[13, 5] == 0 && painted[8, 4] == 0 && painted[8, 9] == 0)
    }

    @Test("paints the halo below the glyphs, in the requested width") func halo() throws {
        let painted = try paint([run([(8, 12)], halo: GlyphRun.Halo(color: red, width: 2))])
        #expect(painted[9, 8] == 0xFF00_0000)
        #expect(painted[7, 8] == 0xFFFF_0000 && painted[6, 8] == 0xFFFF_0000 && painted[5, 8] == 0)
    }

    @Test("never blends a halo twice where glyphs are translucent") func translucent() throws {
        let halo = GlyphRun.Halo(color: red.opacity(0.5), width: 3)
        let painted = try paint([run([(4, 14), (7, 14)], color: .transparent, halo: halo)])
        let opacities = Set((3..<13).map { painted[$0, 10] >> 24 })
        #expect(opacities == [128])
    }

    @Test("fades a blurred halo outwards") func blur() throws {
        let halo = GlyphRun.Halo(color: red, width: 3, blur: 2)
        let painted = try paint([run([(12, 14)], halo: halo)])
        let opacities = (6..<12).map { painted[$0, 10] >> 24 }
        #expect(opacities == opacities.sorted() && opacities.first ?? 255 < 60 && opacities.last ?? 0 == 255)
        #expect(Set(opacities).count >= 4)
    }

    @Test("paints of a long run what can be seen, the same in bands of any height", arguments: [0.0, 0.3])
    func longRun(angle: Double) throws {
        let halo = GlyphRun.Halo(color: red.opacity(0.5), width: 1.5)
        // Across the image, and far beyond it.
        let positions = (-3000..<3000).map { index -> (Double, Double) in
            let step = Double(index)
            return (step * 5.3 + 30, step * 3.7 + 30)
        }
        let visible = positions.filter { (-40...120).contains($0.0) && (-40...120).contains($0.1) }
        let color = Color.black.opacity(0.6)
        func drawing(_ positions: [(Double, Double)]) -> Drawing {
            var drawing = Drawing(width: 80, height: 70, scale: 1)
            drawing.items = [
                DrawingItem(
                    id: "a", role: .label, bounds: drawing.rect,
                    mark: run(positions, angle: angle, color: color, halo: halo))
            ]
            return drawing
        }
        let whole = try RasterPainter().paint(drawing(positions), threads: 1, bandHeight: 70)
        #expect(try RasterPainter().paint(drawing(positions), threads: 2, bandHeight: 13).pixels == whole.pixels)
        // A short run is not reduced. Cairo paints boxes that are not turned on a finer grid.
        let short = try RasterPainter().paint(drawing(visible), threads: 1, bandHeight: 70)
        let difference = zip(short.pixels, whole.pixels).reduce(0) { largest, pair in
            max(largest, abs(Int(pair.0 >> 24) - Int(pair.1 >> 24)))
        }
        #expect(difference <= (angle == 0 ? 20 : 0))
        #expect(whole.pixels.contains { $0 >> 24 > 150 })
    }
}
