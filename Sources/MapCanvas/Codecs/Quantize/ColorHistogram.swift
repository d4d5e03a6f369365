// SPDX-License-Identifier: MIT

/// How often colors occur in a picture: colors that hardly differ share a bin, so that there is a bound to their number
/// however large the picture is.
///
/// Opaque colors have 6 bits a channel, translucent ones 5; what is fully transparent has a bin of its own.
struct ColorHistogram {
    struct Bin {
        /// How many pixels.
        var count: Int
        /// Of premultiplied red, green, blue and opacity, over all pixels.
        var sum: SIMD4<Int>
        /// A color of the bin: the one of most pixels, if it has more than all others together.
        ///
        /// - SeeAlso: Boyer and Moore, *MJRTY: A Fast Majority Vote Algorithm*, 1981.
        var main: UInt32
        var votes: Int
    }

    private static let opaqueKeys = 1 << 18
    private static let clearKey = opaqueKeys + (1 << 20)

    /// In the order in which the picture has them, from the top left.
    private(set) var bins: [Bin] = []
    /// Place in `bins` + 1 by a color's key; 0 for colors that do not occur.
    private var places: [UInt32]

    init(_ bitmap: Bitmap) {
        places = [UInt32](repeating: 0, count: Self.clearKey + 1)
        let pixels = bitmap.pixels
        var start = 0
        while start < pixels.count {
            let color = pixels[start]
            var end = start + 1
            while end < pixels.count, pixels[end] == color { end += 1 }
            add(color, count: end - start)
            start = end
        }
    }

    /// The place of a color's bin; the color must be one of the picture's.
    @inline(__always)
    func place(of color: UInt32) -> Int { Int(places[Self.key(of: color)]) - 1 }

    private mutating func add(_ color: UInt32, count: Int) {
        let key = Self.key(of: color)
        let sum = SIMD4(Int(color >> 16 & 255), Int(color >> 8 & 255), Int(color & 255), Int(color >> 24)) &* count
        guard places[key] > 0 else {
            bins.append(Bin(count: count, sum: sum, main: color, votes: count))
            places[key] = UInt32(truncatingIfNeeded: bins.count)
            return
        }
        let place = Int(places[key]) - 1
        bins[place].count += count
        bins[place].sum &+= sum
        if bins[place].main == color {
            bins[place].votes += count
        } else if bins[place].votes >= count {
            bins[place].votes -= count
        } else {
            bins[place].main = color
            bins[place].votes = count - bins[place].votes
        }
    }

    @inline(__always)
    private static func key(of color: UInt32) -> Int {
        let alpha = color >> 24
        if alpha == 255 {
            let red = color >> 6 & 0x3F000
            let green = color >> 4 & 0xFC0
            return Int(red | green | color >> 2 & 0x3F)
        }
        if color == 0 { return clearKey }
        let red = color >> 9 & 0x7C00
        let green = color >> 6 & 0x3E0
        return opaqueKeys + Int((alpha >> 3) << 15 | red | green | color >> 3 & 0x1F)
    }
}
