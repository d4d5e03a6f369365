// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
import MapImages
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
    private let stripHeight: Int
    private let bands: BandIndex
    private let shared = DownscaledBitmaps()
    private let figures = FigureIndexCache()
    private let failure = Mutex<(any Error)?>(nil)

    /// - Throws: when the drawing is empty or too large.
    init(_ drawing: Drawing, stripHeight: Int, background: Color? = nil) throws(CairoError) {
        try RasterPainter.check(drawing)
        self.drawing = drawing
        self.background = background
        self.stripHeight = stripHeight
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
                try BandPainter.paint(items, of: drawing, painted, into: buffer, shared, figures)
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
