// SPDX-License-Identifier: MIT
package import MapPlane

/// Shapes out of distance fields, all of one color: the glyphs of a label or an icon.
///
/// - SeeAlso: Chris Green, *Improved Alpha-Tested Magnification for Vector Textures and Special Effects*, 2007.
package struct SDFMark: Sendable {
    package struct Piece: Sendable {
        package var field: DistanceField
        /// Pixels of the field to pixels of the output.
        package var transform: Transform

        package init(_ field: DistanceField, _ transform: Transform) {
            self.field = field
            self.transform = transform
        }

        /// The field with the pixel around it into which it fades.
        var bounds: Rect {
            transform.apply(
                Rect(x: -1, y: -1, width: Double(field.width) + 2, height: Double(field.height) + 2))
        }
    }

    package var pieces: [Piece]
    /// Output pixels for each pixel of a field, which decides how soft edges are.
    package var scale: Double
    package var color: Color
    package var halo: GlyphRun.Halo?
    /// What glyphs spell, for formats with real text.
    package var text: String

    package init(
        _ pieces: [Piece], scale: Double, color: Color, halo: GlyphRun.Halo? = nil, text: String = ""
    ) {
        self.pieces = pieces
        self.scale = scale
        self.color = color
        self.halo = halo
        self.text = text
    }

    package var bounds: Rect { pieces.reduce(.null) { $0.union($1.bounds) } }

    /// The rim by itself and the shapes without it, for shapes whose rims shall lie below all of them.
    package var separated: (halo: SDFMark, shapes: SDFMark)? {
        guard halo != nil else { return nil }
        var (edge, shapes) = (self, self)
        edge.color = .transparent
        edge.text = ""
        shapes.halo = nil
        return (edge, shapes)
    }
}
