// SPDX-License-Identifier: MIT
import MapCanvas
import MapImages
import TestSupport

/// How far two images of one map are from each other, both laid on white.
struct VectorComparison {
    /// How far a channel is off on average, of 255.
    let mean: Double
    /// The share of pixels of which a channel is off by more than a quarter of the scale.
    let far: Double
    /// How many such pixels touch each other at most: what is missing is in one piece, edges that are smoothed otherwise
    /// are in many.
    let region: Int

    init(_ a: Bitmap, _ b: Bitmap) {
        let comparison = ImageComparison(
            expected: b.onWhite, actual: a.onWhite, tolerance: ImageTolerance(.channels(64)))
        guard comparison.sizeProblem == nil else {
            (mean, far, region) = (255, 1, comparison.differences.count)
            return
        }
        let sum = zip(comparison.expected.pixels, comparison.actual.pixels).reduce(0) {
            $0 + $1.0.differences(from: $1.1).wrappedSum()
        }
        mean = Double(sum) / Double(3 * a.pixels.count)
        far = comparison.differingShare
        region = comparison.largestRegion?.pixels ?? 0
    }
}

extension Bitmap {
    fileprivate var onWhite: Bitmap {
        Bitmap(width: width, height: height, pixels: flattened(on: .white), isOpaque: true)
    }
}
