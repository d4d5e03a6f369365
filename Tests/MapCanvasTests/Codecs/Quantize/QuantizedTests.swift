// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapImages
import TestSupport
import Testing

@Suite("Quantized images") struct QuantizedTests {
    private static let limit = 4_000_000

    private func example(_ name: String) throws -> Bitmap {
        let file = packageRoot.appending(path: "examples/\(name).png")
        return try decodeImage([UInt8](try Data(contentsOf: file)), maxPixels: Self.limit)
    }

    /// What libpng reads, and not the reader for plain files: a chunk that only libpng passes over is put in.
    private func throughLibPNG(_ bitmap: Bitmap) throws -> Bitmap {
        var file = try encodePNG(bitmap)
        file.insert(contentsOf: Array("\0\0\0\0teSt".utf8) + number(0x4DFB5AAE), at: 33)
        return try decodeImage(file, maxPixels: Self.limit)
    }

    @Test("have at most 256 colors and differ little", arguments: ["style-streets", "style-outdoors", "fog", "world"])
    func error(_ name: String) throws {
        let whole = try example(name)
        let few = whole.quantized
        #expect(Set(whole.pixels).count > 256)
        #expect(Set(few.pixels).count <= 256)
        #expect(few.meanDifference(from: whole) < 1)
        #expect(try encodePNG(few).count * 2 < encodePNG(whole).count)
    }

    @Test("come back as they were written, through libpng") func roundTrip() throws {
        for bitmap in [try example("fog"), noise(opacities: 0...255), noise(opacities: 255...255)] {
            let few = bitmap.quantized
            #expect(try encodePNG(few)[25] == 3)
            #expect(try throughLibPNG(few).pixels == few.pixels)
        }
    }

    @Test("keep all of 256 colors, and most of a 257th") func exact() throws {
        let colors = (0..<257).map { (index: UInt32) in 0xFF00_0000 | index &* 7_654_321 & 0xFF_FFFF }
        let exact = Bitmap(width: 256, height: 1, pixels: Array(colors.dropLast()))
        #expect(exact.quantized.pixels == exact.pixels)
        let over = Bitmap(width: 257, height: 1, pixels: colors)
        #expect(over.quantized.pixels.enumerated().count { $1 == over.pixels[$0] } >= 255)
    }

    @Test("keep opaque and transparent pixels, and the colors of large areas") func opacity() throws {
        var pixels = noise(opacities: 1...254).pixels
        for index in 0..<6000 { pixels[index] = [0, 0xFFFF_FFFF, 0xFFA0_C8F0][index % 3] }
        // A single opaque pixel among translucent ones is still opaque.
        pixels[9000] = 0xFF12_3456
        let bitmap = Bitmap(width: 100, height: 100, pixels: pixels)
        let few = bitmap.quantized
        #expect(Set(few.pixels).count <= 256)
        #expect(Array(few.pixels[..<6000]) == Array(pixels[..<6000]))
        for (before, after) in zip(pixels, few.pixels) {
            #expect((before >> 24 == 255) == (after >> 24 == 255))
            #expect([16, 8, 0].allSatisfy { after >> $0 & 255 <= after >> 24 }, "a premultiplied color")
        }
    }

    @Test("show a smooth run of greys and blues in fine steps") func gradient() {
        let pixels = (0..<90_000).map { (index: UInt32) in
            0xFF00_0000 | (index % 300 * 255 / 299) << 16 | (index % 300 * 255 / 299) << 8 | index / 300 * 255 / 299
        }
        let few = Bitmap(width: 300, height: 300, pixels: pixels).quantized
        for (before, after) in zip(pixels, few.pixels) {
            #expect([16, 8].allSatisfy { abs(Int(before >> $0 & 255) - Int(after >> $0 & 255)) <= 20 })
        }
    }

    /// In squares of 8 by 8 the mean comes nearer than single colors do; beside the slope, a plain area keeps one color.
    @Test("show shadows without rings, and plain areas without noise") func dithered() {
        let side: UInt32 = 256
        let pixels = (0..<side * side).map { (index: UInt32) -> UInt32 in
            let (x, y) = (index % side, index / side)
            if x >= 192 { return 0xFF4A_6B2C }
            let grey = x / 2 + 60
            return 0xFF00_0000 | grey << 16 | grey << 8 | (y / 2 + 40)
        }
        let few = Bitmap(width: Int(side), height: Int(side), pixels: pixels).quantized.pixels
        #expect(few.indices.allSatisfy { $0 % 256 < 192 || few[$0] == 0xFF4A_6B2C })
        var (single, mean) = (0, 0)
        for x in stride(from: 8, to: 176, by: 8) {
            for y in stride(from: 8, to: 248, by: 8) {
                let ways = (0..<64).map { (offset: Int) -> Int in
                    let index = (y + offset / 8) * 256 + x + offset % 8
                    return Int(few[index] >> 8 & 255) - Int(pixels[index] >> 8 & 255)
                }
                single += ways.map { abs($0) }.reduce(0, +)
                mean += abs(ways.reduce(0, +))
            }
        }
        #expect(mean * 10 < single * 7)
    }

    private func noise(opacities: ClosedRange<UInt32>) -> Bitmap {
        var random = SplitMix(seed: 11)
        let pixels = (0..<10_000).map { _ in
            let alpha = UInt32.random(in: opacities, using: &random)
            return (0..<3).reduce(alpha << 24) { $0 | UInt32.random(in: 0...alpha, using: &random) << (8 * $1) }
        }
        return Bitmap(width: 100, height: 100, pixels: pixels)
    }
}

extension Bitmap {
    /// Of all components, 0 to 255.
    fileprivate func meanDifference(from other: Bitmap) -> Double {
        let sum = zip(pixels, other.pixels).reduce(0) { $0 + $1.0.differences(from: $1.1).wrappedSum() }
        return Double(sum) / Double(4 * pixels.count)
    }
}
