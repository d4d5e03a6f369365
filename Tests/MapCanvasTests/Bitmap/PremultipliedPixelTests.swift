// SPDX-License-Identifier: MIT
import MapCanvas
import MapImages
import Testing

@Suite("Premultiplied pixels") struct PremultipliedPixelTests {
    /// Every component under every opacity.
    private let all: [UInt32] = (0..<256).flatMap { (alpha: UInt32) in
        (0..<256).map { (x: UInt32) in alpha << 24 | x << 16 | (255 - x) << 8 | x }
    }

    @Test("are (x·a + 127) / 255, exactly") func premultiplies() {
        var pixels = all
        pixels.withUnsafeMutableBufferPointer { PremultipliedPixel.premultiply($0) }
        let expected = all.map { p -> UInt32 in
            let alpha = p >> 24
            let part = { (x: UInt32) in ((x & 255) * alpha + 127) / 255 }
            return alpha << 24 | part(p >> 16) << 16 | part(p >> 8) << 8 | part(p)
        }
        #expect(pixels == expected)
    }

    @Test("become straight by rounding x·255 / a, exactly, and never leave the range") func straightens() {
        PremultipliedPixel.reciprocals.withUnsafeBufferPointer { table in
            guard let reciprocals = table.baseAddress else { return }
            let wrong = all.filter { p in
                let alpha = p >> 24
                let part = { (x: UInt32) in alpha == 0 ? 0 : (min(x & 255, alpha) * 255 + alpha / 2) / alpha }
                let expected = part(p >> 16) << 16 | part(p >> 8) << 8 | part(p)
                return PremultipliedPixel.straight(p, reciprocals) != expected
            }
            #expect(wrong.isEmpty)
        }
    }

    @Test("survive the way to straight ones and back") func roundTrip() {
        let valid = all.filter { p in p >> 24 >= max(p >> 16 & 255, p >> 8 & 255, p & 255) }
        let bitmap = Bitmap(width: valid.count, height: 1, pixels: valid)
        var pixels = bitmap.straightPixels
        pixels.withUnsafeMutableBufferPointer { PremultipliedPixel.premultiply($0) }
        #expect(pixels == valid)
    }
}
