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

/// Rows as they are compared: each pixel as 0xAARRGGBB with straight components, and before each row a marker for its
/// filter byte.
///
/// Padding before and after the rows equals no pixel, which ends every match.
struct PixelRows: ~Copyable {
    /// Not a pixel: fully transparent pixels have no color.
    static let marker: UInt32 = 0x00FF_FFFF
    private static let leadingPadding: UInt32 = 0x00FF_FFFE
    private static let trailingPadding: UInt32 = 0x00FF_FFFD
    /// The values that may be read after the last row: those compared at once, and those that one load exceeds them
    /// by.
    private static let padding = 72

    /// The distance between markers.
    let stride: Int
    /// The number of values of the current rows.
    private(set) var count = 0
    private let capacity: Int
    private let memory: UnsafeMutablePointer<UInt32>

    /// Allocates memory for so many rows at a time.
    init(width: Int, rows: Int) {
        stride = width + 1
        capacity = rows * stride
        memory = .allocate(capacity: 1 + stride + capacity + Self.padding)
        memory.initialize(repeating: Self.leadingPadding, count: 1 + stride)
    }

    deinit { memory.deallocate() }

    /// The first row's marker. The row before it and one more value are readable.
    var first: UnsafePointer<UInt32> { UnsafePointer(memory + 1 + stride) }

    /// Loads rows of a bitmap, and the row before them, if any, which the first row may match.
    ///
    /// - Returns: the checksum of the rows' bytes in the PNG.
    mutating func load(_ rows: Range<Int>, of bitmap: Bitmap, pixelBytes: Int) -> AdlerSum {
        precondition(rows.count * stride <= capacity && bitmap.width + 1 == stride, "the rows must fit in")
        count = rows.count * stride
        let start = memory + 1 + stride
        let context = rows.lowerBound > 0 ? 1 : 0
        (start - stride).update(repeating: Self.leadingPadding, count: stride)
        var sum = AdlerSum()
        bitmap.pixels.withUnsafeBufferPointer { pixels in
            guard let pixels = pixels.baseAddress else { return }
            var row = start - context * stride
            for y in rows.lowerBound - context..<rows.upperBound {
                row[0] = Self.marker
                copy(pixels + y * bitmap.width, to: row + 1, isOpaque: pixelBytes == 3)
                if y >= rows.lowerBound { sum.add(row: row + 1, count: bitmap.width, pixelBytes: pixelBytes) }
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

/// The Adler-32 checksum of a zlib stream, computed from pixels without writing them as bytes.
///
/// - SeeAlso: RFC 1950, 8.2.
struct AdlerSum {
    private static let base: UInt64 = 65_521
    /// The pixels whose sums fit in 32 bits: 8 lanes of 2048 pixels add up to at most 1020 · 2048 · 2049 / 2.
    private static let maxChunk = 8 * 2048

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

    /// Appends a filter byte of 0 and a row of pixels 0xAARRGGBB: 3 bytes each, or 4 with alpha.
    package mutating func add(row: UnsafePointer<UInt32>, count: Int, pixelBytes: Int) {
        add(bytes: 1, sum: 0, weighted: 0)
        var start = 0
        while start < count {
            let chunkLength = min(Self.maxChunk, count - start)
            if pixelBytes == 3 { add(row + start, chunkLength, 3) } else { add(row + start, chunkLength, 4) }
            start += chunkLength
        }
    }

    /// Appends bytes with the given sum; `weighted` counts the last byte once, the one before it twice, and so on.
    private mutating func add(bytes: Int, sum: UInt64, weighted: UInt64) {
        b = (b + UInt64(bytes) % Self.base * a + weighted) % Self.base
        a = (a + sum) % Self.base
        count += bytes
    }

    /// Appends at most `maxChunk` pixels, eight at a time.
    @inline(__always)
    private mutating func add(_ pixels: UnsafePointer<UInt32>, _ count: Int, _ pixelBytes: Int) {
        let steps = count / 8
        // The sum of all bytes; the running weighted sum; and the second, third and fourth bytes counted once, twice
        // and three times.
        var sums = SIMD8<UInt32>(repeating: 0)
        var (weighted, weightedExcess) = (sums, sums)
        for step in 0..<steps {
            let pixel = UnsafeRawPointer(pixels + step &* 8).loadUnaligned(as: SIMD8<UInt32>.self)
            let (green, blue) = (pixel &>> 8 & 255, pixel & 255)
            var sum = (pixel &>> 16 & 255) &+ green &+ blue
            weightedExcess &+= green &+ blue &+ blue
            if pixelBytes == 4 {
                let alpha = pixel &>> 24
                sum &+= alpha
                weightedExcess &+= alpha &+ alpha &+ alpha
            }
            sums &+= sum
            weighted &+= sums
        }
        var (sum, total, correction): (UInt64, UInt64, UInt64) = (0, 0, 0)
        for lane in 0..<8 {
            sum += UInt64(sums[lane])
            // Each step advances a lane by 8 pixels; later lanes are nearer to the end.
            total += 8 * UInt64(weighted[lane]) - UInt64(lane) * UInt64(sums[lane])
            correction += UInt64(weightedExcess[lane])
        }
        add(bytes: steps * 8 * pixelBytes, sum: sum, weighted: UInt64(pixelBytes) * total - correction)
        for i in steps * 8..<count {
            let (red, green, blue) = (pixels[i] >> 16 & 255, pixels[i] >> 8 & 255, pixels[i] & 255)
            let alpha = pixelBytes == 4 ? pixels[i] >> 24 : 0
            let sum = UInt64(red + green + blue + alpha)
            let correction = UInt64(green + 2 * blue + 3 * alpha)
            add(bytes: pixelBytes, sum: sum, weighted: UInt64(pixelBytes) * sum - correction)
        }
    }
}
