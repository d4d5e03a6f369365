// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapStyle
package import MapTiles

/// The layers that a style asks of vector tiles, compared with those that the tiles have.
///
/// A style may draw few of many layers, and an extract may lack some that the style knows. Tiles of another schema share a
/// few common names, such as "water": then most of what the style asks for is missing, and most of what the tiles have is
/// not drawn.
struct StyleFit {
    /// The layers that are in the tiles and that the style draws, sorted.
    let drawn: [String]
    /// The layers that the style asks for in vain, sorted.
    let missing: [String]
    /// The layers of the tiles that the style does not draw, in the order of the tiles.
    let ignored: [String]

    /// - Parameters:
    ///   - asked: the source layers of the style.
    ///   - held: the layers of the tiles.
    init(asked: Set<String>, held: [String]) {
        let known = Set(held)
        drawn = asked.intersection(known).sorted()
        missing = asked.subtracting(known).sorted()
        ignored = held.filter { !asked.contains($0) }
    }

    /// Compares a style with an archive, of which tiles are read if its metadata names no layers.
    ///
    /// - Parameters:
    ///   - asked: the source layers of the style.
    ///   - archive: vector tiles.
    init(asked: Set<String>, archive: any TileArchive) {
        let layers = archive.layers { layers in
            let fit = Self(asked: asked, held: layers.map(\.id))
            return fit.drawn.count >= fit.missing.count
        }
        self.init(asked: asked, held: layers.map(\.id))
    }

    /// False for tiles of another schema; true where one of both has no layers at all.
    var isGood: Bool {
        let isEmpty = drawn.isEmpty && (missing.isEmpty || ignored.isEmpty)
        return isEmpty || drawn.count >= missing.count || drawn.count >= ignored.count
    }

    /// What the style draws of the tiles, and what it asks for besides.
    var summary: String {
        let held = drawn.count + ignored.count
        let part =
            drawn.isEmpty
            ? "none of its layers: \(Self.short(ignored))"
            : "\(drawn.count) of its \(held) layers, \(Self.short(drawn)), and not \(Self.short(ignored))"
        return missing.isEmpty ? part : part + "; it asks for \(Self.short(missing))"
    }

    /// Tells of archives that a style does not fit, as far as their metadata names layers.
    static func report(_ archives: [ArchiveInfo], asked: Set<String>, _ diagnostics: DiagnosticSink) {
        for info in archives {
            let fit = Self(asked: asked, held: info.vectorLayers.map(\.id))
            if !fit.isGood { fit.report(info, diagnostics) }
        }
    }

    /// Finds what the metadata of an archive does not show: that the style draws hardly a feature of the view because most of
    /// what it asks for is not there, or that layers which no metadata names are those of another schema. Nil for a
    /// style that fits, and for one that was found not to fit by the metadata.
    ///
    /// - Parameters:
    ///   - asked: the source layers of the style.
    ///   - info: the archive's metadata.
    ///   - features: how many features each layer has in the tiles of the view.
    init?(asked: Set<String>, _ info: ArchiveInfo, features: [String: Int]) {
        let seen = features.filter { $0.value > 0 }
        let count = seen.values.reduce(0, +)
        let drawnCount = seen.reduce(0) { asked.contains($1.key) ? $0 + $1.value : $0 }
        guard count > 0 else { return nil }
        if info.vectorLayers.isEmpty {
            self.init(asked: asked, held: seen.keys.sorted())
            // A view need not have all layers.
            guard !isGood, 3 * drawn.count < asked.count else { return nil }
        } else {
            self.init(asked: asked, held: info.vectorLayers.map(\.id))
            guard isGood, drawn.count < missing.count, 10 * drawnCount < count else { return nil }
        }
    }

    /// Tells of an archive that the style does not fit.
    func report(_ info: ArchiveInfo, _ diagnostics: DiagnosticSink) {
        diagnostics.add(
            Diagnostic(
                .warning, code: .tilesNotInStyle, file: info.file, "the style draws \(summary)",
                hint: info.container == .geojson
                    ? "an overlay of type \"geojson\" draws such a file with any style"
                    : "name a style that was made for these tiles, or none for an automatic one"))
    }

    static func short(_ names: [String]) -> String {
        listing(names.prefix(8)) + (names.count > 8 ? ", …" : "")
    }
}

extension StyleSheet {
    /// The layers of tiles that the style draws of a source, at any zoom.
    func sourceLayers(of source: String) -> Set<String> {
        Set(layers.filter { $0.source == source }.compactMap(\.sourceLayer))
    }
}

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
