// SPDX-License-Identifier: MIT
import CDeflate

/// A PNG of a frequent kind: 8-bit RGB, RGBA, grey or a palette, sRGB, not interlaced, sound.
///
/// libdeflate unpacks it in a fraction of the time that libpng takes. Whatever is not plain, or not right, is left to
/// libpng, which knows all kinds and has the words for what is wrong.
struct FastPNGDecoder {
    private(set) var width = 0
    private(set) var height = 0
    private var depth: UInt8 = 0
    private var type: UInt8 = 0
    /// Premultiplied; 256 colors if there is one, so that every place in it has one.
    private var palette: [UInt32] = []
    /// Those that the file has.
    private var paletteCount = 0
    /// True when the palette has translucent colors.
    private var hasAlpha = false
    private var packed: [UInt8] = []
    private var isComplete = false

    /// Nil for all other kinds.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        var position = 8
        while position + 12 <= bytes.count, !isComplete {
            let length = Int(Self.number(bytes, position))
            guard length <= bytes.count - position - 12 else { return nil }
            let chunk = UnsafeBufferPointer(rebasing: bytes[position + 4..<position + 8 + length])
            guard libdeflate_crc32(0, chunk.baseAddress, chunk.count) == Self.number(bytes, position + 8 + length),
                take(chunk)
            else { return nil }
            position += 12 + length
        }
        guard isComplete, width > 0, height > 0, width < 1 << 20, height < 1 << 20, !packed.isEmpty else { return nil }
        guard type != 3 || paletteCount > 0 else { return nil }
    }

    /// Takes a chunk's type and content; false when the file is not plain.
    private mutating func take(_ chunk: UnsafeBufferPointer<UInt8>) -> Bool {
        let data = UnsafeBufferPointer(rebasing: chunk[4...])
        switch String(decoding: chunk.prefix(4), as: UTF8.self) {
        case "IHDR":
            guard data.count == 13, width == 0, data[10] == 0, data[11] == 0, data[12] == 0 else { return false }
            width = Int(Self.number(data, 0))
            height = Int(Self.number(data, 4))
            (depth, type) = (data[8], data[9])
            return type == 3 ? [1, 2, 4, 8].contains(depth) : depth == 8 && [0, 2, 6].contains(type)
        case "PLTE":
            guard type == 3, palette.isEmpty, packed.isEmpty, data.count % 3 == 0, data.count <= 768 else {
                // A suggestion for other kinds.
                return type != 3
            }
            palette = stride(from: 0, to: data.count, by: 3).map {
                0xFF00_0000 | UInt32(data[$0]) << 16 | UInt32(data[$0 + 1]) << 8 | UInt32(data[$0 + 2])
            }
            paletteCount = palette.count
            palette += repeatElement(0, count: 256 - paletteCount)
            return true
        case "tRNS":
            guard type == 3, !palette.isEmpty, !hasAlpha, packed.isEmpty, data.count <= paletteCount else {
                return false
            }
            for (place, opacity) in data.enumerated() {
                palette[place] = UInt32(opacity) << 24 | palette[place] & 0xFF_FFFF
            }
            palette.withUnsafeMutableBufferPointer { PremultipliedPixel.premultiply($0) }
            hasAlpha = !data.isEmpty
            return true
        case "IDAT":
            packed.append(contentsOf: data)
            return width > 0
        case "IEND":
            isComplete = true
            return true
        // The gamma of sRGB, or close to it.
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

    /// Nil when the image data are not as they should be.
    func bitmap() -> Bitmap? {
        let stride = (width * bitsPerPixel + 7) / 8 + 1
        guard var rows = inflated(stride * height) else { return nil }
        let isSound = rows.withUnsafeMutableBufferPointer { rows in
            rows.baseAddress.map { PNGFilters.undo($0, stride: stride, rows: height, pixel: max(1, bitsPerPixel / 8)) }
                ?? false
        }
        guard isSound else { return nil }
        var isKnown = true
        let pixels = [UInt32](unsafeUninitializedCapacity: width * height) { output, count in
            rows.withUnsafeBufferPointer { rows in
                for y in 0..<height {
                    let row = UnsafeBufferPointer(rebasing: rows[y * stride + 1..<(y + 1) * stride])
                    let target = UnsafeMutableBufferPointer(rebasing: output[y * width..<(y + 1) * width])
                    if !unpack(row, target) { isKnown = false }
                }
            }
            if type == 6 {
                PremultipliedPixel.premultiply(UnsafeMutableBufferPointer(rebasing: output[..<(width * height)]))
            }
            count = width * height
        }
        guard isKnown else { return nil }
        let isOpaque = type != 6 && !hasAlpha || pixels.withUnsafeBufferPointer(PremultipliedPixel.areOpaque)
        return Bitmap(width: width, height: height, pixels: pixels, isOpaque: isOpaque)
    }

    private func inflated(_ size: Int) -> [UInt8]? {
        guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
        defer { libdeflate_free_decompressor(decompressor) }
        var result = LIBDEFLATE_BAD_DATA
        let rows = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            result = libdeflate_zlib_decompress(decompressor, packed, packed.count, buffer.baseAddress, size, nil)
            count = result == LIBDEFLATE_SUCCESS ? size : 0
        }
        return result == LIBDEFLATE_SUCCESS ? rows : nil
    }

    /// One row's bytes as pixels, straight for RGBA; false for a place that the palette does not have.
    private func unpack(_ row: UnsafeBufferPointer<UInt8>, _ pixels: UnsafeMutableBufferPointer<UInt32>) -> Bool {
        let bytes = UnsafeRawBufferPointer(row)
        switch type {
        case 0:
            for x in 0..<width { pixels[x] = 0xFF00_0000 | UInt32(row[x]) &* 0x01_0101 }
        case 2:
            // Four bytes are read for three, which the last pixel does not have.
            for x in 0..<width &- 1 {
                let four = bytes.loadUnaligned(fromByteOffset: x &* 3, as: UInt32.self)
                pixels[x] = 0xFF00_0000 | UInt32(bigEndian: four) >> 8
            }
            let last = row.suffix(3).reduce(0) { $0 << 8 | UInt32($1) }
            pixels[width - 1] = 0xFF00_0000 | last
        case 6:
            for x in 0..<width {
                let color = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self))
                pixels[x] = color << 24 | color >> 8
            }
        default: return unpackPlaces(row, pixels)
        }
        return true
    }

    private func unpackPlaces(
        _ row: UnsafeBufferPointer<UInt8>, _ pixels: UnsafeMutableBufferPointer<UInt32>
    ) -> Bool {
        palette.withUnsafeBufferPointer { colors in
            var highest: UInt8 = 0
            var x = 0
            for byte in row {
                // The leftmost pixel has the highest bits.
                var bits = byte
                for _ in 0..<min(8 / Int(depth), width &- x) {
                    let place = bits &>> (8 &- depth)
                    bits &<<= depth
                    highest = max(highest, place)
                    pixels[x] = colors[Int(place)]
                    x &+= 1
                }
            }
            return Int(highest) < paletteCount
        }
    }
}
