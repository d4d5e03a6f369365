// SPDX-License-Identifier: MIT
package import MapCore

/// Applies a scene's changes to a style. An invalid change is an error at its location in the scene; a change to a layer
/// that the style does not have is a warning.
package struct StyleEditor {
    package private(set) var style: StyleSheet
    private let language: LabelLanguage?
    /// Ids are compared with at most this many, so that many wrong ids among many take no long time.
    private static let maxCandidates = 400

    package init(_ style: StyleSheet, language: LabelLanguage?) {
        self.style = style
        self.language = language
    }

    /// Gives the layers whose ids match another filter, or none when the field is null.
    ///
    /// - Parameters:
    ///   - pattern: an id, in which `*` stands for any characters.
    ///   - field: the filter.
    package mutating func setFilter(matching pattern: String, _ field: Field) {
        let matching = style.layers.indices.filter { pattern.matches(style.layers[$0].id) }
        guard !matching.isEmpty else { return reportUnknown(pattern, field) }
        if field.node.isNull {
            for index in matching { style.layers[index].filter = nil }
        } else if let filter = field.collectingErrors({ $0.checkFilter() }) {
            for index in matching { style.layers[index].filter = filter }
        }
    }

    /// Sets a layer's paint properties; one that is null gets its default.
    package mutating func setPaint(of id: String, _ field: Field) { set(.paint, of: id, field) }

    /// Sets a layer's layout properties; one that is null gets its default.
    package mutating func setLayout(of id: String, _ field: Field) { set(.layout, of: id, field) }

    private mutating func set(_ group: PropertyRow.Group, of id: String, _ field: Field) {
        guard let index = index(of: id, field), var object = field.node.object else { return }
        let layer = style.layers[index]
        for member in object.members where member.node.isNull {
            guard let row = PropertyTable.row(named: member.key, in: group, of: layer.kind) else { continue }
            style.layers[index].properties[row.name] = nil
            if row.name == .visibility { style.layers[index].isVisible = true }
            object.members.removeAll { $0.key == member.key }
        }
        let reader = PropertyReader(globalState: style.globalState, language: language)
        field.pointing(at: JSONNode(.object(object), offset: field.node.offset)).collectingErrors {
            reader.read($0, group, layer.kind, into: &style.layers[index])
        }
        guard style.layers[index].sets(.lineGradient), !(source(of: layer)?.hasLineMetrics ?? false) else { return }
        style.layers[index].properties[.lineGradient] = nil
        field.report(
            "\"line-gradient\" needs lines of a GeoJSON source with \"lineMetrics\"",
            code: .styleLineGradientWithoutMetrics)
    }

    private func source(of layer: StyleLayer) -> StyleSource? { layer.source.flatMap { style.sources[$0] } }

    /// Hides or shows the layers whose ids match a pattern, in which `*` stands for any characters.
    ///
    /// - Returns: nil, or the text of a warning when no layer matches.
    package mutating func setVisibility(_ isVisible: Bool, matching pattern: String) -> (message: String, hint: String)?
    {
        let matching = style.layers.indices.filter { pattern.matches(style.layers[$0].id) }
        for index in matching { style.layers[index].isVisible = isVisible }
        return matching.isEmpty ? unknown(pattern) : nil
    }

    private func index(of id: String, _ field: Field) -> Int? {
        if let index = style.layers.firstIndex(where: { $0.id == id }) { return index }
        reportUnknown(id, field)
        return nil
    }

    private func reportUnknown(_ id: String, _ field: Field) {
        let (message, hint) = unknown(id)
        field.report(message, severity: .warning, code: .styleUnknownLayer, hint: hint)
    }

    private func unknown(_ id: String) -> (message: String, hint: String) {
        let ids = style.layers.prefix(Self.maxCandidates).map(\.id)
        let some = listing(ids.prefix(12)) + (style.layers.count > 12 ? ", …" : "")
        return ("the style has no layer \(JSONNode(.string(id)).summary)", didYouMean(id, ids) ?? "its layers: \(some)")
    }
}

extension StyleEditor {
    /// Adds a source; nothing after an error.
    ///
    /// - Parameters:
    ///   - name: the name by which layers refer to it.
    ///   - field: the source.
    ///   - folder: the folder to which its relative addresses refer.
    package mutating func addSource(_ name: String, _ field: Field, folder: String) {
        guard style.sources[name] == nil else {
            field.report(
                "the style has a source \(JSONNode(.string(name)).summary) already",
                code: .styleDuplicateSource, hint: "choose another name")
            return
        }
        var source = field.collectingErrors { SourceDecoder(root: $0).decode($0) }
        source?.sceneFolder = folder
        style.sources[name] = source
    }

    /// Adds a layer on top, or below the one that its member `before` names; nothing after an error.
    ///
    /// - Parameters:
    ///   - field: the layer.
    ///   - folder: the folder to which relative addresses refer when the layer contains its source.
    package mutating func addLayer(_ field: Field, folder: String) {
        guard var object = field.node.object, let id = object["id"]?.string else { return }
        guard !style.layers.contains(where: { $0.id == id }) else {
            field.report(
                "the style has a layer \(JSONNode(.string(id)).summary) already", code: .styleDuplicateLayer,
                hint: "setPaint, setLayout and setFilter change it")
            return
        }
        if let source = object["source"], source.object != nil {
            addSource(id, field.member("source", source), folder: folder)
            for index in object.members.indices where object.members[index].key == "source" {
                object.members[index].node = JSONNode(.string(id), offset: source.offset)
            }
        }
        let decoder = LayerDecoder(
            layers: [], sources: style.sources.mapValues { JSONNode(.object($0.members)) },
            globalState: style.globalState, language: language)
        let location = field.pointing(at: JSONNode(.object(object), offset: field.node.offset))
        guard let layer = location.collectingErrors(decoder.layer) else { return }
        style.layers.insert(layer, at: index(before: object["before"], field))
    }

    /// Lets tilted maps stand on the heights of a source.
    ///
    /// - Parameters:
    ///   - source: the name of a source of elevation tiles.
    ///   - exaggeration: what heights are multiplied by; at least 0.
    ///   - field: what asks for it.
    package mutating func setTerrain(_ source: String, exaggeration: Double, _ field: Field) {
        style.terrain = StyleTerrain(source: source, exaggeration: exaggeration, location: StyleLocation(field))
    }

    private func index(before: JSONNode?, _ field: Field) -> Int {
        guard let before, let id = before.string else { return style.layers.count }
        return index(of: id, field.member("before", before)) ?? style.layers.count
    }
}

extension Field {
    /// Reports all problems that `body` finds as errors, in the order of the text.
    @discardableResult
    fileprivate func collectingErrors<T>(_ body: (Field) -> T) -> T {
        let sink = DiagnosticSink()
        let result = body(reporting(to: sink))
        for diagnostic in sink.byPosition { diagnostics.add(diagnostic.with(.error)) }
        return result
    }
}
