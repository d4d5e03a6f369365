// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
package import MapImages
import Synchronization

/// Paints a drawing strip by strip, for outputs too large to hold in memory.
final class StripPainter: Sendable {
    /// A strip of the output.
    struct Strip {
        /// The strip, and some rows around it.
        var bitmap: Bitmap
        /// The strip's own rows in the bitmap.
        var rows: Range<Int>
        /// The output's row that is the bitmap's first.
        var top: Int
    }

    let drawing: Drawing
    /// Painted behind the drawing; nil to keep what is transparent.
    let background: Color?
    private let bands: BandIndex
    private let shared = DownscaledBitmaps()
    private let figures = FigureIndexCache()
    private let failure = Mutex<(any Error)?>(nil)

    /// - Throws: when the drawing is empty or too large.
    init(_ drawing: Drawing, stripHeight: Int, background: Color?) throws(CairoError) {
        try RasterPainter.check(drawing)
        self.drawing = drawing
        self.background = background
        bands = BandIndex(drawing, bandHeight: stripHeight)
    }

    var count: Int { bands.count }

    /// True when no pixel is transparent.
    var isOpaque: Bool { background?.isOpaque ?? drawing.hasOpaqueBackground }

    /// Paints a strip. After a failure, its pixels are transparent.
    ///
    /// - Parameters:
    ///   - index: of the strip, from the top.
    ///   - margin: further rows above and below, where there are some; at most the height of a strip.
    /// - Returns: the same pixels each time.
    func strip(_ index: Int, margin: Int = 0) -> Strip {
        let area = bands.area(of: index)
        let top = max(0, area.minY - margin)
        let bottom = min(drawing.height, area.maxY + margin)
        let painted = PixelRect(minX: 0, minY: top, maxX: drawing.width, maxY: bottom)
        var items = bands.items(of: index)
        if painted.height > area.height {
            let near = max(0, index - 1)...min(bands.count - 1, index + 1)
            items = Set(near.flatMap(bands.items)).sorted()
        }
        var pixels = [UInt32](repeating: 0, count: drawing.width * painted.height)
        do throws(CairoError) {
            try pixels.withUnsafeMutableBufferPointer { buffer throws(CairoError) in
                var memory: [UInt8] = []
                try BandPainter.paint(items[...], of: drawing, painted, into: buffer, shared, figures, nil, &memory)
            }
        } catch {
            fail(error)
        }
        var bitmap = Bitmap(
            width: drawing.width, height: painted.height, pixels: pixels, isOpaque: drawing.hasOpaqueBackground)
        if let background {
            bitmap = Bitmap(width: bitmap.width, height: bitmap.height, pixels: bitmap.flattened(on: background))
        }
        return Strip(bitmap: bitmap, rows: area.minY - top..<area.maxY - top, top: top)
    }

    /// Records why the output cannot be made.
    func fail(_ error: any Error) { failure.withLock { $0 = $0 ?? error } }

    /// - Throws: the first failure.
    func check() throws {
        if let error = failure.withLock({ $0 }) { throw error }
    }
}

/// Paints a drawing and encodes it as JPEG strip by strip, for outputs too large to hold in memory.
///
/// Each strip is compressed on its own, and begins with a restart marker in the file, where the coder begins anew. Scans are
/// not progressive, which would need all coefficients at once.
///
/// - Parameters:
///   - drawing: at most `RasterPainter.maxSide` pixels in width and height.
///   - quality: 1...100.
///   - background: painted behind it.
///   - threads: the number of strips in progress at once; the bytes are the same for any number.
///   - pixelsPerInch: the physical resolution, for printing.
///   - stripPixels: the approximate number of pixels per strip.
///   - output: takes the file, part after part.
/// - Throws: when the drawing is too large, painting fails or the output does.
/// - SeeAlso: ITU-T T.81, B.2: the order of markers, and F.1.1.5: what restarts at each interval.
package func encodeJPEG(
    painting drawing: Drawing, quality: Int, background: Color = .white, threads: Int, pixelsPerInch: Double? = nil,
    stripPixels: Int = 1 << 20, to output: ([UInt8]) throws -> Void
) throws {
    let blocksPerRow = max(1, (drawing.width + 7) / 8)
    // An interval has at most 65,535 blocks.
    let blockRows = max(1, min(65_535 / blocksPerRow, stripPixels / (64 * blocksPerRow)))
    let painter = try StripPainter(drawing, stripHeight: 8 * blockRows, background: background)
    let progress = WorkContext.current.progress
    var (first, done) = (0, 0)
    try parallelPipeline(threads: threads, ahead: 2 * threads) {
    } next: { () -> Int? in
        guard first < painter.count, !WorkContext.isCancelled else { return nil }
        defer { first += 1 }
        return first
    } map: { index, _ in
        Result { try JPEGStrip(painter.strip(index).bitmap, quality: quality, pixelsPerInch: pixelsPerInch) }
    } consume: { result in
        let strip = try result.get()
        try painter.check()
        if done == 0 { try output(strip.header(height: drawing.height, interval: blockRows * blocksPerRow)) }
        done += 1
        try output(strip.scan + [0xFF, done == painter.count ? 0xD9 : 0xD0 + UInt8((done - 1) & 7)])
        progress?.advance(done, of: painter.count)
    }
}

/// A strip as a JPEG file of its own, taken apart.
private struct JPEGStrip {
    private let tables: ArraySlice<UInt8>
    private let scanHeader: ArraySlice<UInt8>
    /// Where the height is in the tables.
    private let heightOffset: Int
    /// Entropy-coded data.
    let scan: ArraySlice<UInt8>

    init(_ bitmap: Bitmap, quality: Int, pixelsPerInch: Double?) throws(Diagnostic) {
        let file = try encodeJPEG(
            bitmap, quality: quality, pixelsPerInch: pixelsPerInch, isProgressive: false)
        var (at, heightOffset) = (2, 0)
        // Markers with their lengths, up to the start of the scan.
        while at + 4 <= file.count, file[at] == 0xFF {
            let end = at + 2 + Int(file[at + 2]) << 8 + Int(file[at + 3])
            if file[at + 1] == 0xC0 { heightOffset = at + 5 }
            if file[at + 1] == 0xDA, heightOffset > 0, end + 2 <= file.count {
                tables = file[..<at]
                scanHeader = file[at..<end]
                self.heightOffset = heightOffset
                scan = file[end..<file.count - 2]
                return
            }
            at = end
        }
        throw ImageFormat.jpeg.problem("the encoder's strips cannot be joined")
    }

    /// What comes before the first scan in a file of many strips.
    func header(height: Int, interval: Int) -> [UInt8] {
        var bytes = Array(tables)
        bytes.replaceSubrange(heightOffset..<heightOffset + 2, with: [UInt8(height >> 8), UInt8(height & 255)])
        bytes += [0xFF, 0xDD, 0, 4, UInt8(interval >> 8), UInt8(interval & 255)]
        return bytes + scanHeader
    }
}
