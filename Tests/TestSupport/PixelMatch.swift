// SPDX-License-Identifier: MIT
package import MapCanvas

/// The measure by which MapLibre's own render tests judge pictures: perceived difference of colors, with pixels left out
/// that differ by anti-aliasing only.
///
/// - SeeAlso: Kotsarenko and Ramos, *Measuring perceived color difference using YIQ NTSC transmission color space in
///   mobile applications* (2010); Vyšniauskas, *Anti-aliased pixel and intensity slope detector* (2009). Colors with
///   transparency are compared over a pattern of light and dark, as pixelmatch 6 does.
package struct PixelMatch {
    /// The squared YIQ distance of black and white.
    private static let greatest = 35_215.0

    private let actual: ComparedImage
    private let expected: ComparedImage

    /// Nil when the pictures differ in size.
    package init?(actual: Bitmap, expected: Bitmap) {
        guard actual.width == expected.width, actual.height == expected.height else { return nil }
        self.actual = ComparedImage(actual)
        self.expected = ComparedImage(expected)
    }

    /// The share of pixels that differ, 0...1; how different they must be to count is the threshold, 0...1.
    package func differingShare(threshold: Double = 0.1285) -> Double {
        let count = actual.bitmap.pixels.count
        return Double((0..<count).count { differs(at: $0, threshold) == .really }) / Double(count)
    }

    /// Differing pixels in red, those that differ by anti-aliasing only in yellow, all others faint.
    package func difference(threshold: Double = 0.1285) -> Bitmap {
        let pixels = actual.bitmap.pixels.indices.map { i -> UInt32 in
            switch differs(at: i, threshold) {
            case .really: 0xFFFF_0000
            case .byAntialiasing: 0xFFFF_D800
            case .no: ImageDiff.faint(expected.bitmap.pixels[i])
            }
        }
        return Bitmap(width: actual.width, height: actual.height, pixels: pixels)
    }

    private enum Difference { case no, byAntialiasing, really }

    private func differs(at i: Int, _ threshold: Double) -> Difference {
        let (a, b) = (actual.bitmap.pixels[i], expected.bitmap.pixels[i])
        guard a != b, distance(a, b, at: i) > Self.greatest * threshold * threshold else { return .no }
        let (x, y) = (i % actual.width, i / actual.width)
        return actual.isAntialiased(x, y, beside: expected) || expected.isAntialiased(x, y, beside: actual)
            ? .byAntialiasing : .really
    }

    /// The share of pixels that differ when both pictures are blurred: forgives shifts below a pixel.
    package func blurredShare(threshold: Double = 0.1285) -> Double {
        let limit = Self.greatest * threshold * threshold
        let (a, b) = (actual.blurred, expected.blurred)
        var differing = 0
        for i in a.indices where yiqDistance(a[i].x - b[i].x, a[i].y - b[i].y, a[i].z - b[i].z) > limit {
            differing += 1
        }
        return Double(differing) / Double(a.count)
    }

    private func distance(_ a: UInt32, _ b: UInt32, at index: Int) -> Double {
        let alpha = channel(a, 24) - channel(b, 24)
        // The pattern counts bytes; its periods are the golden ratio and its square.
        let byte = Double(index * 4)
        let green = (byte / 1.618033988749895).rounded(.down).truncatingRemainder(dividingBy: 2)
        let blue = (byte / 2.618033988749895).rounded(.down).truncatingRemainder(dividingBy: 2)
        return yiqDistance(
            channel(a, 16) - channel(b, 16) - 48 * alpha / 255,
            channel(a, 8) - channel(b, 8) - (48 + 159 * green) * alpha / 255,
            channel(a, 0) - channel(b, 0) - (48 + 159 * blue) * alpha / 255)
    }
}

/// The squared distance of two colors by the differences of their channels, 0...255.
private func yiqDistance(_ r: Double, _ g: Double, _ b: Double) -> Double {
    let y = r * 0.29889531 + g * 0.58662247 + b * 0.11448223
    let i = r * 0.59597799 - g * 0.27417610 - b * 0.32180189
    let q = r * 0.21147017 - g * 0.52261711 + b * 0.31114694
    return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
}

func channel(_ pixel: UInt32, _ shift: UInt32) -> Double { Double(pixel >> shift & 255) }
