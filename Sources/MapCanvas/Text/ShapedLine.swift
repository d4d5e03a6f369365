// SPDX-License-Identifier: MIT
package import MapPlane

/// A shaped line of text: glyphs in visual order, from left to right, in pixels with y downwards.
package struct ShapedLine: Sendable {
    package struct Glyph: Sendable {
        package var face: FontFace
        /// The glyph's index in its font.
        package var id: UInt32
        /// The x coordinate of the outline's origin, from the line's left end.
        package var x: Double
        /// The y coordinate of the outline's origin, from the baseline; negative above it.
        package var y: Double
        /// The advance width; zero for marks that attach to another glyph.
        package var advance: Double
        /// The offset of its characters in the text, in UTF-8 bytes. Glyphs of one cluster share it and are
        /// consecutive.
        package var cluster: Int
        /// True when there is nothing to paint, as for a space.
        package var isBlank: Bool
    }

    package var text: String
    package var glyphs: [Glyph]
    /// The total advance, without trailing letter spacing.
    package var width: Double
    /// Metrics of the requested font, whatever fonts the glyphs are from.
    package var ascent: Double
    package var descent: Double
    package var capHeight: Double
    /// Pixels per em.
    package var size: Double
    /// The bounds of all outlines, `Rect.null` when there are none.
    package var inkBounds: Rect
    /// True for right-to-left text, such as Arabic and Hebrew.
    package var isRightToLeft: Bool
    /// False for joined scripts (Arabic, Devanagari, ...), whose glyphs cannot be rotated separately along a curved
    /// line.
    package var canRotate: Bool
    /// Characters that no font has; they are omitted from `glyphs`.
    package var missing: [Unicode.Scalar]
}
