// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo
import MapLayout
import MapRuntime
import MapTiles

extension RendererCache {
    /// A file of features, and how it is cut into tiles.
    package struct FeaturesKey: Hashable, Sendable {
        var file: FileStamp
        var options: GeoJSONOptions
    }

    package struct FeaturesEntry: Sendable {
        var tiler: GeoJSONTiler
        var findings: [Diagnostic]
    }

    /// Reads a file of features that is cut as it is: without filter or clusters, whose rules cannot be compared.
    func features(
        _ path: String, _ options: GeoJSONOptions, _ diagnostics: DiagnosticSink
    ) throws(Diagnostic) -> any VectorTileSource {
        guard let stamp = FileStamp(path) else {
            return try GeoJSONTiler.load(file: path, options: options, diagnostics: diagnostics)
        }
        let key = FeaturesKey(file: stamp, options: options)
        // Numbers are longer in text than in memory, but features have tables too.
        let entry = try features.value(for: key, cost: { _ in 4096 + 2 * stamp.size }) {
            () throws(Diagnostic) in
            let found = DiagnosticSink()
            let tiler = try GeoJSONTiler.load(file: path, options: options, diagnostics: found)
            return FeaturesEntry(tiler: tiler, findings: found.all)
        }
        entry.findings.forEach(diagnostics.add)
        return CachedFeatures(tiler: entry.tiler, key: key, tiles: tiles)
    }
}

/// Features whose tiles are cut once.
private struct CachedFeatures: VectorTileSource {
    let tiler: GeoJSONTiler
    let key: RendererCache.FeaturesKey
    let tiles: SharedCache<RendererCache.TileKey, VectorTile?>

    func vectorTile(_ id: TileID) -> VectorTile? {
        let key = RendererCache.TileKey(file: key.file, id: id, options: key.options)
        return tiles.tile(key, cost: \.featureBytes) { tiler.vectorTile(id) }
    }
}

extension VectorTile {
    /// The memory that features take that were cut from a file, about.
    fileprivate var featureBytes: Int {
        layers.reduce(256) { $1.features.reduce($0) { $0 + 192 + 16 * $1.vertexCount } }
    }
}
