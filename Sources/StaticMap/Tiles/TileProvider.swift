// SPDX-License-Identifier: MIT
import MapCore
public import MapGeo
import MapTiles

/// Provides tiles from code, in place of an archive's own or for a source without an archive.
///
/// ```swift
/// struct Fresh: TileProvider {
///     let tiles: [TileID: [UInt8]]
///     func tile(_ id: TileID, of source: String) -> [UInt8]? { source == "streets" ? tiles[id] : nil }
/// }
/// let renderer = MapRenderer(home: home, tileProviders: [Fresh(tiles: tiles)])
/// ```
///
/// A source without an archive has the address `provider:`, followed by any name: `"url": "provider:streets"` of a source
/// in a style, or `Overlay.tiles("provider:radar")`.
///
/// Providers are called in their order, from several threads at once; the first result that is not nil is used, and where
/// all are nil the archive is read. Each tile of a map is requested once.
public protocol TileProvider: Sendable {
    /// The bytes of a tile, uncompressed: MVT for vector sources; PNG, JPEG or WebP for raster sources.
    ///
    /// - Parameters:
    ///   - id: the tile, in the XYZ grid.
    ///   - source: the name of the style's source, or the `tiles` of a tile overlay.
    /// - Returns: nil to leave the tile to the next provider, and at last to the archive.
    /// - Throws: any error, which leaves a hole in the map and is reported as a warning.
    func tile(_ id: TileID, of source: String) throws -> [UInt8]?
}

/// An archive without tiles of its own, for a source whose tiles come from the renderer's tile providers alone.
struct ProvidedArchive: TileArchive {
    /// What an address begins with that names no file.
    static let scheme = "provider:"

    let info: ArchiveInfo

    /// Nil for an address of another scheme.
    ///
    /// - Parameters:
    ///   - address: such as "provider:radar".
    ///   - format: of the tiles; `unknown` for images of any format.
    init?(_ address: String, format: ArchiveInfo.Format) {
        guard address.hasPrefix(Self.scheme) else { return nil }
        info = ArchiveInfo(file: address, container: .folder, format: format, minZoom: 0, maxZoom: TileID.maxZoom)
    }

    func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? { nil }
}
