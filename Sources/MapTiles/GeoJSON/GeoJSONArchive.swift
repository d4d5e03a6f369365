// SPDX-License-Identifier: MIT
package import MapDiagnostics
package import MapGeo

/// A GeoJSON file in the place of a tile archive.
package struct GeoJSONArchive: TileArchive {
    package let info: ArchiveInfo
    private let tiler: GeoJSONTiler
    /// What was left out of the file; told with each tile.
    package let warnings: [Diagnostic]

    package init(path: String, options: GeoJSONOptions = GeoJSONOptions()) throws(Diagnostic) {
        let diagnostics = DiagnosticSink()
        tiler = try GeoJSONTiler.load(file: path, options: options, diagnostics: diagnostics)
        warnings = diagnostics.all
        var info = ArchiveInfo(
            file: path, container: .geojson, format: .mvt, minZoom: 0, maxZoom: options.maxZoom)
        info.bounds = tiler.bounds
        info.vectorLayers = [VectorLayerInfo(id: options.layerName, fields: tiler.fields)]
        self.info = info
    }

    /// Tiles of GeoJSON are cut, not stored: ask for `vectorTile`.
    package func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? {
        throw Diagnostic(.error, "a GeoJSON file has no encoded tiles").located(in: info.file, tile: id)
    }

    package func vectorTile(_ id: TileID) throws(Diagnostic) -> VectorTile? {
        var tile = tiler.vectorTile(id)
        tile?.warnings = warnings
        return tile
    }
}
