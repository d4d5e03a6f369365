// SPDX-License-Identifier: MIT

/// Counts the colors of an image, part by part from the top.
struct ColorCounter {
    private var histogram = ColorHistogram()
    /// All colors, as long as a palette can hold them.
    private var colors: Set<UInt32> = []

    /// - Parameters:
    ///   - bitmap: a part of the image.
    ///   - rows: those that count.
    mutating func add(_ bitmap: Bitmap, _ rows: Range<Int>) {
        let pixels = bitmap.pixels[rows.lowerBound * bitmap.width..<rows.upperBound * bitmap.width]
        histogram.add(pixels)
        guard colors.count <= PNGPalette.maxColors, var last = pixels.first else { return }
        colors.insert(last)
        for pixel in pixels where pixel != last {
            last = pixel
            colors.insert(pixel)
            if colors.count > PNGPalette.maxColors { return }
        }
    }

    /// The colors to draw the image with.
    var reduction: ColorReduction {
        guard colors.count > PNGPalette.maxColors else { return ColorReduction(keeping: colors.sorted()) }
        return ColorReduction(histogram)
    }
}

/// Replaces the colors of an image by at most 256, part by part.
struct ColorReduction: Sendable {
    private let histogram: ColorHistogram
    private let ditheredColors: [DitheredColor]
    private let palette: [UInt32]

    fileprivate init(_ histogram: ColorHistogram) {
        self.histogram = histogram
        ditheredColors = histogram.ditheredColors(ofAtMost: PNGPalette.maxColors)
        palette = Set(ditheredColors.flatMap { [$0.near, $0.far] }).sorted()
    }

    fileprivate init(keeping colors: [UInt32]) {
        histogram = ColorHistogram()
        ditheredColors = []
        palette = colors
    }

    /// How the reduced image is stored.
    var format: PNGPixelFormat {
        PNGPixelFormat(
            Bitmap(
                width: max(1, palette.count), height: 1, pixels: palette.isEmpty ? [0] : palette,
                isOpaque: palette.allSatisfy { $0 >> 24 == 255 }))
    }

    /// The same part of the image with the reduced colors.
    func reduced(_ strip: StripPainter.Strip) -> StripPainter.Strip {
        guard !ditheredColors.isEmpty else { return strip }
        var result = strip
        result.bitmap = histogram.reduced(strip.bitmap, ditheredColors, strip.rows, top: strip.top)
        return result
    }
}
