// SPDX-License-Identifier: MIT

/// The heights of the ground: `terrain` of a style.
package struct StyleTerrain: Sendable {
    /// The name of a source of elevation tiles.
    package var source: String
    /// What heights are multiplied by; at least 0.
    package var exaggeration: Double
    /// Where the style says so.
    package var location: StyleLocation
}
