// SPDX-License-Identifier: MIT
package import MapDiagnostics

/// Changes a style for one scene. What is wrong with a change is an error at its place in the scene; what is meant for a
/// layer that the style does not have is a warning.
package struct StyleEditor {
    package private(set) var style: StyleSheet
    private let language: LabelLanguage?
    /// Ids are compared with no more than this many, so that many wrong ones among many do no harm.
    private static let maxCandidates = 400

    package init(_ style: StyleSheet, language: LabelLanguage?) {
        self.style = style
        self.language = language
    }

    /// Gives a layer another filter, or none when the field is null.
    package mutating func setFilter(of id: String, _ field: Field) {
        guard let index = index(of: id, field) else { return }
        if field.node.isNull {
            style.layers[index].filter = nil
            return
        }
        let findings = ValidationFindings(document: field.document)
        let filter = FilterChecker(values: ValueChecker(findings: findings)).check(Place(field))
        findings.report(to: field)
        if let filter { style.layers[index].filter = filter }
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
        let findings = ValidationFindings(document: field.document)
        let reader = PropertyReader(
            values: ValueChecker(findings: findings), globalState: style.globalState, language: language)
        let place = Place(node: JSONNode(.object(object), offset: field.node.offset), path: field.path)
        reader.read(place, group, layer.kind, into: &style.layers[index])
        findings.report(to: field)
        guard style.layers[index].sets(.lineGradient), !(source(of: layer)?.hasLineMetrics ?? false) else { return }
        style.layers[index].properties[.lineGradient] = nil
        field.report("\"line-gradient\" needs lines of a GeoJSON source with \"lineMetrics\"")
    }

    private func source(of layer: StyleLayer) -> StyleSource? { layer.source.flatMap { style.sources[$0] } }

    /// Hides or shows layers. In the pattern `*` stands for any characters.
    ///
    /// - Returns: nil, or what is to be said of a pattern that fits none.
    package mutating func setVisibility(_ isVisible: Bool, matching pattern: String) -> (message: String, hint: String)?
    {
        let matching = style.layers.indices.filter { pattern.matches(style.layers[$0].id) }
        for index in matching { style.layers[index].isVisible = isVisible }
        return matching.isEmpty ? unknown(pattern) : nil
    }

    private func index(of id: String, _ field: Field) -> Int? {
        if let index = style.layers.firstIndex(where: { $0.id == id }) { return index }
        let (message, hint) = unknown(id)
        field.report(message, severity: .warning, hint: hint)
        return nil
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
    ///   - name: what layers call it.
    ///   - field: the source.
    ///   - folder: where its relative addresses begin.
    package mutating func addSource(_ name: String, _ field: Field, folder: String) {
        guard style.sources[name] == nil else {
            field.report(
                "the style has a source \(JSONNode(.string(name)).summary) already", hint: "choose another name")
            return
        }
        let findings = ValidationFindings(document: field.document)
        var source = SourceDecoder(values: ValueChecker(findings: findings)).decode(Place(field))
        source?.sceneFolder = folder
        findings.report(to: field)
        style.sources[name] = source
    }

    /// Adds a layer on top, or below the one that its member `before` names; nothing after an error.
    ///
    /// - Parameters:
    ///   - field: the layer.
    ///   - folder: where relative addresses begin of a source that stands in the layer.
    package mutating func addLayer(_ field: Field, folder: String) {
        guard var object = field.node.object, let id = object["id"]?.string else { return }
        guard !style.layers.contains(where: { $0.id == id }) else {
            field.report(
                "the style has a layer \(JSONNode(.string(id)).summary) already",
                hint: "setPaint, setLayout and setFilter change it")
            return
        }
        if let source = object["source"], source.object != nil {
            addSource(id, field.member("source", source), folder: folder)
            for index in object.members.indices where object.members[index].key == "source" {
                object.members[index].node = JSONNode(.string(id), offset: source.offset)
            }
        }
        let findings = ValidationFindings(document: field.document)
        let decoder = LayerDecoder(
            values: ValueChecker(findings: findings), layers: [],
            sources: style.sources.mapValues { JSONNode(.object($0.members)) }, globalState: style.globalState,
            language: language)
        let layer = decoder.layer(
            Place(node: JSONNode(.object(object), offset: field.node.offset), path: field.path))
        findings.report(to: field)
        guard let layer else { return }
        style.layers.insert(layer, at: place(of: object["before"], field))
    }

    private func place(of before: JSONNode?, _ field: Field) -> Int {
        guard let before, let id = before.string else { return style.layers.count }
        return index(of: id, field.member("before", before)) ?? style.layers.count
    }
}

extension Place {
    fileprivate init(_ field: Field) { self.init(node: field.node, path: field.path) }
}

extension ValidationFindings {
    /// Tells all of it as errors; paths begin where the field's do.
    fileprivate func report(to field: Field) {
        for finding in inOrder {
            let path = finding.path.hasPrefix(field.path) ? finding.path : "\(field.path).\(finding.path)"
            field.diagnostics.add(
                Diagnostic(
                    file: field.document.file, position: finding.position, path: path, finding.message,
                    hint: finding.hint))
        }
    }
}

extension String {
    /// True when a text is the same, with any characters for each `*`.
    fileprivate func matches(_ text: String) -> Bool {
        let parts = split(separator: "*", omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, parts.count > 1 else { return self == text }
        guard text.hasPrefix(first), text.hasSuffix(last), text.utf8.count >= first.utf8.count + last.utf8.count
        else { return false }
        var rest = text.dropFirst(first.count).dropLast(last.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }
}
