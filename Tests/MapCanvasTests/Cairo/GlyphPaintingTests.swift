// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import Testing

@Suite("Glyph painting") struct GlyphPaintingTests {
    /// Glyph 1 is a box half an em wide and one em high, standing on the baseline.
    private let face = FontFace(name: "Boxes", outlines: [1: rectangle(0, -1, 0.5, 1)])
    private let red = Color(red: 1, green: 0, blue: 0)

    private func run(
        _ places: [(Double, Double)], angle: Double = 0, color: Color = .black, halo: GlyphRun.Halo? = nil
    ) -> Mark {
        let glyphs = places.map { GlyphRun.Glyph(face: face, id: 1, origin: Point($0.0, $0.1), angle: angle) }
        return .glyphs(GlyphRun(text: "", glyphs: glyphs, size: 8, color: color, halo: halo))
    }

    @Test("puts outlines at their size on the baseline") func places() throws {
        let picture = try paint([run([(2, 10), (12, 10)])])
        #expect(picture[2, 2] == 0xFF00_0000 && picture[5, 9] == 0xFF00_0000 && picture[12, 5] == 0xFF00_0000)
        #expect(picture[6, 5] == 0 && picture[3, 1] == 0 && picture[3, 10] == 0)
    }

    @Test("turns glyphs clockwise around their origin") func turns() throws {
        let picture = try paint([run([(5, 5)], angle: .pi / 2)])
        #expect(picture[5, 5] == 0xFF00_0000 && picture[12, 8] == 0xFF00_0000)
        #expect(picture[4, 5] == 0 && picture[13, 5] == 0 && picture[8, 4] == 0 && picture[8, 9] == 0)
    }

    @Test("paints the halo below the glyphs, in the requested width") func halo() throws {
        let picture = try paint([run([(8, 12)], halo: GlyphRun.Halo(color: red, width: 2))])
        #expect(picture[9, 8] == 0xFF00_0000)
        #expect(picture[7, 8] == 0xFFFF_0000 && picture[6, 8] == 0xFFFF_0000 && picture[5, 8] == 0)
    }

    @Test("never blends a halo twice where glyphs are translucent") func translucent() throws {
        let halo = GlyphRun.Halo(color: red.opacity(0.5), width: 3)
        let picture = try paint([run([(4, 14), (7, 14)], color: .transparent, halo: halo)])
        let opacities = Set((3..<13).map { picture[$0, 10] >> 24 })
        #expect(opacities == [128])
    }

    @Test("fades a blurred halo outwards") func blur() throws {
        let halo = GlyphRun.Halo(color: red, width: 3, blur: 2)
        let picture = try paint([run([(12, 14)], halo: halo)])
        let opacities = (6..<12).map { picture[$0, 10] >> 24 }
        #expect(opacities == opacities.sorted() && opacities.first ?? 255 < 60 && opacities.last ?? 0 == 255)
        #expect(Set(opacities).count >= 4)
    }
}
