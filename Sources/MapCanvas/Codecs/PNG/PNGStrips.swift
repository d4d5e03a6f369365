// SPDX-License-Identifier: MIT
import MapRuntime
import Synchronization

/// A picture's rows in strips, each compressed to chunks of its own.
struct PNGStrips {
    /// Rows of a bitmap; those before them may be repeated.
    struct Rows {
        var bitmap: Bitmap
        var range: Range<Int>
    }

    private struct Strip {
        var chunks: [[UInt8]]
        var sum: AdlerSum
    }

    private let width: Int
    private let height: Int
    private let format: PNGPixelFormat
    /// Rows a block: enough bytes to fill deflate's window several times over.
    private let blockHeight: Int

    init(width: Int, height: Int, _ format: PNGPixelFormat) {
        self.width = width
        self.height = height
        self.format = format
        blockHeight = max(1, (1 << 18) / format.stride(width))
    }

    /// The chunks of image data for a picture that is there as a whole.
    func parts(of bitmap: Bitmap, threads: Int) -> [[UInt8]] {
        parts(stripHeight: blockHeight, threads: threads) { Rows(bitmap: bitmap, range: $0) }
    }

    /// The chunks of image data, made of strips of so many rows.
    func parts(stripHeight: Int, threads: Int, _ make: @Sendable (Range<Int>) -> Rows) -> [[UInt8]] {
        let count = (height + stripHeight - 1) / stripHeight
        let strips = Mutex([Strip?](repeating: nil, count: count))
        parallelLoop(
            count: count, threads: threads,
            state: { PixelDeflater(width: width, rows: min(blockHeight, stripHeight, height), format) }
        ) { index, deflater in
            guard !WorkCancellation.isRequested else { return }
            let rows = make(index * stripHeight..<min((index + 1) * stripHeight, height))
            let strip = strip(rows, isFirst: index == 0, &deflater)
            strips.withLock { $0[index] = strip }
        }
        var sum = AdlerSum()
        var parts: [[UInt8]] = []
        for strip in strips.withLock({ $0.compactMap(\.self) }) {
            sum.append(strip.sum)
            parts += strip.chunks
        }
        // The last block is empty; the sum of all bytes follows.
        parts.append(pngChunk("IDAT", [1, 0, 0, 255, 255] + (0..<4).map { UInt8(sum.value >> (24 - 8 * $0) & 255) }))
        return parts
    }

    private func strip(_ rows: Rows, isFirst: Bool, _ deflater: inout PixelDeflater) -> Strip {
        var strip = Strip(chunks: [], sum: AdlerSum())
        for first in stride(from: rows.range.lowerBound, to: rows.range.upperBound, by: blockHeight) {
            // The stream's header: a window of 32 KiB, the fastest method.
            var bytes: [UInt8] = isFirst && strip.chunks.isEmpty ? [0x78, 0x01] : []
            let block = first..<min(first + blockHeight, rows.range.upperBound)
            strip.sum.append(deflater.compress(block, of: rows.bitmap, to: &bytes))
            strip.chunks.append(pngChunk("IDAT", bytes))
        }
        return strip
    }
}
