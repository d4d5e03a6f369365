// SPDX-License-Identifier: MIT
import CTurboJPEG
import MapCanvas
import MapCore
import MapImages
import TestSupport
import Testing

@Suite("JPEG and WebP") struct JPEGAndWebPTests {
    private static let limit = 1_000_000

    /// A soft gradient, which both formats keep well.
    private func soft(alpha: UInt32 = 255) -> Bitmap {
        let pixels = (0..<32 * 24).map { i -> UInt32 in
            let (x, y) = (UInt32(i % 32), UInt32(i / 32))
            return alpha << 24 | (x * 8 * alpha / 255) << 16 | (y * 10 * alpha / 255) << 8 | 100 * alpha / 255
        }
        return Bitmap(width: 32, height: 24, pixels: pixels)
    }

    @Test("JPEG comes back nearly as it was", arguments: [95, 80])
    func jpeg(_ quality: Int) throws {
        let bitmap = soft()
        let back = try decodeImage(try encodeJPEG(bitmap, quality: quality), maxPixels: Self.limit)
        #expect(
            ImageComparison(expected: bitmap, actual: back, tolerance: .exact).largestDifference
                <= (quality == 95 ? 8 : 24))
        #expect(back.isOpaque)
    }

    @Test("JPEG lays what is transparent over the background") func background() throws {
        let clear = Bitmap(width: 8, height: 8, pixels: Array(repeating: 0, count: 64))
        let back = try decodeImage(try encodeJPEG(clear, quality: 100, background: .white), maxPixels: Self.limit)
        #expect(back.pixels.allSatisfy { $0 == 0xFFFF_FFFF })
        let half = Bitmap(width: 1, height: 1, pixels: [0x8080_0000])
        #expect(half.flattened(on: .white) == [0xFFFF_7F7F])
        let translucent = Color(red: 0, green: 0, blue: 1, alpha: 0.2)
        #expect(half.flattened(on: translucent) == [0x9980_0019])
        #expect(half.flattened(on: translucent.onWhite) == [0xFFE6_667F])
        #expect(half.flattened(on: .transparent) == half.pixels)
    }

    @Test("JPEG in grey and in inks is read") func otherJPEGs() throws {
        let grey = try jpeg([UInt8](repeating: 90, count: 64), TJPF_GRAY, TJSAMP_GRAY)
        #expect(try decodeImage(grey, maxPixels: Self.limit).pixels == Array(repeating: 0xFF5A_5A5A, count: 64))
        // Inverted inks: no cyan, half magenta, no yellow, no black.
        let inks = try jpeg((0..<64).flatMap { _ in [255, 128, 255, 255] as [UInt8] }, TJPF_CMYK, TJSAMP_444)
        let back = try decodeImage(inks, maxPixels: Self.limit)
        let expected = Bitmap(width: 8, height: 8, pixels: Array(repeating: 0xFFFF_80FF, count: 64))
        #expect(ImageComparison(expected: expected, actual: back, tolerance: .exact).largestDifference <= 3)
    }

    /// Quarters of four colors, clockwise from the top left, as cameras store them for each orientation.
    private static let stored = [
        [0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0], [0, 3, 2, 1], [1, 2, 3, 0], [2, 1, 0, 3], [3, 0, 1, 2],
    ]

    @Test("JPEG is turned as its Exif orientation says, in both orders of bytes", arguments: 1...8)
    func orientation(_ orientation: Int) throws {
        let colors: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF]
        let (width, height) = orientation < 5 ? (48, 32) : (32, 48)
        let pixels = (0..<width * height).map { index -> UInt32 in
            let (right, low) = (index % width >= width / 2, index / width >= height / 2)
            return colors[Self.stored[orientation - 1][low ? (right ? 2 : 3) : right ? 1 : 0]]
        }
        let plain = try encodeJPEG(Bitmap(width: width, height: height, pixels: pixels), quality: 100)
        let number = UInt8(orientation)
        for exif: [UInt8] in [
            [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, number, 0, 0, 0],
            [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, number, 0, 0],
        ] {
            func decoded(_ content: [UInt8]) throws -> Bitmap {
                let segment = [0xFF, 0xE1, 0, UInt8(content.count + 2)] + content
                return try decodeImage(Array(plain[..<2]) + segment + Array(plain[2...]), maxPixels: Self.limit)
            }
            let content = Array("Exif\0\0".utf8) + exif
            let back = try decoded(content)
            try #require(back.width == 48 && back.height == 32)
            for (index, color) in colors.enumerated() {
                let pixel = back.pixels[[8, 8, 24, 24][index] * 48 + [12, 36, 36, 12][index]]
                #expect(pixel.differences(from: color).max() <= 4, "color \(index)")
            }
            // What is cut off before the number leaves the image as it is stored.
            for end in 0..<content.count - 4 { #expect(try decoded(Array(content[..<end])).width == width) }
        }
    }

    private func jpeg(_ samples: [UInt8], _ format: TJPF, _ sampling: TJSAMP) throws -> [UInt8] {
        let encoder = try #require(tjInitCompress())
        defer { tjDestroy(encoder) }
        var (file, size) = (UnsafeMutablePointer<UInt8>?.none, UInt(0))
        defer { tjFree(file) }
        tjCompress2(
            encoder, samples, 8, 0, 8, Int32(format.rawValue), &file, &size, Int32(sampling.rawValue), 100, 0)
        return Array(UnsafeBufferPointer(start: try #require(file), count: Int(size)))
    }

    @Test("WebP without loss comes back as it was", arguments: [true, false])
    func lossless(_ opaque: Bool) throws {
        let bitmap = randomBitmap(width: 17, height: 11, seed: 3, opaque: opaque)
        let back = try decodeImage(try encodeWebP(bitmap, .lossless), maxPixels: Self.limit)
        #expect(back.pixels == bitmap.pixels)
        #expect(back.isOpaque == opaque)
    }

    @Test("WebP with loss comes back nearly as it was", arguments: [255, 128] as [UInt32])
    func lossy(_ alpha: UInt32) throws {
        let bitmap = soft(alpha: alpha)
        let back = try decodeImage(try encodeWebP(bitmap, .quality(95)), maxPixels: Self.limit)
        #expect(ImageComparison(expected: bitmap, actual: back, tolerance: .exact).largestDifference <= 12)
    }

    @Test("What is too large is refused") func tooLarge() throws {
        let files = [try encodeJPEG(soft(), quality: 80), try encodeWebP(soft(), .lossless)]
        for file in files {
            #expect(throws: Diagnostic.self) { try decodeImage(file, maxPixels: 767) }
            #expect(throws: Never.self) { try decodeImage(file, maxPixels: 768) }
        }
    }

    @Test("What is cut off is refused") func truncated() throws {
        let files = [
            try encodeJPEG(soft(), quality: 80), try encodeWebP(soft(), .lossless),
            try encodeWebP(soft(), .quality(80)),
        ]
        for file in files {
            for part in [0.1, 0.5, 0.8] {
                let head = Array(file.prefix(Int(Double(file.count) * part)))
                #expect(throws: Diagnostic.self) { try decodeImage(head, maxPixels: Self.limit) }
            }
        }
    }

    @Test("What is no image is refused with what was found") func strange() {
        func refusal(_ found: String) -> Diagnostic {
            Diagnostic(code: .imageUnknownFormat, expected: "a PNG, JPEG or WebP image", found: found)
        }
        #expect(throws: refusal("nothing")) { try decodeImage([], maxPixels: 1) }
        #expect(throws: refusal("5 bytes that begin with 3C 73 76 67")) {
            try decodeImage(Array("<svg>".utf8), maxPixels: 1)
        }
    }

    @Test("Damaged bytes never trap", arguments: ImageFormat.allCases)
    func damaged(_ format: ImageFormat) throws {
        let whole =
            switch format {
            case .png: try encodePNG(soft(alpha: 128))
            case .jpeg: try encodeJPEG(soft(), quality: 80)
            case .webp: try encodeWebP(soft(alpha: 128), .quality(80))
            }
        #expect(ImageFormat(sniffing: whole) == format)
        var generator = SplitMix(seed: 7)
        for _ in 0..<100 {
            var file = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                file[Int.random(in: 0..<file.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            let bitmap = try? decodeImage(file, maxPixels: 100_000)
            #expect(bitmap.map { $0.pixels.count == $0.width * $0.height } ?? true)
        }
    }
}
