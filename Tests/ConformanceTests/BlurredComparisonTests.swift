// SPDX-License-Identifier: MIT
import MapCanvas
import MapImages
import Testing

@Suite("Blurred comparison") struct BlurredComparisonTests {
    private func share(_ a: Bitmap, _ b: Bitmap) -> Double {
        BlurredComparison(expected: a, actual: b, perceived: 0.1285).differingShare
    }

    @Test("an image matches itself, and a checkerboard of pixels its negative but for the corners, and not black")
    func extremes() {
        let checkers = image { ($0 + $1) % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 }
        let negative = image { ($0 + $1) % 2 == 1 ? 0xFFFF_FFFF : 0xFF00_0000 }
        #expect(share(checkers, checkers) == 0)
        // Beyond the edges the nearest pixels count, so that corners have one color more often.
        #expect(share(checkers, negative) <= 4.0 / 256)
        #expect(share(checkers, image { _, _ in 0xFF00_0000 }) == 1)
    }

    @Test("clear and white are the same") func transparency() {
        #expect(share(image { _, _ in 0 }, image { _, _ in 0xFFFF_FFFF }) == 0)
    }

    private func image(_ color: (Int, Int) -> UInt32) -> Bitmap {
        Bitmap(width: 16, height: 16, pixels: (0..<256).map { color($0 % 16, $0 / 16) })
    }
}
