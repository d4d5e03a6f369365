// SPDX-License-Identifier: MIT
package import MapCore
package import MapGeo

/// An archive of another schema whose tiles are given in the schema OpenMapTiles.
package struct AdaptedArchive: TileArchive {
    package let info: ArchiveInfo
    private let original: any TileArchive
    private let adapter: SchemaAdapter

    /// - Parameters:
    ///   - original: vector tiles in the adapter's schema.
    ///   - adapter: for its schema.
    package init(_ original: any TileArchive, _ adapter: SchemaAdapter) {
        self.original = original
        self.adapter = adapter
        var info = original.info
        info.vectorLayers = adapter.layers(presenting: info.vectorLayers)
        info.storedSchema = adapter.schema
        info.format = .mvt
        self.info = info
    }

    package func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? { try vectorTile(id)?.encodedAsStored }

    package func hasTile(_ id: TileID) throws(Diagnostic) -> Bool { try original.hasTile(id) }

    package func file(of id: TileID) -> FileStamp? { original.file(of: id) }

    package func extent() -> CoordinateBox? { original.extent() }

    package func vectorTile(_ id: TileID) throws(Diagnostic) -> VectorTile? {
        try original.vectorTile(id).map { adapter.presented($0, zoom: id.z) }
    }
}

extension SchemaAdapter {
    /// A tile of which nothing is known, as a style draws it: in the schema OpenMapTiles if it is in one that is known and
    /// that the style was not made for.
    ///
    /// - Parameters:
    ///   - tile: the tile.
    ///   - asked: the layers of tiles that the style draws.
    ///   - zoom: of the tile.
    /// - Returns: the tile itself, or an adapted one.
    package static func presented(_ tile: VectorTile, to asked: Set<String>, zoom: Int) -> VectorTile {
        let schema = TileSchema(tile.layers.map(VectorLayerInfo.init))
        guard schema.isStranger(to: asked), let adapter = SchemaAdapter(schema) else { return tile }
        return adapter.presented(tile, zoom: zoom)
    }
}

extension VectorLayerInfo {
    /// A layer of one tile, with fields of unknown types.
    fileprivate init(_ layer: VectorLayer) {
        let keys = layer.features.first?.tables.keys ?? []
        self.init(id: layer.name, fields: Dictionary(keys.map { ($0, "") }) { first, _ in first })
    }
}
