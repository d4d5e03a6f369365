// SPDX-License-Identifier: MIT
import MapDiagnostics

/// Reads one source. A member that is wrong is reported and left at its default.
struct SourceDecoder {
    let values: ValueChecker

    func decode(_ place: Place) -> StyleSource? {
        guard let members = place.node.object else {
            _ = values.wrongType(place, "object")
            return nil
        }
        guard let type = members["type"], type.isGiven else {
            values.findings.add(place, "\"type\" is required")
            return nil
        }
        guard type.string != "canvas" else {
            values.findings.add(
                place.pointing(at: type),
                "Please use runtime APIs to add canvas sources, rather than including them in stylesheets.")
            return nil
        }
        guard let kind = type.string.flatMap(StyleSource.Kind.init(rawValue:)) else {
            let words = ["vector", "raster", "raster-dem", "geojson", "video", "image"]
            values.choice(place.member("type", type), of: words)
            return nil
        }
        if kind == .rasterDEM {
            elevation(place, members)
        } else {
            values.object(place, .source(kind))
        }
        if kind == .geojson, members["cluster"]?.isGiven == true { clusterProperties(place, members) }
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

    /// Elevation sources name the fault's member without the source, as the reference validator does.
    private func elevation(_ place: Place, _ members: JSONObject) {
        let isCustom = members["encoding"]?.string == "custom"
        let shape = ObjectShape.source(.rasterDEM)
        for member in members.members {
            let value = Place(node: member.node, path: member.key)
            if !isCustom, ["redFactor", "greenFactor", "blueFactor", "baseShift"].contains(member.key) {
                let encoding = members["encoding"].flatMap(\.string).map { "\"\($0.clipped)\"" } ?? "Default"
                values.findings.add(
                    value,
                    "In \"\(place.path)\": \"\(member.key)\" is only valid when \"encoding\" is set to \"custom\". "
                        + "\(encoding) encoding found")
            } else if let known = shape.members.first(where: { $0.name == member.key }) {
                _ = known.check(values, value)
            } else {
                values.unknown(value, member.key, known: shape.members.map(\.name))
            }
        }
    }

    /// `clusterProperties`: an operator and an expression, which see neither the zoom nor a feature's state.
    private func clusterProperties(_ place: Place, _ members: JSONObject) {
        for member in members["clusterProperties"]?.object?.members ?? [] {
            guard let items = member.node.array, items.count == 2 else { continue }
            let property = place.member(member.key, member.node)
            clusterExpression(property.member("map", items[1]))
            if items[0].string == nil { clusterExpression(property.member("reduce", items[0])) }
        }
    }

    private func clusterExpression(_ place: Place) {
        if place.node.uses(operators: ["zoom", "feature-state"]) {
            values.findings.add(
                place, "\"zoom\" and \"feature-state\" expressions are not supported with cluster properties.")
            return
        }
        do {
            _ = try CompiledExpression(place.node, spec: nil)
        } catch {
            for fault in error.errors {
                values.findings.add(Place(node: place.node, path: place.path + fault.key), fault.message)
            }
        }
    }

    private func fourNumbers(_ items: [JSONNode]) -> [Double]? {
        let numbers = items.compactMap(\.number)
        return items.count == 4 && numbers.count == 4 ? numbers : nil
    }
}

/// A zoom of a document within what tile grids can have.
func boundedZoom(_ zoom: Double) -> Double {
    min(max(zoom, 0), 30)
}
