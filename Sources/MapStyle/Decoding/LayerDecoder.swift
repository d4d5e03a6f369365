// SPDX-License-Identifier: MIT
import MapDiagnostics

/// Reads the layers. A property that is broken keeps its default; a layer that cannot be drawn is left out.
struct LayerDecoder {
    let values: ValueChecker
    let layers: [JSONNode]
    let sources: [String: JSONNode]
    let globalState: [String: Value]
    let language: LabelLanguage?
    /// Of layers with the same id, the last one, which is the one that `ref` means.
    private let layersByID: [String: JSONNode]

    init(
        values: ValueChecker, layers: [JSONNode], sources: [String: JSONNode], globalState: [String: Value],
        language: LabelLanguage?
    ) {
        self.values = values
        self.layers = layers
        self.sources = sources
        self.globalState = globalState
        self.language = language
        layersByID = Dictionary(
            layers.compactMap { layer in layer["id"]?.string.map { ($0, layer) } }, uniquingKeysWith: { $1 })
    }

    func decode(_ place: Place) -> [StyleLayer] {
        var firstUse: [String: JSONNode] = [:]
        var decoded: [StyleLayer] = []
        decoded.reserveCapacity(layers.count)
        for (index, node) in layers.enumerated() {
            let layerPlace = place.element(index, node)
            let isNew = claim(layerPlace, &firstUse)
            if let layer = layer(layerPlace), isNew { decoded.append(layer) }
        }
        return decoded
    }

    /// False, with a report, when an earlier layer has the same id.
    private func claim(_ place: Place, _ firstUse: inout [String: JSONNode]) -> Bool {
        guard let node = place.node["id"], let id = node.string, !id.isEmpty else { return true }
        guard let first = firstUse[id] else {
            firstUse[id] = node
            return true
        }
        let line = values.findings.line(of: first).map { ", previously used at line \($0)" } ?? ""
        values.findings.add(place.pointing(at: node), "duplicate layer id \"\(id.clipped)\"\(line)")
        return false
    }

    /// One layer; nil when it cannot be drawn.
    func layer(_ place: Place) -> StyleLayer? {
        guard let object = place.node.object else {
            _ = values.wrongType(place, "object")
            return nil
        }
        if let ref = object["ref"] { return copy(of: ref, place, object) }
        guard let type = object["type"], type.isGiven else {
            values.findings.add(place, "either \"type\" or \"ref\" is required")
            _ = SourceUse(values: values, sources: sources).check(place, object, kind: nil)
            checkMembers(place, object)
            return properties(place, object, nil)
        }
        let kind = type.string.flatMap(StyleLayer.Kind.init(rawValue:))
        let hasSource = SourceUse(values: values, sources: sources).check(place, object, kind: kind)
        values.choice(place.member("type", type), of: Self.kinds)
        checkMembers(place, object)
        let layer = properties(place, object, kind)
        return hasSource ? layer : nil
    }

    /// A layer of the old form `ref`, which shares all but its paint with another.
    private func copy(of ref: JSONNode, _ place: Place, _ object: JSONObject) -> StyleLayer? {
        for name in ["type", "source", "source-layer", "filter", "layout"] {
            guard let node = object[name] else { continue }
            values.findings.add(place.pointing(at: node), "\"\(name)\" is prohibited for ref layers")
        }
        let parent = ref.string.flatMap { layersByID[$0] }
        let isCopy = parent?["ref"]?.isGiven == true
        let id = ref.string ?? ref.compactText
        if parent == nil {
            values.findings.add(place.pointing(at: ref), "ref layer \"\(id.clipped)\" not found")
        } else if isCopy {
            values.findings.add(place.pointing(at: ref), "ref cannot reference another ref layer")
        }
        checkMembers(place, object)
        let quiet = LayerDecoder(
            values: ValueChecker(findings: values.findings.muted()), layers: [], sources: sources,
            globalState: globalState, language: language)
        let original = isCopy ? nil : parent.flatMap { quiet.layer(Place(node: $0, path: place.path)) }
        let kind = isCopy ? nil : parent?["type"]?.string.flatMap(StyleLayer.Kind.init(rawValue:))
        let painted = properties(place, object, kind)
        guard var layer = original, let painted else { return nil }
        layer.id = painted.id
        layer.properties = layer.properties.filter { !$0.key.isPaint }
        layer.properties.merge(painted.properties.filter { $0.key.isPaint }) { $1 }
        return layer
    }

    /// The members that all kinds have; others are allowed and ignored.
    private func checkMembers(_ place: Place, _ object: JSONObject) {
        let shape = ObjectShape(
            [
                .requiredString("id"), .string("source"), .string("source-layer"),
                .number("minzoom", from: 0, to: 24), .number("maxzoom", from: 0, to: 24),
            ], allowsOthers: true)
        values.object(place, shape)
    }

    private func properties(_ place: Place, _ object: JSONObject, _ kind: StyleLayer.Kind?) -> StyleLayer? {
        var isDrawable = true
        var layer = StyleLayer(id: object["id"]?.string ?? place.path, kind: kind ?? .background)
        layer.place = values.findings.place(of: place)
        layer.source = object["source"]?.string
        layer.sourceLayer = object["source-layer"]?.string
        layer.minZoom = object["minzoom"]?.number ?? layer.minZoom
        layer.maxZoom = object["maxzoom"]?.number ?? layer.maxZoom
        if let node = object["filter"] {
            layer.filter = FilterChecker(values: values).check(place.member("filter", node))
            isDrawable = layer.filter != nil
        }
        let reader = PropertyReader(values: values, globalState: globalState, language: language)
        for group in [PropertyRow.Group.layout, .paint] {
            guard let node = object[group.rawValue] else { continue }
            reader.read(place.member(group.rawValue, node), group, kind, into: &layer)
        }
        if kind == .line, layer.sets(.lineGradient), !hasLineProgress(object) {
            layer.properties[.lineGradient] = nil
        }
        return isDrawable && kind != nil ? layer : nil
    }

    /// Only GeoJSON lines that ask for it know how far along they are.
    private func hasLineProgress(_ object: JSONObject) -> Bool {
        let source = object["source"]?.string.flatMap { sources[$0] }
        return source?["type"]?.string == "geojson" && source?["lineMetrics"]?.isGiven == true
    }

    /// In the reference's order, which messages show.
    private static let kinds = [
        "fill", "line", "symbol", "circle", "heatmap", "fill-extrusion", "raster", "hillshade", "color-relief",
        "background",
    ]
}
