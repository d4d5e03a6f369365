// SPDX-License-Identifier: MIT
package import MapPlane

/// One line of text as glyphs, left to right as they are seen, whatever direction it is read in. Pixels, y down.
package struct ShapedLine: Sendable {
    package struct Glyph: Sendable {
        package var face: FontFace
        /// The glyph's number in its font.
        package var id: UInt32
        /// Where the outline's origin goes, from the line's left end.
        package var x: Double
        /// Where the outline's origin goes, from the baseline; marks above it are negative.
        package var y: Double
        /// How far it moves the pen to the right; zero for marks that sit on another glyph.
        package var advance: Double
        /// Where its characters begin in the text, in bytes of UTF-8. Glyphs that belong together share it, and
        /// follow each other.
        package var cluster: Int
        /// Nothing to paint, such as a space.
        package var isBlank: Bool
    }

    package var text: String
    package var glyphs: [Glyph]
    /// From the first pen position to the last, without letter spacing at the end.
    package var width: Double
    /// Of the font asked for, whatever fonts the glyphs are from.
    package var ascent: Double
    package var descent: Double
    package var capHeight: Double
    /// Pixels per em.
    package var size: Double
    /// The box around all ink, `Rect.null` when there is none.
    package var inkBounds: Rect
    /// True when it is read from the right, as Arabic and Hebrew are.
    package var isRightToLeft: Bool
    /// False when letters join into one stroke (Arabic, Devanagari, ...), so that turning each glyph on its own
    /// along a bent line would tear them.
    package var canRotate: Bool
    /// Characters that no font has; they are left out of `glyphs`.
    package var missing: [Unicode.Scalar]
}
