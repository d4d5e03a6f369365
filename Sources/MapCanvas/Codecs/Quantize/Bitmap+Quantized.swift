// SPDX-License-Identifier: MIT

extension Bitmap {
    /// The picture in at most 256 colors, chosen so that it looks nearly the same; the picture itself when it has no
    /// more. What is opaque stays opaque, and a color that large areas have stays as it is.
    ///
    /// DitherMask are lightly dithered, so that shadows have no rings; plain areas, edges and letters are not.
    package var quantized: Bitmap {
        guard PNGPalette(self) == nil else { return self }
        let histogram = ColorHistogram(self)
        let mixes = histogram.mixes(ofAtMost: PNGPalette.most)
        let ditherMask = DitherMask(pixels: pixels, width: width, height: height)
        var result = pixels
        var (last, mix) = (pixels[0], mixes[histogram.place(of: pixels[0])])
        for y in 0..<height {
            for x in 0..<width {
                let index = y * width + x
                if result[index] != last {
                    last = result[index]
                    mix = mixes[histogram.place(of: last)]
                }
                result[index] = mix.isFar(x, y) && ditherMask.isDithered(x, y) ? mix.far : mix.near
            }
        }
        return Bitmap(width: width, height: height, pixels: result, isOpaque: isOpaque)
    }
}

extension ColorHistogram {
    private static let rounds = 6

    /// What becomes of each bin's colors.
    fileprivate func mixes(ofAtMost count: Int) -> [DitheredColor] {
        let places = bins.map(ColorSpace.place)
        // A pin of a few hundred pixels is looked at as much as the sea: roots leave room for both.
        let weights = bins.map { Float($0.count).squareRoot() }
        var clusters = KMeansClusters(places, around: VarianceCut.means(of: places, weights, count: count))
        for _ in 0..<Self.rounds { clusters.settle(weights) }
        let colors = mainColors(of: clusters)
        clusters.replace(colors.map(ColorSpace.place))
        return clusters.nearest.enumerated().map { bin, center in
            let (other, part) = clusters.mixture(at: bin) ?? (center, 0)
            return DitheredColor(near: colors[center], far: colors[other], share: UInt8((part * 16).rounded()))
        }
    }

    /// Of each center: the color of most of its pixels if there is one, else the mean.
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
