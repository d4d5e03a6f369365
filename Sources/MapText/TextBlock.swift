// SPDX-License-Identifier: MIT
package import MapGeometry
package import MapImages

/// A part of a label with a font of its own, as the `format` expression creates.
package struct TextSection: Sendable {
    package var text: String
    package var font: FontRequest
    /// Relative to the block's font size.
    package var scale: Double
    /// Nil for the block's color.
    package var color: Color?
    /// Space for an inline image instead of text: in pixels, aligned to the baseline.
    package var box: Size?

    package init(_ text: String, font: FontRequest, scale: Double = 1, color: Color? = nil) {
        self.text = text
        self.font = font
        self.scale = scale
        self.color = color
        box = nil
    }

    /// Creates space for an inline image.
    package init(box: Size, font: FontRequest) {
        self.init(TextSection.placeholder, font: font)
        self.box = box
    }

    /// A no-break space takes part in line breaking and bidi as an image should, and is invisible.
    private static let placeholder = "\u{A0}"
}

/// Layout options of a text block; lengths are in pixels.
package struct TextBlockOptions: Sendable {
    package enum Justify: Sendable {
        case left, center, right

        /// The fraction of a line's free space that goes to its left.
        var leadingFraction: Double {
            switch self {
            case .left: 0
            case .center: 0.5
            case .right: 1
            }
        }
    }

    package enum Direction: Sendable {
        case horizontal
        /// Columns from right to left; characters stay upright, except joined scripts, which are rotated.
        case vertical
    }

    /// Pixels per em.
    package var size: Double
    /// The approximate maximum line width; infinite for explicit breaks only.
    package var maxWidth: Double
    /// From baseline to baseline.
    package var lineHeight: Double
    package var letterSpacing: Double
    package var justify: Justify
    /// BCP 47; nil when unknown.
    package var language: String?
    package var direction: Direction

    /// `lineHeight` defaults to 1.2 em, as in MapLibre.
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

/// Laid-out lines of shaped text; in pixels from the block's top-left corner, y downwards.
package struct TextBlock: Sendable {
    package struct Glyph: Sendable {
        package var face: FontFace
        package var id: UInt32
        /// The position of the outline's origin.
        package var origin: Point
        /// Pixels per em.
        package var size: Double
        /// The advance width in pixels.
        package var advance: Double
        /// The index of its section.
        package var section: Int
        /// Where its characters begin in `TextBlock.text`, in UTF-8 bytes.
        package var offset: Int
        /// The rotation in radians, clockwise; nonzero only in vertical text.
        package var angle = 0.0

        init(
            _ glyph: UnscaledLine.Glyph, origin: Point, size: Double, section: Int, offset: Int, angle: Double = 0
        ) {
            face = glyph.face
            id = glyph.id
            self.origin = origin
            self.size = size
            advance = glyph.advance * size
            self.section = section
            self.offset = offset
            self.angle = angle
        }
    }

    /// The position of an inline image.
    package struct Box: Sendable {
        package var rect: Rect
        package var section: Int
    }

    /// A line, or in vertical text a column, whose `width` is its length.
    package struct Line: Sendable {
        /// The left end; for a column its center.
        package var x: Double
        package var width: Double
        /// Its range of `TextBlock.text` in UTF-8 bytes, without leading and trailing whitespace.
        package var range: Range<Int>
    }

    /// The text of all sections.
    package var text: String
    /// Visible glyphs only.
    package var glyphs: [Glyph] = []
    package var boxes: [Box] = []
    package var lines: [Line] = []
    /// The width of the widest line.
    package var width = 0.0
    /// The height of all lines: the line height times their number, when all sections have scale 1.
    package var height = 0.0
    /// The bounds of all outlines and images, `Rect.null` when there are none.
    package var inkBounds = Rect.null
    /// Characters that no font has; they are omitted.
    package var missing: [Unicode.Scalar] = []
}

extension TextBlock {
    /// The block as glyph runs, one for each sequence of glyphs with the same color and size.
    ///
    /// - Parameters:
    ///   - anchor: a point in the block's coordinates.
    ///   - position: where the anchor is placed on the output, in pixels.
    ///   - angle: the rotation around the anchor in radians, clockwise.
    ///   - colors: one color per section; the last applies to all further sections.
    ///   - halo: the halo of all glyphs.
    /// - Returns: the runs, the first of which carries the whole text.
    package func runs(
        anchor: Point, at position: Point, angle: Double = 0, colors: [Color], halo: GlyphRun.Halo? = nil
    ) -> [GlyphRun] {
        let rotation = Transform.rotation(angle)
        var runs: [GlyphRun] = []
        for glyph in glyphs {
            let color = glyph.section < colors.count ? colors[glyph.section] : colors.last ?? .black
            if runs.last.map({ $0.color != color || $0.size != glyph.size }) ?? true {
                runs.append(
                    GlyphRun(text: runs.isEmpty ? text : "", glyphs: [], size: glyph.size, color: color, halo: halo))
            }
            let origin = position + rotation.applyToVector(glyph.origin - anchor)
            runs[runs.count - 1].glyphs.append(
                .init(face: glyph.face, id: glyph.id, origin: origin, angle: angle + glyph.angle))
        }
        if runs.count > 1 { for index in runs.indices { runs[index].isWholeText = false } }
        return runs
    }
}
