// SPDX-License-Identifier: MIT
import MapCanvas
public import MapDiagnostics
import MapGeo
import MapPlane

extension Scene {
    /// The scene as JSON text that `SceneDocument` and the command line read.
    ///
    /// Colors are rounded to 8 bits a component. Code has no JSON form: see `jsonOmissions`.
    public var json: String { jsonNode.lines + "\n" }

    /// Everything that is wrong or questionable about the scene.
    ///
    /// A scene built in Swift and the same scene read from JSON give the same diagnostics: both go through the decoder.
    /// Paths are those of the JSON format, such as `annotations[3].centerOffset`. Files that the scene refers to are not
    /// opened; `MapRenderer.check(_:file:)` does that.
    ///
    /// - Returns: errors, with which the scene cannot be rendered, and warnings and notes, with which it can.
    public func validate() -> [Diagnostic] {
        let diagnostics = DiagnosticSink()
        _ = Scene.decode(Field(JSONDocument(file: "scene", root: jsonNode), diagnostics: diagnostics))
        return diagnostics.all.filter { $0.code != SceneCode.drawnByCode.rawValue }.map { diagnostic in
            var diagnostic = diagnostic
            diagnostic.file = nil
            return diagnostic
        }
    }

    /// What `json` cannot express: overlays that code draws (`Overlay.Content.drawing`), which become overlays of type
    /// `drawing` that draw nothing, and images inside drawings, which are left out of the drawing.
    ///
    /// Warnings with the code `scene.drawn-by-code`; empty when the JSON renders as the scene does.
    public var jsonOmissions: [Diagnostic] {
        var omissions = overlays.enumerated().compactMap { index, overlay -> Diagnostic? in
            guard case .drawing = overlay.content else { return nil }
            return Diagnostic(
                .warning, code: SceneCode.drawnByCode, path: "overlays[\(index)]",
                "an overlay that Swift code draws has no JSON form: nothing is drawn from the JSON")
        }
        for reference in imageReferences {
            guard case .drawing(let drawing) = reference.asset.source, !drawing.images.isEmpty else { continue }
            omissions.append(
                Diagnostic(
                    .warning, code: SceneCode.drawnByCode, path: SceneReporter.path(of: reference.path),
                    "images inside a drawing have no JSON form: they are left out of the JSON"))
        }
        return omissions
    }

    /// The scene as the JSON format has it.
    package var jsonNode: JSONNode {
        .members([
            "version": .count(1),
            "size": size.map { .pair($0.width, $0.height) },
            "scale": .number(scale),
            "basemap": basemap == BaseMap() ? nil : basemap.jsonNode,
            "camera": camera == Camera() ? nil : camera.jsonNode,
            "annotations": .nonEmpty(annotations.map(\.jsonNode)),
            "selection": selection == .multiple ? nil : .word(selection),
            "clusters": .nonEmpty(clusters.map(\.jsonNode)),
            "numbering": numbering == Numbering() ? nil : .members(["start": .count(numbering.start)]),
            "userLocation": userLocation?.jsonNode,
            "appearance": appearance.map(JSONNode.word),
            "overlays": .nonEmpty(overlays.map(\.jsonNode)),
            "decorations": .nonEmpty(decorations.map(\.jsonNode)),
            "coordinateSystem": coordinateSystem == .wgs84 ? nil : .word(coordinateSystem),
            "attribution": attribution.jsonNode,
        ])
    }
}

extension Attribution {
    fileprivate var jsonNode: JSONNode? {
        switch self {
        case .automatic: nil
        case .hidden: .text("none")
        case .text(let text): .text(text)
        }
    }
}

extension UserLocation {
    fileprivate var jsonNode: JSONNode {
        .members([
            "coordinate": coordinate.jsonNode, "accuracy": accuracy.map(JSONNode.number),
            "heading": heading.map(JSONNode.number),
        ])
    }
}

extension BaseMap {
    fileprivate var jsonNode: JSONNode {
        let style: JSONNode? =
            switch style {
            case nil: nil
            case .named(let name): .text(name)
            case .file(let path): .text(path.contains("/") || path.hasSuffix(".json") ? path : "./" + path)
            case .inline(let json): json.node
            }
        return .members([
            "style": style,
            "tiles": .nonEmpty(tiles.map(JSONNode.text)),
            "projection": projection.map(JSONNode.word),
            "missingTiles": missingTiles.map(JSONNode.word),
            "language": language.map(JSONNode.text),
            "coordinateSystem": coordinateSystem == .wgs84 ? nil : .word(coordinateSystem),
            "setFilter": .nonEmpty(edits.filters),
            "setPaint": .nonEmpty(edits.paint),
            "setLayout": .nonEmpty(edits.layout),
            "hide": .nonEmpty(edits.hide.map(JSONNode.text)),
            "show": .nonEmpty(edits.show.map(JSONNode.text)),
            "addSources": .nonEmpty(edits.sources),
            "addLayers": .nonEmpty(edits.layers.map(\.node)),
        ])
    }
}

extension JSONNode {
    static func pair(_ a: Double, _ b: Double) -> JSONNode { .list([.number(a), .number(b)]) }

    static func word(_ value: some RawRepresentable<String>) -> JSONNode { .text(value.rawValue) }

    static func bool(_ value: Bool) -> JSONNode { JSONNode(.bool(value)) }

    static func color(_ color: Color) -> JSONNode { .text(color.isOpaque ? color.hexText : color.cssText) }

    /// Nil for an empty list.
    static func nonEmpty(_ nodes: [JSONNode]) -> JSONNode? { nodes.isEmpty ? nil : .list(nodes) }

    /// Members sorted by name; nil for none.
    static func nonEmpty(_ parts: [String: InlineJSON]) -> JSONNode? {
        guard !parts.isEmpty else { return nil }
        let members = parts.sorted { $0.key < $1.key }.map { JSONObject.Member($0.key, $0.value.node) }
        return JSONNode(.object(JSONObject(members)))
    }
}

extension Coordinate {
    /// `[longitude, latitude]`
    var jsonNode: JSONNode { .pair(longitude, latitude) }
}
