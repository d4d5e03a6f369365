// SPDX-License-Identifier: MIT

/// Which pixels of two images differ, and by how much.
package struct ImageComparison: Sendable {
    /// What a pixel of one image is beside that of the other.
    package enum Difference: UInt8, Sendable {
        case equal
        /// It differs, but no more than the anti-aliasing of an edge does; not counted.
        case antialiasing
        case different
    }

    package let expected: Bitmap
    package let actual: Bitmap
    package let tolerance: ImageTolerance
    /// Of the area that both images cover together; where only one has a pixel, it differs.
    package let width: Int
    package let height: Int
    /// One for each pixel, row after row.
    package let differences: [Difference]
    /// How many pixels differ by more than the tolerance allows for one.
    package let differingPixels: Int
    /// The largest difference of any channel of any pixel, 0...255; 255 when the sizes differ.
    package let largestDifference: Int

    package init(expected: Bitmap, actual: Bitmap, tolerance: ImageTolerance) {
        (self.expected, self.actual, self.tolerance) = (expected, actual, tolerance)
        width = max(expected.width, actual.width)
        height = max(expected.height, actual.height)
        let hasOneSize = expected.width == actual.width && expected.height == actual.height
        differences =
            hasOneSize
            ? Self.differences(expected, actual, tolerance.measure)
            : Self.differences(ofSizes: expected, actual, tolerance.measure)
        differingPixels = differences.count { $0 == .different }
        largestDifference =
            hasOneSize
            ? zip(expected.pixels, actual.pixels).reduce(0) {
                $1.0 == $1.1 ? $0 : max($0, PixelDistance.channels($1.0, $1.1))
            } : 255
    }

    /// True when the images are the same within the tolerance.
    package var matches: Bool { sizeProblem == nil && differingPixels <= tolerance.differingPixels }

    /// Such as "200×150, expected 100×75"; nil when the sizes are the same.
    package var sizeProblem: String? {
        expected.width == actual.width && expected.height == actual.height
            ? nil : "\(actual.width)×\(actual.height), expected \(expected.width)×\(expected.height)"
    }

    /// The share of pixels that differ, 0...1.
    package var differingShare: Double { Double(differingPixels) / Double(differences.count) }

    /// What differs, as a message says it; nil when the images match.
    package var problem: String? {
        guard !matches else { return nil }
        if let sizeProblem { return "the size is \(sizeProblem)" }
        var text = "\(differingPixels) of \(differences.count) pixels differ, \(tolerance.differingPixels) may; "
        text += "the largest difference of a channel is \(largestDifference)"
        if let region = largestRegion { text += "; the largest region is \(region)" }
        return text
    }

    private static func differences(
        _ expected: Bitmap, _ actual: Bitmap, _ measure: ImageTolerance.Measure
    ) -> [Difference] {
        switch measure {
        case .channels(let steps):
            return zip(expected.pixels, actual.pixels).map {
                $0 != $1 && PixelDistance.channels($0, $1) > steps ? .different : .equal
            }
        case .perceived(let distance):
            let limit = PixelDistance.greatestYIQ * distance * distance
            let (a, b) = (ComparedImage(actual), ComparedImage(expected))
            return actual.pixels.indices.map { index in
                let (p, q) = (actual.pixels[index], expected.pixels[index])
                guard p != q, PixelDistance.yiq(p, q, at: index) > limit else { return .equal }
                let (x, y) = (index % actual.width, index / actual.width)
                return a.isAntialiased(x, y, beside: b) || b.isAntialiased(x, y, beside: a)
                    ? .antialiasing : .different
            }
        }
    }

    /// Both laid on the top left corner of the area that holds them.
    private static func differences(
        ofSizes expected: Bitmap, _ actual: Bitmap, _ measure: ImageTolerance.Measure
    ) -> [Difference] {
        let (width, height) = (max(expected.width, actual.width), max(expected.height, actual.height))
        let shared = (width: min(expected.width, actual.width), height: min(expected.height, actual.height))
        let inside = differences(
            expected.cropped(shared.width, shared.height), actual.cropped(shared.width, shared.height), measure)
        var result = [Difference](repeating: .different, count: width * height)
        for y in 0..<shared.height {
            result.replaceSubrange(
                y * width..<y * width + shared.width, with: inside[y * shared.width..<(y + 1) * shared.width])
        }
        return result
    }
}

extension Bitmap {
    /// The top left part of so many columns and rows.
    fileprivate func cropped(_ columns: Int, _ rows: Int) -> Bitmap {
        Bitmap(
            width: columns, height: rows,
            pixels: (0..<rows).flatMap { pixels[$0 * width..<$0 * width + columns] })
    }
}
