// SPDX-License-Identifier: MIT

/// The smallest lossless PNG pixel format for a bitmap.
///
/// - SeeAlso: PNG specification, third edition, §11.2.1.
enum PNGPixelFormat: Sendable {
    /// Palette indices.
    case indexed(PNGPalette)
    /// Opaque grayscale.
    case grey
    case rgb
    case rgba

    init(_ bitmap: Bitmap) {
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
struct PNGPalette: Sendable {
    static let maxColors = 256
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
        let order = colors.indices.sorted { (colors[$0] >> 24, $0) < (colors[$1] >> 24, $1) }
        let sorted = order.map { colors[$0] }
        colors = sorted
        indices = [UInt16](repeating: 0, count: Self.slotCount)
        for (index, color) in sorted.enumerated() { indices[slot(of: color)] = UInt16(truncatingIfNeeded: index + 1) }
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
