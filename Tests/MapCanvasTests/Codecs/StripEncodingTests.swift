// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import TestSupport
import Testing

/// Large outputs are painted and encoded strip by strip.
@Suite("Outputs in strips") struct StripEncodingTests {
    private static let limit = 1_000_000

    /// Bars of many colors, translucent ones among them, and an image of a gradient with far more than 256.
    private func drawing(width: Int, height: Int, colors: Int, hasGround: Bool) -> Drawing {
        var drawing = Drawing(width: width, height: height, scale: 1)
        func add(_ mark: Mark) {
            drawing.items.append(DrawingItem(id: "a", role: .layer, bounds: mark.bounds, mark: mark))
        }
        if hasGround { add(.fill(.rectangle(drawing.rect), .nonZero, .color(.white))) }
        for index in 0..<12 {
            let bar = Rect(x: Double(index * 7), y: Double(index * 5), width: 30, height: 4)
            let color = Color(red: Double(index) / 12, green: 0.3, blue: 0.6, alpha: index % 3 == 0 ? 0.5 : 1)
            add(.fill(.rectangle(bar), .nonZero, .color(color)))
        }
        let side = 40
        let pixels = (0..<side * side).map { index -> UInt32 in
            let level = UInt32(index * colors / (side * side) * 1_600 / colors)
            return 0xFF00_0000 | (level % 256) << 16 | (level / 7 % 256) << 8 | level / 8 % 256
        }
        add(
            .image(
                ImageMark(
                    Bitmap(width: side, height: side, pixels: pixels), transform: .translation(Point(30, 33)),
                    opacity: 1)))
        return drawing
    }

    @Test(
        "JPEG has the pixels of one that is compressed as a whole, at any width and strip",
        arguments: [(64, 64), (100, 93), (33, 17)], [8, 24, 1000])
    func jpeg(size: (width: Int, height: Int), rows: Int) throws {
        let drawing = drawing(width: size.width, height: size.height, colors: 1600, hasGround: false)
        let whole = try RasterPainter().paint(drawing, threads: 1)
        let expected = try decodeImage(encodeJPEG(whole, quality: 90), maxPixels: Self.limit)
        let blocks = (size.width + 7) / 8 * 8
        let (file, same) = try (
            gathered { try encodeJPEG(painting: drawing, quality: 90, threads: 3, stripPixels: blocks * rows, to: $0) },
            gathered { try encodeJPEG(painting: drawing, quality: 90, threads: 1, stripPixels: blocks * rows, to: $0) }
        )
        #expect(try decodeImage(file, maxPixels: Self.limit).pixels == expected.pixels)
        #expect(same == file)
    }

    @Test("JPEG says how dense it is, and lies on its background") func jpegOptions() throws {
        var drawing = Drawing(width: 16, height: 40, scale: 1)
        drawing.items = []
        let file = try gathered {
            try encodeJPEG(
                painting: drawing, quality: 100, background: Color(red: 0, green: 0, blue: 0), threads: 1,
                pixelsPerInch: 192, stripPixels: 16 * 8, to: $0)
        }
        #expect(Array(file[13...17]) == [1, 0, 192, 0, 192])
        #expect(try decodeImage(file, maxPixels: Self.limit).pixels.allSatisfy { $0 == 0xFF00_0000 })
    }

    @Test(
        "PNG of 256 colors has those of one that is reduced as a whole",
        arguments: [(100, true), (100, false), (1600, true), (1600, false)], [5, 13, 1000])
    func png8(content: (colors: Int, hasGround: Bool), rows: Int) throws {
        let (colors, hasGround) = content
        let drawing = drawing(width: 120, height: 90, colors: colors, hasGround: hasGround)
        let whole = try RasterPainter().paint(drawing, threads: 1)
        try #require((Set(whole.pixels).count > 256) == (colors > 256))
        let file = try gathered { try encodePNG8(painting: drawing, threads: 3, stripPixels: rows * 120, to: $0) }
        let back = try decodeImage(file, maxPixels: Self.limit)
        #expect(file[25] == 3)
        #expect(back.pixels == whole.quantized.pixels)
        #expect(try gathered { try encodePNG8(painting: drawing, threads: 1, stripPixels: rows * 120, to: $0) } == file)
    }

    @Test("PNG lies on its background") func background() throws {
        let drawing = drawing(width: 120, height: 90, colors: 1600, hasGround: false)
        let whole = try RasterPainter().paint(drawing, threads: 1)
        let file = try gathered {
            try encodePNG(painting: drawing, background: .white, threads: 2, stripPixels: 13 * 120, to: $0)
        }
        #expect(file[25] == 2)
        #expect(try decodeImage(file, maxPixels: Self.limit).pixels == whole.flattened(on: .white))
    }
}

/// What is written part after part, as a whole.
func gathered(_ write: (_ output: ([UInt8]) -> Void) throws -> Void) rethrows -> [UInt8] {
    var bytes: [UInt8] = []
    try write { bytes += $0 }
    return bytes
}
