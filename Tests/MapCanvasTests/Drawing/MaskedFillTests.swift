// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import Testing

@Suite("Masked fills") struct MaskedFillTests {
    private func painted(_ maskedFill: MaskedFill, bandHeight: Int = 64) throws -> Bitmap {
        var drawing = Drawing(width: 96, height: 64, scale: 1)
        drawing.items = [
            DrawingItem(
                id: "ground", role: .background, bounds: drawing.rect,
                mark: .fill(.rectangle(drawing.rect), .nonZero, .color(.white))),
            DrawingItem(id: "fog", role: .overlay, bounds: drawing.rect, mark: .maskedFill(maskedFill)),
        ]
        return try RasterPainter().paint(drawing, threads: 1, bandHeight: bandHeight)
    }

    private func maskedFill(feather: Double = 0) -> MaskedFill {
        var cross = Path()
        cross.addLines([Point(10, 32), Point(80, 32)], closed: false)
        cross.addLines([Point(40.3, 8), Point(41, 60)], closed: false)
        return MaskedFill(
            area: Rect(x: 0, y: 0, width: 96, height: 64), color: Color.black.opacity(0.5),
            holes: [MaskedFill.Hole(path: cross, radius: 8)], feather: feather)
    }

    private func shade(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> Int { Int(bitmap.pixels[y * bitmap.width + x] & 255) }

    @Test("it is gone where holes are, also where they overlap") func holes() throws {
        let bitmap = try painted(maskedFill())
        for (x, y) in [(20, 32), (40, 15), (40, 32), (40, 35)] { #expect(shade(bitmap, x, y) == 255) }
        for (x, y) in [(2, 2), (90, 60), (20, 50)] { #expect((126...129).contains(shade(bitmap, x, y))) }
    }

    @Test("a soft edge falls steadily, and by half where the reach ends") func feather() throws {
        let bitmap = try painted(maskedFill(feather: 12))
        let column = (12..<32).map { shade(bitmap, 22, $0) }
        #expect(zip(column, column.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(column.last == 255)
        #expect((126...129).contains(column.first ?? 0))
        // 32 - 8 is the edge, between two pixels.
        #expect((180...203).contains((shade(bitmap, 22, 23) + shade(bitmap, 22, 24)) / 2))
    }

    @Test("bands do not show", arguments: [0.0, 9], [1, 7, 16, 33])
    func bands(feather: Double, height: Int) throws {
        #expect(
            try painted(maskedFill(feather: feather), bandHeight: height).pixels
                == painted(maskedFill(feather: feather)).pixels)
    }

    @Test("a filled hole is gone inside") func filled() throws {
        var maskedFill = maskedFill()
        var square = Path()
        square.addLines(Rect(x: 30, y: 10, width: 40, height: 40).corners, closed: true)
        maskedFill.holes = [MaskedFill.Hole(path: square, radius: 2, isFilled: true)]
        let bitmap = try painted(maskedFill)
        #expect(shade(bitmap, 50, 30) == 255)
        #expect(shade(bitmap, 10, 30) < 130)
    }
}
