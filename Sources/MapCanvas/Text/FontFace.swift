// SPDX-License-Identifier: MIT
package import MapPlane

/// One font file's face: names itself, and gives glyph outlines in units of the em.
package final class FontFace: Sendable {
    /// Family and style, such as "Noto Sans Bold".
    package let name: String

    package init(name: String) {
        self.name = name
    }

    /// The outline for an em of 1, y downwards, the baseline origin at zero; empty for spaces.
    package func outline(of glyph: UInt32) -> Path {
        Path()
    }
}
