// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import TestSupport
import Testing

@Suite("Image sampler") struct ImageSamplerTests {
    private static let bitmap = randomBitmap(width: 7, height: 5, seed: 1)

    private static let transforms: [Transform] = [
        .identity, .scale(3.7, 2.2), .scale(0.6, 1), .scale(-1, 1).then(.translation(Point(7, 0))),
        .translation(Point(0.5, 0.25)), .rotation(0.4), .rotation(.pi / 2).then(.translation(Point(5, 0))),
    ]

    @Test("agrees with the definition", arguments: transforms, [ImageSampler.Edge.pad, .tile])
    func agrees(_ transform: Transform, _ edge: ImageSampler.Edge) throws {
        for sampling in [ImageMark.Sampling.nearest, .linear] {
            let sampler = try #require(
                ImageSampler(Self.bitmap, transform: transform, sampling: sampling, edge: edge, opacity: 0.75))
            let area = PixelRect(minX: -9, minY: -8, maxX: 24, maxY: 13)
            var pixels = [UInt32](repeating: 0, count: area.width * area.height)
            pixels.withUnsafeMutableBufferPointer { sampler.sample(area, into: $0) }
            let inverse = try #require(transform.inverse)
            var worst = 0.0
            for (i, pixel) in pixels.enumerated() {
                let point = inverse.apply(
                    Point(Double(area.minX + i % area.width) + 0.5, Double(area.minY + i / area.width) + 0.5))
                for channel in 0..<4 {
                    let expected = 0.75 * slowSample(point, channel, sampling, edge)
                    worst = max(worst, abs(expected - Double(pixel >> (8 * channel) & 255)))
                }
            }
            // Shares are rounded to 1/256 on either axis.
            #expect(worst <= 0.5 + 255.0 / 256 * 0.75)
        }
    }

    private func slowSample(
        _ p: Point, _ channel: Int, _ sampling: ImageMark.Sampling, _ edge: ImageSampler.Edge
    ) -> Double {
        func pixel(_ x: Int, _ y: Int) -> Double {
            let (w, h) = (Self.bitmap.width, Self.bitmap.height)
            let (column, row) =
                switch edge {
                case .pad: (max(0, min(w - 1, x)), max(0, min(h - 1, y)))
                case .tile: (((x % w) + w) % w, ((y % h) + h) % h)
                }
            return Double(Self.bitmap.pixels[row * w + column] >> (8 * channel) & 255)
        }
        guard sampling == .linear else { return pixel(Int(p.x.rounded(.down)), Int(p.y.rounded(.down))) }
        let (left, top) = ((p.x - 0.5).rounded(.down), (p.y - 0.5).rounded(.down))
        let (fx, fy) = (p.x - 0.5 - left, p.y - 0.5 - top)
        let (x, y) = (Int(left), Int(top))
        return pixel(x, y) * (1 - fx) * (1 - fy) + pixel(x + 1, y) * fx * (1 - fy)
            + pixel(x, y + 1) * (1 - fx) * fy + pixel(x + 1, y + 1) * fx * fy
    }

    @Test("keeps a plain color exactly") func plain() throws {
        let bitmap = Bitmap(width: 3, height: 3, pixels: Array(repeating: 0xFF12_3456, count: 9))
        let sampler = try #require(
            ImageSampler(bitmap, transform: .rotation(1).then(.scale(3, 5)), sampling: .linear, edge: .pad, opacity: 1))
        var pixels = [UInt32](repeating: 0, count: 400)
        pixels.withUnsafeMutableBufferPointer {
            sampler.sample(PixelRect(minX: 0, minY: 0, maxX: 20, maxY: 20), into: $0)
        }
        #expect(Set(pixels) == [0xFF12_3456])
    }

    @Test("does without an inverse") func flat() {
        let flat = ImageSampler(Self.bitmap, transform: .scale(0, 1), sampling: .linear, edge: .pad, opacity: 1)
        #expect(flat == nil)
    }

    @Test("A reduced bitmap is the mean of its blocks", arguments: [(1, 1), (2, 2), (3, 2), (7, 5), (9, 9)])
    func reduces(_ columns: Int, _ rows: Int) {
        let whole = Self.bitmap
        let small = whole.reduced(by: columns, rows)
        for y in 0..<small.height {
            for x in 0..<small.width {
                var (sum, count) = (SIMD4<Int>.zero, 0)
                for v in y * min(rows, 5)..<min((y + 1) * min(rows, 5), 5) {
                    for u in x * min(columns, 7)..<min((x + 1) * min(columns, 7), 7) {
                        sum &+= whole.pixels[v * 7 + u].channels
                        count += 1
                    }
                }
                let mean = (sum &+ SIMD4(repeating: count / 2)) / SIMD4(repeating: count)
                #expect(small.pixels[y * small.width + x].channels == mean)
            }
        }
    }
}

/// Valid premultiplied noise.
func randomBitmap(width: Int, height: Int, seed: UInt64, opaque: Bool = false) -> Bitmap {
    var generator = SplitMix(seed: seed)
    let pixels = (0..<width * height).map { _ -> UInt32 in
        let alpha = opaque ? 255 : UInt32.random(in: 0...255, using: &generator)
        return (0..<3).reduce(alpha) { pixel, _ in pixel << 8 | UInt32.random(in: 0...alpha, using: &generator) }
    }
    return Bitmap(width: width, height: height, pixels: pixels)
}
