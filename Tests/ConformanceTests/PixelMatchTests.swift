// SPDX-License-Identifier: MIT
import MapCanvas
import TestSupport
import Testing

@Suite("Pixel match") struct PixelMatchTests {
    private func picture(_ size: Int, _ color: (Int, Int) -> UInt32) -> Bitmap {
        Bitmap(width: size, height: size, pixels: (0..<size * size).map { color($0 % size, $0 / size) })
    }

    private func shares(_ a: Bitmap, _ b: Bitmap) throws -> (sharp: Double, blurred: Double) {
        let match = try #require(PixelMatch(actual: a, expected: b))
        return (match.differingShare(), match.blurredShare())
    }

    private let white: UInt32 = 0xFFFF_FFFF
    private let black: UInt32 = 0xFF00_0000

    @Test("a picture matches itself, and nothing matches its negative")
    func extremes() throws {
        let checkers = picture(8) { ($0 / 4 + $1 / 4) % 2 == 0 ? white : black }
        let negative = picture(8) { ($0 / 4 + $1 / 4) % 2 == 0 ? black : white }
        #expect(try shares(checkers, checkers) == (0, 0))
        #expect(try shares(checkers, negative).sharp == 1)
    }

    @Test("small differences of color do not count")
    func threshold() throws {
        let result = try shares(picture(4) { _, _ in 0xFF80_8080 }, picture(4) { _, _ in 0xFF88_8888 })
        #expect(result == (0, 0))
    }

    @Test("a grey step along an edge counts as anti-aliasing; a grey pixel in the middle of white does not")
    func antialiasing() throws {
        let edge = picture(12) { x, y in x < y / 3 + 3 ? black : white }
        let smooth = picture(12) { x, y in
            x == y / 3 + 3 ? UInt32(0xFF00_0000 + (y % 3 + 1) * 0x38_3838) : x < y / 3 + 3 ? black : white
        }
        #expect(try shares(edge, smooth).sharp < 0.03)
        let dot = picture(12) { x, y in x == 6 && y == 6 ? 0xFF80_8080 : white }
        #expect(try shares(dot, picture(12) { _, _ in white }).sharp == 1.0 / 144)
    }

    @Test("transparent and white are told apart")
    func transparency() throws {
        let result = try shares(picture(6) { _, _ in 0 }, picture(6) { _, _ in white })
        #expect(result.sharp > 0.5)
        #expect(result.blurred == 0)
    }

    @Test("pictures of different sizes cannot be compared")
    func sizes() {
        #expect(PixelMatch(actual: picture(2) { _, _ in 0 }, expected: picture(3) { _, _ in 0 }) == nil)
    }
}
