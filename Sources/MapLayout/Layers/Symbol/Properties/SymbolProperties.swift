// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapStyle

/// All that a symbol's properties say for one feature; lengths in pixels, angles in radians.
struct SymbolProperties: Sendable {
    var text: TextProperties?
    var icon: IconProperties?
    var sortKey: Double
}

/// When a symbol may lie over others (`*-overlap`).
enum Overlap: String, Sendable {
    case never, always, cooperative
}

/// A label's look and rules.
struct TextProperties: Sendable {
    /// A way to set the label, with the shift of its anchor from the place.
    struct Option: Sendable {
        var block: LabelBlock
        /// Turns with the block.
        var offset: Point
        /// Does not turn with the block but with the map: what `text-variable-anchor` chose.
        var anchorOffset = Point.zero

        /// Where the block's middle lies from the place.
        var middle: Point { block.bounds.isNull ? offset : block.bounds.center + offset }
    }

    /// What it spells.
    var text: String
    /// To be tried in order.
    var options: [Option]
    /// The label in columns, for lines that run down the picture.
    var verticalOption: Option?
    /// True when the options are anchors of `text-variable-anchor`.
    var isVariable: Bool
    /// Pixels per em.
    var size: Double
    /// What collisions are decided with: the size at the next zoom, as a share of `size`.
    var layoutScale: Double
    /// The size at zoom 18, in points, which sets labels on lines apart.
    var largestSize: Double
    var color: Color
    /// Of each section, nil for `color`.
    var sectionColors: [Color?]
    var halo: GlyphRun.Halo?
    var rotation: Double
    var padding: Double
    var overlap: Overlap
    var ignoresPlacement: Bool
    var isOptional: Bool
}

/// An icon's look and rules.
struct IconProperties: Sendable {
    var image: SpriteImage
    /// Where the image, or its content if text lies in it, goes; points from the place, before `scale`.
    var frame: Rect
    /// VariableAnchorBox around the frame that the image takes beyond its content, in points: top, right, bottom, left.
    var contentInsets: [Double]
    /// Nil for icons that do not frame text.
    var fit: IconFit?
    /// True when the frame was fitted to text.
    var fitsText: Bool
    /// The turn of the text that it frames, in radians.
    var textRotation = 0.0
    /// Output pixels a point of the frame: `icon-size` and the pixel ratio.
    var scale: Double
    /// Output pixels a point, for parts that are not stretched.
    var pixelRatio: Double
    /// What collisions are decided with: the size at the next zoom, as a share of `scale`.
    var layoutScale: Double
    /// True when pixels are not smoothed.
    var isPixelAligned: Bool
    /// Points, before `scale`.
    var offset: Point
    var rotation: Double
    /// Top, right, bottom, left.
    var padding: [Double]
    var opacity: Double
    /// For images that are distance fields.
    var color: Color
    var halo: GlyphRun.Halo?
    var overlap: Overlap
    var ignoresPlacement: Bool
    var isOptional: Bool
}

/// One place at which a symbol could stand.
struct SymbolAnchor: Sendable {
    var position: Point
    /// The line and the distance along it, for symbols on lines.
    var line: MeasuredLine?
    var distance = 0.0
}

/// A feature's label and icon, and where it wants them.
struct SymbolFeature: Sendable {
    var properties: SymbolProperties
    var anchors: [SymbolAnchor]
    /// Streets in pixels, for names that find no room on any piece of theirs.
    var pieces: [[Point]] = []
}
