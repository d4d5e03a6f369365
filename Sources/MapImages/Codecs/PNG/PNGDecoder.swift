// SPDX-License-Identifier: MIT
import CDeflate
import CPNG
import MapCore

// Macros of png.h that are not imported into Swift.
/// PNG_IMAGE_VERSION
private let imageVersion: UInt32 = 1
/// PNG_FORMAT_FLAG_ALPHA
private let alphaFlag: UInt32 = 0x01
/// PNG_FORMAT_BGRA: PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_BGR
private let formatBGRA: UInt32 = 0x01 | 0x02 | 0x10
/// PNG_IMAGE_FLAG_16BIT_sRGB: 16-bit samples without a gAMA or sRGB chunk are sRGB, not linear.
private let deepIsSRGB: UInt32 = 0x04

/// Decodes any PNG to sRGB: common kinds with `FastPNGDecoder`, all others through libpng's simplified API, which
/// never calls `longjmp` across our frames.
func decodePNG(_ bytes: UnsafeBufferPointer<UInt8>, _ maxPixels: Int) throws(Diagnostic) -> Bitmap {
    var image = png_image()
    image.version = imageVersion
    guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else { throw failure(image) }
    defer { png_image_free(&image) }
    let header = ImageHeader(
        format: .png, width: Int(image.width), height: Int(image.height), isOpaque: image.format & alphaFlag == 0)
    try header.check(maxPixels)
    if let bitmap = FastPNGDecoder(bytes)?.bitmap() { return bitmap }
    image.flags |= deepIsSRGB
    image.format = formatBGRA
    return try header.bitmap { rows in
        guard png_image_finish_read(&image, nil, rows.baseAddress, Int32(header.width * 4), nil) != 0 else {
            return .failure(failure(image))
        }
        return .success(())
    }
}

private func failure(_ image: png_image) -> Diagnostic {
    let words = withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return ImageFormat.png.problem(words.isEmpty ? "the image is damaged" : words)
}

/// Decodes the common kinds of PNG: 8-bit RGB, RGBA, grayscale or palette, sRGB, not interlaced, undamaged.
///
/// libdeflate inflates several times faster than zlib. Everything else, and damaged files, is left to libpng, which
/// supports all kinds and reports what is wrong.
struct FastPNGDecoder {
    private(set) var width = 0
    private(set) var height = 0
    private var depth: UInt8 = 0
    private var type: UInt8 = 0
    /// Premultiplied; padded to 256 colors, so that every index is valid.
    private var palette: [UInt32] = []
    /// The number of colors in the file.
    private var paletteCount = 0
    /// True when the palette has translucent colors.
    private var hasAlpha = false
    private var compressed: [UInt8] = []
    private var isComplete = false

