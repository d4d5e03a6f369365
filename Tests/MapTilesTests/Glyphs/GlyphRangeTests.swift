// SPDX-License-Identifier: MIT
import MapTiles
import Testing

@Suite("Glyph files") struct GlyphRangeTests {
    private func glyph(
        _ id: UInt64 = 65, _ width: UInt64 = 2, _ height: UInt64 = 1, advance: UInt64 = 9, bytes: Int = 56
    ) -> [UInt8] {
        var glyph = Message()
        glyph.add(1, number: id)
        glyph.add(2, bytes: Array(repeating: 200, count: bytes))
        glyph.add(3, number: width)
        glyph.add(4, number: height)
        glyph.add(5, number: 3)
        glyph.add(6, number: 18)
        glyph.add(7, number: advance)
        return glyph.bytes
    }

    private func file(_ glyphs: [[UInt8]]) -> [UInt8] {
        var stack = Message()
        stack.add(1, text: "Font")
        for glyph in glyphs { stack.add(3, bytes: glyph) }
        var file = Message()
        file.add(1, bytes: stack.bytes)
        return file.bytes
    }

    @Test("a glyph has its measures, and its border in the bitmap")
    func reads() throws {
        let found = try #require(try GlyphRange.decode(file([glyph()])).first)
        #expect(found.scalar == 65 && found.left == -2 && found.top == 9 && found.advance == 9)
        #expect(found.width == 8 && found.height == 7 && found.distances.count == 56)
    }

    @Test("a space has room but no ink")
    func space() throws {
        let found = try #require(try GlyphRange.decode(file([glyph(32, 0, 0, bytes: 0)])).first)
        #expect(found.advance == 9 && found.width == 0 && found.distances.isEmpty)
    }

    @Test("glyphs that are broken by themselves are left out")
    func broken() throws {
        let bad = [
            glyph(66, 5, 5), glyph(67, 1 << 40, 1 << 40), glyph(1 << 33), glyph(68, advance: .max),
            glyph(69, .max, 1), [],
        ]
        #expect(try GlyphRange.decode(file(bad + [glyph()])).map(\.scalar) == [65])
    }

    @Test("of several files, a character is that of the first that has it")
    func merged() throws {
        let (first, second) = (file([glyph(65, advance: 9)]), file([glyph(65, advance: 5), glyph(66, advance: 7)]))
        let joined = try #require(GlyphRange.merged([first, second]))
        #expect(joined == file([glyph(65, advance: 9), glyph(66, advance: 7)]))
        #expect(GlyphRange.merged([second]) == second)
        #expect(GlyphRange.merged([]) == nil)
    }

    @Test("a damaged file does not spoil those that it is merged with")
    func mergedDamage() throws {
        let (whole, other) = (file([glyph(65)]), file([glyph(66)]))
        for end in 0..<whole.count {
            let joined = try #require(GlyphRange.merged([Array(whole[..<end]), other]))
            #expect(try GlyphRange.decode(joined).map(\.scalar) == [66])
        }
    }

    @Test("a file that ends too early is refused, wherever it ends")
    func truncated() throws {
        let whole = file([glyph()])
        for end in 1..<whole.count {
            #expect(throws: (any Error).self) { try GlyphRange.decode(Array(whole[..<end])) }
        }
        #expect(try GlyphRange.decode([]).isEmpty)
    }
}
