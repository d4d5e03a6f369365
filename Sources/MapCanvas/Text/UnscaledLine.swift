// SPDX-License-Identifier: MIT
import MapPlane

/// What decides the glyphs of a line; its size and letter spacing do not.
struct ShapingKey: Hashable, Sendable {
    /// A font from the end of the span before up to `end`, in bytes of UTF-8.
    struct Span: Hashable, Sendable {
        var end: Int
        var font: FontRequest
    }

    var text: String
    /// At least one; the last ends with the text.
    var spans: [Span]
    /// BCP 47.
    var language: String?
    /// Which end a line begins at; nil lets the text's first strong letter decide.
    var isRightToLeft: Bool?
    /// Off with letter spacing, as CSS Text 3, §8.2 wants it.
    var ligatures: Bool
    /// Brackets and punctuation take their forms for columns.
    var isVertical = false
}

/// A shaped line for an em of 1, y down: made once, scaled to any size.
struct UnscaledLine: Sendable {
    struct Glyph: Sendable {
        var face: FontFace
        var id: UInt32
        /// Of the outline's origin from the pen.
        var offset: Point
        var advance: Double
        var cluster: Int
        /// Relative to the outline's origin.
        var ink: Rect
        /// True where letter spacing goes: after a cluster that does not join the next one.
        var spaceAfter: Bool
    }

    var glyphs: [Glyph] = []
    var metrics = FontMetrics.usual
    var isRightToLeft = false
    var canRotate = true
    /// Where the text holds characters that no font has; offsets as in `Glyph.cluster`.
    var missingClusters: [Int] = []
    var missing: [Unicode.Scalar] = []

    /// The line at a size, both in pixels.
    func scaled(_ text: String, to size: Double, letterSpacing: Double) -> ShapedLine {
        var placed: [ShapedLine.Glyph] = []
        placed.reserveCapacity(glyphs.count)
        var pen = 0.0
        var ink = Rect.null
        for (index, glyph) in glyphs.enumerated() {
            let x = pen + glyph.offset.x * size
            let y = glyph.offset.y * size
            let space = glyph.spaceAfter && index < glyphs.count - 1 ? letterSpacing : 0
            let advance = glyph.advance * size + space
            if !glyph.ink.isNull {
                ink = ink.union(
                    Rect(
                        minX: x + glyph.ink.minX * size, minY: y + glyph.ink.minY * size,
                        maxX: x + glyph.ink.maxX * size, maxY: y + glyph.ink.maxY * size))
            }
            placed.append(
                ShapedLine.Glyph(
                    face: glyph.face, id: glyph.id, x: x, y: y, advance: advance, cluster: glyph.cluster,
                    isBlank: glyph.ink.isNull))
            pen += advance
        }
        return ShapedLine(
            text: text, glyphs: placed, width: pen, ascent: metrics.ascent * size, descent: metrics.descent * size,
            capHeight: metrics.capHeight * size, size: size, inkBounds: ink, isRightToLeft: isRightToLeft,
            canRotate: canRotate, missing: missing)
    }
}
