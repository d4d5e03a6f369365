// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapGeometry
import MapScene
import Testing

@Suite("The scene's JSON schema") struct SchemaTests {
    let checker: SchemaChecker

    init() throws {
        let text = try TestFiles.bytes(TestFiles.schema)
        checker = SchemaChecker(root: try JSONDocument(file: "scene.schema.json", text: text).root)
    }

    @Test("examples are valid for the decoder and for the schema", arguments: TestFiles.exampleNames)
    func example(name: String) throws {
        let text = try TestFiles.bytes(TestFiles.examples.appending(path: name))
        let (document, findings) = read(text, file: name)
        #expect(findings.filter { $0.severity != .note } == [])
        let diagnostics = DiagnosticSink()
        #expect(checker.failures(try JSONDocument(file: name, text: text).root) == [])
        let scene = try #require(document).scene
        // What is fitted is in the files, which are not read here.
        let hasData = scene.overlays.contains { if case .data = $0.content { true } else { false } }
        if hasData, case .fit = scene.camera.framing { return }
        #expect(scene.viewport(extent: { _ in .null }, SceneReporter(diagnostics: diagnostics)) != nil)
        #expect(diagnostics.all.filter { $0.severity != .note } == [])
    }

    /// Wrong scenes that a schema cannot refuse: ids, boxes, links, and keys that stand twice.
    static let beyondSchema = [
        "bad-overlay-gradient.json", "bad-bounds.json", "bad-bounds-wide.json", "bad-comment.json", "bad-href.json",
        "bad-json.json",
    ]

    @Test(
        "wrong scenes are wrong for the schema too",
        arguments: TestFiles.names(in: TestFiles.cases, prefix: "bad-").filter { !beyondSchema.contains($0) })
    func wrong(name: String) throws {
        let text = try TestFiles.bytes(TestFiles.cases.appending(path: name))
        #expect(checker.failures(try JSONDocument(file: name, text: text).root) != [])
    }

