// SPDX-License-Identifier: MIT

extension ImageComparison {
    /// Differing pixels in red, those that differ by anti-aliasing only in yellow, all others faint.
    package var image: Bitmap {
        let pixels = differences.enumerated().map { index, difference -> UInt32 in
            switch difference {
            case .different: 0xFFFF_0000
            case .antialiasing: 0xFFFF_D800
            case .equal: Self.faint(expected.pixels[index / width * expected.width + index % width])
            }
        }
        return Bitmap(width: width, height: height, pixels: pixels, isOpaque: true)
    }

    /// Expected image, actual image and `image` beside each other.
    package var triptych: Bitmap {
        let gap = 8
        let images = [expected, actual, image]
        let total = images.reduce(-gap) { $0 + $1.width + gap }
        var pixels = [UInt32](repeating: 0xFF80_8080, count: total * height)
        var left = 0
        for image in images {
            for y in 0..<image.height {
                pixels.replaceSubrange(
                    y * total + left..<y * total + left + image.width,
                    with: image.pixels[y * image.width..<(y + 1) * image.width])
            }
            left += image.width + gap
        }
        return Bitmap(width: total, height: height, pixels: pixels)
    }

    private static func faint(_ pixel: UInt32) -> UInt32 {
        let gray = ((pixel >> 16 & 255) + (pixel >> 8 & 255) * 2 + (pixel & 255)) / 4
        let light = 192 + gray / 4
        return 0xFF00_0000 | light << 16 | light << 8 | light
    }
}
