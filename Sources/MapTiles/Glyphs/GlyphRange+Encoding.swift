// SPDX-License-Identifier: MIT

extension GlyphRange {
    /// A file with the glyphs of 256 characters.
    ///
    /// - Parameters:
    ///   - glyphs: in any order.
    ///   - stack: the name of the fonts.
    ///   - start: the first character.
    /// - Returns: the uncompressed file.
    package static func encode(_ glyphs: [GlyphRecord], stack: String, start: UInt32) -> [UInt8] {
        var content = ProtobufWriter()
        content.string(1, stack)
        content.string(2, "\(start)-\(start + 255)")
        for glyph in glyphs.sorted(by: { $0.scalar < $1.scalar }) {
            var message = ProtobufWriter()
            message.number(1, UInt64(glyph.scalar))
            if !glyph.distances.isEmpty { message.data(2, glyph.distances) }
            message.number(3, UInt64(max(0, glyph.distances.isEmpty ? 0 : glyph.width - 2 * border)))
            message.number(4, UInt64(max(0, glyph.distances.isEmpty ? 0 : glyph.height - 2 * border)))
            message.number(5, zigzagEncoded(glyph.left))
            message.number(6, zigzagEncoded(glyph.top))
            message.number(7, UInt64(max(0, glyph.advance.rounded())))
            content.message(3, message)
        }
        var file = ProtobufWriter()
        file.message(1, content)
        return file.bytes
    }

    private static func zigzagEncoded(_ number: Double) -> UInt64 {
        let whole = Int64(number.rounded())
        return UInt64(bitPattern: whole << 1 ^ whole >> 63)
    }
}
