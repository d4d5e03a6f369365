// SPDX-License-Identifier: MIT
import CDeflate

/// Compresses rows of pixels to deflate blocks that can be made side by side and put one after the other. Keeps its
/// memory from one block to the next.
///
/// - SeeAlso: RFC 1951.
struct PixelDeflater: ~Copyable {
    private let width: Int
    private let colors: PNGPixelFormat
    /// Nil where a byte is a pixel, or several.
    private var matcher: PixelMatchFinder?
    private let tokens: UnsafeMutablePointer<DeflateToken>

    /// For at most so many rows at a time.
    init(width: Int, rows: Int, _ colors: PNGPixelFormat) {
        self.width = width
        self.colors = colors
        let pixelBytes = colors.pixelBytes
        if pixelBytes > 1 {
            matcher = PixelMatchFinder(width: width, rows: rows, pixelBytes: pixelBytes)
            tokens = .allocate(capacity: PixelMatchFinder.tokenCount(width: width, rows: rows, pixelBytes: pixelBytes))
        } else {
            matcher = nil
            tokens = .allocate(capacity: colors.stride(width) * rows)
        }
    }

    deinit { tokens.deallocate() }

    /// Adds a block to `bytes`; the rows of the bitmap before these are in the block before.
    ///
    /// - Returns: the checksum of the rows.
    mutating func compress(_ rows: Range<Int>, of bitmap: Bitmap, to bytes: inout [UInt8]) -> AdlerSum {
        var writer = TokenWriter(tokens)
        let sum = matcher?.run(rows, of: bitmap, to: &writer) ?? matchBytes(rows, of: bitmap, to: &writer)
        let block = DeflateBlock(UnsafeBufferPointer(start: tokens, count: writer.next - tokens))
        if block.limit < sum.count + sum.count / 1000 + 1024 {
            bytes += block.bytes
        } else {
            store(rows, of: bitmap, to: &bytes)
        }
        return sum
    }

    private func matchBytes(_ rows: Range<Int>, of bitmap: Bitmap, to tokens: inout TokenWriter) -> AdlerSum {
        let stride = colors.stride(width)
        let context = rows.lowerBound > 0 ? 1 : 0
        let bytes = PNGScanlines.rows(rows.lowerBound - context..<rows.upperBound, of: bitmap, as: colors)
        let range = context * stride..<bytes.count - PNGScanlines.padding
        return bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return AdlerSum() }
            ByteMatchFinder(base, range, stride: stride).run(to: &tokens)
            return AdlerSum(libdeflate_adler32(1, base + range.lowerBound, range.count), count: range.count)
        }
    }

    /// Stored blocks, for what does not get smaller.
    private func store(_ rows: Range<Int>, of bitmap: Bitmap, to output: inout [UInt8]) {
        let bytes = PNGScanlines.rows(rows, of: bitmap, as: colors).dropLast(PNGScanlines.padding)
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(65_535)
            let (low, high) = (UInt8(part.count & 255), UInt8(part.count >> 8))
            output += [0, low, high, ~low, ~high]
            output += part
            rest = rest.dropFirst(part.count)
        }
    }
}
