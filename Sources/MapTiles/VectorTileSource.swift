// SPDX-License-Identifier: MIT
package import MapDiagnostics
package import MapGeo

/// A source of vector tiles, read from an archive or cut on request, that can be used from several tasks at once.
package protocol VectorTileSource: Sendable {
    /// The decoded tile; nil when the source has no such tile.
    func vectorTile(_ id: TileID) throws(Diagnostic) -> VectorTile?
    /// The archive that the tiles are in; nil for tiles that are made when they are asked for. To cast to it takes longer.
    var archive: (any TileArchive)? { get }
}

extension VectorTileSource {
    package var archive: (any TileArchive)? { nil }
}

extension TileArchive {
    package var archive: (any TileArchive)? { self }

    /// Reads and decodes a tile.
    package func vectorTile(_ id: TileID) throws(Diagnostic) -> VectorTile? {
        guard let bytes = try tile(id) else { return nil }
        do {
            let isMLT = info.format == .mlt || info.format == .unknown && MLTTile.matches(bytes)
            var tile = try VectorTile(decoding: isMLT ? try MLTTile.vectorTileBytes(bytes) : bytes)
            for i in tile.warnings.indices { tile.warnings[i] = tile.warnings[i].located(in: info.file, tile: id) }
            return tile
        } catch {
            throw error.located(in: info.file, tile: id)
        }
    }
}

extension Diagnostic {
    /// The same with the archive as file, and the tile before the path: `paris.mbtiles: tile 14/8299/5636: layer "water": …`.
    func located(in file: String, tile: TileID) -> Diagnostic {
        var copy = self
        copy.file = file
        copy.path = path.isEmpty ? "tile \(tile)" : "tile \(tile): \(path)"
        return copy
    }
}
