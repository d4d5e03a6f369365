// SPDX-License-Identifier: MIT
import MapCore

/// Reads the layers. A property with a broken value keeps its default; a layer that cannot be drawn is left out.
struct LayerDecoder {
    let layers: [JSONNode]
    let sources: [String: JSONNode]
    let globalState: [String: Value]
    let language: LabelLanguage?
    /// Of several layers with the same id the last one, to which `ref` refers.
    private let layersByID: [String: JSONNode]

    init(
        layers: [JSONNode], sources: [String: JSONNode], globalState: [String: Value], language: LabelLanguage?
    ) {
        self.layers = layers
        self.sources = sources
        self.globalState = globalState
        self.language = language
        layersByID = Dictionary(
            layers.compactMap { layer in layer["id"]?.string.map { ($0, layer) } }, uniquingKeysWith: { $1 })
    }

    /// In how many parts threads take the layers, of which each keeps its own diagnostics until all are done.
    private static let parts = 32

    /// The layers that can be drawn; `work` is done besides, in pieces.
    func decode(_ field: Field, threads: Int, besides work: [@Sendable () -> Void]) -> [StyleLayer] {
        let firstUses = firstUses
        let length = max(1, (layers.count + Self.parts - 1) / Self.parts)
        let parts = stride(from: 0, to: layers.count, by: length).map { $0..<min($0 + length, layers.count) }
        let decoded = parallelMap(parts, threads: threads, besides: work) { part in
            let found = DiagnosticSink()
            let drawable = part.compactMap { index -> StyleLayer? in
                let layerField = field.element(index, layers[index]).reporting(to: found)
                let isNew = checkID(layerField, firstUses[index])
                let layer = layer(layerField)
                return isNew ? layer : nil
            }
            return (layers: drawable, found: found)
        }
        for problem in decoded.lazy.flatMap(\.found.all) where field.diagnostics.hasRoom || problem.severity == .error {
            field.diagnostics.add(problem)
        }
        return decoded.flatMap(\.layers)
    }

    /// The id of an earlier layer that each layer repeats.
    private var firstUses: [JSONNode?] {
        var known: [String: JSONNode] = [:]
        return layers.map { layer in
            guard let node = layer["id"], let id = node.string, !id.isEmpty else { return nil }
            guard let first = known[id] else {
                known[id] = node
                return nil
            }
            return first
        }
    }

    /// False, and reported, when an earlier layer has the same id.
    private func checkID(_ field: Field, _ first: JSONNode?) -> Bool {
        guard let first, let node = field.node["id"], let id = node.string else { return true }
        let line = field.document.position(of: first.offset).map { ", previously used at line \($0.line)" } ?? ""
        return field.pointing(at: node).fail(.styleDuplicateLayer, "duplicate layer id \"\(id.clipped)\"\(line)")
    }

    /// One layer; nil when it cannot be drawn.
    func layer(_ field: Field) -> StyleLayer? {
        guard let object = field.node.object else {
            field.failType("object")
            return nil
        }
        if let ref = object["ref"] { return copy(of: ref, field, object) }
        guard let type = object["type"], type.isTruthy else {
            field.fail(.styleMissingLayerType, "either \"type\" or \"ref\" is required")
            _ = LayerSourceChecker(sources: sources).check(field, object, kind: nil)
            checkMembers(field)
            return properties(field, object, nil)
        }
        let kind = type.string.flatMap(StyleLayer.Kind.init(rawValue:))
        let hasSource = LayerSourceChecker(sources: sources).check(field, object, kind: kind)
        field.child("type", type).checkChoice(of: Self.kinds)
        checkMembers(field)
        let layer = properties(field, object, kind)
        return hasSource ? layer : nil
    }

    /// A layer with the deprecated member `ref`, which shares all but its paint with another layer.
    private func copy(of ref: JSONNode, _ field: Field, _ object: JSONObject) -> StyleLayer? {
        for name in ["type", "source", "source-layer", "filter", "layout"] {
            guard let node = object[name] else { continue }
            field.pointing(at: node).fail(.styleInvalidReference, "\"\(name)\" is prohibited for ref layers")
        }
        let parent = ref.string.flatMap { layersByID[$0] }
        let isCopy = parent?["ref"]?.isTruthy == true
        let id = ref.string ?? ref.compactText
        if parent == nil {
            field.pointing(at: ref).fail(.styleInvalidReference, "ref layer \"\(id.clipped)\" not found")
        } else if isCopy {
            field.pointing(at: ref).fail(.styleInvalidReference, "ref cannot reference another ref layer")
        }
        checkMembers(field)
        let decoder = LayerDecoder(
            layers: [], sources: sources, globalState: globalState, language: language)
        // The problems of the layer it refers to are reported at that layer.
        let unreported = DiagnosticSink()
        let original =
            isCopy ? nil : parent.flatMap { decoder.layer(field.pointing(at: $0).reporting(to: unreported)) }
        let kind = isCopy ? nil : parent?["type"]?.string.flatMap(StyleLayer.Kind.init(rawValue:))
        let painted = properties(field, object, kind)
        guard var layer = original, let painted else { return nil }
        layer.id = painted.id
        layer.properties = layer.properties.filter { !$0.key.isPaint }
        layer.properties.merge(painted.properties.filter { $0.key.isPaint }) { $1 }
        return layer
    }

