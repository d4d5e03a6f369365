// SPDX-License-Identifier: MIT
package import MapDiagnostics
package import MapGeo
package import MapRuntime

/// A set of tiles that can be read from several tasks at once.
package protocol TileArchive: VectorTileSource {
    var info: ArchiveInfo { get }
    /// The decompressed bytes of a tile; nil when the archive has no such tile. GeoJSON has no encoded tiles: use
    /// `vectorTile`.
    func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]?
    /// Whether the archive has a tile, found without decompressing it where the container allows that.
    func hasTile(_ id: TileID) throws(Diagnostic) -> Bool
    /// The file that a tile is read from, which tells whether the tile may have changed; nil when that is not known.
    func file(of id: TileID) -> FileStamp?
    /// Where the archive has tiles: the bounds of its metadata or, without any, those of its tiles of the highest zoom at
    /// which these can be listed quickly. Nil when that is not known.
    func extent() -> CoordinateBox?
}

extension TileArchive {
    package func hasTile(_ id: TileID) throws(Diagnostic) -> Bool { try tile(id) != nil }

    package func file(of id: TileID) -> FileStamp? { nil }

    package func extent() -> CoordinateBox? { info.bounds }
}

/// An archive's metadata.
package struct ArchiveInfo: Sendable {
    package enum Container: String, Sendable { case mbtiles, pmtiles, folder, geojson }
    package enum Format: String, Sendable { case mvt, mlt, png, jpeg, webp, avif, unknown }

    package var file: String
    package var container: Container
    package var format: Format
    package var name: String?
    package var minZoom: Int
    package var maxZoom: Int
    /// Nil when unknown.
    package var bounds: CoordinateBox?
    package var center: Coordinate?
    /// Plain text, without HTML.
    package var attribution: String?
    package var vectorLayers: [VectorLayerInfo]
    /// The fonts of an archive of glyphs, in the order of their columns; empty for other archives.
    package var fontstacks: [String] = []
    /// Nil when unknown, or when counting would be slow.
    package var tileCount: Int?

    package init(file: String, container: Container, format: Format, minZoom: Int, maxZoom: Int) {
        self.file = file
        self.container = container
        self.format = format
        self.minZoom = minZoom
        self.maxZoom = maxZoom
        vectorLayers = []
    }
}

package struct VectorLayerInfo: Sendable {
    package var id: String
    /// The type of each field, as written in the archive.
    package var fields: [String: String]

    package init(id: String, fields: [String: String]) {
        self.id = id
        self.fields = fields
    }
}
