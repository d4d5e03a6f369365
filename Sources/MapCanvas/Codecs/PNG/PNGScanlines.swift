// SPDX-License-Identifier: MIT

/// Rows as they stand in a PNG before compression: a filter byte, which says "none", then the pixels.
enum PNGScanlines {
    /// Bytes after the rows, so that eight can be read anywhere.
    static let padding = 8

    static func rows(_ rows: Range<Int>, of bitmap: Bitmap, as colors: PNGPixelFormat) -> [UInt8] {
        let width = bitmap.width
        let stride = colors.stride(width)
        let size = stride * rows.count + padding
        return [UInt8](unsafeUninitializedCapacity: size) { output, count in
            output.initialize(repeating: 0)
            let recent = ColorCache()
            bitmap.pixels.withUnsafeBufferPointer { pixels in
                for (i, y) in rows.enumerated() {
                    let source = UnsafeBufferPointer(rebasing: pixels[y * width..<(y + 1) * width])
                    let start = i * stride
                    let row = UnsafeMutableRawBufferPointer(
                        rebasing: UnsafeMutableRawBufferPointer(output)[start + 1..<start + stride])
                    switch colors {
                    case .indexed(let palette): packPlaces(source, palette, recent, row)
                    case .grey: packGrey(source, row)
                    case .rgb: packRGB(source, row)
                    case .rgba: packRGBA(source, row)
                    }
                }
            }
            count = size
        }
    }

    private static func packGrey(_ pixels: UnsafeBufferPointer<UInt32>, _ bytes: UnsafeMutableRawBufferPointer) {
        for i in pixels.indices { bytes[i] = UInt8(pixels[i] & 255) }
    }

    private static func packPlaces(
        _ pixels: UnsafeBufferPointer<UInt32>, _ palette: PNGPalette, _ recent: borrowing ColorCache,
        _ bytes: UnsafeMutableRawBufferPointer
    ) {
        let depth = palette.depth
        for i in pixels.indices {
            let place = recent.value(of: pixels[i]) { palette.place(of: pixels[i]) }
            // The leftmost pixel has the highest bits.
            let bit = i &* depth
            bytes[bit >> 3] |= place << UInt8(8 - depth - bit & 7)
        }
    }

    /// Four pixels at a time make three words.
    private static func packRGB(_ pixels: UnsafeBufferPointer<UInt32>, _ bytes: UnsafeMutableRawBufferPointer) {
        /// Red, green and blue from the lowest byte upwards.
        func ordered(_ i: Int) -> UInt32 { pixels[i].byteSwapped >> 8 }
        var (i, offset) = (0, 0)
        while i + 4 <= pixels.count {
            let (a, b, c, d) = (ordered(i), ordered(i + 1), ordered(i + 2), ordered(i + 3))
            bytes.storeBytes(of: (a | b << 24).littleEndian, toByteOffset: offset, as: UInt32.self)
            bytes.storeBytes(of: (b >> 8 | c << 16).littleEndian, toByteOffset: offset + 4, as: UInt32.self)
            bytes.storeBytes(of: (c >> 16 | d << 8).littleEndian, toByteOffset: offset + 8, as: UInt32.self)
            (i, offset) = (i + 4, offset + 12)
        }
        while i < pixels.count {
            let p = pixels[i]
            bytes[offset] = UInt8(p >> 16 & 255)
            bytes[offset + 1] = UInt8(p >> 8 & 255)
            bytes[offset + 2] = UInt8(p & 255)
            (i, offset) = (i + 1, offset + 3)
        }
    }

    private static func packRGBA(_ pixels: UnsafeBufferPointer<UInt32>, _ bytes: UnsafeMutableRawBufferPointer) {
        PremultipliedPixel.reciprocals.withUnsafeBufferPointer { table in
            guard let reciprocals = table.baseAddress else { return }
            for i in pixels.indices {
                let straight = PremultipliedPixel.straight(pixels[i], reciprocals)
                let ordered = straight.byteSwapped >> 8 | pixels[i] & 0xFF00_0000
                bytes.storeBytes(of: ordered.littleEndian, toByteOffset: i * 4, as: UInt32.self)
            }
        }
    }
}
