// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapStyle

/// One character or image of a label before it has a place; pixels of the output.
struct LabelGlyph: Sendable {
    enum Content: Sendable {
        /// Where the field's upper left corner lies from the glyph's origin, and pixels for each of its own.
        case field(DistanceField, corner: Point, scale: Double)
        /// Pixels per em.
        case outline(FontFace, UInt32, size: Double)
        /// Where the image's upper left corner lies, and pixels for each of its own.
        case image(SpriteImage, corner: Point, scale: Double)
    }

    var content: Content
    /// The origin: pen and upper guide line or baseline, from the label's anchor.
    var origin: Point
    /// The middle of its room along the line.
    var center: Double
    var advance: Double
    var section: Int
    /// Turns the glyph about its origin, in radians; other than zero only in columns.
    var angle = 0.0

    mutating func move(by v: Point) {
        origin = origin + v
        center += v.x
    }
}

/// A label's glyphs around its anchor; pixels of the output.
struct LabelBlock: Sendable {
    var glyphs: [LabelGlyph] = []
    /// The room that it takes: widest line by lines' heights.
    var bounds = Rect.null
    /// Turns the block around its anchor, in radians: a quarter for columns that were set lying down.
    var rotation = 0.0
    /// Characters that no font has: they are left out.
    var missing: [Unicode.Scalar] = []
    /// Characters that the style's glyph files lack and an installed font has.
    var fallback: [Unicode.Scalar] = []
}

/// A stretch of a label of one look.
struct LabelSection: Sendable {
    var text: String
    var fonts: [String]
    /// Of the label's size.
    var scale: Double
    /// Nil for the label's color.
    var color: Color?
    /// Shown instead of text.
    var image: SpriteImage?
    /// Where it stands in a line with larger ones: 0 at the top, 1 at the bottom.
    var drop = 1.0

    init(_ text: String, fonts: [String], scale: Double = 1, color: Color? = nil, image: SpriteImage? = nil) {
        self.text = text
        self.fonts = fonts
        self.scale = scale
        self.color = color
        self.image = image
    }
}

/// How a label is set; lengths in ems but for the size.
struct TextShapingOptions: Sendable {
    /// Output pixels per em.
    var size: Double
    /// Output pixels per em at the zoom of the tiles, for which MapLibre sets labels with images.
    var tileSize: Double
    /// Output pixels per em at the next whole zoom, for which it decides on collisions.
    var nextZoomSize: Double
    /// Output pixels a point.
    var pixelRatio: Double
    /// Infinite for none but explicit breaks.
    var maxWidth: Double
    var lineHeight: Double
    var letterSpacing: Double
    /// 0 for left, 1 for right.
    var justify: Double
    /// The point of the block that lies on the anchor, as a fraction.
    var anchor: Point
    /// Set in columns: laid down, to be turned up by a quarter.
    var isVertical = false
    /// True for labels that stand at points, and so may be set upright.
    var turnsUpright = false

    /// Pixels of the em of 24 for each of an image's points.
    var imageScale: Double { max(0.001, tileSize / 24 / pixelRatio) }
}
