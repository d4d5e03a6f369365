// SPDX-License-Identifier: MIT

/// The attribution of the map's data.
public enum Attribution: Hashable, Sendable {
    /// The attribution that the tiles and the style contain.
    case automatic
    /// No attribution: the app shows it elsewhere, as the licenses of the data require.
    case hidden
    /// A text that replaces the automatic attribution.
    case text(String)
}
