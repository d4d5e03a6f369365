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
            matcher = PixelMatchFinder(width: width, rows: rows, format)
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
            bytes = block.bytes(behind: bytes)
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

/// Rows, and some before them, as they are compared: each pixel as 0xAARRGGBB with straight components, and before each
/// row a marker for its filter byte.
///
/// Padding before and after the rows equals no pixel, which ends every match.
struct PixelRows: ~Copyable {
    /// Not a pixel: fully transparent pixels have no color.
    static let marker: UInt32 = 0x00FF_FFFF
    private static let leadingPadding: UInt32 = 0x00FF_FFFE
    private static let trailingPadding: UInt32 = 0x00FF_FFFD
    /// The values that may be read after the last row: those of two words of differences, and those that one load
    /// exceeds them by.
    private static let padding = 136

    /// The distance between markers.
    let stride: Int
    /// The most values.
    let capacity: Int
    private let context: Int
    /// The number of values.
    private(set) var count = 0
    /// The number of those that belong to rows before the current ones.
    private(set) var contextCount = 0
    private let memory: UnsafeMutablePointer<UInt32>

    /// Allocates memory for so many rows at a time, and for so many before them, `context`, which they may match.
    init(width: Int, rows: Int, context: Int) {
        stride = width + 1
        self.context = context
        capacity = (context + rows) * stride
        memory = .allocate(capacity: 1 + stride + capacity + Self.padding)
        memory.initialize(repeating: Self.leadingPadding, count: 1 + stride)
    }

    deinit { memory.deallocate() }

    /// The first row's marker. The row before it and one more value are readable.
    var first: UnsafePointer<UInt32> { UnsafePointer(memory + 1 + stride) }

    /// Loads rows of a bitmap, and those before them that they may match.
    ///
    /// - Returns: the checksum of the rows' bytes in the PNG.
    mutating func load(_ rows: Range<Int>, of bitmap: Bitmap, _ format: PNGPixelFormat) -> AdlerSum {
        let context = min(context, rows.lowerBound)
        contextCount = context * stride
        count = contextCount + rows.count * stride
        precondition(count <= capacity && bitmap.width + 1 == stride, "the rows must fit in")
        let start = memory + 1 + stride
        var sum = AdlerSum()
        bitmap.pixels.withUnsafeBufferPointer { pixels in
            guard let pixels = pixels.baseAddress else { return }
            var row = start
            for y in rows.lowerBound - context..<rows.upperBound {
                row[0] = Self.marker
                if format.filter == PaethFilter.type {
                    PaethFilter.filter(y, bitmap.width, of: pixels, to: row + 1)
                } else {
                    copy(pixels + y * bitmap.width, to: row + 1, isOpaque: format.pixelBytes == 3)
                }
                if y >= rows.lowerBound { sum.add(row: row + 1, count: bitmap.width, format) }
                row += stride
            }
        }
        (start + count).update(repeating: Self.trailingPadding, count: Self.padding)
        return sum
    }

    private func copy(_ pixels: UnsafePointer<UInt32>, to row: UnsafeMutablePointer<UInt32>, isOpaque: Bool) {
        if isOpaque {
            for x in 0..<stride &- 1 { row[x] = pixels[x] | 0xFF00_0000 }
            return
        }
        PremultipliedPixel.reciprocals.withUnsafeBufferPointer { table in
            guard let reciprocals = table.baseAddress else { return }
            for x in 0..<stride &- 1 {
                let pixel = pixels[x]
                // Opaque and fully transparent pixels stay as they are; the addition wraps opaque ones to small
                // numbers, which needs only one comparison.
                row[x] =
                    pixel &+ 0x0100_0000 <= 0x0100_0000
                    ? pixel : pixel & 0xFF00_0000 | PremultipliedPixel.straight(pixel, reciprocals)
            }
        }
    }
}

/// The Adler-32 checksum of a zlib stream, computed from pixels without writing them as the bytes of the PNG.
///
/// - SeeAlso: RFC 1950, 8.2.
struct AdlerSum {
    private static let base: UInt64 = 65_521
    /// The pixels whose sums fit in 16 bits: 256 groups of eight.
    private static let maxChunk = 256 * 8
    /// The inverse of 4.
    private static let quarter = 49_141

    private var a: UInt64 = 1
    private var b: UInt64 = 0
    /// The number of bytes covered.
    private(set) var count = 0

    var value: UInt32 { UInt32(truncatingIfNeeded: b << 16 | a) }

    init() {}

    /// Wraps a checksum that was computed elsewhere.
    init(_ value: UInt32, count: Int) {
        (a, b) = (UInt64(value & 0xFFFF), UInt64(value >> 16))
        self.count = count
    }

    /// Appends bytes whose checksum is known.
    mutating func append(_ other: AdlerSum) {
        // Its initial 1 contributes once per byte.
        let ones = UInt64(other.count) % Self.base
        add(bytes: other.count, sum: other.a + Self.base - 1, weighted: other.b + Self.base - ones)
    }

    /// Appends a filter byte and a row of pixels 0xAARRGGBB: 3 bytes each, or 4 with alpha.
    mutating func add(row: UnsafePointer<UInt32>, count: Int, _ format: PNGPixelFormat) {
        add(bytes: 1, sum: UInt64(format.filter), weighted: UInt64(format.filter))
        var start = 0
        while start < count {
            let chunkLength = min(Self.maxChunk, count - start)
            add(row + start, chunkLength, format.pixelBytes)
            start += chunkLength
        }
    }

    /// Appends bytes with the given sum; `weighted` counts the last byte once, the one before it twice, and so on.
    private mutating func add(bytes: Int, sum: UInt64, weighted: UInt64) {
        b = (b + UInt64(bytes) % Self.base * a + weighted) % Self.base
        a = (a + sum) % Self.base
        count += bytes
    }

    /// Appends at most `maxChunk` pixels.
    private mutating func add(_ pixels: UnsafePointer<UInt32>, _ count: Int, _ pixelBytes: Int) {
        // In memory, blue comes first, and red two bytes later; in the PNG, red and then blue.
        let sums = libdeflate_adler32(0, pixels, 4 * count)
        let redness = Self.redMinusBlue(pixels, count)
        var (sum, weighted) = (Int(sums & 0xFFFF), Int(sums >> 16))
        if pixelBytes == 4 {
            weighted += 2 * redness
        } else {
            // Without alpha, which is 255: the sum of the colors, where those of the last pixel count once, those of
            // the one before it twice, and so on.
            sum -= 255 * count
            weighted += sum + redness + 765 * count - 510 * count * (count + 1)
            weighted = weighted % Int(Self.base) * Self.quarter * 3 - sum + redness
        }
        add(bytes: pixelBytes * count, sum: Self.remainder(sum), weighted: Self.remainder(weighted))
    }

    private static func remainder(_ number: Int) -> UInt64 {
        let remainder = number % Int(base)
        return UInt64(remainder < 0 ? remainder + Int(base) : remainder)
    }

    private static func redMinusBlue(_ pixels: UnsafePointer<UInt32>, _ count: Int) -> Int {
        var sums = SIMD16<UInt16>(repeating: 0)
        for step in 0..<count / 8 {
            sums &+= UnsafeRawPointer(pixels + step &* 8).loadUnaligned(as: SIMD16<UInt16>.self) & 0xFF
        }
        var difference = 0
        for lane in 0..<8 { difference += Int(sums[2 * lane + 1]) - Int(sums[2 * lane]) }
        for i in count / 8 * 8..<count { difference += Int(pixels[i] >> 16 & 255) - Int(pixels[i] & 255) }
        return difference
    }
}
