// SPDX-License-Identifier: MIT
import CDeflate
import Dispatch
import Synchronization

/// A picture's rows in strips, each compressed to a chunk of its own.
struct PNGStrips {
    /// Rows ready to be compressed: those of `range`, and perhaps one before them, which the first may repeat.
    struct Rows {
        /// As `PNGScanlines` makes them.
        var bytes: [UInt8]
        var range: Range<Int>
    }

    private struct Strip {
        var chunk: [UInt8]
        var checksum: UInt32
        var count: Int
    }

    private let width: Int
    private let height: Int
    private let colors: PNGColors

    init(width: Int, height: Int, _ colors: PNGColors) {
        self.width = width
        self.height = height
        self.colors = colors
    }

    /// The chunks of image data for a picture that is there as a whole.
    func parts(of bitmap: Bitmap, threads: Int) -> [[UInt8]] {
        let stride = colors.stride(width)
        // Enough bytes to fill deflate's window several times over.
        return parts(stripHeight: max(1, (1 << 18) / stride), threads: threads) { rows in
            let context = rows.lowerBound > 0 ? 1 : 0
            let bytes = PNGScanlines.rows(rows.lowerBound - context..<rows.upperBound, of: bitmap, as: colors)
            return Rows(bytes: bytes, range: context * stride..<bytes.count - PNGScanlines.padding)
        }
    }

    /// The chunks of image data, made of strips of so many rows.
    func parts(stripHeight: Int, threads: Int, _ make: @Sendable (Range<Int>) -> Rows) -> [[UInt8]] {
        let count = (height + stripHeight - 1) / stripHeight
        let strips = Mutex([Strip?](repeating: nil, count: count))
        let next = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: max(1, min(threads, count))) { _ in
            while true {
                let index = next.add(1, ordering: .relaxed).oldValue
                guard index < count else { return }
                let rows = make(index * stripHeight..<min((index + 1) * stripHeight, height))
                let strip = strip(rows, isFirst: index == 0)
                strips.withLock { $0[index] = strip }
            }
        }
        var checksum: UInt32 = 1
        var parts: [[UInt8]] = []
        for strip in strips.withLock({ $0.compactMap(\.self) }) {
            checksum = combined(checksum, strip.checksum, count: strip.count)
            parts.append(strip.chunk)
        }
        // The last block is empty; the sum of all bytes follows.
        let sum = (0..<4).map { UInt8(checksum >> (24 - 8 * $0) & 255) }
        parts.append(pngChunk("IDAT", [1, 0, 0, 255, 255] + sum))
        return parts
    }

    private func strip(_ rows: Rows, isFirst: Bool) -> Strip {
        let range = rows.range
        return rows.bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return Strip(chunk: [], checksum: 1, count: 0) }
            let block = PixelDeflater.block(
                base, range, stride: colors.stride(width), pixel: colors.pixelBytes)
            // The stream's header: a window of 32 KiB, the fastest method.
            let chunk = pngChunk("IDAT", isFirst ? [0x78, 0x01] + block : block)
            let checksum = libdeflate_adler32(1, base + range.lowerBound, range.count)
            return Strip(chunk: chunk, checksum: checksum, count: range.count)
        }
    }

    /// The Adler-32 of two stretches of bytes, the second `count` bytes long, out of theirs.
    private func combined(_ first: UInt32, _ second: UInt32, count: Int) -> UInt32 {
        let base: UInt64 = 65_521
        let (a1, b1) = (UInt64(first & 0xFFFF), UInt64(first >> 16))
        let (a2, b2) = (UInt64(second & 0xFFFF), UInt64(second >> 16))
        let n = UInt64(count) % base
        // Each sum began with 1, the second one too often.
        let a = (a1 + a2 + base - 1) % base
        let b = (b1 + b2 + n * (a1 + base - 1)) % base
        return UInt32(b << 16 | a)
    }
}
