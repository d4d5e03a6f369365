// SPDX-License-Identifier: MIT
import MapCanvas
import MapImages

/// Two images of one size, over white and blurred, so that shifts below a pixel are forgiven.
struct BlurredComparison {
    /// The share of pixels whose perceived distance is above the limit.
    let differingShare: Double

    init(expected: Bitmap, actual: Bitmap, perceived: Double) {
        let (a, b) = (BlurredImage(actual).pixels, BlurredImage(expected).pixels)
        let limit = PixelDistance.greatestYIQ * perceived * perceived
        let differing = zip(a, b).count { a, b in
            let step = a - b
            return PixelDistance.yiq(red: step.x, green: step.y, blue: step.z) > limit
        }
        differingShare = Double(differing) / Double(a.count)
    }
}

/// An image over white after a Gaussian blur of 1.5 pixels.
private struct BlurredImage {
    /// Red, green and blue, each 0...255.
    private(set) var pixels: [SIMD3<Double>]
    private var width: Int
    private var height: Int

    init(_ bitmap: Bitmap) {
        (width, height) = (bitmap.width, bitmap.height)
        pixels = bitmap.pixels.map { pixel in
            SIMD3(channel(pixel, 16), channel(pixel, 8), channel(pixel, 0)) + (255 - channel(pixel, 24))
        }
        for _ in 0..<2 {
            blurRows()
            transpose()
        }
    }

    /// Sampled at whole pixels out to three deviations: powers x² of exp(-1 / 2σ²).
    private static let kernel: [Double] = {
        let ratio = 0.800_737_402_916_808_1
        let weights = (-5...5).map { (x: Int) -> Double in (0..<x * x).reduce(1) { weight, _ in weight * ratio } }
        let sum = weights.reduce(0, +)
        return weights.map { $0 / sum }
    }()

    private mutating func blurRows() {
        let source = pixels
        for y in 0..<height {
            for x in 0..<width {
                var sum = SIMD3<Double>.zero
                for (i, weight) in Self.kernel.enumerated() {
                    let column = max(0, min(width - 1, x + i - 5))
                    sum += source[y * width + column] * weight
                }
                pixels[y * width + x] = sum
            }
        }
    }

    private mutating func transpose() {
        let source = pixels
        pixels.removeAll(keepingCapacity: true)
        for x in 0..<width {
            for y in 0..<height { pixels.append(source[y * width + x]) }
        }
        swap(&width, &height)
    }
}
