// SPDX-License-Identifier: MIT
import CDeflate

/// Compresses rows of pixels to deflate blocks that can be created in parallel and concatenated. Reuses its memory
/// between blocks.
///
/// - SeeAlso: RFC 1951.
struct PixelDeflater: ~Copyable {
    private let width: Int
    private let format: PNGPixelFormat
    /// Nil for formats with one or more pixels per byte.
    private var matcher: PixelMatchFinder?
    private let tokens: UnsafeMutablePointer<DeflateToken>

    /// Allocates memory for at most so many rows at a time.
    init(width: Int, rows: Int, _ format: PNGPixelFormat) {
        self.width = width
        self.format = format
        let pixelBytes = format.pixelBytes
        if pixelBytes > 1 {
            matcher = PixelMatchFinder(width: width, rows: rows, pixelBytes: pixelBytes)
            tokens = .allocate(capacity: PixelMatchFinder.tokenCount(width: width, rows: rows, pixelBytes: pixelBytes))
        } else {
            matcher = nil
            tokens = .allocate(capacity: format.stride(width) * rows)
        }
    }

    deinit { tokens.deallocate() }

    /// Appends a block to `bytes`; the previous rows of the bitmap must be in the block before.
    ///
    /// - Returns: the checksum of the rows.
    mutating func compress(_ rows: Range<Int>, of bitmap: Bitmap, to bytes: inout [UInt8]) -> AdlerSum {
        var writer = TokenWriter(tokens)
        let sum = matcher?.run(rows, of: bitmap, to: &writer) ?? matchBytes(rows, of: bitmap, to: &writer)
        let block = DeflateBlock(UnsafeBufferPointer(start: tokens, count: writer.next - tokens))
        if block.maxBytes < sum.count + sum.count / 1000 + 1024 {
            bytes += block.bytes
        } else {
            appendStored(rows, of: bitmap, to: &bytes)
        }
        return sum
    }

    private func matchBytes(_ rows: Range<Int>, of bitmap: Bitmap, to tokens: inout TokenWriter) -> AdlerSum {
        let stride = format.stride(width)
        let context = rows.lowerBound > 0 ? 1 : 0
        let bytes = PNGScanlines.rows(rows.lowerBound - context..<rows.upperBound, of: bitmap, as: format)
        let range = context * stride..<bytes.count - PNGScanlines.padding
        return bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return AdlerSum() }
            ByteMatchFinder(base, range, stride: stride).run(to: &tokens)
            return AdlerSum(libdeflate_adler32(1, base + range.lowerBound, range.count), count: range.count)
        }
    }

    /// Appends stored blocks, for incompressible data.
    private func appendStored(_ rows: Range<Int>, of bitmap: Bitmap, to output: inout [UInt8]) {
        let bytes = PNGScanlines.rows(rows, of: bitmap, as: format).dropLast(PNGScanlines.padding)
        var remaining = bytes[...]
        while !remaining.isEmpty {
            let block = remaining.prefix(65_535)
            let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
            output += [0, low, high, ~low, ~high]
            output += block
            remaining = remaining.dropFirst(block.count)
        }
    }
}
