// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import MapStyle
import MapText

/// A character or image of a label before placement; lengths in output pixels.
struct LabelGlyph: Sendable {
    enum Content: Sendable {
        /// The corner is the field's top left from the glyph's origin; the scale is output pixels per field pixel.
        case field(DistanceField, corner: Point, scale: Double)
        /// The size is pixels per em.
        case outline(FontFace, UInt32, size: Double)
        /// The corner is the image's top left from the origin; the scale is output pixels per image pixel.
        case image(SpriteImage, corner: Point, scale: Double)
    }

    var content: Content
    /// The pen position on the line's top (fields) or baseline (outlines), from the label's anchor.
    var origin: Point
    /// The center of the advance along the line.
    var center: Double
    var advance: Double
    var section: Int
    /// The rotation about the origin in radians; nonzero only in vertical text.
    var angle = 0.0

    /// The middle of what is drawn, from the label's anchor.
    var middle: Point {
        let height: Double =
            switch content {
            case .field(let field, let corner, let scale): corner.y + Double(field.height) * scale / 2
            case .outline(_, _, let size): -0.35 * size
            case .image(let image, let corner, let scale): corner.y + image.height * image.pixelRatio * scale / 2
            }
        return Point(center, origin.y + height)
    }

    mutating func move(by v: Point) {
        origin = origin + v
        center += v.x
    }
}

/// A label's glyphs around its anchor; lengths in output pixels.
struct LabelBlock: Sendable {
    var glyphs: [LabelGlyph] = []
    /// The longest line by the height of all lines.
    var bounds = Rect.null
    /// The rotation around the anchor in radians: a quarter turn for columns, which are set as horizontal lines.
    var rotation = 0.0
    /// Characters that no font has; they are omitted.
    var missing: [Unicode.Scalar] = []
    /// Characters that the glyph files lack and an installed font has.
    var fallback: [Unicode.Scalar] = []

    /// True for glyphs of installed fonts on one baseline, which are the same however they are justified. Distance fields are
    /// placed as in MapLibre, where letter spacing moves a justified line.
    var isLineOfOutlines: Bool {
        glyphs.allSatisfy { glyph in
            guard case .outline = glyph.content else { return false }
            return glyph.angle == 0 && glyph.origin.y == glyphs[0].origin.y
        }
    }
}

/// A part of a label with one format.
struct LabelSection: Sendable {
    var text: String
    var fonts: [String]
    /// Relative to the label's size.
    var scale: Double
    /// Nil for the label's color.
    var color: Color?
    /// Replaces the text.
    var image: SpriteImage?
    /// The vertical alignment in a line with larger sections: 0 for top, 1 for bottom.
    var drop = 1.0

    init(_ text: String, fonts: [String], scale: Double = 1, color: Color? = nil, image: SpriteImage? = nil) {
        self.text = text
        self.fonts = fonts
        self.scale = scale
        self.color = color
        self.image = image
    }
}

/// How a label is shaped; lengths in ems except for sizes.
struct TextShapingOptions: Sendable {
    /// Output pixels per em.
    var size: Double
    /// Output pixels per em at the tiles' zoom, at which MapLibre shapes labels with images.
    var tileSize: Double
    /// Output pixels per em at the next integer zoom, at which MapLibre decides collisions.
    var nextZoomSize: Double
    /// Output pixels per point.
    var pixelRatio: Double
    /// Infinite to break only at explicit line breaks.
    var maxWidth: Double
    var lineHeight: Double
    var letterSpacing: Double
    /// 0 for left, 0.5 for center, 1 for right.
    var justify: Double
    /// The point of the block that lies on the anchor, as a fraction of its size.
    var anchor: Point
    /// Vertical text: set as horizontal lines that are rotated by a quarter turn.
    var isVertical = false
    /// True for labels at points, whose glyphs stand upright in columns.
    var turnsUpright = false

    /// Pixels of the 24-pixel em per point of an image.
    var imageScale: Double { max(0.001, tileSize / 24 / pixelRatio) }
}
