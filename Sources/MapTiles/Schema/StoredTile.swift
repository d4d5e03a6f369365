// SPDX-License-Identifier: MIT
package import MapCore
package import MapGeo

extension VectorTile {
    /// The tile as Mapbox Vector Tile 2.1, with its geometries as they are stored: for tiles that were decoded.
    package var encodedAsStored: [UInt8] {
        var tile = TileEncoder()
        for layer in layers {
            if let encoder = layer.encoderOfStored {
                tile.add(encoder)
            } else {
                return encoded
            }
        }
        return tile.bytes
    }

    /// The layers with the names and types of their features' properties.
    package var layerInfos: [VectorLayerInfo] {
        layers.map { layer in
            var info = VectorLayerInfo(id: layer.name, fields: [:])
            for feature in layer.features {
                for (key, value) in feature.tables.pairs(in: feature.tags) {
                    info.fields[feature.tables.keys[Int(key)]] = feature.tables.values[Int(value)].metadataType
                }
            }
            return info
        }
    }
}

extension VectorLayer {
    /// Nil where features do not share what is stored.
    fileprivate var encoderOfStored: LayerEncoder? {
        var layer = LayerEncoder(name: name, extent: extent)
        guard let first = features.first else { return layer }
        let store = first.store
        guard case .encoded(let geometries) = store.shape, features.allSatisfy({ $0.store === store }) else {
            return nil
        }
        let tables = store.tables
        var values = [UInt32?](repeating: nil, count: tables.values.count)
        var keys = [UInt32?](repeating: nil, count: tables.keys.count)
        var tags: [UInt32] = []
        for record in store.records {
            tags.removeAll(keepingCapacity: true)
            for (key, value) in tables.pairs(in: record.tags) {
                let ownKey = keys[Int(key)] ?? layer.key(tables.keys[Int(key)])
                keys[Int(key)] = ownKey
                guard let ownValue = values[Int(value)] ?? layer.value(tables.values[Int(value)]) else { continue }
                values[Int(value)] = ownValue
                tags.append(ownKey)
                tags.append(ownValue)
            }
            layer.add(
                id: record.id, type: record.type, tags: tags, geometry: geometries.encoded(record.geometry))
        }
        return layer
    }
}

extension PropertyValue {
    /// As the metadata of archives name types.
    package var metadataType: String {
        switch self {
        case .bool: "Boolean"
        case .string: "String"
        default: "Number"
        }
    }
}

/// An archive of another schema whose tiles are given in the schema OpenMapTiles.
package struct AdaptedArchive: WrappedArchive {
    package let info: ArchiveInfo
    package let original: any TileArchive
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

    package func vectorTile(_ id: TileID, layers _: Set<String>?) throws(Diagnostic) -> VectorTile? {
        try original.vectorTile(id, layers: adapter.knownLayers).map { adapter.presented($0, zoom: id.z) }
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
