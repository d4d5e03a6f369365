// SPDX-License-Identifier: MIT

/// The smallest lossless PNG pixel format for a bitmap.
///
/// - SeeAlso: PNG specification, third edition, §11.2.1.
package enum PNGPixelFormat: Sendable {
    /// Palette indices.
    case indexed(PNGPalette)
    /// Opaque grayscale.
    case grey
    case rgb
    case rgba

    package init(_ bitmap: Bitmap) {
        guard let palette = PNGPalette(bitmap) else {
            self = bitmap.isOpaque ? .rgb : .rgba
            return
        }
        let isGrey = palette.colors.allSatisfy {
            $0 >> 24 == 255 && $0 & 255 == $0 >> 8 & 255 && $0 & 255 == $0 >> 16 & 255
        }
        self = isGrey && palette.depth == 8 ? .grey : .indexed(palette)
    }

    /// The color type in the header.
    var type: UInt8 {
        switch self {
        case .grey: 0
        case .rgb: 2
        case .indexed: 3
        case .rgba: 6
        }
    }

    /// Bits per sample.
    var depth: Int {
        if case .indexed(let palette) = self { palette.depth } else { 8 }
    }

    /// The pixel size in bytes, by which rows repeat themselves.
    var pixelBytes: Int {
        switch self {
        case .indexed, .grey: 1
        case .rgb: 3
        case .rgba: 4
        }
    }

    /// Bytes per row, including the filter byte.
    func stride(_ width: Int) -> Int {
        if case .indexed(let palette) = self { return 1 + (width * palette.depth + 7) / 8 }
        return 1 + width * pixelBytes
    }
}

/// The palette of a bitmap with few colors, translucent colors first.
package struct PNGPalette: Sendable {
    package static let maxColors = 256
    private static let slotCount = 1024

    /// Premultiplied.
    private(set) var colors: [UInt32]
    /// For each hash slot, an index in `colors` + 1; 0 for a free slot.
    private var indices: [UInt16]

    /// Returns nil for more than 256 colors.
    init?(_ bitmap: Bitmap) {
        colors = []
        indices = [UInt16](repeating: 0, count: Self.slotCount)
        let recent = ColorCache()
        for pixel in bitmap.pixels {
            _ = recent.value(of: pixel) {
                add(pixel)
                return 0
            }
            guard colors.count <= Self.maxColors else { return nil }
        }
        self = PNGPalette(colors: colors)
    }

    /// Colors that differ, at most 256.
    init(colors found: [UInt32]) {
        let order = found.indices.sorted { (found[$0] >> 24, $0) < (found[$1] >> 24, $1) }
        colors = order.map { found[$0] }
        indices = [UInt16](repeating: 0, count: Self.slotCount)
        for (index, color) in colors.enumerated() { indices[slot(of: color)] = UInt16(truncatingIfNeeded: index + 1) }
    }

    private mutating func add(_ color: UInt32) {
        let slot = slot(of: color)
        guard indices[slot] == 0 else { return }
        colors.append(color)
        indices[slot] = UInt16(truncatingIfNeeded: colors.count)
    }

    /// Bits per index: 1, 2, 4 or 8.
    var depth: Int {
        switch colors.count {
        case ...2: 1
        case ...4: 2
        case ...16: 4
        default: 8
        }
    }

    /// The number of translucent colors, which come first.
    var translucent: Int { colors.firstIndex { $0 >> 24 == 255 } ?? colors.count }

    /// The index of a color, which must be in the palette.
    @inline(__always)
    func index(of color: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: indices[slot(of: color)] &- 1) }

    /// The hash slot of a color, occupied or free.
    @inline(__always)
    private func slot(of color: UInt32) -> Int {
        var slot = Int((color &* 0x9E37_79B1) >> 22)
        while true {
            let index = indices[slot]
            if index == 0 || colors[Int(index) - 1] == color { return slot }
            slot = (slot + 1) & (Self.slotCount - 1)
        }
    }
}

/// Uncompressed scanlines of a PNG: a filter byte of "none" and the pixels.
enum PNGScanlines {
    /// Trailing bytes, so that eight can be read at any offset.
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
                    case .indexed(let palette): packIndices(source, palette, recent, row)
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

    private static func packIndices(
        _ pixels: UnsafeBufferPointer<UInt32>, _ palette: PNGPalette, _ recent: borrowing ColorCache,
        _ bytes: UnsafeMutableRawBufferPointer
    ) {
        let depth = palette.depth
        for i in pixels.indices {
            let index = recent.value(of: pixels[i]) { palette.index(of: pixels[i]) }
            // The leftmost pixel is in the highest bits.
            let bit = i &* depth
            bytes[bit >> 3] |= index << UInt8(8 - depth - bit & 7)
        }
    }

    /// Packs four pixels into three words.
    private static func packRGB(_ pixels: UnsafeBufferPointer<UInt32>, _ bytes: UnsafeMutableRawBufferPointer) {
        /// Red, green and blue in ascending bytes.
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

/// A direct-mapped cache of a value per color: most pixels have a recent color, and are resolved with one
/// well-predicted comparison.
struct ColorCache: ~Copyable {
    private static let slotCount = 4096

    private let colors: UnsafeMutablePointer<UInt32>
    private let values: UnsafeMutablePointer<UInt8>

    init() {
        colors = .allocate(capacity: Self.slotCount)
        values = .allocate(capacity: Self.slotCount)
        // Initialized with a color that hashes to another slot.
        colors.initialize(repeating: 0, count: Self.slotCount)
        colors[Self.slot(0)] = 1
        values.initialize(repeating: 0, count: Self.slotCount)
    }

    deinit {
        colors.deallocate()
        values.deallocate()
    }

    /// The cached value of a color, or the result of `compute`.
    @inline(__always)
    func value(of color: UInt32, orElse compute: () -> UInt8) -> UInt8 {
        let slot = Self.slot(color)
        if colors[slot] != color {
            values[slot] = compute()
            colors[slot] = color
        }
        return values[slot]
    }

    @inline(__always)
    private static func slot(_ color: UInt32) -> Int { Int(truncatingIfNeeded: (color &* 0x9E37_79B1) >> 20) }
}
