// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapData
import MapGeo
import MapLayout
import MapScene
import MapStyle
import MapTiles

extension MapRenderer.OpenedMap {
    /// Tells of tiles that are drawn smaller than they are made for, because the base map has none for so far a view.
    func reportReducedTiles(_ diagnostics: DiagnosticSink) {
        let viewport = input.viewport
        let used = Set(input.style.layers.filter { $0.isVisible(at: viewport.zoom) }.compactMap(\.source))
        guard tileLog.hasFound, let zoom = used.compactMap({ input.sources[$0]?.reducedZoom(in: viewport) }).min()
        else { return }
        let drawn = formatted((viewport.zoom * 100).rounded() / 100)
        diagnostics.add(
            .note, code: .basemapUnderzoomed, path: "basemap",
            "the base map begins at zoom \(zoom), and is drawn reduced at zoom \(drawn)",
            hint: "add tiles of lower zooms, or look from nearer")
    }

    /// Tells of a base map that has no tile in the view, once the drawing is made: an empty image helps nobody.
    func reportEmptyMap(_ diagnostics: DiagnosticSink) {
        guard !tileLog.hasFound else { return }
        // A damaged tile is there, and was reported.
        guard !diagnostics.all.contains(where: { FailedTiles.lastingCodes.contains($0.code) }) else { return }
        let zoom = input.viewport.zoom
        let used = Set(input.style.layers.filter { $0.isVisible(at: zoom) }.compactMap(\.source))
        let archives = used.sorted().flatMap { input.sources[$0]?.archives ?? [] }
        guard !archives.isEmpty else { return }
        let covered = archives.map { info in
            let zooms = "zooms \(info.minZoom) to \(info.maxZoom)"
            guard let box = info.bounds else { return "\(info.file) has \(zooms)" }
            return "\(info.file) has \(zooms) of [\(box.west), \(box.south), \(box.east), \(box.north)]"
        }
        diagnostics.add(
            .warning, code: .basemapEmpty, path: "basemap", "the base map has no tile in this view",
            hint: covered.joined(separator: "; "))
    }

    /// The archives of vector tiles that the style draws, in the order of its sources, with their schemas.
    var schemas: [(archive: String, schema: TileSchema)] {
        var found: [(archive: String, schema: TileSchema)] = []
        for (_, source) in input.sources.sorted(by: { $0.key < $1.key }) {
            guard case .vector = source else { continue }
            for info in source.archives where info.hasVectorTiles && !info.file.hasPrefix(ProvidedArchive.scheme) {
                guard !found.contains(where: { $0.archive == info.file }) else { continue }
                let names = info.vectorLayers.isEmpty ? tileLog.features(in: info.file).keys.sorted() : []
                let seen = TileSchema(names.map { VectorLayerInfo(id: $0, fields: [:]) })
                found.append((info.file, info.storedSchema ?? (names.isEmpty ? info.schema : seen)))
            }
        }
        return found
    }

    /// Tells of tiles that the style was not made for, as their features in the view show, and of a style that draws none.
    ///
    /// - Parameters:
    ///   - drawing: of this map.
    ///   - diagnostics: takes the warnings.
    func reportUnstyledTiles(in drawing: Drawing, _ diagnostics: DiagnosticSink) {
        var held: [String: Int] = [:]
        for (name, source) in input.sources.sorted(by: { $0.key < $1.key }) {
            guard case .vector = source else { continue }
            let asked = input.style.sourceLayers(of: name)
            for info in source.archives {
                let features = tileLog.features(in: info.file)
                held.merge(features) { own, _ in own }
                if let fit = StyleFit(asked: asked, info, features: features) { fit.report(info, diagnostics) }
            }
        }
        let count = held.values.reduce(0, +)
        // A view that goes deeper than the data was reported.
        let isOverzoomed = dataZoom.map { input.viewport.zoom > $0.limit } ?? false
        guard count > 0, !isOverzoomed, input.viewport.terrain == nil, !drawing.showsTiles(of: input.style) else {
            return
        }
        let names = held.filter { $0.value > 0 }.keys.sorted()
        diagnostics.add(
            .warning, code: .basemapNothingDrawn, path: "basemap", "the style draws nothing of the tiles in this view",
            hint: "they have \(count) features in the layers \(StyleFit.short(names))")
    }

    /// Tells of an image in which nothing lies but the ground of the style, or which fog covers: it helps nobody.
    ///
    /// Where something else was wrong, that is why.
    ///
    /// - Parameters:
    ///   - drawing: of this map.
    ///   - isOneColor: true for an image that was painted, and in which lines and symbols of the drawing are not seen, although
    ///     their bounds touch it.
    ///   - diagnostics: takes the warning.
    func reportBlankImage(_ drawing: Drawing, isOneColor: Bool = false, _ diagnostics: DiagnosticSink) {
        let isExplained = { (found: Diagnostic) in found.severity != .note || found.code == .overlaysNotInView }
        guard !diagnostics.all.contains(where: isExplained) else { return }
        let fog = drawing.items.lastIndex { $0.mark.hidesAll }
        let seen = drawing.items[(fog.map { $0 + 1 } ?? 0)...]
        let isNothing = { (item: DrawingItem) in
            switch item.role {
            case .background, .attribution: true
            case .layer, .overlay: isOneColor && !item.mark.isArea
            case .label, .annotation, .callout, .decoration, .handle: isOneColor
            }
        }
        guard seen.allSatisfy(isNothing) else { return }
        if fog != nil {
            diagnostics.add(
                .warning, code: .sceneNothingInView, path: "overlays",
                "fog covers the whole view: nothing that it reveals lies there")
        } else if input.style.layers.contains(where: { $0.source != nil }) || !input.annotations.isEmpty
            || !input.overlays.isEmpty
        {
            diagnostics.add(
                .warning, code: .sceneNothingInView, path: "camera",
                "nothing lies in this view, neither of the base map's data nor of the scene")
        }
    }
}