    /// The members that all types of layer have; others are allowed and ignored.
    private func checkMembers(_ field: Field) {
        let shape = ObjectShape(
            [
                .requiredString("id"), .string("source"), .string("source-layer"),
                .number("minzoom", from: 0, to: 24), .number("maxzoom", from: 0, to: 24),
            ], allowsOthers: true)
        field.checkObject(shape)
    }

    private func properties(_ field: Field, _ object: JSONObject, _ kind: StyleLayer.Kind?) -> StyleLayer? {
        var isDrawable = true
        var layer = StyleLayer(id: object["id"]?.string ?? field.path, kind: kind ?? .background)
        layer.location = StyleLocation(field)
        layer.source = object["source"]?.string
        layer.sourceLayer = object["source-layer"]?.string
        layer.minZoom = object["minzoom"]?.number ?? layer.minZoom
        layer.maxZoom = object["maxzoom"]?.number ?? layer.maxZoom
        layer.isForTiltedMaps = object["metadata"]?["camera"]?.string == "tilted"
        layer.hasRoundCorners = object["metadata"]?["corners"]?.string == "round"
        if let node = object["filter"] {
            layer.filter = field.child("filter", node).checkFilter()
            isDrawable = layer.filter != nil
        }
        let reader = PropertyReader(globalState: globalState, language: language)
        let given = [object["layout"], object["paint"]].reduce(0) { $0 + ($1?.object?.members.count ?? 0) }
        layer.properties.reserveCapacity(min(given, PropertyName.allCases.count))
        for group in [PropertyRow.Group.layout, .paint] {
            guard let node = object[group.rawValue] else { continue }
            reader.read(field.child(group.rawValue, node), group, kind, into: &layer)
        }
        if kind == .line, layer.sets(.lineGradient), !hasLineProgress(object) {
            layer.properties[.lineGradient] = nil
        }
        return isDrawable && kind != nil ? layer : nil
    }

    /// `line-progress` exists only for lines of a GeoJSON source with `lineMetrics`.
    private func hasLineProgress(_ object: JSONObject) -> Bool {
        let source = object["source"]?.string.flatMap { sources[$0] }
        return source?["type"]?.string == "geojson" && source?["lineMetrics"]?.isTruthy == true
    }

    /// In the reference's order, which messages show.
    private static let kinds = [
        "fill", "line", "symbol", "circle", "heatmap", "fill-extrusion", "raster", "hillshade", "color-relief",
        "background",
    ]
}

/// Reads a layer's `layout` or `paint`.
struct PropertyReader {
    let globalState: [String: Value]
    /// Nil for the names that the style asks for.
    let language: LabelLanguage?

    /// Reads a group of properties into a layer; the properties of an unknown layer type cannot be checked.
    func read(
        _ field: Field, _ group: PropertyRow.Group, _ kind: StyleLayer.Kind?, into layer: inout StyleLayer
    ) {
        guard let object = field.node.object else {
            field.failType("object")
            return
        }
        guard let kind else { return }
        for member in object.members {
            let property = field.child(member.key, member.node)
            guard let row = PropertyTable.row(named: member.key, in: group, of: kind) else {
                unknown(property, member.key, group, kind)
                continue
            }
            let checker = PropertyChecker(name: member.key, spec: row.spec, group: group)
            guard let expression = checker.compile(property) else { continue }
            layer.properties[row.name] = StyleProperty(localized(expression, row, member.node))
            if row.name == .visibility { layer.isVisible = isVisible(member.node, StyleProperty(expression)) }
        }
    }

    /// The `text-field` rewritten for the language; other properties unchanged.
    private func localized(_ expression: StyleExpression, _ row: PropertyRow, _ node: JSONNode) -> StyleExpression {
        guard row.name == .textField, let language else { return expression }
        let rewritten = language.rewritten(textField: node, spec: row.spec)
        return (try? StyleExpression.compile(rewritten, spec: row.spec)) ?? expression
    }

    /// Visibility may depend on the global state only.
    private func isVisible(_ node: JSONNode, _ property: StyleProperty) -> Bool {
        if let word = node.string { return word != "none" }
        var context = EvaluationContext(zoom: 0)
        context.globalState = globalState
        return property.string(context) != "none"
    }

    private func unknown(_ field: Field, _ key: String, _ group: PropertyRow.Group, _ kind: StyleLayer.Kind) {
        if group == .paint, key.hasSuffix("-transition") {
            let row = PropertyTable.row(named: String(key.dropLast(11)), in: .paint, of: kind)
            if row?.hasTransition == true {
                field.checkObject(.transition)
                return
            }
        }
        field.fail(.styleUnknownProperty, "unknown property \"\(key)\"", hint: hint(key, group, kind))
    }

    /// Where a misplaced property belongs, or the name that was meant.
    private func hint(_ key: String, _ group: PropertyRow.Group, _ kind: StyleLayer.Kind) -> String? {
        let other = group == .paint ? PropertyRow.Group.layout : .paint
        if PropertyTable.row(named: key, in: other, of: kind) != nil {
            return "\"\(key)\" belongs in \"\(other.rawValue)\""
        }
        if let name = PropertyName(rawValue: key) {
            return "\"\(key)\" is for layers of type \(listing(name.layerKinds.map(\.rawValue)))"
        }
        return didYouMean(key, PropertyTable.rows(of: kind).lazy.filter { $0.group == group }.map(\.name.rawValue))
    }
}
