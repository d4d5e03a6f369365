// SPDX-License-Identifier: MIT

/// A histogram with a bounded number of bins: similar colors share a bin.
///
/// Opaque colors have 6 bits per channel, translucent ones 5; fully transparent pixels have a bin of their own.
struct ColorHistogram {
    struct Bin {
        /// The number of pixels.
        var count: Int
        /// The sum of premultiplied red, green, blue and alpha over all pixels.
        var sum: SIMD4<Int>
        /// The majority color of the bin, if there is one.
        ///
        /// - SeeAlso: Boyer and Moore, *MJRTY: A Fast Majority Vote Algorithm*, 1981.
        var main: UInt32
        var votes: Int
    }

    private static let opaqueKeys = 1 << 18
    private static let clearKey = opaqueKeys + (1 << 20)

    /// In order of first occurrence, from the top left.
    private(set) var bins: [Bin] = []
    /// For each key, an index in `bins` + 1; 0 for colors that do not occur.
    private var indices: [UInt32]

    /// An empty histogram.
    init() { indices = [UInt32](repeating: 0, count: Self.clearKey + 1) }

    init(_ bitmap: Bitmap) {
        self.init()
        add(bitmap.pixels[...])
    }

    /// Adds pixels, from the top left.
    mutating func add(_ pixels: ArraySlice<UInt32>) {
        var start = pixels.startIndex
        while start < pixels.endIndex {
            let color = pixels[start]
            var end = start + 1
            while end < pixels.endIndex, pixels[end] == color { end += 1 }
            add(color, count: end - start)
            start = end
        }
    }

    /// The index of a color's bin; -1 for a color that does not occur.
    @inline(__always)
    func index(of color: UInt32) -> Int { Int(indices[Self.key(of: color)]) - 1 }

    private mutating func add(_ color: UInt32, count: Int) {
        let key = Self.key(of: color)
        let sum = SIMD4(Int(color >> 16 & 255), Int(color >> 8 & 255), Int(color & 255), Int(color >> 24)) &* count
        guard indices[key] > 0 else {
            bins.append(Bin(count: count, sum: sum, main: color, votes: count))
            indices[key] = UInt32(truncatingIfNeeded: bins.count)
            return
        }
        let index = Int(indices[key]) - 1
        bins[index].count += count
        bins[index].sum &+= sum
        if bins[index].main == color {
            bins[index].votes += count
        } else if bins[index].votes >= count {
            bins[index].votes -= count
        } else {
            bins[index].main = color
            bins[index].votes = count - bins[index].votes
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
