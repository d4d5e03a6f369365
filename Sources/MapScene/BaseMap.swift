// SPDX-License-Identifier: MIT
public import MapGeo

/// The map under everything: a style, and the tiles that it draws.
public struct BaseMap: Hashable, Sendable {
    /// Which style draws the tiles.
    public enum Style: Hashable, Sendable {
        /// One of the installed styles, such as "streets".
        case named(String)
        /// A MapLibre style file; a relative path begins in the scene's folder.
        case file(String)
        /// A MapLibre style that stands in the scene itself.
        case inline(InlineJSON)
    }

    /// Nil for the style that comes with the program.
    public var style: Style?
    /// MBTiles or PMTiles files or tile folders for the style's sources; relative paths begin in the scene's folder.
    /// Empty when the style names its own, or for the tiles that come with the program.
    public var tiles: [String]
    /// What happens where the tiles have a hole.
    /// When nil, larger tiles stand in for a style's own pictures, as MapLibre does, and other holes stay.
    public var missingTiles: MissingTilePolicy?
    /// The datum that its tiles were made in.
    public var coordinateSystem = CoordinateSystem.wgs84
    /// The language of names: a tag of BCP 47 such as "de" or "zh-Hant", or "local" for the names that people on the
    /// spot use. Nil for the names that the style asks for.
    public var language: String?
    /// Changes to the style for this scene alone.
    public var edits: StyleEdits

    /// Creates a base map in WGS 84.
    ///
    /// - Parameters:
    ///   - style: the style; nil for the default style.
    ///   - tiles: MBTiles or PMTiles files or tile folders for the style's sources; relative paths start in the scene's
    ///     folder. Empty for the sources that the style names, or for the default tiles.
    ///   - missingTiles: what is drawn where a tile is missing; nil for the behavior described at `missingTiles`.
    ///   - language: the language of labels, as a BCP 47 tag such as "de", or "local" for local names; nil for the
    ///     names that the style selects.
    ///   - edits: changes to the style for this scene.
    public init(
        style: Style? = nil, tiles: [String] = [], missingTiles: MissingTilePolicy? = nil, language: String? = nil,
        edits: StyleEdits = StyleEdits()
    ) {
        self.style = style
        self.tiles = tiles
        self.missingTiles = missingTiles
        self.language = language
        self.edits = edits
    }
}

/// What happens where the tiles have a hole.
public enum MissingTilePolicy: String, CaseIterable, Hashable, Sendable {
    /// The hole stays.
    case skip
    /// The part of the nearest larger tile is drawn.
    case overzoom
    /// Nothing is drawn.
    case error
}
