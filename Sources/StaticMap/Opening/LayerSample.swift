// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
package import MapTiles

extension TileArchive {
    /// The layers of vector tiles: those of the metadata or, where that names none, those of some tiles.
    ///
    /// - Parameter isEnough: true for layers after which no further tile needs to be read.
    /// - Returns: names with the properties of their features.
    func layers(until isEnough: ([VectorLayerInfo]) -> Bool = { _ in false }) -> [VectorLayerInfo] {
        info.vectorLayers.isEmpty ? LayerSample(self, until: isEnough).layers : info.vectorLayers
    }
}

extension TileArchive {
    /// The schema of vector tiles, by the layers of the metadata or of some tiles.
    package func schema() -> TileSchema {
        info.storedSchema ?? TileSchema(layers { TileSchema($0) != .other })
    }
}

extension ArchiveInfo {
    /// True for tiles that have layers, or may have some.
    var hasVectorTiles: Bool { [.mvt, .mlt, .unknown].contains(format) && container != .geojson && fontstacks.isEmpty }
}

/// The layers in a few tiles of an archive, for archives that do not say.
private struct LayerSample {
    private(set) var layers: [VectorLayerInfo] = []
    private static let maxTiles = 64

    init(_ archive: any TileArchive, until isEnough: ([VectorLayerInfo]) -> Bool) {
        for id in Self.tiles(of: archive) where !WorkContext.isCancelled {
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
                for (key, value) in feature.properties { layers[index].fields[key] = value.metadataType }
            }
            let known = layers[index].zooms ?? zoom...zoom
            layers[index].zooms = min(known.lowerBound, zoom)...max(known.upperBound, zoom)
        }
    }

    /// All tiles of the coarsest zooms, and those at the center of the others.
    private static func tiles(of archive: any TileArchive) -> [TileID] {
        let info = archive.info
        let center = info.center ?? archive.extent()?.center ?? Coordinate(latitude: 0, longitude: 0)
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
