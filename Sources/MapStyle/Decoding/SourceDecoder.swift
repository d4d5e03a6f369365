// SPDX-License-Identifier: MIT
import MapDiagnostics

/// Reads one source. A member with an invalid value is reported and keeps its default.
struct SourceDecoder {
    /// The style as a whole.
    let root: Field

    func decode(_ field: Field) -> StyleSource? {
        guard let members = field.node.object else {
            field.fail(.missingProperty, "\"type\" is required", hint: "a source is an object")
            return nil
        }
        guard let type = members["type"], type.isTruthy else {
            field.fail(.missingProperty, "\"type\" is required")
            return nil
        }
        guard type.string != "canvas" else {
            field.pointing(at: type).fail(
                .unsupportedSource,
                "Please use runtime APIs to add canvas sources, rather than including them in stylesheets.")
            return nil
        }
        guard let kind = type.string.flatMap(StyleSource.Kind.init(rawValue:)) else {
            let words = ["vector", "raster", "raster-dem", "geojson", "video", "image"]
            field.child("type", type).checkChoice(of: words)
            return nil
        }
        if kind == .rasterDEM {
            elevation(field, members)
        } else {
            field.checkObject(.source(kind))
        }
        if kind == .geojson, members["cluster"]?.isTruthy == true { clusterProperties(field, members) }
        return source(kind, members)
    }

    private func source(_ kind: StyleSource.Kind, _ members: JSONObject) -> StyleSource {
        var source = StyleSource(kind: kind, members: members)
        source.url = members["url"]?.string
        source.tiles = members["tiles"]?.array?.compactMap(\.string) ?? []
        source.minZoom = members["minzoom"]?.number.map(boundedZoom) ?? 0
        source.maxZoom = members["maxzoom"]?.number.map(boundedZoom) ?? (kind == .geojson ? 18 : 22)
        source.tileSize = members["tileSize"]?.number.flatMap { 1...4096 ~= $0 ? $0 : nil } ?? 512
        source.scheme = members["scheme"]?.string == "tms" ? "tms" : "xyz"
        source.bounds = members["bounds"]?.array.flatMap(fourNumbers)
        source.attribution = members["attribution"]?.string
        source.data = members["data"]
        return source
    }

    /// Paths of problems in elevation sources lack the source's name, as in the reference validator.
    private func elevation(_ field: Field, _ members: JSONObject) {
        let isCustom = members["encoding"]?.string == "custom"
        let shape = ObjectShape.source(.rasterDEM)
        for member in members.members {
            let value = root.child(member.key, member.node)
            if !isCustom, ["redFactor", "greenFactor", "blueFactor", "baseShift"].contains(member.key) {
                let encoding = members["encoding"].flatMap(\.string).map { "\"\($0.clipped)\"" } ?? "Default"
                value.fail(
                    .unknownProperty,
                    "In \"\(field.path)\": \"\(member.key)\" is only valid when \"encoding\" is set to \"custom\". "
                        + "\(encoding) encoding found")
            } else if let known = shape.members.first(where: { $0.name == member.key }) {
                _ = known.check(value)
            } else {
                value.failUnknown(member.key, known: shape.members.map(\.name))
            }
        }
    }

    /// `clusterProperties`: an operator and an expression, in which neither the zoom nor feature state is available.
    private func clusterProperties(_ field: Field, _ members: JSONObject) {
        for member in members["clusterProperties"]?.object?.members ?? [] {
            guard let items = member.node.array, items.count == 2 else { continue }
            let property = field.child(member.key, member.node)
            clusterExpression(property.child("map", items[1]))
            if items[0].string == nil { clusterExpression(property.child("reduce", items[0])) }
        }
    }

    private func clusterExpression(_ field: Field) {
        if field.node.uses(operators: ["zoom", "feature-state"]) {
            field.fail(
                .unsupportedExpression,
                "\"zoom\" and \"feature-state\" expressions are not supported with cluster properties.")
            return
        }
        do {
            _ = try CompiledExpression(field.node, spec: nil)
        } catch {
            let _: Void? = field.fail(.invalidExpression, error)
        }
    }

    private func fourNumbers(_ items: [JSONNode]) -> [Double]? {
        let numbers = items.compactMap(\.number)
        return items.count == 4 && numbers.count == 4 ? numbers : nil
    }
}

/// A zoom limited to the range of tile grids.
func boundedZoom(_ zoom: Double) -> Double {
    min(max(zoom, 0), 30)
}