extension Mark {
    /// True for fog in which nothing is seen of what lies below.
    fileprivate var hidesAll: Bool {
        switch self {
        case .maskedFill(let fill): fill.holes.isEmpty && fill.color.isOpaque
        case .group(let group): group.opacity == 1 && group.marks.contains(where: \.hidesAll)
        default: false
        }
    }

    /// False for lines and symbols, of which an image of one color shows none.
    fileprivate var isArea: Bool {
        switch self {
        case .stroke, .ribbon, .circles, .glyphs, .sdf: false
        case .group(let group): group.marks.contains(where: \.isArea)
        default: true
        }
    }
}

extension Drawing {
    /// True if it has marks of a layer that draws tiles.
    fileprivate func showsTiles(of style: StyleSheet) -> Bool {
        let drawn = Set(style.layers.filter { $0.source != nil }.map { "layer/\($0.id)" })
        return items.contains { drawn.contains($0.id) }
    }
}

extension LayoutSource {
    /// What holds the tiles of a source; nothing for features and images, which need not be everywhere.
    var archives: [ArchiveInfo] {
        let all: [(any VectorTileSource)?] =
            switch self {
            case .vector(let stack): stack.filter(\.isComplete).map(\.source)
            case .raster(let tiles), .elevation(let tiles, _): [tiles.archive]
            case .image: []
            }
        return all.compactMap { $0?.archive?.info }
    }
}

/// What a file of features says of itself, without its features being read.
struct FeatureInspection {
    /// A set of features with the same columns.
    struct Layer {
        var name: String
        /// The type of its geometries; nil for several.
        var geometry: String?
        /// Nil when that is not known without reading all.
        var count: Int?
        /// As the file has it.
        var system: String?
        var columns: [String]
    }

    private let kind: String
    private var facts: [(name: String, value: String)] = []
    private var layers: [Layer] = []

    private static let limit = 1 << 30

    /// - Returns: nil for a file that is none of features with columns, by its name.
    /// - Throws: when it is not what its name says.
    init?(_ path: String) throws(Diagnostic) {
        let isArchive = fileExtension(of: path) == "zip"
        switch isArchive ? .shapefile : DataOverlay.Format(extensionOf: path) {
        case .flatgeobuf:
            let file = try FlatGeobuf(ByteSource(path: path, limit: Self.limit), file: path)
            kind = "FlatGeobuf"
            facts = [("index", file.hasIndex ? "yes" : "no: all of the file is read for each map")]
            layers = [
                Layer(
                    name: file.name, geometry: file.geometryType,
                    count: file.featureCount > 0 ? file.featureCount : nil,
                    system: file.system,
                    columns: file.columns.map { column in
                        column.name + (column.typeName.map { ": \($0)" } ?? "")
                    })
            ]
        case .shapefile:
            kind = "Shapefile"
            layers = try Shapefile(path: path, limit: Self.limit).layers.map { layer in
                Layer(
                    name: layer.name, geometry: layer.typeName, count: layer.recordCount, system: layer.system,
                    columns: layer.columns)
            }
        case .csv:
            kind = "CSV"
            let isTabbed = fileExtension(of: path) == "tsv"
            let rows = try DelimitedFeatures(
                readFile(path, limit: Self.limit), file: path, FeatureReading(), isTabbed: isTabbed)
            facts = rows.notes.map { ("found", $0) }
            layers = [Layer(name: "rows", columns: rows.columns)]
        default: return nil
        }
    }

    /// Names and values, in their order.
    var rows: [(name: String, value: String)] {
        [("kind", kind)] + facts
            + layers.flatMap { layer in
                [
                    ("layer", layer.name), ("geometry", layer.geometry ?? "several types"),
                    ("features", layer.count.map(String.init) ?? "not said"), ("crs", Self.short(layer.system)),
                    ("columns", layer.columns.joined(separator: ", ")),
                ]
            }
    }

    /// The name of a system, of whose definition one line is enough.
    private static func short(_ system: String?) -> String {
        guard let system else { return "not said" }
        let name = system.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
        return system.contains("[") && name.count > 1 ? String(name[1]) : system
    }

    var json: JSONNode {
        [
            "kind": "features", "format": .text(kind),
            "notes": .list(facts.map { "\($0.name): \($0.value)" }),
            "layers": .list(
                layers.map { layer in
                    [
                        "id": .text(layer.name), "geometry": layer.geometry.map(JSONNode.text),
                        "features": layer.count.map(JSONNode.count), "crs": layer.system.map(JSONNode.text),
                        "columns": .list(layer.columns.map(JSONNode.text)),
                    ]
                }),
        ]
    }
}
