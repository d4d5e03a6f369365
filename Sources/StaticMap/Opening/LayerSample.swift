// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapTiles

extension TileArchive {
    /// The layers of vector tiles: those of the metadata or, where that names none, those of some tiles.
    ///
    /// - Parameter isEnough: true for layers after which no further tile needs to be read.
    /// - Returns: names with the properties of their features.
    func layers(until isEnough: ([VectorLayerInfo]) -> Bool = { _ in false }) -> [VectorLayerInfo] {
        info.vectorLayers.isEmpty ? LayerSample(self, until: isEnough).layers : info.vectorLayers
    }
}

/// The layers in a few tiles of an archive, for archives that do not say.
private struct LayerSample {
    private(set) var layers: [VectorLayerInfo] = []
    private static let maxTiles = 64

    init(_ archive: any TileArchive, until isEnough: ([VectorLayerInfo]) -> Bool) {
        for id in Self.tiles(of: archive.info) where !WorkContext.isCancelled {
            guard let tile = try? archive.vectorTile(id) else { continue }
            for layer in tile.layers { add(layer, zoom: id.z) }
            guard !isEnough(layers) else { return }
        }
    }

    private mutating func add(_ layer: VectorLayer, zoom: Int) {
        if !layers.contains(where: { $0.id == layer.name }) {
            layers.append(VectorLayerInfo(id: layer.name, fields: [:]))
        }
        for index in layers.indices where layers[index].id == layer.name {
            for feature in layer.features.prefix(100) {
                for (key, value) in feature.properties { layers[index].fields[key] = value.typeName }
            }
            let known = layers[index].zooms ?? zoom...zoom
            layers[index].zooms = min(known.lowerBound, zoom)...max(known.upperBound, zoom)
        }
    }

    /// All tiles of the coarsest zooms, and those at the center of the others.
    private static func tiles(of info: ArchiveInfo) -> [TileID] {
        let center = info.center ?? info.bounds?.center ?? Coordinate(latitude: 0, longitude: 0)
        let point = WebMercator.project(center)
        var tiles: [TileID] = []
        for zoom in info.minZoom...max(info.minZoom, info.maxZoom) {
            let count = 1 << zoom
            if count * count <= 16 {
                for y in 0..<count { for x in 0..<count { tiles.append(TileID(z: zoom, x: x, y: y)) } }
            } else {
                let x = min(count - 1, max(0, Int(point.x * Double(count))))
                let y = min(count - 1, max(0, Int(point.y * Double(count))))
                tiles.append(TileID(z: zoom, x: x, y: y))
            }
        }
        return Array(tiles.prefix(maxTiles))
    }
}

extension PropertyValue {
    /// As the metadata of archives name types.
    fileprivate var typeName: String {
        switch self {
        case .bool: "Boolean"
        case .string: "String"
        default: "Number"
        }
    }
}