    /// A place in a scene for each object of the schema, with an unknown key.
    static let occurrences: [(schema: String, scene: String)] = [
        ("#", #"{"qqqqqqqqq": 1}"#),
        ("#/$defs/basemap", #"{"version": 1, "basemap": {"qqqqqqqqq": 1}}"#),
        ("#/$defs/elevation", #"{"version": 1, "basemap": {"elevation": {"data": "a", "qqqqqqqqq": 1}}}"#),
        ("#/$defs/contours", #"{"version": 1, "basemap": {"elevation": {"data": "a", "contours": {"qqqqqqqqq": 1}}}}"#),
        ("#/$defs/geotiffOverlay", #"{"version": 1, "overlays": [{"type": "geotiff", "data": "a", "qqqqqqqqq": 1}]}"#),
        ("#/$defs/camera", #"{"version": 1, "camera": {"qqqqqqqqq": 1}}"#),
        ("#/$defs/region", #"{"version": 1, "camera": {"region": {"qqqqqqqqq": 1}}}"#),
        ("#/$defs/mapRect", #"{"version": 1, "camera": {"mapRect": {"qqqqqqqqq": 1}}}"#),
        ("#/$defs/span", #"{"version": 1, "camera": {"region": {"span": {"qqqqqqqqq": 1}}}}"#),
        ("#/$defs/insets", #"{"version": 1, "camera": {"contentInsets": {"qqqqqqqqq": 1}}}"#),
        ("#/$defs/namedCoordinate", #"{"version": 1, "camera": {"center": {"qqqqqqqqq": 1}}}"#),
        ("#/$defs/annotation", #"{"version": 1, "annotations": [{"qqqqqqqqq": 1}]}"#),
        ("#/$defs/centerOffset", #"{"version": 1, "annotations": [{"centerOffset": {"qqqqqqqqq": 1}}]}"#),
        ("#/$defs/textStyle", #"{"version": 1, "annotations": [{"textStyle": {"qqqqqqqqq": 1}}]}"#),
        ("#/$defs/userLocation", #"{"version": 1, "userLocation": {"qqqqqqqqq": 1}}"#),
        ("#/$defs/clusterStyle", #"{"version": 1, "clusters": [{"qqqqqqqqq": 1}]}"#),
        ("#/$defs/animation", #"{"version": 1, "animation": {"qqqqqqqqq": 1}}"#),
        ("#/$defs/waypoint", #"{"version": 1, "animation": {"camera": [{"qqqqqqqqq": 1}]}}"#),
        ("#/$defs/animatedTrack", #"{"version": 1, "animation": {"tracks": [{"track": "a", "qqqqqqqqq": 1}]}}"#),
        ("#/$defs/timeline", #"{"version": 1, "animation": {"timeline": {"property": "a", "qqqqqqqqq": 1}}}"#),
        ("#/$defs/numbering", #"{"version": 1, "numbering": {"qqqqqqqqq": 1}}"#),
        ("#/$defs/card", #"{"version": 1, "annotations": [{"callout": {"content": {"qqqqqqqqq": 1}}}]}"#),
        ("#/$defs/callout", #"{"version": 1, "annotations": [{"callout": {"qqqqqqqqq": 1}}]}"#),
        ("#/$defs/accessory", #"{"version": 1, "annotations": [{"callout": {"left": {"qqqqqqqqq": 1}}}]}"#),
        ("#/$defs/detail", #"{"version": 1, "annotations": [{"callout": {"detail": {"qqqqqqqqq": 1}}}]}"#),
        ("#/$defs/polyline", #"{"version": 1, "overlays": [{"type": "polyline", "qqqqqqqqq": 1}]}"#),
        ("#/$defs/polygon", #"{"version": 1, "overlays": [{"type": "polygon", "qqqqqqqqq": 1}]}"#),
        (
            "#/$defs/handles",
            #"{"version": 1, "overlays": [{"type": "polygon", "handles": {"qqqqqqqqq": 1}}]}"#
        ),
        ("#/$defs/fallback", #"{"version": 1, "camera": {"default": {"qqqqqqqqq": 1}}}"#),
        ("#/$defs/screenText", #"{"version": 1, "decorations": [{"type": "text", "text": "a", "qqqqqqqqq": 1}]}"#),
        ("#/$defs/legend", #"{"version": 1, "decorations": [{"type": "legend", "qqqqqqqqq": 1}]}"#),
        ("#/$defs/rectangle", #"{"version": 1, "decorations": [{"type": "rectangle", "qqqqqqqqq": 1}]}"#),
        ("#/$defs/circle", #"{"version": 1, "overlays": [{"type": "circle", "qqqqqqqqq": 1}]}"#),
        ("#/$defs/gradient", #"{"version": 1, "overlays": [{"type": "polyline", "gradient": {"qqqqqqqqq": 1}}]}"#),
        ("#/$defs/arrows", #"{"version": 1, "overlays": [{"type": "polyline", "arrows": {"qqqqqqqqq": 1}}]}"#),
        ("#/$defs/casing", #"{"version": 1, "overlays": [{"type": "polyline", "casing": {"qqqqqqqqq": 1}}]}"#),
        ("#/$defs/graticule", #"{"version": 1, "overlays": [{"type": "graticule", "qqqqqqqqq": 1}]}"#),
        ("#/$defs/fog", #"{"version": 1, "overlays": [{"type": "fog", "qqqqqqqqq": 1}]}"#),
        ("#/$defs/night", #"{"version": 1, "overlays": [{"type": "night", "qqqqqqqqq": 1}]}"#),
        ("#/$defs/tileOverlay", #"{"version": 1, "overlays": [{"type": "tiles", "qqqqqqqqq": 1}]}"#),
        ("#/$defs/geojsonOverlay", #"{"version": 1, "overlays": [{"type": "geojson", "qqqqqqqqq": 1}]}"#),
        ("#/$defs/gpxOverlay", #"{"version": 1, "overlays": [{"type": "gpx", "qqqqqqqqq": 1}]}"#),
        (
            "#/$defs/colorBy",
            #"{"version": 1, "overlays": [{"type": "geojson", "colorBy": {"qqqqqqqqq": 1}}]}"#
        ),
        (
            "#/$defs/sizeBy",
            #"{"version": 1, "overlays": [{"type": "geojson", "sizeBy": {"qqqqqqqqq": 1}}]}"#
        ),
        (
            "#/$defs/dataLabel",
            #"{"version": 1, "overlays": [{"type": "geojson", "label": {"qqqqqqqqq": 1}}]}"#
        ),
        (
            "#/$defs/trackStyle",
            #"{"version": 1, "overlays": [{"type": "gpx", "track": {"qqqqqqqqq": 1}}]}"#
        ),
        (
            "#/$defs/trackMoment",
            #"{"version": 1, "annotations": [{"coordinate": {"time": "2026-06-06", "qqqqqqqqq": 1}}]}"#
        ),
        (
            "#/$defs/join",
            #"{"version": 1, "overlays": [{"type": "geojson", "join": {"qqqqqqqqq": 1}}]}"#
        ),
        ("#/$defs/featureOverlay", #"{"version": 1, "overlays": [{"type": "csv", "qqqqqqqqq": 1}]}"#),
        (
            "#/$defs/flows",
            #"{"version": 1, "overlays": [{"type": "geojson", "flows": {"qqqqqqqqq": 1}}]}"#
        ),
        (
            "#/$defs/aggregate",
            #"{"version": 1, "overlays": [{"type": "geojson", "aggregate": {"qqqqqqqqq": 1}}]}"#
        ),
        ("#/$defs/display", #"{"version": 1, "display": {"qqqqqqqqq": 1}}"#),
        ("#/$defs/recolor", #"{"version": 1, "basemap": {"recolor": {"qqqqqqqqq": 1}}}"#),
        ("#/$defs/recolorTint", #"{"version": 1, "basemap": {"recolor": {"tint": {"qqqqqqqqq": 1}}}}"#),
        ("#/$defs/scaleBar", #"{"version": 1, "decorations": [{"type": "scaleBar", "qqqqqqqqq": 1}]}"#),
        ("#/$defs/compass", #"{"version": 1, "decorations": [{"type": "compass", "qqqqqqqqq": 1}]}"#),
        ("#/$defs/screenImage", #"{"version": 1, "decorations": [{"type": "image", "qqqqqqqqq": 1}]}"#),
        ("#/$defs/inset", #"{"version": 1, "decorations": [{"type": "inset", "qqqqqqqqq": 1}]}"#),
        ("#/$defs/profile", #"{"version": 1, "decorations": [{"type": "profile", "qqqqqqqqq": 1}]}"#),
        ("#/$defs/page", #"{"version": 1, "page": {"qqqqqqqqq": 1}}"#),
        ("#/$defs/pageLegend", #"{"version": 1, "page": {"legend": {"qqqqqqqqq": 1}}}"#),
        ("#/$defs/neighbors", #"{"version": 1, "page": {"neighbors": {"qqqqqqqqq": 1}}}"#),
        ("#/$defs/imageStates", #"{"version": 1, "decorations": [{"image": {"qqqqqqqqq": 1}}]}"#),
        ("#/$defs/reveal", #"{"version": 1, "overlays": [{"type": "fog", "reveal": [{"qqqqqqqqq": 1}]}]}"#),
    ]

    @Test("schema and decoder know the same keys", arguments: occurrences)
    func sameKeys(schema: String, scene: String) throws {
        let hint = try #require(
            read(Array(scene.utf8), file: "scene").diagnostics.first { $0.message == #"unknown key "qqqqqqqqq""# }?.hint
        )
        let known = hint.replacing("known keys: ", with: "").split(separator: ", ").map(String.init)
        let described = try #require(checker.resolve(schema)?["properties"]?.object).members.map(\.key)
        #expect(Set(known) == Set(described))
    }

    @Test("every object of the schema is closed and compared with the decoder") func complete() throws {
        let objects = try #require(checker.root["$defs"]?.object).members.filter { $0.node["properties"] != nil }
        #expect(Set(objects.map { "#/$defs/" + $0.key } + ["#"]) == Set(Self.occurrences.map(\.schema)))
        for object in objects.map(\.node) + [checker.root] {
            #expect(object["additionalProperties"]?.bool == false)
        }
    }

    @Test("the schema is what the keys of the decoder make; STATICMAP_RECORD=failed writes it again")
    func current() throws {
        let schema = described(SceneSchema.bare, by: checker.root)
        if schema != checker.root, ProcessInfo.processInfo.environment["STATICMAP_RECORD"] == "failed" {
            try (schema.lines + "\n").write(to: TestFiles.schema, atomically: true, encoding: .utf8)
        }
        #expect(schema == checker.root)
    }

    /// A schema with the descriptions of another one.
    private func described(_ schema: JSONNode, by words: JSONNode?) -> JSONNode {
        guard var object = schema.object else { return schema }
        for (index, member) in object.members.enumerated() where ["properties", "$defs"].contains(member.key) {
            let parts = (member.node.object?.members ?? []).map { part in
                JSONObject.Member(part.key, described(part.node, by: words?[member.key]?[part.key]))
            }
            object.members[index].node = JSONNode(.object(JSONObject(parts)))
        }
        if let description = words?["description"] {
            let place = object["properties"] == nil ? nil : object.members.firstIndex { $0.key == "type" }
            object.members.insert(JSONObject.Member("description", description), at: place ?? object.members.count)
        }
        return JSONNode(.object(object))
    }

    @Test("every key is described, itself or by its definition") func words() {
        let objects = [checker.root] + (checker.root["$defs"]?.object?.members ?? []).map(\.node)
        for (key, node) in objects.flatMap({ ($0["properties"]?.object?.members ?? []).map { ($0.key, $0.node) } }) {
            let definition = node["$ref"]?.string.flatMap(checker.resolve)
            #expect(node["description"] != nil || definition?["description"] != nil || node["const"] != nil, "\(key)")
        }
    }

    @Test("the schema uses only keywords that are checked here") func keywords() {
        #expect(unknownKeywords(checker.root) == [])
    }

    private func unknownKeywords(_ schema: JSONNode) -> [String] {
        (schema.object?.members ?? []).flatMap { member -> [String] in
            switch member.key {
            case "properties", "$defs", "patternProperties":
                return (member.node.object?.members ?? []).flatMap { unknownKeywords($0.node) }
            case "items", "not", "if", "then", "else", "additionalProperties": return unknownKeywords(member.node)
            case "oneOf", "prefixItems": return (member.node.array ?? []).flatMap(unknownKeywords)
            default:
                let known = SchemaChecker.keywords.union(SchemaChecker.annotations)
                return known.contains(member.key) ? [] : [member.key]
            }
        }
    }
}
