// SPDX-License-Identifier: MIT
public import MapDiagnostics
import MapGeo
import MapLayout
import MapRuntime
public import MapScene
import MapStyle
import MapTiles

/// Information about a file, line by line.
public struct Inspection: Sendable {
    /// "name: value", aligned for reading.
    public var lines: [String]
    /// The same as JSON over several lines.
    public var json: String
    /// Warnings and notes about the file.
    public var warnings: [Diagnostic]
}

extension MapRenderer {
    /// Says what an archive, a style or a scene is.
    ///
    /// - Parameters:
    ///   - path: the file, or a folder of tiles.
    ///   - read: makes a scene out of its text, and may fill in what that leaves open, such as its size.
    /// - Returns: lines to print.
    /// - Throws: `RenderError` when the file is missing or broken.
    public func inspect(
        _ path: String, scene read: ([UInt8]) throws(RenderError) -> SceneDocument
    ) throws(RenderError) -> Inspection {
        try withinLimits { () throws(RenderError) in try inspection(of: path, scene: read) }
    }

    private func inspection(
        of path: String, scene read: ([UInt8]) throws(RenderError) -> SceneDocument
    ) throws(RenderError) -> Inspection {
        let diagnostics = DiagnosticSink()
        guard fileExists(path) || path.contains("{") else {
            throw RenderError(.missingInput, [Diagnostic(code: FileCode.missing, file: path, "there is no such file")])
        }
        let isPipe = isPipe(path)
        if isPipe || path.hasSuffix(".json"), let text = try? readFile(path, limit: StyleLoader.limit) {
            let json: JSONDocument
            do {
                json = try JSONDocument(isPipe ? .geojson : .json, file: path, text: text)
            } catch {
                throw RenderError(.badData, [error])
            }
            if json.root.isStyle { return try inspectStyle(json, diagnostics) }
            if json.root["type"] == nil, !json.isSequence {
                return try inspectScene(read(text), diagnostics)
            }
        }
        do {
            let archive: any TileArchive = isPipe ? try GeoJSONArchive(path: path) : try openArchive(at: path)
            var info = archive.info
            info.bounds = archive.extent()
            return Inspection(lines: info.lines, json: info.inspection.lines + "\n", warnings: diagnostics.all)
        } catch {
            throw RenderError(.badData, [error])
        }
    }

    private func inspectScene(_ document: SceneDocument, _ diagnostics: DiagnosticSink) throws(RenderError)
        -> Inspection
    {
        let map = try open(document, diagnostics)
        let view = map.input.viewport
        let datum = SceneDatum(map.systems)
        let bounds = datum.inScene(view.bounds)
        var lines = [
            row("kind", "scene"),
            row("size", "\(formatted(view.size.width)) x \(formatted(view.size.height)) points"),
            row("pixels", "\(view.pixelWidth) x \(view.pixelHeight)"),
            row("coordinateSystem", datum.scene.rawValue),
            row("center", degrees(datum.inScene(view.center))),
            row("zoom", "\(rounded(view.zoom)) (512-point world), \(rounded(view.zoom + 1)) (256-point world)"),
            row("bearing", "\(rounded(view.bearing))"),
            row("bounds", degrees(bounds)),
            row(
                "region",
                "\(rounded(bounds.north - bounds.south)) x \(rounded(bounds.east - bounds.west)) "
                    + "degrees of latitude and longitude"),
            row("metersPerPoint", "\(rounded(view.metersPerPoint))"),
            row("annotations", "\(map.input.annotations.count)"),
        ]
        if let dataZoom = map.dataZoom { lines.append(row("dataZoom", "\(dataZoom.zoom)")) }
        if !map.attribution.isEmpty { lines.append(row("attribution", map.attribution)) }
        return Inspection(lines: lines, json: map.inspection.lines + "\n", warnings: diagnostics.all)
    }

    private func inspectStyle(_ json: JSONDocument, _ diagnostics: DiagnosticSink) throws(RenderError) -> Inspection {
        guard let style = StyleSheet.decode(Field(json, diagnostics: diagnostics), baseFolder: folder(of: json.file))
        else {
            throw RenderError(.badData, diagnostics.all)
        }
        var lines = [row("kind", "MapLibre style"), row("name", style.name ?? "none")]
        for (name, source) in style.sources.sorted(by: { $0.key < $1.key }) {
            let address = source.url ?? source.tiles.first ?? source.data?.string ?? "inline"
            lines.append(row("source", "\(name) (\(source.kind.rawValue)): \(address)"))
        }
        for sprite in style.sprites { lines.append(row("sprite", "\(sprite.id): \(sprite.url)")) }
        if let glyphs = style.glyphs { lines.append(row("glyphs", glyphs)) }
        let kinds = Dictionary(grouping: style.layers, by: \.kind.rawValue).mapValues(\.count)
        let counts = kinds.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        lines.append(row("layers", "\(style.layers.count): \(counts.joined(separator: ", "))"))
        return Inspection(lines: lines, json: style.inspection.lines + "\n", warnings: diagnostics.all)
    }
}

extension ArchiveInfo {
    fileprivate var lines: [String] {
        var lines = [row("kind", "\(container.rawValue) archive"), row("tiles", format.rawValue)]
        if let name { lines.append(row("name", name)) }
        lines.append(row("zooms", "\(minZoom) to \(maxZoom)"))
        lines.append(row("bounds", bounds.map(degrees) ?? "not said"))
        if let center { lines.append(row("center", degrees(center))) }
        if let attribution { lines.append(row("attribution", attribution)) }
        for layer in vectorLayers {
            let fields = layer.fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            lines.append(row("layer", ([layer.id] + fields).joined(separator: ", ").replacingFirstComma))
        }
        return lines
    }
}

extension String {
    fileprivate var replacingFirstComma: String {
        guard let comma = firstIndex(of: ",") else { return self }
        return self[..<comma] + " (" + self[index(after: comma)...].drop { $0 == " " } + ")"
    }
}

private func row(_ name: String, _ value: String) -> String {
    name + ":" + String(repeating: " ", count: max(1, 16 - name.count)) + value
}

private func rounded(_ value: Double) -> String { formatted((value * 1e6).rounded() / 1e6) }

private func degrees(_ c: Coordinate) -> String { "\(rounded(c.longitude)), \(rounded(c.latitude)) (lon, lat)" }

private func degrees(_ box: CoordinateBox) -> String {
    [box.west, box.south, box.east, box.north].map(rounded).joined(separator: ", ") + " (west, south, east, north)"
}
