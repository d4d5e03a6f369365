// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapStyle

/// All that a symbol's properties say for one feature; lengths in pixels, angles in radians.
struct SymbolLook: Sendable {
    var text: TextLook?
    var icon: IconLook?
    var sortKey: Double
}

/// A label's look and rules.
struct TextLook: Sendable {
    var plain: String
    var sections: [TextSection]
    var size: Double
    var color: Color
    var halo: GlyphRun.Halo?
    /// Anchors to try in order, each with its offset from the place.
    var anchors: [(anchor: Anchor, offset: Point)]
    var maxWidth: Double
    var lineHeight: Double
    var letterSpacing: Double
    /// "left", "center", "right", or "auto" for what the anchor asks.
    var justify: String
    var rotation: Double
    var padding: Double
    var allowsOverlap: Bool
    var ignoresPlacement: Bool
    var isOptional: Bool
}

/// An icon's look and rules.
struct IconLook: Sendable {
    var image: SpriteImage
    /// Output pixels a pixel of the image.
    var pixelScale: Double
    var anchor: Anchor
    var offset: Point
    var rotation: Double
    var padding: Double
    var opacity: Double
    var allowsOverlap: Bool
    var ignoresPlacement: Bool
    var isOptional: Bool
}

/// A feature's label and icon, and where it wants them.
struct SymbolFeature: Sendable {
    enum Place: Sendable {
        case points([Point])
        /// Lines in pixels; the label runs along them.
        case lines([LinePiece])
    }
    var look: SymbolLook
    var place: Place
}
