// SPDX-License-Identifier: MIT
public import MapGeo

/// Gives tiles in place of an archive's own, as a delegate does.
///
/// ```swift
/// struct Fresh: TileProvider {
///     let tiles: [TileID: [UInt8]]
///     func tile(_ id: TileID, of source: String) -> [UInt8]? { source == "streets" ? tiles[id] : nil }
/// }
/// let renderer = MapRenderer(home: home, tileProviders: [Fresh(tiles: tiles)])
/// ```
///
/// Providers are asked in their order, from many threads at once; the first that is not nil wins, and where all are nil
/// the archive is asked. No tile is asked for twice in a picture.
public protocol TileProvider: Sendable {
    /// The bytes of a tile, not compressed: MVT for vector sources; PNG, JPEG or WebP for pictures.
    ///
    /// - Parameters:
    ///   - id: the tile in the XYZ grid.
    ///   - source: the name of the style's source, or the `tiles` of a tile overlay.
    /// - Returns: nil to leave the tile to the next provider, and at last to the archive.
    /// - Throws: leaves a hole in the map and a warning.
    func tile(_ id: TileID, of source: String) throws -> [UInt8]?
}