    /// Returns nil for all other kinds.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        var position = 8
        while position + 12 <= bytes.count, !isComplete {
            let length = Int(Self.number(bytes, position))
            guard length <= bytes.count - position - 12 else { return nil }
            let chunk = UnsafeBufferPointer(rebasing: bytes[position + 4..<position + 8 + length])
            guard libdeflate_crc32(0, chunk.baseAddress, chunk.count) == Self.number(bytes, position + 8 + length),
                readChunk(chunk)
            else { return nil }
            position += 12 + length
        }
        guard isComplete, width > 0, height > 0, width < 1 << 20, height < 1 << 20, !compressed.isEmpty else {
            return nil
        }
        guard type != 3 || paletteCount > 0 else { return nil }
    }

    /// Reads a chunk; false when the file is not of a supported kind.
    private mutating func readChunk(_ chunk: UnsafeBufferPointer<UInt8>) -> Bool {
        let data = UnsafeBufferPointer(rebasing: chunk[4...])
        switch String(decoding: chunk.prefix(4), as: UTF8.self) {
        case "IHDR":
            guard data.count == 13, width == 0, data[10] == 0, data[11] == 0, data[12] == 0 else { return false }
            width = Int(Self.number(data, 0))
            height = Int(Self.number(data, 4))
            (depth, type) = (data[8], data[9])
            return type == 3 ? [1, 2, 4, 8].contains(depth) : depth == 8 && [0, 2, 6].contains(type)
        case "PLTE":
            guard type == 3, palette.isEmpty, compressed.isEmpty, data.count % 3 == 0, data.count <= 768 else {
                // Only a suggested palette in other color types.
                return type != 3
            }
            palette = stride(from: 0, to: data.count, by: 3).map {
                0xFF00_0000 | UInt32(data[$0]) << 16 | UInt32(data[$0 + 1]) << 8 | UInt32(data[$0 + 2])
            }
            paletteCount = palette.count
            palette += repeatElement(0, count: 256 - paletteCount)
            return true
        case "tRNS":
            guard type == 3, !palette.isEmpty, !hasAlpha, compressed.isEmpty, data.count <= paletteCount else {
                return false
            }
            for (index, opacity) in data.enumerated() {
                palette[index] = UInt32(opacity) << 24 | palette[index] & 0xFF_FFFF
            }
            palette.withUnsafeMutableBufferPointer { PremultipliedPixel.premultiply($0) }
            hasAlpha = !data.isEmpty
            return true
        case "IDAT":
            compressed.append(contentsOf: data)
            return width > 0
        case "IEND":
            isComplete = true
            return true
        // The gamma of sRGB, approximately.
        case "gAMA": return data.count == 4 && Self.number(data, 0) == 45_455
        case "sRGB", "pHYs", "tEXt", "zTXt", "iTXt", "tIME", "bKGD", "hIST": return true
        default: return false
        }
    }

    private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> UInt32 {
        UInt32(bytes[at]) << 24 | UInt32(bytes[at + 1]) << 16 | UInt32(bytes[at + 2]) << 8 | UInt32(bytes[at + 3])
    }

    private var bitsPerPixel: Int {
        switch type {
        case 2: 24
        case 6: 32
        default: Int(depth)
        }
    }

    /// Returns nil for invalid image data.
    func bitmap() -> Bitmap? {
        let stride = (width * bitsPerPixel + 7) / 8 + 1
        guard var rows = inflated(stride * height) else { return nil }
        let hasValidFilters = rows.withUnsafeMutableBufferPointer { rows in
            rows.baseAddress.map { PNGFilters.undo($0, stride: stride, rows: height, pixel: max(1, bitsPerPixel / 8)) }
                ?? false
        }
        guard hasValidFilters else { return nil }
        var hasValidIndices = true
        let pixels = [UInt32](unsafeUninitializedCapacity: width * height) { output, count in
            rows.withUnsafeBufferPointer { rows in
                for y in 0..<height {
                    let row = UnsafeBufferPointer(rebasing: rows[y * stride + 1..<(y + 1) * stride])
                    let target = UnsafeMutableBufferPointer(rebasing: output[y * width..<(y + 1) * width])
                    if !unpack(row, target) { hasValidIndices = false }
                }
            }
            if type == 6 {
                PremultipliedPixel.premultiply(UnsafeMutableBufferPointer(rebasing: output[..<(width * height)]))
            }
            count = width * height
        }
        guard hasValidIndices else { return nil }
        let isOpaque = type != 6 && !hasAlpha || pixels.withUnsafeBufferPointer(PremultipliedPixel.areOpaque)
        return Bitmap(width: width, height: height, pixels: pixels, isOpaque: isOpaque)
    }

    private func inflated(_ size: Int) -> [UInt8]? {
        guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
        defer { libdeflate_free_decompressor(decompressor) }
        var result = LIBDEFLATE_BAD_DATA
        let rows = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            result = libdeflate_zlib_decompress(
                decompressor, compressed, compressed.count, buffer.baseAddress, size, nil)
            count = result == LIBDEFLATE_SUCCESS ? size : 0
        }
        return result == LIBDEFLATE_SUCCESS ? rows : nil
    }

    /// Unpacks a row, with straight components for RGBA; false for an index that is not in the palette.
    private func unpack(_ row: UnsafeBufferPointer<UInt8>, _ pixels: UnsafeMutableBufferPointer<UInt32>) -> Bool {
        let bytes = UnsafeRawBufferPointer(row)
        switch type {
        case 0:
            for x in 0..<width { pixels[x] = 0xFF00_0000 | UInt32(row[x]) &* 0x01_0101 }
        case 2:
            // Reads eight bytes for the six of two pixels, except at the end of the row.
            @inline(__always) func unpackPair(_ x: Int) {
                let eight = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: x &* 3, as: UInt64.self))
                pixels[x] = 0xFF00_0000 | UInt32(truncatingIfNeeded: eight &>> 40)
                pixels[x &+ 1] = 0xFF00_0000 | UInt32(truncatingIfNeeded: eight &>> 16)
            }
            var x = 0
            while x &+ 4 < width {
                unpackPair(x)
                unpackPair(x &+ 2)
                x &+= 4
            }
            if x &+ 2 < width {
                unpackPair(x)
                x &+= 2
            }
            for x in x..<width {
                pixels[x] = row[(x * 3)..<(x * 3 + 3)].reduce(0xFF) { $0 << 8 | UInt32($1) }
            }
        case 6:
            for x in 0..<width {
                let color = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self))
                pixels[x] = color << 24 | color >> 8
            }
        default: return unpackIndices(row, pixels)
        }
        return true
    }

    private func unpackIndices(
        _ row: UnsafeBufferPointer<UInt8>, _ pixels: UnsafeMutableBufferPointer<UInt32>
    ) -> Bool {
        palette.withUnsafeBufferPointer { colors in
            var highest: UInt8 = 0
            var x = 0
            for byte in row {
                // The leftmost pixel is in the highest bits.
                var bits = byte
                for _ in 0..<min(8 / Int(depth), width &- x) {
                    let index = bits &>> (8 &- depth)
                    bits &<<= depth
                    highest = max(highest, index)
                    pixels[x] = colors[Int(index)]
                    x &+= 1
                }
            }
            return Int(highest) < paletteCount
        }
    }
}

