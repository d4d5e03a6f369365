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

extension ImageComparison {
    /// Differing pixels in red, those that differ by anti-aliasing only in yellow, all others faint.
    package var image: Bitmap {
        let pixels = differences.enumerated().map { index, difference -> UInt32 in
            switch difference {
            case .different: 0xFFFF_0000
            case .antialiasing: 0xFFFF_D800
            case .equal: Self.faint(expected.pixels[index / width * expected.width + index % width])
            }
        }
        return Bitmap(width: width, height: height, pixels: pixels, isOpaque: true)
    }

    /// Expected image, actual image and `image` beside each other.
    package var triptych: Bitmap {
        let gap = 8
        let images = [expected, actual, image]
        let total = images.reduce(-gap) { $0 + $1.width + gap }
        var pixels = [UInt32](repeating: 0xFF80_8080, count: total * height)
        var left = 0
        for image in images {
            for y in 0..<image.height {
                pixels.replaceSubrange(
                    y * total + left..<y * total + left + image.width,
                    with: image.pixels[y * image.width..<(y + 1) * image.width])
            }
            left += image.width + gap
        }
        return Bitmap(width: total, height: height, pixels: pixels)
    }

    private static func faint(_ pixel: UInt32) -> UInt32 {
        let gray = ((pixel >> 16 & 255) + (pixel >> 8 & 255) * 2 + (pixel & 255)) / 4
        let light = 192 + gray / 4
        return 0xFF00_0000 | light << 16 | light << 8 | light
    }
}

/// How much two images may differ and still count as the same.
///
/// ```swift
/// var tolerance = ImageTolerance.standard
/// tolerance.differingPixels = 20
/// ```
public struct ImageTolerance: Hashable, Sendable {
    /// How two pixels are compared.
    public enum Measure: Hashable, Sendable {
        /// Red, green, blue and alpha (premultiplied, 0...255) may each differ by so many steps.
        case channels(Int)
        /// The perceived distance of two colors may be this large: 0 for equal colors, 1 for black and white.
        ///
        /// It is the root of (0.5053 ΔY² + 0.299 ΔI² + 0.1957 ΔQ²) / 35 215 over the YIQ components of the colors. Pixels
        /// that differ by anti-aliasing only do not count.
        ///
        /// - SeeAlso: Kotsarenko and Ramos, *Measuring perceived color difference using YIQ NTSC transmission color space
        ///   in mobile applications* (2010), as used by pixelmatch.
        case perceived(Double)
    }

    /// How two pixels are compared.
    public var measure: Measure
    /// How many pixels may differ by more than that.
    public var differingPixels: Int

    /// Makes a tolerance.
    public init(_ measure: Measure, differingPixels: Int = 0) {
        self.measure = measure
        self.differingPixels = differingPixels
    }

    /// No pixel differs by a perceived distance above 0.1, the default of pixelmatch.
    public static let standard = ImageTolerance(.perceived(0.1))
    /// All pixels are equal.
    public static let exact = ImageTolerance(.channels(0))
}

/// Differing pixels that touch each other, at corners too.
package struct DifferingRegion: Hashable, Sendable, CustomStringConvertible {
    package var pixels: Int
    /// What they lie in.
    package var bounds: PixelRect

    package var description: String {
        "\(pixels) pixels, \(bounds.width)×\(bounds.height) at \(bounds.minX),\(bounds.minY)"
    }
}

extension ImageComparison {
    /// The one with most pixels, the first of several; nil when no pixel differs.
    ///
    /// A share of all pixels forgives much at once: noise of 0.5 % along all edges and a pin that is missing are the same
    /// number, but not the same region.
    package var largestRegion: DifferingRegion? {
        var seen = differences.map { $0 != .different }
        var largest: DifferingRegion?
        for start in seen.indices where !seen[start] {
            let region = region(from: start, &seen)
            if region.pixels > largest?.pixels ?? 0 { largest = region }
        }
        return largest
    }

    private func region(from start: Int, _ seen: inout [Bool]) -> DifferingRegion {
        var (stack, pixels) = ([start], 0)
        var (minX, minY, maxX, maxY) = (width, height, 0, 0)
        seen[start] = true
        while let index = stack.popLast() {
            let (x, y) = (index % width, index / width)
            pixels += 1
            (minX, minY, maxX, maxY) = (min(minX, x), min(minY, y), max(maxX, x + 1), max(maxY, y + 1))
            for nextY in max(0, y - 1)...min(height - 1, y + 1) {
                for nextX in max(0, x - 1)...min(width - 1, x + 1) where !seen[nextY * width + nextX] {
                    seen[nextY * width + nextX] = true
                    stack.append(nextY * width + nextX)
                }
            }
        }
        return DifferingRegion(
            pixels: pixels, bounds: PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY))
    }
}

