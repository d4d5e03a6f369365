// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
package import MapImages

/// Paints a drawing and encodes it as PNG strip by strip, for outputs too large to hold in memory.
///
/// The PNG has no alpha channel when the drawing starts with an opaque background, and never a palette, as the colors
/// are not known in advance.
///
/// - Parameters:
///   - drawing: at most `RasterPainter.maxSide` pixels in width and height.
///   - background: painted behind it; nil to keep what is transparent.
///   - threads: the number of strips in progress at once; the bytes are the same for any number.
///   - pixelsPerMeter: the physical resolution, for printing.
///   - stripPixels: the approximate number of pixels per strip.
///   - output: takes the file, part after part.
/// - Throws: when the drawing is too large, painting fails or the output does.
package func encodePNG(
    painting drawing: Drawing, background: Color? = nil, threads: Int, pixelsPerMeter: Double? = nil,
    stripPixels: Int = 1 << 20, to output: ([UInt8]) throws -> Void
) throws {
    let stripHeight = max(1, stripPixels / max(1, drawing.width))
    let painter = try StripPainter(drawing, stripHeight: stripHeight, background: background)
    let file = PaintedPNG(painter, painter.isOpaque ? .rgb : .rgba, stripHeight: stripHeight, pixelsPerMeter)
    try file.write(threads: threads, to: output) { painter.strip($0) }
}

/// Paints a drawing and encodes it as PNG with at most 256 colors strip by strip: it is painted twice, once to find the
/// colors.
///
/// - Parameters:
///   - drawing: at most `RasterPainter.maxSide` pixels in width and height.
///   - background: painted behind it; nil to keep what is transparent.
///   - threads: the number of strips in progress at once; the bytes are the same for any number.
///   - pixelsPerMeter: the physical resolution, for printing.
///   - stripPixels: the approximate number of pixels per strip.
///   - output: takes the file, part after part.
/// - Throws: when the drawing is too large, painting fails or the output does.
package func encodePNG8(
    painting drawing: Drawing, background: Color? = nil, threads: Int, pixelsPerMeter: Double? = nil,
    stripPixels: Int = 1 << 22, to output: ([UInt8]) throws -> Void
) throws {
    let stripHeight = max(DitherMask.reach, stripPixels / max(1, drawing.width))
    let painter = try StripPainter(drawing, stripHeight: stripHeight, background: background)
    var counter = ColorCounter()
    // Colors are counted from the top to the bottom, so that the result is the same for any number of threads.
    var first = 0
    parallelPipeline(threads: threads, ahead: threads) {
    } next: { () -> Int? in
        guard first < painter.count, !WorkContext.isCancelled else { return nil }
        defer { first += 1 }
        return first
    } map: { index, _ in
        painter.strip(index, margin: DitherMask.reach)
    } consume: { strip in
        counter.add(strip.bitmap, strip.rows)
    }
    try painter.check()
    let reduction = counter.reduction
    let file = PaintedPNG(painter, reduction.format, stripHeight: stripHeight, pixelsPerMeter)
    try file.write(threads: threads, to: output) { reduction.reduced(painter.strip($0, margin: DitherMask.reach)) }
}

/// A PNG file of strips that are painted while it is written.
private struct PaintedPNG {
    private let painter: StripPainter
    private let colors: PNGPixelFormat
    private let stripHeight: Int
    private let pixelsPerMeter: Double?

    init(_ painter: StripPainter, _ colors: PNGPixelFormat, stripHeight: Int, _ pixelsPerMeter: Double?) {
        (self.painter, self.colors, self.stripHeight) = (painter, colors, stripHeight)
        self.pixelsPerMeter = pixelsPerMeter
    }

    func write(
        threads: Int, to output: ([UInt8]) throws -> Void, _ strip: @Sendable (Int) -> StripPainter.Strip
    ) throws {
        let (width, height) = (painter.drawing.width, painter.drawing.height)
        var head = PNGWriter(capacity: 2048)
        head.header(width: width, height: height, colors)
        head.resolution(pixelsPerMeter)
        try output(head.bytes)
        let strips = PNGStrips(width: width, height: height, colors)
        try strips.write(stripHeight: stripHeight, threads: threads) { rows in
            let strip = strip(rows.lowerBound / stripHeight)
            return PNGStrips.Rows(bitmap: strip.bitmap, range: strip.rows)
        } to: { part in
            try painter.check()
            try output(part)
        }
        try output(pngChunk("IEND", []))
    }
}

extension Drawing {
    /// True when the first item is an opaque fill that covers the whole drawing.
    var hasOpaqueBackground: Bool {
        guard case .fill(let path, _, .color(let color))? = items.first?.mark, color.isOpaque, let box = path.box else {
            return false
        }
        return box.contains(rect)
    }
}

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
