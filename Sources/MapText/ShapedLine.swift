// SPDX-License-Identifier: MIT
package import MapGeometry
package import MapImages

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
    /// The total advance.
    package var width: Double
    /// That of the requested font, whatever fonts the glyphs are from.
    package var capHeight: Double
    /// Pixels per em.
    package var size: Double
    /// The bounds of all outlines, `Rect.null` when there are none.
    package var inkBounds: Rect
    /// True for right-to-left text, such as Arabic and Hebrew.
    package var isRightToLeft: Bool
    /// Characters that no font has; they are omitted from `glyphs`.
    package var missing: [Unicode.Scalar]
}

/// Everything that determines the glyphs of a line; size and letter spacing do not.
struct ShapingKey: Hashable, Sendable {
    /// A font for the text up to `end` (in UTF-8 bytes), from the end of the previous span.
    struct Span: Hashable, Sendable {
        var end: Int
        var font: FontRequest
    }

    var text: String
    /// At least one; the last span ends with the text.
    var spans: [Span]
    /// BCP 47.
    var language: String?
    /// The base direction; nil derives it from the first strong character.
    var isRightToLeft: Bool?
    /// Disabled by letter spacing, per CSS Text 3, §8.2.
    var ligatures: Bool
    /// Uses the vertical forms of brackets and punctuation.
    var isVertical = false

    /// The bytes of its texts and lists, about.
    var byteCount: Int {
        spans.reduce(text.utf8.count + 64) { bytes, span in
            bytes + MemoryLayout<Span>.stride + span.font.families.count * MemoryLayout<String>.stride
        }
    }
}

/// A shaped line in ems, y downwards: shaped once, scaled to any size.
struct UnscaledLine: Sendable {
    struct Glyph: Sendable {
        var face: FontFace
        var id: UInt32
        /// The offset of the outline's origin from the pen.
        var offset: Point
        var advance: Double
        var cluster: Int
        /// The bounds of the outline, relative to its origin.
        var inkBounds: Rect
        /// True where letter spacing applies: after a cluster that does not join the next one.
        var spaceAfter: Bool
    }

    var glyphs: [Glyph] = []
    /// That of the requested font.
    var capHeight = FontFace.fallbackCapHeight
    var isRightToLeft = false
    /// The clusters of characters that no font has; offsets as in `Glyph.cluster`.
    var missingClusters: [Int] = []
    var missing: [Unicode.Scalar] = []

    /// The bytes of its lists, which are filled by three quarters on average.
    var byteCount: Int {
        64 + (glyphs.count * MemoryLayout<Glyph>.stride + missingClusters.count * 12) * 4 / 3
    }

    /// The line at a font size in pixels.
    func scaled(_ text: String, to size: Double) -> ShapedLine {
        var placed: [ShapedLine.Glyph] = []
        placed.reserveCapacity(glyphs.count)
        var pen = 0.0
        var inkBounds = Rect.null
        for glyph in glyphs {
            let x = pen + glyph.offset.x * size
            let y = glyph.offset.y * size
            let advance = glyph.advance * size
            if !glyph.inkBounds.isNull {
                inkBounds = inkBounds.union(
                    Rect(
                        minX: x + glyph.inkBounds.minX * size, minY: y + glyph.inkBounds.minY * size,
                        maxX: x + glyph.inkBounds.maxX * size, maxY: y + glyph.inkBounds.maxY * size))
            }
            placed.append(
                ShapedLine.Glyph(
                    face: glyph.face, id: glyph.id, x: x, y: y, advance: advance, cluster: glyph.cluster,
                    isBlank: glyph.inkBounds.isNull))
            pen += advance
        }
        return ShapedLine(
            text: text, glyphs: placed, width: pen, capHeight: capHeight * size, size: size, inkBounds: inkBounds,
            isRightToLeft: isRightToLeft, missing: missing)
    }
}

/// Shaped text at its final position.
package struct GlyphRun: Sendable {
    package struct Glyph: Sendable {
        package var face: FontFace
        /// The glyph's index in its font.
        package var id: UInt32
        /// The baseline origin, in output pixels.
        package var origin: Point
        /// The rotation of the baseline in radians, clockwise on screen.
        package var angle: Double

        package init(face: FontFace, id: UInt32, origin: Point, angle: Double = 0) {
            self.face = face
            self.id = id
            self.origin = origin
            self.angle = angle
        }
    }

    /// An outline in another color behind the glyphs; lengths are in pixels.
    package struct Halo: Hashable, Sendable {
        package var color: Color
        /// The distance from the glyph's outline outwards.
        package var width: Double
        package var blur: Double

        package init(color: Color, width: Double, blur: Double = 0) {
            self.color = color
            self.width = width
            self.blur = blur
        }
    }

    /// The text that the glyphs spell, for formats with real text; of several runs of one text, the first has all of it.
    package var text: String
    /// False for one of several runs of one text.
    package var isWholeText = true
    package var glyphs: [Glyph]
    /// Pixels per em.
    package var size: Double
    package var color: Color
    package var halo: Halo?

    package init(text: String, glyphs: [Glyph], size: Double, color: Color, halo: Halo? = nil) {
        self.text = text
        self.glyphs = glyphs
        self.size = size
        self.color = color
        self.halo = halo
    }
}

extension GlyphRun {
    /// A box that encloses all glyphs and the halo, whatever the font: two ems around each origin.
    package var paintedBounds: Rect {
        Rect(around: glyphs.lazy.map(\.origin)).inset(by: -(2 * size + (halo.map { $0.width + $0.blur } ?? 0)))
    }
}
