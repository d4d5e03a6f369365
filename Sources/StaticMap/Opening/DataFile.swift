// SPDX-License-Identifier: MIT
import MapCore
import MapData
import MapGeo
import MapLayout
import MapRaster
import MapScene
import MapStyle
import MapTiles
import Synchronization

/// Reads the formats of data overlays as GeoJSON, but for GPX.
struct DataFile {
    /// The most bytes of a file, packed or not.
    let limit: Int
    /// The names of the tables, objects or folders to read; empty for all.
    let layers: [String]
    /// How columns and bytes are meant.
    var reading = FeatureReading()
    /// What the map shows, in degrees; nil when that is not known yet. Features elsewhere may be left out.
    var box: CoordinateBox?
    let diagnostics: DiagnosticSink

    /// The features of a file; nil, and reported, when it is not of the format.
    func features(_ path: String, _ format: DataOverlay.Format) throws(Diagnostic) -> Field? {
        switch format {
        case .geopackage: return try geopackage(path)
        case .flatgeobuf: return try flatgeobuf(path)
        case .shapefile: return try shapefile(path)
        default: break
        }
        let bytes = try bytes(path)
        switch format {
        case .geojson, .gpx, .topojson:
            let document = try JSONDocument(.geojson, file: path, text: bytes)
            return try features(Field(document, diagnostics: diagnostics), format)
        case .kml:
            let text = try kml(bytes, path)
            return field(try KMLReader.features(text, file: path, layers: layers, diagnostics: diagnostics), path)
        case .wkt: return field(try WellKnownText.features(bytes, file: path), path)
        case .csv: return try delimited(bytes, path)
        case .geopackage, .flatgeobuf, .shapefile: return nil
        }
    }

    /// True for a format of which features out of view are not read.
    static func isIndexed(_ format: DataOverlay.Format) -> Bool { format == .flatgeobuf || format == .shapefile }

    /// What of a file of features is read. A coordinate takes 16 bytes in it, and about ten times as much as JSON.
    private var query: FeatureQuery {
        FeatureQuery(
            layers: layers, box: box, reading: reading, limit: min(limit, RenderBudget.rest(of: .bytes)) / 4)
    }

    private func flatgeobuf(_ path: String) throws(Diagnostic) -> Field {
        let file = try FlatGeobuf(ByteSource(path: path, limit: limit), file: path)
        return joined([try file.features(query)], path)
    }

    private func shapefile(_ path: String) throws(Diagnostic) -> Field {
        joined(try Shapefile(path: path, limit: limit, encoding: reading.encoding).features(query), path)
    }

    private func delimited(_ bytes: [UInt8], _ path: String) throws(Diagnostic) -> Field {
        let isTabbed = fileExtension(of: path) == "tsv"
        let rows = try DelimitedFeatures(bytes, file: path, reading, isTabbed: isTabbed)
        return joined([try rows.features(query)], path)
    }

    /// The features of all parts of a file; what is left out is a warning, and what was guessed a note.
    private func joined(_ parts: [FeatureCollector], _ path: String) -> Field {
        for part in parts {
            for note in part.notes {
                diagnostics.add(.note, code: .dataGuessed, file: path, note)
            }
            for omission in part.omissions {
                diagnostics.add(.warning, code: .dataUnsupported, file: path, omission)
            }
        }
        return field(FeatureCollector.collection(of: parts), path)
    }

    /// The bytes of a file.
    func bytes(_ path: String) throws(Diagnostic) -> [UInt8] { try readDocument(path, limit: limit) }

    /// The features of the tables; what is left out is a warning.
    private func geopackage(_ path: String) throws(Diagnostic) -> Field {
        try WorkContext.current.files.check(path)
        guard fileExists(path) else {
            throw Diagnostic(code: .fileMissing, file: path, "there is no such file")
        }
        do throws(Diagnostic) {
            // A coordinate takes 16 bytes in the file, and about ten times as much as JSON.
            let allowed = min(limit, RenderBudget.rest(of: .bytes)) / 4
            let package = try GeoPackage(path: path, layers: layers, limit: allowed)
            for omission in package.omissions {
                diagnostics.add(.warning, code: .dataUnsupported, file: path, omission)
            }
            return field(package.features, path)
        } catch {
            throw Diagnostic(code: .dataInvalid, file: path, error.message, hint: error.hint)
        }
    }

    /// The features of a value: GeoJSON as it is, a topology or a text as GeoJSON.
    func features(_ value: Field, _ format: DataOverlay.Format) throws(Diagnostic) -> Field? {
        if format == .wkt {
            do throws(Diagnostic) {
                let text = Array((value.node.string ?? "").utf8)
                return field(try WellKnownText.features(text, file: value.document.file), value.document.file)
            } catch {
                let column = error.position.map { ", at character \($0.column) of line \($0.line)" } ?? ""
                value.report("\(error.message)\(column)")
                return nil
            }
        }
        guard format == .topojson || value.node["type"]?.string == "Topology" else {
            guard layers.isEmpty else {
                value.report(
                    "expected TopoJSON, whose objects \"layers\" names, found GeoJSON", code: .sceneConflictingKeys)
                return nil
            }
            return value
        }
        return TopoJSON.features(value, layers: layers).map { field($0, value.document.file) }
    }