/// The row filters of PNG.
///
/// - SeeAlso: PNG specification, third edition, §9.
enum PNGFilters {
    /// Reverses the filters of all rows, in place.
    ///
    /// - Parameters:
    ///   - bytes: rows, each starting with its filter type.
    ///   - stride: bytes per row.
    ///   - rows: the number of rows.
    ///   - pixel: bytes per pixel, at least 1.
    /// - Returns: false when a filter type is unknown.
    static func undo(_ bytes: UnsafeMutablePointer<UInt8>, stride: Int, rows: Int, pixel: Int) -> Bool {
        let count = stride - 1
        for y in 0..<rows {
            let row = bytes + y * stride + 1
            // The row above the first one is zero.
            let above = y > 0 ? row - stride : nil
            switch (bytes[y * stride], above) {
            case (0, _), (2, nil): break
            case (1, _), (4, nil):
                // Without a row above, the Paeth predictor is the pixel to the left.
                for i in Swift.stride(from: pixel, to: count, by: 1) { row[i] &+= row[i - pixel] }
            case (2, let above?): for i in 0..<count { row[i] &+= above[i] }
            case (3, nil): for i in Swift.stride(from: pixel, to: count, by: 1) { row[i] &+= row[i - pixel] >> 1 }
            case (3, let above?):
                for i in 0..<min(pixel, count) { row[i] &+= above[i] >> 1 }
                for i in Swift.stride(from: pixel, to: count, by: 1) {
                    row[i] &+= UInt8(truncatingIfNeeded: (UInt16(row[i - pixel]) + UInt16(above[i])) >> 1)
                }
            case (4, let above?):
                for i in 0..<min(pixel, count) { row[i] &+= above[i] }
                for i in Swift.stride(from: pixel, to: count, by: 1) {
                    row[i] &+= paethPredictor(Int32(row[i - pixel]), Int32(above[i]), Int32(above[i - pixel]))
                }
            default: return false
            }
        }
        return true
    }

    /// The neighbor nearest to left + above − upper left.
    @inline(__always)
    private static func paethPredictor(_ left: Int32, _ above: Int32, _ corner: Int32) -> UInt8 {
        let (a, b) = (above - corner, left - corner)
        let (fromLeft, fromAbove, fromCorner) = (abs(a), abs(b), abs(a + b))
        let nearest = fromLeft <= fromAbove && fromLeft <= fromCorner ? left : fromAbove <= fromCorner ? above : corner
        return UInt8(truncatingIfNeeded: nearest)
    }
}
