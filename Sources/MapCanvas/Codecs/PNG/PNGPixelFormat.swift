// SPDX-License-Identifier: MIT

/// How a PNG says its pixels: the shortest way that loses nothing.
///
/// - SeeAlso: PNG specification, third edition, §11.2.1.
enum PNGPixelFormat: Sendable {
    /// Places in a palette.
    case indexed(PNGPalette)
    /// Opaque shades of grey.
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

    /// The number that the header has for it.
    var type: UInt8 {
        switch self {
        case .grey: 0
        case .rgb: 2
        case .indexed: 3
        case .rgba: 6
        }
    }

    /// Bits a sample.
    var depth: Int {
        if case .indexed(let palette) = self { palette.depth } else { 8 }
    }

    /// Bytes after which a row may repeat itself.
    var pixelBytes: Int {
        switch self {
        case .indexed, .grey: 1
        case .rgb: 3
        case .rgba: 4
        }
    }

    /// Bytes of a row with its filter byte.
    func stride(_ width: Int) -> Int {
        if case .indexed(let palette) = self { return 1 + (width * palette.depth + 7) / 8 }
        return 1 + width * pixelBytes
    }
}

/// The colors of a picture that has few, translucent ones first.
struct PNGPalette: Sendable {
    static let most = 256
    private static let slots = 1024

    /// Premultiplied.
    private(set) var colors: [UInt32]
    /// Place in `colors` + 1 by a color's hash; 0 for a free slot.
    private var places: [UInt16]

    /// Nil when there are more than 256.
    init?(_ bitmap: Bitmap) {
        colors = []
        places = [UInt16](repeating: 0, count: Self.slots)
        let recent = ColorCache()
        for pixel in bitmap.pixels {
            _ = recent.value(of: pixel) {
                add(pixel)
                return 0
            }
            guard colors.count <= Self.most else { return nil }
        }
        let order = colors.indices.sorted { (colors[$0] >> 24, $0) < (colors[$1] >> 24, $1) }
        let sorted = order.map { colors[$0] }
        colors = sorted
        places = [UInt16](repeating: 0, count: Self.slots)
        for (place, color) in sorted.enumerated() { places[slot(of: color)] = UInt16(truncatingIfNeeded: place + 1) }
    }

    private mutating func add(_ color: UInt32) {
        let slot = slot(of: color)
        guard places[slot] == 0 else { return }
        colors.append(color)
        places[slot] = UInt16(truncatingIfNeeded: colors.count)
    }

    /// Bits for a place: 1, 2, 4 or 8.
    var depth: Int {
        switch colors.count {
        case ...2: 1
        case ...4: 2
        case ...16: 4
        default: 8
        }
    }

    /// How many colors, from the first on, are translucent.
    var translucent: Int { colors.firstIndex { $0 >> 24 == 255 } ?? colors.count }

    /// A color's place; the color must be one of the palette's.
    @inline(__always)
    func place(of color: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: places[slot(of: color)] &- 1) }

    /// Where a color stands or would stand.
    @inline(__always)
    private func slot(of color: UInt32) -> Int {
        var slot = Int((color &* 0x9E37_79B1) >> 22)
        while true {
            let place = places[slot]
            if place == 0 || colors[Int(place) - 1] == color { return slot }
            slot = (slot + 1) & (Self.slots - 1)
        }
    }
}
