// SPDX-License-Identifier: MIT
import MapPlane
import MapRuntime
import Synchronization

/// Paints a drawing into pixels.
///
/// The picture is cut into horizontal bands, each with a cairo surface over its own rows of one buffer, and the bands are
/// shared out among threads. The bytes are the same for any number of threads.
package struct RasterPainter: Sendable {
    /// The longest side that can be painted, in pixels.
    package static let maxSide = CairoSurface.maxSide

    package init() {}

    /// Paints on transparent ground with so many threads; the calling one works too, and waits for the others.
    package func paint(_ drawing: Drawing, threads: Int) throws(CairoError) -> Bitmap {
        try paint(drawing, threads: max(1, min(threads, 64)), bandHeight: Self.bandHeight(for: drawing.height))
    }

    /// Depends on the picture alone, so that its bytes cannot depend on the machine. Twelve bands even out that some are
    /// fuller; low ones cost, because what crosses an edge is drawn twice.
    private static func bandHeight(for height: Int) -> Int {
        max(96, height / 12 + 1)
    }

    /// Refuses pictures that are too large.
    static func check(_ drawing: Drawing) throws(CairoError) {
        guard (1...Self.maxSide).contains(drawing.width), (1...Self.maxSide).contains(drawing.height) else {
            throw CairoError(
                "paint a picture of \(drawing.width) × \(drawing.height) pixels",
                reason: "either side must be from 1 to \(Self.maxSide) pixels")
        }
    }

    package func paint(_ drawing: Drawing, threads: Int, bandHeight: Int) throws(CairoError) -> Bitmap {
        let (width, height) = (drawing.width, drawing.height)
        try Self.check(drawing)
        let bands = BandIndex(drawing, bandHeight: max(1, min(bandHeight, height)))
        let downscaled = DownscaledBitmaps()
        let figures = FigureIndexCache()
        let failure = Mutex<CairoError?>(nil)
        let opaque = Atomic(true)

        let pixels = [UInt32](unsafeUninitializedCapacity: width * height) { buffer, count in
            // Each band is taken by one thread, and no two bands share a row.
            nonisolated(unsafe) let rows = buffer
            parallelLoop(count: bands.count, threads: threads) { band in
                let area = bands.area(of: band)
                let bandPixels = UnsafeMutableBufferPointer(rebasing: rows[area.minY * width..<area.maxY * width])
                bandPixels.initialize(repeating: 0)
                guard !WorkCancellation.isRequested else { return }
                do throws(CairoError) {
                    try BandPainter.paint(
                        bands.items(of: band), of: drawing, area, into: bandPixels, downscaled, figures)
                } catch {
                    failure.withLock { $0 = $0 ?? error }
                }
                if !PremultipliedPixel.areOpaque(UnsafeBufferPointer(bandPixels)) {
                    opaque.store(false, ordering: .relaxed)
                }
            }
            count = width * height
        }
        if let error = failure.withLock({ $0 }) { throw error }
        return Bitmap(width: width, height: height, pixels: pixels, isOpaque: opaque.load(ordering: .relaxed))
    }
}
