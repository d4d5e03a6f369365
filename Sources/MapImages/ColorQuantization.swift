// SPDX-License-Identifier: MIT
import MapCore

extension Bitmap {
    /// Reduces the image to at most 256 colors, chosen to minimize the visible difference; returns the image itself
    /// when it has no more. Opaque pixels stay opaque, and the exact color of large areas is kept.
    ///
    /// Gradients are lightly dithered, which avoids banding in shadows; flat areas, edges and text are not.
    package var quantized: Bitmap {
        guard PNGPalette(self) == nil else { return self }
        let histogram = ColorHistogram(self)
        let colors = histogram.ditheredColors(ofAtMost: PNGPalette.maxColors)
        return histogram.reduced(self, colors, 0..<height, top: 0)
    }
}

extension ColorHistogram {
    private static let iterations = 6

    /// An image with the colors of each bin replaced.
    ///
    /// - Parameters:
    ///   - bitmap: the image, or a part of it.
    ///   - ditheredColors: the replacement of each bin's colors.
    ///   - rows: those of which all colors are in the histogram; others stay as they are.
    ///   - top: the image's row that is the bitmap's first.
    /// - Returns: the bitmap with those rows replaced.
    package func reduced(_ bitmap: Bitmap, _ ditheredColors: [DitheredColor], _ rows: Range<Int>, top: Int) -> Bitmap {
        let (width, height) = (bitmap.width, bitmap.height)
        let ditherMask = DitherMask(pixels: bitmap.pixels, width: width, height: height)
        var result = bitmap.pixels
        let start = rows.lowerBound * width
        guard !rows.isEmpty, var dithered = replacement(of: result[start], ditheredColors) else { return bitmap }
        var last = result[start]
        for y in rows where !WorkContext.isCancelled {
            for x in 0..<width {
                let index = y * width + x
                if result[index] != last {
                    last = result[index]
                    dithered = replacement(of: last, ditheredColors) ?? dithered
                }
                result[index] = dithered.isFar(x, top + y) && ditherMask.isDithered(x, y) ? dithered.far : dithered.near
            }
        }
        return Bitmap(width: width, height: height, pixels: result, isOpaque: bitmap.isOpaque)
    }

    @inline(__always)
    private func replacement(of color: UInt32, _ ditheredColors: [DitheredColor]) -> DitheredColor? {
        let index = index(of: color)
        return index >= 0 ? ditheredColors[index] : nil
    }

    /// The replacement of each bin's colors.
    package func ditheredColors(ofAtMost count: Int) -> [DitheredColor] {
        let positions = bins.map(ColorSpace.position)
        // Square roots balance the weight of small pins and large areas.
        let weights = bins.map { Float($0.count).squareRoot() }
        var clusters = KMeansClusters(positions, around: VarianceCut.means(of: positions, weights, count: count))
        for _ in 0..<Self.iterations where !WorkContext.isCancelled { clusters.settle(weights) }
        let colors = mainColors(of: clusters)
        clusters.replace(colors.map(ColorSpace.position))
        return clusters.nearest.enumerated().map { bin, center in
            let (other, part) = clusters.mixture(at: bin) ?? (center, 0)
            return DitheredColor(near: colors[center], far: colors[other], farCount: UInt8((part * 16).rounded()))
        }
    }

    /// The color of each cluster: that of most of its pixels if there is one, else the mean.
    private func mainColors(of clusters: KMeansClusters) -> [UInt32] {
        var totals = [Int](repeating: 0, count: clusters.centers.count)
        var largest = [Int?](repeating: nil, count: clusters.centers.count)
        for (bin, center) in clusters.nearest.enumerated() {
            totals[center] += bins[bin].count
            if bins[bin].count > largest[center].map({ bins[$0].count }) ?? 0 { largest[center] = bin }
        }
        return clusters.centers.indices.map { center in
            guard let bin = largest[center], bins[bin].count > totals[center] / 2 else {
                return ColorSpace.color(at: clusters.centers[center])
            }
            return bins[bin].main
        }
    }
}

/// A histogram with a bounded number of bins: similar colors share a bin.
///
/// Opaque colors have 6 bits per channel, translucent ones 5; fully transparent pixels have a bin of their own.
package struct ColorHistogram {
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
    package init() { indices = [UInt32](repeating: 0, count: Self.clearKey + 1) }

    package init(_ bitmap: Bitmap) {
        self.init()
        add(bitmap.pixels[...])
    }

    /// Adds pixels, from the top left.
    package mutating func add(_ pixels: ArraySlice<UInt32>) {
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

/// The replacement of a color: the nearest palette color, and one that some pixels have instead, so that their mean
/// is closer to the original.
package struct DitheredColor {
    package var near: UInt32
    package var far: UInt32
    /// How many of 16 pixels have the `far` color: up to 8.
    var farCount: UInt8

    /// The threshold matrix of ordered dithering.
    ///
    /// - SeeAlso: Bayer, *An Optimum Method for Two-Level Rendition of Continuous-Tone ImageStorage*, 1973.
    private static let order = SIMD16<UInt8>(0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5)

    @inline(__always)
    func isFar(_ x: Int, _ y: Int) -> Bool { farCount > Self.order[(y & 3) << 2 | x & 3] }
}

/// Selects the pixels to dither: gradients, as in shadows and fog, but not flat areas, edges or text.
package struct DitherMask {
    /// The maximum difference per channel between adjacent pixels.
    private static let maxStep = 6
    /// The distance in pixels over which a gradient is distinguished from a flat area.
    private static let gradientDistance = 4
    /// The maximum difference per channel over that distance: no edge lies within.
    private static let maxChange = 40

    /// How far the pixels that decide about one are from it.
    package static var reach: Int { gradientDistance }

    let pixels: [UInt32]
    let width: Int
    let height: Int

    func isDithered(_ x: Int, _ y: Int) -> Bool {
        guard change(x, y, 1) <= Self.maxStep else { return false }
        return (1...Self.maxChange).contains(change(x, y, Self.gradientDistance))
    }

    /// The maximum difference per channel from the pixels at a distance to the left, right, top and bottom.
    private func change(_ x: Int, _ y: Int, _ distance: Int) -> Int {
        let (row, pixel) = (y * width, pixels[y * width + x])
        let left = difference(pixel, pixels[row + max(x - distance, 0)])
        let right = difference(pixel, pixels[row + min(x + distance, width - 1)])
        let above = difference(pixel, pixels[max(y - distance, 0) * width + x])
        let below = difference(pixel, pixels[min(y + distance, height - 1) * width + x])
        return max(left, right, above, below)
    }

    @inline(__always)
    private func difference(_ a: UInt32, _ b: UInt32) -> Int {
        if a == b { return 0 }
        func channel(_ shift: UInt32) -> Int { abs(Int(a >> shift & 255) - Int(b >> shift & 255)) }
        return max(channel(0), channel(8), channel(16), channel(24))
    }
}