/// An image with what is needed to recognise anti-aliased pixels in it.
///
/// - SeeAlso: Vyšniauskas, *Anti-aliased pixel and intensity slope detector* (2009), as used by pixelmatch.
struct ComparedImage {
    private let bitmap: Bitmap
    /// Brightness over white, 0...255.
    private let luma: [Double]

    private var width: Int { bitmap.width }
    private var height: Int { bitmap.height }

    init(_ bitmap: Bitmap) {
        self.bitmap = bitmap
        luma = bitmap.pixels.map { pixel in
            let white = 255 - channel(pixel, 24)
            return (channel(pixel, 16) + white) * 0.29889531 + (channel(pixel, 8) + white) * 0.58662247
                + (channel(pixel, 0) + white) * 0.11448223
        }
    }

    private static let neighbours = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]

    /// True when the pixel lies between a darker and a brighter neighbour, one of which belongs to a plain area in both
    /// images.
    func isAntialiased(_ x: Int, _ y: Int, beside other: ComparedImage) -> Bool {
        let here = luma[y * width + x]
        var equal = isEdge(x, y) ? 1 : 0
        var (darkest, brightest) = (0.0, 0.0)
        var (dark, bright) = ((0, 0), (0, 0))
        for (dx, dy) in Self.neighbours {
            let (nx, ny) = (x + dx, y + dy)
            guard nx >= 0, nx < width, ny >= 0, ny < height else { continue }
            let step = here - luma[ny * width + nx]
            if step == 0 {
                equal += 1
            } else if step < darkest {
                (darkest, dark) = (step, (nx, ny))
            } else if step > brightest {
                (brightest, bright) = (step, (nx, ny))
            }
        }
        guard equal <= 2, darkest < 0, brightest > 0 else { return false }
        return isPlain(dark.0, dark.1) && other.isPlain(dark.0, dark.1)
            || isPlain(bright.0, bright.1) && other.isPlain(bright.0, bright.1)
    }

    /// True when at least three neighbours have the same color; beyond the image's edge counts as one.
    private func isPlain(_ x: Int, _ y: Int) -> Bool {
        let pixel = bitmap.pixels[y * width + x]
        var equal = isEdge(x, y) ? 1 : 0
        for (dx, dy) in Self.neighbours {
            let (nx, ny) = (x + dx, y + dy)
            guard nx >= 0, nx < width, ny >= 0, ny < height else { continue }
            if bitmap.pixels[ny * width + nx] == pixel { equal += 1 }
        }
        return equal > 2
    }

    private func isEdge(_ x: Int, _ y: Int) -> Bool { x == 0 || y == 0 || x == width - 1 || y == height - 1 }
}

/// How far apart two premultiplied pixels are.
package enum PixelDistance {
    /// The squared YIQ distance of black and white.
    package static let greatestYIQ = 35_215.0

    /// The largest difference of any channel, 0...255.
    static func channels(_ a: UInt32, _ b: UInt32) -> Int {
        var largest = 0
        for shift in [0, 8, 16, 24] as [UInt32] {
            largest = max(largest, abs(Int(a >> shift & 255) - Int(b >> shift & 255)))
        }
        return largest
    }

    /// The squared YIQ distance.
    ///
    /// Pixels with transparency are compared over a pattern of light and dark, as pixelmatch 6 does, so that white and
    /// clear differ. The pattern counts bytes; its periods are the golden ratio and its square.
    static func yiq(_ a: UInt32, _ b: UInt32, at index: Int) -> Double {
        let alpha = channel(a, 24) - channel(b, 24)
        let byte = Double(index * 4)
        let green = (byte / 1.618033988749895).rounded(.down).truncatingRemainder(dividingBy: 2)
        let blue = (byte / 2.618033988749895).rounded(.down).truncatingRemainder(dividingBy: 2)
        return yiq(
            red: channel(a, 16) - channel(b, 16) - 48 * alpha / 255,
            green: channel(a, 8) - channel(b, 8) - (48 + 159 * green) * alpha / 255,
            blue: channel(a, 0) - channel(b, 0) - (48 + 159 * blue) * alpha / 255)
    }

    /// The squared YIQ distance of two opaque colors by the differences of their channels, each −255...255.
    package static func yiq(red r: Double, green g: Double, blue b: Double) -> Double {
        let y = r * 0.29889531 + g * 0.58662247 + b * 0.11448223
        let i = r * 0.59597799 - g * 0.27417610 - b * 0.32180189
        let q = r * 0.21147017 - g * 0.52261711 + b * 0.31114694
        return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
    }
}

/// One channel of a pixel, 0...255: alpha is at bit 24, red at 16, green at 8, blue at 0.
package func channel(_ pixel: UInt32, _ shift: UInt32) -> Double { Double(pixel >> shift & 255) }
