// SPDX-License-Identifier: MIT
package import MapPlane

/// A stretch of a label with a font of its own, as the `format` expression makes them.
package struct TextSection: Sendable {
    package var text: String
    package var font: FontRequest
    /// Of the block's size.
    package var scale: Double
    /// Nil for the block's color.
    package var color: Color?
    /// Room for an image instead of text: pixels, standing on the baseline.
    package var box: Size?

    package init(_ text: String, font: FontRequest, scale: Double = 1, color: Color? = nil) {
        self.text = text
        self.font = font
        self.scale = scale
        self.color = color
        box = nil
    }

    /// Room for an image among text.
    package init(box: Size, font: FontRequest) {
        self.init(TextSection.placeholder, font: font)
        self.box = box
    }

    /// A no-break space: it takes part in line breaking and bidi as an image should, and leaves no ink.
    private static let placeholder = "\u{A0}"
}

/// How a block of text is laid out; lengths in pixels.
package struct TextBlockOptions: Sendable {
    package enum Justify: Sendable {
        case left, center, right

        /// The share of a line's free space that goes to its left.
        var share: Double {
            switch self {
            case .left: 0
            case .center: 0.5
            case .right: 1
            }
        }
    }

    package enum Direction: Sendable {
        case horizontal
        /// Columns from right to left; all stands upright but joined scripts, which lie on their side.
        case vertical
    }

    /// Pixels per em.
    package var size: Double
    /// Lines are broken to about this width; infinite for none but explicit breaks.
    package var maxWidth: Double
    /// From baseline to baseline.
    package var lineHeight: Double
    package var letterSpacing: Double
    package var justify: Justify
    /// BCP 47; nil when unknown.
    package var language: String?
    package var direction: Direction

    /// Without a `lineHeight` it is 1.2 em, as MapLibre has it.
    package init(
        size: Double, maxWidth: Double = .infinity, lineHeight: Double? = nil, letterSpacing: Double = 0,
        justify: Justify = .center, language: String? = nil, direction: Direction = .horizontal
    ) {
        self.size = size
        self.maxWidth = maxWidth
        self.lineHeight = lineHeight ?? size * 1.2
        self.letterSpacing = letterSpacing
        self.justify = justify
        self.language = language
        self.direction = direction
    }
}

/// Lines of shaped text; pixels from the block's top-left corner, y down.
package struct TextBlock: Sendable {
    package struct Glyph: Sendable {
        package var face: FontFace
        package var id: UInt32
        /// Where the outline's origin goes.
        package var origin: Point
        /// Pixels per em.
        package var size: Double
        /// How far it moves the pen, in pixels.
        package var advance: Double
        /// Which of the sections it is from.
        package var section: Int
        /// Radians, clockwise; other than zero only in vertical text.
        package var angle = 0.0

        init(_ glyph: UnscaledLine.Glyph, origin: Point, size: Double, section: Int, angle: Double = 0) {
            face = glyph.face
            id = glyph.id
            self.origin = origin
            self.size = size
            advance = glyph.advance * size
            self.section = section
            self.angle = angle
        }
    }

    /// Where the image of a section goes.
    package struct Box: Sendable {
        package var rect: Rect
        package var section: Int
    }

    /// A line; in vertical text a column, whose `width` is its length.
    package struct Line: Sendable {
        /// The left end; of a column its middle.
        package var x: Double
        package var width: Double
        /// From the block's top; of a column its upper end.
        package var baseline: Double
        /// Its part of `TextBlock.text` in bytes of UTF-8, without white space at its ends.
        package var range: Range<Int>
    }

    /// All sections in a row.
    package var text: String
    /// Only those that leave ink.
    package var glyphs: [Glyph] = []
    package var boxes: [Box] = []
    package var lines: [Line] = []
    /// Of the widest line.
    package var width = 0.0
    /// Of all lines: line height times their number, when all sections have scale 1.
    package var height = 0.0
    /// The box around all ink and images, `Rect.null` when there is none.
    package var inkBounds = Rect.null
    /// Characters that no font has; they are left out.
    package var missing: [Unicode.Scalar] = []
}

extension TextBlock {
    /// The block as glyphs to paint, one run for each stretch of one color and size.
    ///
    /// - Parameters:
    ///   - anchor: a point of the block.
    ///   - place: where it goes on the picture, in pixels.
    ///   - angle: the block's turn around it in radians, clockwise.
    ///   - colors: one color per section; the last holds for all that follow.
    ///   - halo: a rim around all glyphs.
    /// - Returns: the first run holds the whole text, the others none.
    package func runs(
        anchor: Point, at place: Point, angle: Double = 0, colors: [Color], halo: GlyphRun.Halo? = nil
    ) -> [GlyphRun] {
        let turn = Transform.rotation(angle)
        var runs: [GlyphRun] = []
        for glyph in glyphs {
            let color = glyph.section < colors.count ? colors[glyph.section] : colors.last ?? .black
            if runs.last.map({ $0.color != color || $0.size != glyph.size }) ?? true {
                runs.append(
                    GlyphRun(text: runs.isEmpty ? text : "", glyphs: [], size: glyph.size, color: color, halo: halo))
            }
            let origin = place + turn.applyToVector(glyph.origin - anchor)
            runs[runs.count - 1].glyphs.append(
                .init(face: glyph.face, id: glyph.id, origin: origin, angle: angle + glyph.angle))
        }
        return runs
    }
}
