// SPDX-License-Identifier: MIT
package import MapDiagnostics
package import MapGeo

/// A GeoJSON file that serves as a tile archive.
package struct GeoJSONArchive: TileArchive {
    package let info: ArchiveInfo
    private let tiler: GeoJSONTiler
    /// Features that were left out; reported with each tile.
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

    /// Always throws: tiles of GeoJSON are cut on request and have no encoded form. Use `vectorTile`.
    package func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? {
        throw Diagnostic(code: TileCode.unknownFormat, "a GeoJSON file has no encoded tiles").located(
            in: info.file, tile: id)
    }

    package func vectorTile(_ id: TileID) throws(Diagnostic) -> VectorTile? {
        var tile = tiler.vectorTile(id)
        tile?.warnings = warnings
        return tile
    }
}
