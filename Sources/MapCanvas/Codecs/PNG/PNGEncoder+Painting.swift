// SPDX-License-Identifier: MIT
import MapPlane
import Synchronization

/// Paints a drawing and writes it as PNG strip by strip: for pictures that should not be in memory as a whole.
///
/// Opaque when the drawing begins with an opaque ground; never with a palette, as the colors are known too late.
///
/// - Parameters:
///   - drawing: at most `RasterPainter.maxSide` pixels a side.
///   - threads: how many strips are in the making at once; the bytes are the same for any number.
///   - pixelsPerMeter: the physical resolution, for printing.
///   - stripPixels: about how many pixels a strip has.
/// - Returns: the file.
/// - Throws: when the picture is too large or cannot be painted.
package func encodePNG(
    painting drawing: Drawing, threads: Int, pixelsPerMeter: Double? = nil, stripPixels: Int = 1 << 22
) throws -> [UInt8] {
    try RasterPainter.check(drawing)
    let (width, height) = (drawing.width, drawing.height)
    let colors = drawing.hasOpaqueGround ? PNGPixelFormat.rgb : .rgba
    let stripHeight = max(1, stripPixels / width)
    let bands = BandIndex(drawing, bandHeight: stripHeight)
    let shared = DownscaledBitmaps()
    let figures = FigureIndexCache()
    let failure = Mutex<CairoError?>(nil)
    let parts = PNGStrips(width: width, height: height, colors).parts(stripHeight: stripHeight, threads: threads) {
        rows in
        let band = rows.lowerBound / stripHeight
        var pixels = [UInt32](repeating: 0, count: width * rows.count)
        do throws(CairoError) {
            try pixels.withUnsafeMutableBufferPointer { buffer throws(CairoError) in
                try BandPainter.paint(
                    bands.items(of: band), of: drawing, bands.area(of: band), into: buffer, shared, figures)
            }
        } catch {
            failure.withLock { $0 = $0 ?? error }
        }
        let strip = Bitmap(width: width, height: rows.count, pixels: pixels, isOpaque: drawing.hasOpaqueGround)
        return PNGStrips.Rows(bitmap: strip, range: 0..<rows.count)
    }
    if let error = failure.withLock({ $0 }) { throw error }
    var file = PNGWriter(capacity: parts.reduce(2048) { $0 + $1.count })
    file.header(width: width, height: height, colors)
    file.resolution(pixelsPerMeter)
    for part in parts { file.bytes += part }
    file.chunk("IEND") { _ in }
    return file.bytes
}

extension Drawing {
    /// True when the first thing painted is an opaque color all over the picture.
    package var hasOpaqueGround: Bool {
        guard case .fill(let path, _, .color(let color))? = items.first?.mark, color.isOpaque, let box = path.box else {
            return false
        }
        return box.contains(rect)
    }
}
