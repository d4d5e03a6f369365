// SPDX-License-Identifier: MIT
import MapCanvas
import MapImages
import Testing

@Suite("Image comparison") struct ImageComparisonTests {
    private let white: UInt32 = 0xFFFF_FFFF
    private let black: UInt32 = 0xFF00_0000

    private func compare(_ expected: Bitmap, _ actual: Bitmap, _ tolerance: ImageTolerance = .standard)
        -> ImageComparison
    {
        ImageComparison(expected: expected, actual: actual, tolerance: tolerance)
    }

    @Test("an image matches itself, and nothing of it matches its negative") func extremes() {
        let checkers = image(8) { ($0 / 4 + $1 / 4) % 2 == 0 ? white : black }
        let negative = image(8) { ($0 / 4 + $1 / 4) % 2 == 0 ? black : white }
        #expect(compare(checkers, checkers).matches)
        #expect(compare(checkers, checkers).problem == nil)
        #expect(compare(checkers, negative).differingShare == 1)
        #expect(compare(checkers, negative).largestDifference == 255)
    }

    @Test("channels are compared one by one, alpha too") func channels() {
        let a = Bitmap(width: 3, height: 1, pixels: [0xFF00_0000, 0xFF10_1010, 0xFF00_0000])
        let b = Bitmap(width: 3, height: 1, pixels: [0xFF00_0001, 0xFF10_1410, 0xFE00_0000])
        let comparison = compare(a, b, ImageTolerance(.channels(1)))
        #expect(comparison.differences == [.equal, .different, .equal])
        #expect(comparison.largestDifference == 4)
        #expect(compare(a, b, .exact).differingPixels == 3)
    }

    @Test(
        "a perceived distance is 1 between black and white, and grows with the step between",
        arguments: [1, 2, 16, 100])
    func perceived(step: Int) {
        // Grays differ in Y alone: the distance is the step times the root of 0.5053 / 35 215.
        let distance = Double(step) * (0.5053 / 35_215).squareRoot()
        let (a, b) = (image(4) { _, _ in black }, image(4) { _, _ in 0xFF00_0000 + UInt32(step) * 0x1_0101 })
        #expect(compare(a, b, ImageTolerance(.perceived(distance * 1.001))).differingPixels == 0)
        #expect(compare(a, b, ImageTolerance(.perceived(distance * 0.999))).differingPixels == 16)
    }

    @Test("a gray step along an edge counts as anti-aliasing; a gray pixel in the middle of white does not")
    func antialiasing() {
        let edge = image(12) { x, y in x < y / 3 + 3 ? black : white }
        let smooth = image(12) { x, y in
            x == y / 3 + 3 ? UInt32(0xFF00_0000 + (y % 3 + 1) * 0x38_3838) : x < y / 3 + 3 ? black : white
        }
        let comparison = compare(edge, smooth)
        #expect(comparison.differences.count { $0 == .antialiasing } > 4)
        #expect(comparison.differingPixels < 4)
        let dot = image(12) { x, y in x == 6 && y == 6 ? 0xFF80_8080 : white }
        #expect(compare(dot, image(12) { _, _ in white }).differingPixels == 1)
    }

    @Test("clear and white differ") func transparency() {
        let comparison = compare(image(6) { _, _ in 0 }, image(6) { _, _ in white })
        #expect(comparison.differingShare > 0.5)
    }

    @Test("a budget of pixels may differ, and not one more", arguments: [0, 3, 4]) func budget(pixels: Int) {
        let plain = image(9) { _, _ in white }
        let dotted = image(9) { x, y in y == 4 && x % 2 == 0 && x < 8 ? black : white }
        let tolerance = ImageTolerance(.perceived(0.1), differingPixels: pixels)
        #expect(compare(plain, dotted, tolerance).matches == (pixels == 4))
    }

    @Test("images of different sizes never match; what both have is compared") func sizes() {
        let tolerance = ImageTolerance(.channels(0), differingPixels: 1000)
        let comparison = compare(
            Bitmap(width: 3, height: 2, pixels: Array(repeating: white, count: 6)),
            Bitmap(width: 2, height: 3, pixels: Array(repeating: white, count: 6)), tolerance)
        #expect(!comparison.matches)
        #expect(comparison.problem == "the size is 2×3, expected 3×2")
        let (e, d) = (ImageComparison.Difference.equal, ImageComparison.Difference.different)
        #expect(comparison.differences == [e, e, d, e, e, d, d, d, d])
        #expect((comparison.image.width, comparison.image.height) == (3, 3))
    }

    @Test("the largest region is that of most pixels that touch, at corners too") func region() {
        let plain = image(8) { _, _ in white }
        let marked = image(8) { x, y in
            (x == 0 && y < 2) || (x == y && (3...6).contains(x)) ? black : white
        }
        let comparison = compare(plain, marked, .exact)
        #expect(comparison.differingPixels == 6)
        #expect(comparison.largestRegion?.pixels == 4)
        #expect(comparison.largestRegion?.bounds == PixelRect(minX: 3, minY: 3, maxX: 7, maxY: 7))
        #expect(
            comparison.problem
                == "6 of 64 pixels differ, 0 may; the largest difference of a channel is 255; "
                + "the largest region is 4 pixels, 4×4 at 3,3")
        #expect(compare(plain, plain).largestRegion == nil)
    }

    @Test("the image of differences is red where pixels differ, the triptych shows all three") func images() {
        let a = Bitmap(width: 2, height: 1, pixels: [black, white])
        let b = Bitmap(width: 2, height: 1, pixels: [black, 0xFFFF_FF00])
        let comparison = compare(a, b, .exact)
        #expect(comparison.image.pixels == [0xFFC0_C0C0, 0xFFFF_0000])
        let triptych = comparison.triptych
        #expect(triptych.width == 22)
        #expect(triptych.pixels[0...1] == a.pixels[...])
        #expect(triptych.pixels[10...11] == [black, 0xFFFF_FF00])
        #expect(triptych.pixels[21] == 0xFFFF_0000)
    }

    private func image(_ size: Int, _ color: (Int, Int) -> UInt32) -> Bitmap {
        Bitmap(width: size, height: size, pixels: (0..<size * size).map { color($0 % size, $0 / size) })
    }
}
