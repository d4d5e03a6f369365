// SPDX-License-Identifier: MIT
public import MapCore
import MapGeo
import MapGeometry
import MapLayout
public import MapScene
import MapStyle
import MapTiles

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

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
    /// Says what an archive, a style or a scene is, on a thread of its own as `render` does.
    ///
    /// - Parameters:
    ///   - file: the file, or a folder of tiles.
    ///   - read: makes a scene out of the file's text, and may fill in what that leaves open, such as its size; nil for
    ///     scenes that are complete.
    /// - Returns: lines to print.
    /// - Throws: `RenderError` when the file is missing or broken, or `CancellationError`.
    public func inspect(
        _ file: URL, scene read: (@Sendable ([UInt8]) throws(RenderError) -> SceneDocument)? = nil
    ) async throws -> Inspection {
        try await cancellable { () throws(RenderError) in try inspect(file, scene: read) }
    }

    /// Describes an archive, a style or a scene; blocks the calling thread.
    /// All else is as in the asynchronous function.
    public func inspect(
        _ file: URL, scene read: (([UInt8]) throws(RenderError) -> SceneDocument)? = nil
    ) throws(RenderError) -> Inspection {
        let path = file.givenPath
        return try inspect(path: path) { text throws(RenderError) in
            if let read { return try read(text) }
            return try document(text: text, file: path)
        }
    }

    /// As `inspect(_:scene:)`, for what may be no path of a file, such as a template of tiles.
    package func inspect(
        path: String, scene read: ([UInt8]) throws(RenderError) -> SceneDocument
    ) throws(RenderError) -> Inspection {
        try inPipeline { pipeline throws(RenderError) in try inspection(of: path, scene: read, &pipeline) }
    }

    private func inspection(
        of path: String, scene read: ([UInt8]) throws(RenderError) -> SceneDocument, _ pipeline: inout RenderPipeline
    ) throws(RenderError) -> Inspection {
        let diagnostics = pipeline.diagnostics
        guard fileExists(path) || path.contains("{") else {
            throw RenderError(.missingInput, [Diagnostic(code: .fileMissing, file: path, "there is no such file")])
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
                return try inspectScene(read(text), &pipeline)
            }
        }
        do throws(Diagnostic) {
            if let file = try FeatureInspection(path) {
                return Inspection(
                    lines: file.rows.map { row($0.name, $0.value) }, json: file.json.lines + "\n",
                    warnings: diagnostics.all)
            }
            let archive: any TileArchive = isPipe ? try GeoJSONArchive(path: path) : try openTiles(at: path)
            var info = archive.info
            info.bounds = archive.extent()
            if info.hasVectorTiles {
                info.vectorLayers = archive.layers()
            }
            return Inspection(lines: info.lines, json: info.inspection.lines + "\n", warnings: diagnostics.all)
        } catch {
            throw RenderError(.badData, [error])
        }
    }

    private func inspectScene(
        _ document: SceneDocument, _ pipeline: inout RenderPipeline
    ) throws(RenderError) -> Inspection {
        let map = try pipeline.open(document)
        let view = map.input.viewport
        let datum = SceneDatum(map.systems)
        let span = view.region.span
        var lines = [
            row("kind", "scene"),
            row("size", "\(formatted(view.size.width)) x \(formatted(view.size.height)) points"),
            row("pixels", "\(view.pixelWidth) x \(view.pixelHeight)"),
            row("coordinateSystem", datum.scene.rawValue),
            row("center", degrees(datum.inScene(view.center))),
            row("zoom", "\(rounded(view.zoom)) (512-point world), \(rounded(view.zoom + 1)) (256-point world)"),
            row("bearing", "\(rounded(view.bearing))"),
        ]
        if !view.tilt.isFlat {
            lines.append(row("pitch", rounded(view.tilt.pitch)))
            lines.append(row("roll", rounded(view.tilt.roll)))
            lines.append(row("field of view", "\(rounded(view.tilt.verticalFieldOfView)) degrees"))
        }
        lines += [
            row("bounds", degrees(datum.inScene(view.bounds))),
            row(
                "region",
                "\(rounded(span.latitudeDelta)) x \(rounded(span.longitudeDelta)) degrees of latitude and longitude"),
            row("metersPerPoint", "\(rounded(view.metersPerPoint))"),
            row("mapScale", "1:\(formatted(view.mapScale.rounded(view.mapScale < 1000 ? 2 : 0))) at the center"),
            row("annotations", "\(map.input.annotations.count)"),
        ]
        if let dataZoom = map.dataZoom { lines.append(row("dataZoom", "\(dataZoom.zoom)")) }
        if !map.attribution.isEmpty { lines.append(row("attribution", map.attribution)) }
        return Inspection(lines: lines, json: map.inspection.lines + "\n", warnings: pipeline.diagnostics.all)
    }

    private func inspectStyle(_ json: JSONDocument, _ diagnostics: DiagnosticSink) throws(RenderError) -> Inspection {
        guard
            let style = StyleSheet.decode(Field(json, diagnostics: diagnostics), baseFolder: baseFolder(of: json.file))
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
        let missing = StyleNeeds(json.root, in: style.baseFolder).missing
        lines += missing.map { row("missing", "\($0.kind) \($0.name): \($0.address) (\($0.reason))") }
        let kinds = Dictionary(grouping: style.layers, by: \.kind.rawValue).mapValues(\.count)
        let counts = kinds.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        lines.append(row("layers", "\(style.layers.count): \(counts.joined(separator: ", "))"))
        lines += style.layers.map { row("layer", "\($0.id) (\($0.facts.joined(separator: ", ")))") }
        return Inspection(
            lines: lines, json: style.inspection(missing: missing).lines + "\n", warnings: diagnostics.all)
    }
}

