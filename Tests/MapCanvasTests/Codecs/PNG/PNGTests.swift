// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapImages
import TestSupport
import Testing

@Suite("PNG") struct PNGTests {
    private static let limit = 1_000_000

    @Test("comes back as it was written", arguments: 1...12, [true, false])
    func roundTrip(_ side: Int, _ opaque: Bool) throws {
        let bitmap = randomBitmap(width: side, height: 13 - side, seed: UInt64(side), opaque: opaque)
        for effort in [PNGEffort.fast, .small] {
            let back = try decodeImage(try encodePNG(bitmap, effort), maxPixels: Self.limit)
            #expect(back.pixels == bitmap.pixels)
            #expect((back.width, back.height) == (side, 13 - side))
            #expect(back.isOpaque == opaque)
        }
    }

    @Test("carries the resolution") func resolution() throws {
        let file = try encodePNG(randomBitmap(width: 2, height: 2, seed: 1), pixelsPerMeter: 11811)
        let chunk = Array("pHYs".utf8) + number(11811) + number(11811) + [1]
        #expect(file.indices.contains { file[$0...].starts(with: chunk) })
    }

    @Test("says that it is sRGB, before the palette") func marked() throws {
        for colors in [1, 300] as [UInt32] {
            let file = try encodePNG(Bitmap(width: 300, height: 1, pixels: (0..<300).map { 0xFF00_0000 | $0 % colors }))
            // After the signature and the header.
            #expect(Array(file[33..<46]) == [0, 0, 0, 1] + Array("sRGB".utf8) + [0] + number(0xAECE_1CE9))
        }
    }

    @Test("of every kind is read", arguments: Kind.all) func kinds(_ kind: Kind) throws {
        let bitmap = try decodeImage(kind.png.file, maxPixels: Self.limit)
        #expect(bitmap.pixels == kind.pixels)
    }

    @Test("that is too large is refused before it is decoded") func tooLarge() {
        let file = RawPNG(width: 30_000, height: 30_000, colorType: 6, raw: []).file
        let message = "PNG: expected at most 1000000 pixels, found 30000 × 30000"
        #expect(throws: Diagnostic(code: .imageTooLarge, message)) {
            try decodeImage(file, maxPixels: Self.limit)
        }
    }

    @Test("that is cut off is refused") func truncated() throws {
        let file = try encodePNG(randomBitmap(width: 9, height: 9, seed: 5))
        for length in 0..<file.count - 12 {
            #expect(throws: Diagnostic.self) { try decodeImage(Array(file[..<length]), maxPixels: Self.limit) }
        }
    }
}

extension PNGTests {
    struct Kind: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let png: RawPNG
        let pixels: [UInt32]

        init(_ name: String, _ png: RawPNG, _ pixels: [UInt32]) {
            (testDescription, self.png, self.pixels) = (name, png, pixels)
        }
    }
}

extension PNGTests.Kind {
    static let all: [PNGTests.Kind] = [
        Self(
            "8-bit RGB", RawPNG(width: 2, height: 1, colorType: 2, raw: [0, 1, 2, 3, 4, 5, 6]),
            [0xFF01_0203, 0xFF04_0506]
        ),
        Self(
            "8-bit RGBA", RawPNG(width: 2, height: 1, colorType: 6, raw: [0, 200, 100, 0, 128, 9, 9, 9, 0]),
            [0x8064_3200, 0]
        ),
        Self(
            "1-bit grey", RawPNG(width: 3, height: 1, depth: 1, colorType: 0, raw: [0, 0b1010_0000]),
            [0xFFFF_FFFF, 0xFF00_0000, 0xFFFF_FFFF]
        ),
        Self(
            "grey with a transparent value",
            RawPNG(width: 2, height: 1, colorType: 0, chunks: [("tRNS", [0, 7])], raw: [0, 7, 8]), [0, 0xFF08_0808]
        ),
        Self(
            "grey and alpha", RawPNG(width: 1, height: 1, colorType: 4, raw: [0, 255, 64]), [0x4040_4040]
        ),
        Self(
            "palette with opacities",
            RawPNG(
                width: 3, height: 1, depth: 2, colorType: 3,
                chunks: [("PLTE", [255, 0, 0, 0, 255, 0, 0, 0, 255]), ("tRNS", [128, 0])], raw: [0, 0b0001_1000]),
            [0x8080_0000, 0, 0xFF00_00FF]
        ),
        Self(
            "16-bit grey without gamma is sRGB",
            RawPNG(width: 2, height: 1, depth: 16, colorType: 0, raw: [0, 0x80, 0x80, 0xFF, 0xFF]),
            [0xFF80_8080, 0xFFFF_FFFF]
        ),
        Self(
            // Linear 0.2159 is sRGB 0.502; libpng takes the power of 1/2.2, which is 0.498.
            "16-bit grey with gamma 1.0 is linear",
            RawPNG(
                width: 1, height: 1, depth: 16, colorType: 0, chunks: [("gAMA", number(100_000))],
                raw: [0, 0x37, 0x43]), [0xFF7F_7F7F]
        ),
        Self(
            // Pass 1 is the first pixel, pass 6 the second, pass 7 the lower row.
            "interlaced",
            RawPNG(width: 2, height: 2, colorType: 0, isInterlaced: true, raw: [0, 1, 0, 2, 0, 3, 4]),
            [0xFF01_0101, 0xFF02_0202, 0xFF03_0303, 0xFF04_0404]
        ),
    ]
}