    private func field(_ root: JSONNode, _ file: String) -> Field {
        Field(JSONDocument(.geojson, file: file, root: root), diagnostics: diagnostics)
    }

    /// The main document of a KMZ archive: the first KML file, as Google's specification has it. Other bytes stay as they are.
    private func kml(_ bytes: [UInt8], _ path: String) throws(Diagnostic) -> [UInt8] {
        guard bytes.starts(with: Array("PK".utf8)) else { return bytes }
        do throws(ZipArchive.ReadingError) {
            let archive = try ZipArchive(bytes)
            guard let entry = archive.entries.first(where: { $0.name.lowercased().hasSuffix(".kml") }) else {
                throw .unsupported("an archive without a .kml file")
            }
            let text = try archive.contents(of: entry, limit: min(limit, RenderBudget.rest(of: .bytes) / 4))
            RenderBudget.spend(4 * text.count, .bytes, at: path)
            return text
        } catch {
            throw error.diagnostic(in: path, expected: "a KMZ archive")
        }
    }
}

/// The data files of a scene: each is read once, however many overlays show it.
struct DataFiles {
    private struct Key: Hashable {
        var path: String
        var format: DataOverlay.Format
        var layers: [String]
        var reading: FeatureReading
        var isWhole: Bool
    }

    private var read: [Key: Result<Field?, Diagnostic>] = [:]

    /// The features of a file; nil, and reported, when it is not of the format.
    mutating func features(
        _ path: String, _ format: DataOverlay.Format, _ file: DataFile
    ) throws(Diagnostic) -> Field? {
        let key = Key(
            path: path, format: format, layers: file.layers, reading: file.reading, isWhole: file.box == nil)
        if let known = read[key] { return try known.get() }
        let result = Result { () throws(Diagnostic) in try file.features(path, format) }
        read[key] = result
        return try result.get()
    }
}

/// Sources whose tiles are made of the heights of another source, which their member `source` names:
///
/// ```json
/// "lines": {"type": "vector", "source": "dem", "contours": {"interval": 20, "index": 100, "unit": "m"}},
/// "steep": {"type": "raster", "source": "dem", "shading": "slope"}
/// ```
extension SourceOpener {
    /// Nil for a source that names tiles of its own.
    func derived(_ source: StyleSource, from style: StyleSheet) throws(Diagnostic) -> LayoutSource? {
        guard source.kind == .vector || source.kind == .raster, let name = source.members["source"]?.string else {
            return nil
        }
        guard let heights = style.sources[name], heights.kind == .rasterDEM else {
            throw Diagnostic(
                .warning, code: .styleUnknownSource, expected: "\"source\" to name a source of type \"raster-dem\"",
                found: "\"\(name.prefix(60))\"")
        }
        let tiles = try rasterTiles(heights, baseFolder: heights.sceneFolder ?? style.baseFolder)
        let field = HeightField(
            tiles.archive, zooms: tiles.minZoom...tiles.maxZoom, code: heights.elevationCode)
        return source.kind == .vector ? contours(source, field) : try shading(source, field)
    }

    private func contours(_ source: StyleSource, _ field: HeightField) -> LayoutSource {
        let members = source.members["contours"]?.object ?? JSONObject()
        let unit = members["unit"]?.string.flatMap(ContourSource.Unit.init) ?? .metres
        let usual = ContourSource.intervals(atZoom: viewport.zoom, unit)
        let interval = members["interval"]?.number.flatMap { $0 > 0 ? $0 : nil }
        let index = members["index"]?.number.flatMap { $0 > 0 ? $0 : nil }
        let archive = ContourSource(
            field, interval: interval ?? usual.interval, index: index ?? interval.map { 5 * $0 } ?? usual.index,
            unit: unit)
        return .vector([
            VectorStackEntry(
                source: archive, minZoom: archive.info.minZoom, maxZoom: archive.info.maxZoom,
                bounds: archive.info.bounds, name: archive.info.file, isComplete: false)
        ])
    }

    private func shading(_ source: StyleSource, _ field: HeightField) throws(Diagnostic) -> LayoutSource {
        let word = source.members["shading"]?.string ?? ""
        guard let method = ReliefShading.Method(rawValue: word) else {
            let known = ReliefShading.Method.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            throw Diagnostic(
                .warning, code: .styleUnsupportedSource, expected: "\"shading\" to be one of \(known)",
                found: "\"\(word.prefix(60))\"")
        }
        var light = ReliefShading.Light()
        if let direction = source.members["direction"]?.number, direction.isFinite { light.direction = direction }
        if let altitude = source.members["altitude"]?.number, altitude.isFinite { light.altitude = altitude }
        let archive = try ReliefShading(field, method, light: light)
        var tiles = RasterTiles(
            archive: archive, minZoom: archive.info.minZoom, maxZoom: archive.info.maxZoom,
            tileSize: Double(archive.info.tileSide ?? 256))
        tiles.overzoomsMissingTiles = fillsHoles
        tiles.imageCache = cache.rasterImages
        return .raster(tiles)
    }
}

