// SPDX-License-Identifier: MIT
package import MapDiagnostics
package import MapGeo

/// A set of tiles that can be opened and read, safe from many tasks at once.
package protocol TileArchive: VectorTileSource {
    var info: ArchiveInfo { get }
    /// The tile's bytes, decompressed; nil when the archive has no such tile. GeoJSON has no bytes: ask for `vectorTile`.
    func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]?
}

/// What an archive says about itself.
package struct ArchiveInfo: Sendable {
    package enum Container: String, Sendable { case mbtiles, pmtiles, folder, geojson }
    package enum Format: String, Sendable { case mvt, mlt, png, jpeg, webp, avif, unknown }

    package var file: String
    package var container: Container
    package var format: Format
    package var name: String?
    package var minZoom: Int
    package var maxZoom: Int
    /// Nil when the archive does not say.
    package var bounds: CoordinateBox?
    package var center: Coordinate?
    /// Plain text: HTML is stripped.
    package var attribution: String?
    package var vectorLayers: [VectorLayerInfo]
    /// The fonts of an archive of glyphs, in the order of their columns; empty for other archives.
    package var fontstacks: [String] = []
    /// Nil when it is not known, or would be slow to find out.
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
    /// Field name to its type, as the archive words it.
    package var fields: [String: String]

    package init(id: String, fields: [String: String]) {
        self.id = id
        self.fields = fields
    }
}
