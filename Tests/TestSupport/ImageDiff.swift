// SPDX-License-Identifier: MIT
package import MapCanvas

/// How two pictures differ.
package struct ImageDiff {
    /// Pixels of which a channel differs by more than the threshold; all of them when the sizes differ.
    package let differingPixels: Int
    /// The largest difference of any channel, 0...255.
    package let maxDifference: Int
    /// True for each differing pixel of the expected picture; empty when the sizes differ.
    package let mask: [Bool]
    /// Such as "200×150, expected 100×75"; nil when the sizes are the same.
    package let sizeProblem: String?

    /// The threshold is how much a channel may differ and still count as the same.
    package init(expected: Bitmap, actual: Bitmap, threshold: Int = 1) {
        guard expected.width == actual.width, expected.height == actual.height else {
            differingPixels = max(expected.pixels.count, actual.pixels.count)
            maxDifference = 255
            mask = []
            sizeProblem = "\(actual.width)×\(actual.height), expected \(expected.width)×\(expected.height)"
            return
        }
        var (differing, largest) = (0, 0)
        var mask = [Bool](repeating: false, count: expected.pixels.count)
        for i in mask.indices where expected.pixels[i] != actual.pixels[i] {
            let difference = Self.difference(expected.pixels[i], actual.pixels[i])
            largest = max(largest, difference)
            guard difference > threshold else { continue }
            mask[i] = true
            differing += 1
        }
        (differingPixels, maxDifference, self.mask, sizeProblem) = (differing, largest, mask, nil)
    }

    private static func difference(_ a: UInt32, _ b: UInt32) -> Int {
        var largest = 0
        for shift in [0, 8, 16, 24] as [UInt32] {
            let (x, y) = (Int(a >> shift & 255), Int(b >> shift & 255))
            largest = max(largest, abs(x - y))
        }
        return largest
    }

    /// Expected, actual and difference beside each other: differing pixels are red, all others faint.
    package func triptych(expected: Bitmap, actual: Bitmap) -> Bitmap {
        let gap = 8
        let height = max(expected.height, actual.height)
        let width = expected.width + actual.width + (mask.isEmpty ? 0 : expected.width + gap) + gap
        var pixels = [UInt32](repeating: 0xFF80_8080, count: width * height)
        func put(_ picture: [UInt32], _ imageWidth: Int, at left: Int) {
            for (i, pixel) in picture.enumerated() {
                pixels[i / imageWidth * width + left + i % imageWidth] = pixel
            }
        }
        put(expected.pixels, expected.width, at: 0)
        put(actual.pixels, actual.width, at: expected.width + gap)
        if !mask.isEmpty {
            let marked = zip(mask, actual.pixels).map { $0 ? 0xFFFF_0000 : Self.faint($1) }
            put(marked, expected.width, at: expected.width + actual.width + 2 * gap)
        }
        return Bitmap(width: width, height: height, pixels: pixels)
    }

    static func faint(_ pixel: UInt32) -> UInt32 {
        let grey = ((pixel >> 16 & 255) + (pixel >> 8 & 255) * 2 + (pixel & 255)) / 4
        let light = 192 + grey / 4
        return 0xFF00_0000 | light << 16 | light << 8 | light
    }
}