extension ArchiveInfo {
    fileprivate var lines: [String] {
        var lines = [row("kind", "\(container.rawValue) archive"), row("tiles", format.rawValue)]
        if let name { lines.append(row("name", name)) }
        if hasVectorTiles { lines.append(row("schema", schema.rawValue)) }
        lines.append(row("zooms", "\(minZoom) to \(maxZoom)"))
        lines.append(row("bounds", bounds.map(degrees) ?? "not said"))
        if let center { lines.append(row("center", degrees(center))) }
        if let attribution { lines.append(row("attribution", attribution)) }
        for layer in vectorLayers {
            let zooms = layer.zooms.map { ["zooms \($0.lowerBound) to \($0.upperBound)"] } ?? []
            let fields = layer.fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            let facts = (zooms + fields).joined(separator: ", ")
            lines.append(row("layer", facts.isEmpty ? layer.id : "\(layer.id) (\(facts))"))
        }
        return lines
    }
}

extension StyleLayer {
    /// What it draws, and at which zooms, but for those that every layer has.
    fileprivate var facts: [String] {
        let drawn = [source, sourceLayer].compactMap(\.self).joined(separator: "/")
        let zooms = [
            minZoom > 0 ? "from zoom \(formatted(minZoom))" : "",
            maxZoom < 24 ? "below zoom \(formatted(maxZoom))" : "", isVisible ? "" : "hidden",
        ]
        return ([kind.rawValue, drawn] + zooms).filter { !$0.isEmpty }
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

extension MapRenderer.OpenedMap {
    /// The solved camera, in the scene's datum.
    var inspection: JSONNode {
        let view = input.viewport
        return [
            "kind": "scene", "size": [.number(view.size.width), .number(view.size.height)],
            "scale": .number(view.scale), "pixels": [.count(view.pixelWidth), .count(view.pixelHeight)],
            "camera": view.report(in: SceneDatum(systems)), "dataZoom": dataZoom.map { .count($0.zoom) },
            "annotations": .count(input.annotations.count), "attribution": .text(attribution),
        ]
    }
}

extension ArchiveInfo {
    /// What the archive says of itself.
    var inspection: JSONNode {
        [
            "kind": "archive", "container": .text(container.rawValue), "tiles": .text(format.rawValue),
            "name": name.map(JSONNode.text), "schema": hasVectorTiles ? .text(schema.rawValue) : nil,
            "minZoom": .count(minZoom), "maxZoom": .count(maxZoom),
            "bounds": bounds.map { .list([$0.west, $0.south, $0.east, $0.north].map(JSONNode.number)) },
            "center": center.map(JSONNode.coordinate), "attribution": attribution.map(JSONNode.text),
            "layers": .list(
                vectorLayers.map { layer in
                    let fields = layer.fields.sorted { $0.key < $1.key }
                    return [
                        "id": .text(layer.id), "minZoom": layer.zooms.map { .count($0.lowerBound) },
                        "maxZoom": layer.zooms.map { .count($0.upperBound) },
                        "fields": JSONNode(
                            .object(JSONObject(fields.map { JSONObject.Member($0.key, .text($0.value)) }))),
                    ]
                }),
        ]
    }
}

extension StyleSheet {
    /// What the style draws from.
    func inspection(missing: [StyleNeeds.Need]) -> JSONNode {
        [
            "kind": "style", "name": name.map(JSONNode.text),
            "sources": .list(
                sources.sorted { $0.key < $1.key }.map { name, source in
                    [
                        "name": .text(name), "type": .text(source.kind.rawValue),
                        "address": (source.url ?? source.tiles.first ?? source.data?.string).map(JSONNode.text),
                    ]
                }),
            "sprites": .list(sprites.map { .text($0.url) }), "glyphs": glyphs.map(JSONNode.text),
            "missing": .list(
                missing.map { need in
                    [
                        "kind": .text(need.kind), "name": .text(need.name), "address": .text(need.address),
                        "reason": .text(need.reason),
                    ]
                }),
            "layers": .list(
                layers.map { layer in
                    [
                        "id": .text(layer.id), "type": .text(layer.kind.rawValue),
                        "source": layer.source.map(JSONNode.text), "sourceLayer": layer.sourceLayer.map(JSONNode.text),
                        "minZoom": layer.minZoom > 0 ? .number(layer.minZoom) : nil,
                        "maxZoom": layer.maxZoom < 24 ? .number(layer.maxZoom) : nil,
                    ]
                }),
        ]
    }
}

extension MapRenderer {
    /// All problems of a scene and of the style and tiles that it names, or of a MapLibre style; on a thread of its own as
    /// `render` does.
    ///
    /// - Parameters:
    ///   - text: UTF-8 JSON.
    ///   - file: the file that the text is from, or would be from: messages name it, and relative paths begin in its folder.
    /// - Returns: what is wrong, in the order in which it was found.
    /// - Throws: `CancellationError`.
    public func check(_ text: [UInt8], file: URL = SceneDocument.defaultFile) async throws -> [Diagnostic] {
        try await cancellable { () throws(RenderError) in check(text, file: file) }
    }

    /// All problems of a scene and of the style and tiles that it names, or of a MapLibre style. It blocks the calling
    /// thread until all are found.
    /// All else is as in the asynchronous function.
    public func check(_ text: [UInt8], file: URL = SceneDocument.defaultFile) -> [Diagnostic] {
        check(text, file: file.givenPath)
    }

    /// As the public function, for names that are no paths of files.
    package func check(_ text: [UInt8], file: String) -> [Diagnostic] {
        let diagnostics = DiagnosticSink()
        do throws(RenderError) {
            try inPipeline(diagnostics) { pipeline throws(RenderError) in
                try check(text, file: file, &pipeline)
            }
        } catch {
            // Most of it is there already; beyond the most that are kept, it would be counted twice.
            if diagnostics.hasRoom { error.diagnostics.forEach(diagnostics.add) }
        }
        return diagnostics.all
    }

    private func check(
        _ text: [UInt8], file: String, _ pipeline: inout RenderPipeline
    ) throws(RenderError) {
        var document: SceneDocument
        do {
            let json = try JSONDocument(file: file, text: text)
            if json.root.isStyle { return check(style: json, pipeline.diagnostics) }
            document = try SceneDocument(JSONDocument(.scene, of: json, root: json.root), text: text)
        } catch let error as SceneError {
            throw RenderError(error)
        } catch {
            throw RenderError(.badData, [error as? Diagnostic ?? Diagnostic(code: .renderFailed, "\(error)")])
        }
        document.scene.size = document.scene.size ?? Size(width: 800, height: 600)
        let input = try pipeline.open(document).input
        guard let animation = document.scene.animation, animation.needsAllData else { return }
        // What was wrong with the data is known already.
        let opening = SceneOpening(renderer: self, document: document, diagnostics: DiagnosticSink())
        var scene = document.scene
        if opening.dependsOnCamera {
            scene = try opening.withData(needsAll: true) ?? scene
        } else {
            (scene.annotations, scene.overlays) = (input.annotations, input.overlays)
        }
        scene.problems(of: animation).forEach(pipeline.diagnostics.add)
    }

    /// Checks a style by the specification and, if it can be drawn, the files that it names.
    private func check(style json: JSONDocument, _ diagnostics: DiagnosticSink) {
        StyleValidation.diagnostics(for: json).forEach(diagnostics.add)
        let field = Field(json, diagnostics: DiagnosticSink())
        guard let style = StyleSheet.decode(field, baseFolder: baseFolder(of: json.file)) else { return }
        fileAccess.run { StyleCheck(renderer: self, style: style, document: json, diagnostics: diagnostics).run() }
    }
}

extension MapRenderer {
    /// Reads a scene from JSON text within the renderer's limits, as a server does for texts of strangers.
    ///
    /// - Parameters:
    ///   - text: UTF-8.
    ///   - file: the file that the text is from, or would be from: messages name it, and relative paths begin in its folder.
    ///   - folder: where relative paths begin, if not in the file's folder.
    /// - Returns: the scene.
    /// - Throws: a `RenderError` of the kind `badData` with all diagnostics, or of the kind `pastLimit`.
    public func document(
        text: [UInt8], file: URL = SceneDocument.defaultFile, folder: URL? = nil
    ) throws(RenderError) -> SceneDocument {
        try document(text: text, file: file.givenPath, folder: folder?.givenPath)
    }

    /// Reads a scene file within the renderer's limits, and below its `fileRoots` if it has some.
    ///
    /// - Parameter file: a JSON file of at most 64 MiB; relative paths of the scene begin in its folder.
    /// - Returns: the scene.
    /// - Throws: a `RenderError` if the file cannot be read, if the scene is not valid, or past a limit.
    public func document(contentsOf file: URL) throws(RenderError) -> SceneDocument {
        try reading { () throws(SceneError) in
            try fileAccess.run { () throws(SceneError) in try SceneDocument(contentsOf: file) }
        }
    }

    /// As the public function, for names that are no paths of files.
    package func document(
        text: [UInt8], file: String, folder: String? = nil
    ) throws(RenderError) -> SceneDocument {
        try reading { () throws(SceneError) in try SceneDocument(text: text, file: file, folder: folder) }
    }

    private func reading(_ read: () throws(SceneError) -> SceneDocument) throws(RenderError) -> SceneDocument {
        try withinLimits { () throws(RenderError) in
            do throws(SceneError) {
                return try read()
            } catch {
                throw RenderError(error)
            }
        }
    }
}

extension JSONNode {
    /// True for a MapLibre style rather than a scene, also for one with mistakes in its very first keys: for all that has no
    /// key of a scene, nor one that is nearly such a key.
    var isStyle: Bool {
        if self["layers"]?.array != nil || self["version"]?.number == 8 { return true }
        let keys = Set((object?.members ?? []).map(\.key))
        let sceneKeys = [
            "basemap", "camera", "annotations", "overlays", "decorations", "userLocation", "size", "scale", "selection",
            "clusters", "numbering", "appearance", "coordinateSystem", "attribution",
        ]
        guard keys.isDisjoint(with: sceneKeys) else { return false }
        let styleKeys = ["layers", "sources", "glyphs", "sprite", "constants", "metadata"]
        if !keys.isDisjoint(with: styleKeys) { return true }
        return object != nil && self["version"]?.number != 1 && self["type"] == nil
            && !keys.contains { suggestion(for: $0, among: sceneKeys) != nil }
    }
}
