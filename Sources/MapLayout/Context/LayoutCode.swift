// SPDX-License-Identifier: MIT
import MapDiagnostics

/// What layout reports: parts of a map that are drawn in another way than was asked for, or not at all.
package enum LayoutCode: String, DiagnosticCode {
    /// Annotations that collide with others and are not drawn.
    case collidingAnnotations = "annotations.colliding"
    /// Callouts that have no room.
    case omittedCallouts = "annotations.callouts-omitted"
    /// Characters that no font has.
    case missingCharacters = "text.missing-characters"
    /// Emoji while no color font is installed.
    case missingEmoji = "text.missing-emoji"
    /// Characters that the style's glyph files lack.
    case missingGlyphs = "text.missing-glyphs"
    /// A style names an image that no sprite has.
    case missingImage = "style.missing-image"
    /// A decoration whose center is outside of the map.
    case decorationOutside = "decorations.outside"
    /// A decoration that has no room.
    case noRoom = "decorations.no-room"
    /// A legend with more entries than there is room for.
    case legendTooLong = "decorations.legend-too-long"
    /// A legend without entries.
    case legendEmpty = "decorations.legend-empty"
    /// A graticule whose lines would be too close together.
    case graticuleThinned = "overlays.graticule-thinned"
    /// A part of the map that is not drawn on globes.
    case notOnGlobe = "basemap.not-on-globe"
    /// An elevation tile that is not square.
    case elevationNotSquare = "tiles.elevation-not-square"
}
