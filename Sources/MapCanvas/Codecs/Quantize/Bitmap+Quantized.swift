// SPDX-License-Identifier: MIT
import MapRuntime

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
    func reduced(_ bitmap: Bitmap, _ ditheredColors: [DitheredColor], _ rows: Range<Int>, top: Int) -> Bitmap {
        let (width, height) = (bitmap.width, bitmap.height)
        let ditherMask = DitherMask(pixels: bitmap.pixels, width: width, height: height)
        var result = bitmap.pixels
        let start = rows.lowerBound * width
        guard !rows.isEmpty, var dithered = replacement(of: result[start], ditheredColors) else { return bitmap }
        var last = result[start]
        for y in rows where !WorkCancellation.isRequested {
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
    func ditheredColors(ofAtMost count: Int) -> [DitheredColor] {
        let positions = bins.map(ColorSpace.position)
        // Square roots balance the weight of small pins and large areas.
        let weights = bins.map { Float($0.count).squareRoot() }
        var clusters = KMeansClusters(positions, around: VarianceCut.means(of: positions, weights, count: count))
        for _ in 0..<Self.iterations where !WorkCancellation.isRequested { clusters.settle(weights) }
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
