// SPDX-License-Identifier: MIT

/// At most 255 colors for all frames of an animation, so that what stays has the same color in each of them, and
/// no pixel is dithered.
package struct AnimationColors: Sendable {
    private static let maxColors = 255
    /// The largest mean of squared color distances: beyond it, images such as photographs are seen to differ.
    private static let maxError = 6.0

    /// Opaque.
    package let colors: [UInt32]
    private let positions: [ColorSpace.Position]
    /// What each bin of the samples becomes.
    private let histogram: ColorHistogram
    private let replacements: [UInt32]

    /// Chooses the colors; nil for frames with transparent pixels, or whose colors are too many.
    ///
    /// - Parameter samples: some of the frames.
    package init?(_ samples: [Bitmap]) {
        guard !samples.isEmpty, samples.allSatisfy(\.isOpaque) else { return nil }
        var histogram = ColorHistogram()
        for sample in samples { histogram.add(sample.pixels[...]) }
        let replacements = histogram.ditheredColors(ofAtMost: Self.maxColors).map(\.near)
        var (error, count) = (0.0, 0.0)
        for (bin, color) in zip(histogram.bins, replacements) {
            let distance = ColorSpace.distance(ColorSpace.position(of: bin), ColorSpace.position(of: color))
            error += Double(distance) * Double(bin.count)
            count += Double(bin.count)
        }
        guard error <= Self.maxError * count else { return nil }
        self.histogram = histogram
        self.replacements = replacements
        colors = Set(replacements).sorted()
        positions = colors.map { ColorSpace.position(of: $0) }
    }

    /// A frame with these colors; one with transparent pixels is drawn on white.
    package func reduced(_ frame: Bitmap) -> Bitmap {
        var pixels = frame.isOpaque ? frame.pixels : frame.flattened(on: .white)
        guard var last = pixels.first else { return frame }
        let cache = ColorCache()
        func color(of pixel: UInt32) -> UInt32 {
            let bin = histogram.index(of: pixel)
            return bin >= 0 ? replacements[bin] : colors[Int(cache.value(of: pixel) { nearest(to: pixel) })]
        }
        var replacement = color(of: last)
        for index in pixels.indices {
            if pixels[index] != last {
                last = pixels[index]
                replacement = color(of: last)
            }
            pixels[index] = replacement
        }
        return Bitmap(width: frame.width, height: frame.height, pixels: pixels, isOpaque: true)
    }

    /// For colors that the samples do not have.
    private func nearest(to pixel: UInt32) -> UInt8 {
        let position = ColorSpace.position(of: pixel)
        var (best, least) = (0, Float.infinity)
        for (index, other) in positions.enumerated() {
            let distance = ColorSpace.distance(position, other)
            if distance < least { (best, least) = (index, distance) }
        }
        return UInt8(truncatingIfNeeded: best)
    }
}
