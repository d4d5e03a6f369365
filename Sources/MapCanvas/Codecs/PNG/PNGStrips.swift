// SPDX-License-Identifier: MIT
import MapRuntime
import Synchronization

/// Compresses an image in horizontal strips, each to chunks of its own.
struct PNGStrips {
    /// Rows of a bitmap; matches may refer to the rows before them.
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
    /// Rows per block: enough bytes to fill deflate's window several times.
    private let blockHeight: Int

    init(width: Int, height: Int, _ format: PNGPixelFormat) {
        self.width = width
        self.height = height
        self.format = format
        blockHeight = max(1, (1 << 18) / format.stride(width))
    }

    /// The IDAT chunks of a bitmap.
    func parts(of bitmap: Bitmap, threads: Int) -> [[UInt8]] {
        parts(stripHeight: blockHeight, threads: threads) { Rows(bitmap: bitmap, range: $0) }
    }

    /// The IDAT chunks of an image that `make` provides in strips of `stripHeight` rows.
    func parts(stripHeight: Int, threads: Int, _ make: @Sendable (Range<Int>) -> Rows) -> [[UInt8]] {
        let count = (height + stripHeight - 1) / stripHeight
        let strips = Mutex([Strip?](repeating: nil, count: count))
        let progress = WorkProgress.current
        let done = Atomic(0)
        parallelLoop(
            count: count, threads: threads,
            state: { PixelDeflater(width: width, rows: min(blockHeight, stripHeight, height), format) }
        ) { index, deflater in
            guard !WorkCancellation.isRequested else { return }
            // Strips count as a whole, not the bands in them.
            let rows = WorkProgress.$current.withValue(nil) {
                make(index * stripHeight..<min((index + 1) * stripHeight, height))
            }
            let strip = strip(rows, isFirst: index == 0, &deflater)
            strips.withLock { $0[index] = strip }
            progress?.advance(done.wrappingAdd(1, ordering: .relaxed).newValue, of: count)
        }
        var sum = AdlerSum()
        var parts: [[UInt8]] = []
        for strip in strips.withLock({ $0.compactMap(\.self) }) {
            sum.append(strip.sum)
            parts += strip.chunks
        }
        // The final block is empty; the checksum follows.
        parts.append(pngChunk("IDAT", [1, 0, 0, 255, 255] + (0..<4).map { UInt8(sum.value >> (24 - 8 * $0) & 255) }))
        return parts
    }

    private func strip(_ rows: Rows, isFirst: Bool, _ deflater: inout PixelDeflater) -> Strip {
        var strip = Strip(chunks: [], sum: AdlerSum())
        for first in stride(from: rows.range.lowerBound, to: rows.range.upperBound, by: blockHeight) {
            // The zlib header: a window of 32 KiB, the fastest method.
            var bytes: [UInt8] = isFirst && strip.chunks.isEmpty ? [0x78, 0x01] : []
            let block = first..<min(first + blockHeight, rows.range.upperBound)
            strip.sum.append(deflater.compress(block, of: rows.bitmap, to: &bytes))
            strip.chunks.append(pngChunk("IDAT", bytes))
        }
        return strip
    }
}
