// SPDX-License-Identifier: MIT
package import MapGeometry
package import MapImages

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

    /// The text that the glyphs spell, for formats with real text.
    package var text: String
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
