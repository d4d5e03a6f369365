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
    /// Opaque colors after the Paeth filter.
    case filteredRGB
    case rgba

    package init(_ bitmap: Bitmap) {
        guard let palette = PNGPalette(bitmap) else {
            self = !bitmap.isOpaque ? .rgba : PaethFilter.suits(bitmap) ? .filteredRGB : .rgb
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
        case .rgb, .filteredRGB: 2
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
        case .rgb, .filteredRGB: 3
        case .rgba: 4
        }
    }

    /// The first byte of each row.
    package var filter: UInt8 {
        if case .filteredRGB = self { PaethFilter.type } else { 0 }
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

/// The Paeth filter: a pixel is written as its difference from that one of the pixels to the left, above, and between
/// them which is the nearest to a slope through the three.
///
/// - SeeAlso: PNG specification, third edition, §9.
enum PaethFilter {
    static let type: UInt8 = 4
    /// The rows that stand for all, to find out whether the filter suits them.
    private static let sampleCount = 16

    /// True for photographs and shaded relief: where most pixels that differ from their neighbors differ little from
    /// what these predict. Maps of plain areas and edges become larger.
    static func suits(_ bitmap: Bitmap) -> Bool {
        let (width, step) = (bitmap.width, max(1, bitmap.height / sampleCount))
        var (smooth, rough, count) = (0, 0, 0)
        bitmap.pixels.withUnsafeBufferPointer { pixels in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width) { row in
                guard let pixels = pixels.baseAddress, let row = row.baseAddress else { return }
                for y in stride(from: step / 2 + 1, to: bitmap.height, by: step) {
                    filter(y, width, of: pixels, to: row)
                    count += width
                    for x in 1..<max(1, width) {
                        let pixel = pixels + (y * width + x)
                        guard pixel[0] != pixel[-1], pixel[0] != pixel[-width] else { continue }
                        let isSmooth = isSmall(row[x] >> 16) && isSmall(row[x] >> 8) && isSmall(row[x])
                        if isSmooth { smooth += 1 } else { rough += 1 }
                    }
                }
            }
        }
        return 8 * smooth - 4 * rough > count
    }

    private static func isSmall(_ difference: UInt32) -> Bool {
        Int8(truncatingIfNeeded: difference).magnitude <= 4
    }

    /// True for a filtered pixel of differences in -8...7, whose literals are short.
    @inline(__always)
    static func isSlight(_ pixel: UInt32) -> Bool {
        // Each byte plus 8, without carrying over to the next.
        ((pixel & 0x7F_7F7F) &+ 0x08_0808 ^ pixel & 0x80_8080) & 0xF0_F0F0 == 0
    }

    /// Filters a row of opaque pixels 0xAARRGGBB.
    static func filter(
        _ y: Int, _ width: Int, of pixels: UnsafePointer<UInt32>, to row: UnsafeMutablePointer<UInt32>
    ) {
        let source = pixels + y * width
        // What lies outside is 0, which leaves one pixel to predict those of the first row and column.
        row[0] = difference(same(source[0]), same(y > 0 ? source[-width] : 0))[0]
        guard y > 0 else {
            for x in 1..<max(1, width) { row[x] = difference(same(source[x]), same(source[x - 1]))[0] }
            return
        }
        let above = source - width
        var x = 1
        while x &+ 4 <= width {
            let four = difference(
                load(source + x), predicted(load(source + x - 1), load(above + x), load(above + x - 1)))
            UnsafeMutableRawPointer(row + x).storeBytes(of: four, as: SIMD4<UInt32>.self)
            x &+= 4
        }
        while x < width {
            row[x] =
                difference(
                    same(source[x]), predicted(same(source[x - 1]), same(above[x]), same(above[x - 1])))[0]
            x &+= 1
        }
    }

    @inline(__always)
    private static func load(_ pixels: UnsafePointer<UInt32>) -> SIMD16<UInt8> {
        UnsafeRawPointer(pixels).loadUnaligned(as: SIMD16<UInt8>.self)
    }

    @inline(__always)
    private static func same(_ pixel: UInt32) -> SIMD16<UInt8> {
        unsafeBitCast(SIMD4(repeating: pixel), to: SIMD16<UInt8>.self)
    }

    @inline(__always)
    private static func difference(_ pixels: SIMD16<UInt8>, _ predicted: SIMD16<UInt8>) -> SIMD4<UInt32> {
        unsafeBitCast(pixels &- predicted, to: SIMD4<UInt32>.self) | 0xFF00_0000
    }

    @inline(__always)
    private static func predicted(
        _ left: SIMD16<UInt8>, _ above: SIMD16<UInt8>, _ between: SIMD16<UInt8>
    ) -> SIMD16<UInt8> {
        // How far the slope, left + above - between, is from each; the last is farthest from it unless it lies between
        // the others.
        let toLeft = larger(above, between) &- smaller(above, between)
        let toAbove = larger(left, between) &- smaller(left, between)
        let isOutside = between .< smaller(left, above) .| between .> larger(left, above)
        let toBetween = (larger(toLeft, toAbove) &- smaller(toLeft, toAbove)).replacing(with: .max, where: isOutside)
        return between.replacing(with: above, where: toAbove .<= toBetween)
            .replacing(with: left, where: toLeft .<= toAbove .& toLeft .<= toBetween)
    }

    /// The standard library's `pointwiseMax` and `pointwiseMin` are not inlined.
    @inline(__always)
    private static func larger(_ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>) -> SIMD16<UInt8> {
        a.replacing(with: b, where: a .< b)
    }

    @inline(__always)
    private static func smaller(_ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>) -> SIMD16<UInt8> {
        a.replacing(with: b, where: b .< a)
    }
}

/// Uncompressed scanlines of a PNG: a filter byte and the pixels.
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
                    output[i * stride] = colors.filter
                    switch colors {
                    case .indexed(let palette): packIndices(source, palette, recent, row)
                    case .grey: packGrey(source, row)
                    case .rgb: packRGB(source, row)
                    case .filteredRGB:
                        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width) { filtered in
                            guard let pixels = pixels.baseAddress, let first = filtered.baseAddress else { return }
                            PaethFilter.filter(y, width, of: pixels, to: first)
                            packRGB(UnsafeBufferPointer(filtered), row)
                        }
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
