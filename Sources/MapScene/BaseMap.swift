// SPDX-License-Identifier: MIT
public import MapGeo

/// The map under everything: a style, and the tiles that it draws.
public struct BaseMap: Hashable, Sendable {
    /// Which style draws the tiles.
    public enum Style: Hashable, Sendable {
        /// One of the styles that are installed, such as "bright".
        case named(String)
        /// A MapLibre style file; a relative path begins in the scene's folder.
        case file(String)
        /// A MapLibre style that stands in the scene itself.
        case inline(InlineStyle)
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

    /// Makes a base map.
    public init(style: Style? = nil, tiles: [String] = [], missingTiles: MissingTilePolicy? = nil) {
        self.style = style
        self.tiles = tiles
        self.missingTiles = missingTiles
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
