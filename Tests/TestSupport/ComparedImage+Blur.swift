// SPDX-License-Identifier: MIT
import MapCanvas

extension ComparedImage {
    /// The picture over white after a Gaussian blur of 1.5 pixels; red, green and blue in 0...255.
    var blurred: [SIMD3<Double>] {
        let rows = bitmap.pixels.map { pixel in
            SIMD3(channel(pixel, 16), channel(pixel, 8), channel(pixel, 0)) + (255 - channel(pixel, 24))
        }
        var picture = (rows, width, height)
        for _ in 0..<2 { picture = Self.transposed(Self.blurredRows(picture)) }
        return picture.0
    }

    private typealias AnnotationImage = (pixels: [SIMD3<Double>], width: Int, height: Int)

    /// Sampled at whole pixels out to three deviations: powers x² of exp(-1 / 2σ²).
    private static let kernel: [Double] = {
        let ratio = 0.800_737_402_916_808_1
        let weights = (-5...5).map { x in (0..<(x * x)).reduce(1.0) { weight, _ in weight * ratio } }
        let sum = weights.reduce(0, +)
        return weights.map { $0 / sum }
    }()

    private static func blurredRows(_ picture: AnnotationImage) -> AnnotationImage {
        var result = picture
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                var sum = SIMD3<Double>.zero
                for (i, weight) in kernel.enumerated() {
                    let nearest = max(0, min(picture.width - 1, x + i - 5))
                    sum += picture.pixels[y * picture.width + nearest] * weight
                }
                result.pixels[y * picture.width + x] = sum
            }
        }
        return result
    }

    private static func transposed(_ picture: AnnotationImage) -> AnnotationImage {
        var pixels: [SIMD3<Double>] = []
        pixels.reserveCapacity(picture.pixels.count)
        for x in 0..<picture.width {
            for y in 0..<picture.height { pixels.append(picture.pixels[y * picture.width + x]) }
        }
        return (pixels, picture.height, picture.width)
    }
}