/// The file of a `geojson` source of a style, which may be of any format of features: `roads.fgb`, `walks.gpkg|layer:paths`.
struct FeatureSource {
    let path: String
    private let reference: DataReference

    /// The file that a source's `data` names; throws when that is no file.
    init(_ address: String, baseFolder: String) throws(Diagnostic) {
        reference = DataReference(address)
        guard case .file(let path) = try StyleAddress.resolve(reference.data, baseFolder: baseFolder) else {
            throw Diagnostic(
                code: .styleInvalidAddress, expected: "the address of a GeoJSON file", found: "\"\(address)\"")
        }
        self.path = path
        if reference.elevation != nil {
            throw Diagnostic(
                code: .styleInvalidAddress, file: path, "\"elevation:\" goes with overlays: tiles have no heights")
        }
    }

    /// By the name of the file; nil for GeoJSON, which is recognized by its content.
    var format: DataOverlay.Format? {
        DataOverlay.Format(extensionOf: path).flatMap { $0 == .geojson || $0 == .gpx ? nil : $0 }
    }

    /// Bytes of a file; its features take several times as much memory.
    private static let maxSize = 2 << 30

    /// Reads the features; of an indexed file only those in a box, in degrees.
    func tiler(
        _ format: DataOverlay.Format, _ options: GeoJSONOptions, _ rules: GeoJSONRules, box: CoordinateBox?,
        _ diagnostics: DiagnosticSink
    ) throws(Diagnostic) -> GeoJSONTiler? {
        let file = DataFile(
            limit: Self.maxSize, layers: reference.layers, reading: reference.reading, box: box,
            diagnostics: diagnostics)
        return try file.features(path, format).flatMap { GeoJSONTiler($0, options: options, rules: rules) }
    }
}

// MARK: - What stands on the ground

/// Opens the heights on which annotations and tracks of a scene stand.
struct GroundOpener {
    let cache: RendererCache
    let diagnostics: DiagnosticSink

    /// The heights that a scene names, else those of the style's terrain, else those of another of its sources.
    ///
    /// - Parameters:
    ///   - style: with what the scene adds to it.
    ///   - prefersScene: true for a scene that names heights.
    ///   - document: the scene, for messages.
    /// - Returns: nil where there are none, which is reported.
    func heights(of style: StyleSheet, prefersScene: Bool, for document: SceneDocument) -> GroundHeights? {
        let sources = style.sources.filter { $0.value.kind == .rasterDEM }
        let known = [prefersScene ? ElevationLayers.name : nil, style.terrain?.source] + sources.keys.sorted()
        guard let name = known.lazy.compactMap(\.self).first(where: { sources[$0] != nil }), let source = sources[name]
        else {
            diagnostics.add(
                Diagnostic(
                    code: .dataNoHeights, path: path(in: document.scene),
                    "neither the scene nor the style has heights of the ground",
                    hint:
                        "name some as \"elevation\" of the base map, or with --elevation: a GeoTIFF, .hgt files, or tiles"
                ))
            return nil
        }
        do throws(Diagnostic) {
            let folder = source.sceneFolder ?? style.baseFolder
            let tiles = try LocatedTiles(source, baseFolder: folder, cache: cache, scale: document.scene.scale)
            let field = HeightField(tiles.archive, zooms: tiles.zooms, code: source.elevationCode)
            let problems = FirstProblem(diagnostics)
            return GroundHeights(samples: field.samples) { place in
                do throws(Diagnostic) {
                    return try field.height(at: place)
                } catch {
                    problems.report(error)
                    return nil
                }
            }
        } catch {
            let problem = error.with(.error)
            diagnostics.add(problem.path.isEmpty ? problem.at(path(in: document.scene)) : problem)
            return nil
        }
    }

    /// Where the scene asks for them.
    private func path(in scene: Scene) -> String {
        if let index = scene.annotations.firstIndex(where: { $0.elevation == .terrain }) {
            return "annotations[\(index)].elevation"
        }
        let index = scene.overlays.firstIndex {
            if case .data(let data) = $0.content { data.elevation == .terrain } else { false }
        }
        return "overlays[\(index ?? 0)].elevation"
    }
}

/// Reports the first of many problems of the same kind.
private final class FirstProblem: Sendable {
    private let diagnostics: DiagnosticSink
    private let isReported = Mutex(false)

    init(_ diagnostics: DiagnosticSink) { self.diagnostics = diagnostics }

    func report(_ problem: Diagnostic) {
        let isFirst = isReported.withLock { known in
            defer { known = true }
            return !known
        }
        if isFirst { diagnostics.add(problem) }
    }
}
