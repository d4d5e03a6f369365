// SPDX-License-Identifier: MIT
package import MapCore

/// Turns a TopoJSON topology into GeoJSON features: arcs are decoded once and joined by the geometries that share them.
///
/// - SeeAlso: The TopoJSON Format Specification 1.0.
package struct TopoJSON {
    private let arcs: [[JSONNode]]
    private let transform: (scale: (Double, Double), translate: (Double, Double))?
    private let meter: PositionMeter

    /// - Parameters:
    ///   - topology: an object whose `type` is `Topology`.
    ///   - layers: the names of the objects to read; empty for all.
    /// - Returns: a FeatureCollection of the objects in the order of the document; nil, and reported, when `arcs`,
    ///   `objects` or one that is named are missing or `transform` is malformed.
    package static func features(_ topology: Field, layers: [String] = []) -> JSONNode? {
        guard let objects = topology.node["objects"]?.object else {
            return topology.expected("a TopoJSON topology with \"objects\"")
        }
        guard let arcs = topology.node["arcs"]?.array else {
            return topology.expected("a TopoJSON topology with \"arcs\"")
        }
        guard let reader = TopoJSON(arcs, transform: topology.node["transform"], file: topology.document.file)
        else {
            return topology.expected("a TopoJSON transform with \"scale\" and \"translate\" of two numbers each")
        }
        let names = objects.members.map(\.key)
        if let missing = layers.first(where: { !names.contains($0) }) {
            topology.report(
                "the topology has no object \"\(missing)\"", code: .dataInvalid,
                hint: didYouMean(missing, names) ?? "its objects: \(listing(names.prefix(20)))")
            return nil
        }
        let chosen = objects.members.filter { layers.isEmpty || layers.contains($0.key) }
        return .featureCollection(chosen.flatMap { reader.features($0.node) })
    }

    private init?(_ arcs: [JSONNode], transform node: JSONNode?, file: String) {
        // Arcs that are joined share their positions.
        meter = PositionMeter(file: file, values: 1)
        if let node {
            guard let scale = node["scale"]?.array?.compactMap(\.number), scale.count == 2,
                let translate = node["translate"]?.array?.compactMap(\.number), translate.count == 2
            else { return nil }
            transform = ((scale[0], scale[1]), (translate[0], translate[1]))
        } else {
            transform = nil
        }
        let transform = transform
        self.arcs = arcs.map { arc in
            guard let transform else { return arc.array ?? [] }
            let deltas =
                arc.positions
                ?? (arc.array ?? []).compactMap { position in
                    guard let delta = position.array, delta.count >= 2, let x = delta[0].number, let y = delta[1].number
                    else { return nil }
                    return SIMD2(x, y)
                }
            var (x, y) = (0.0, 0.0)
            return deltas.map { delta in
                x += delta.x
                y += delta.y
                return .position(
                    x * transform.scale.0 + transform.translate.0, y * transform.scale.1 + transform.translate.1)
            }
        }
    }

    /// A collection with an id or properties is one feature. Any other, and an object of the topology whose members have some, are the features
    /// of their members.
    private func features(_ object: JSONNode, isMember: Bool = false) -> [JSONNode] {
        if object["type"]?.string == "GeometryCollection" {
            let members = object["geometries"]?.array ?? []
            guard isFeature(object), isMember || !members.contains(where: isFeature) else {
                return members.flatMap { features($0, isMember: true) }
            }
        }
        guard let geometry = geometry(object) else { return [] }
        return [.feature(geometry, id: object["id"], properties: object["properties"] ?? .null)]
    }

    private func isFeature(_ object: JSONNode) -> Bool {
        ["id", "properties"].contains { object[$0].map { !$0.isNull } ?? false }
    }

    private func geometry(_ object: JSONNode) -> JSONNode? {
        guard let type = object["type"]?.string else { return nil }
        switch type {
        case "Point": return object["coordinates"].map { .geometry(type, placed($0)) }
        case "MultiPoint":
            return object["coordinates"]?.array.map { .geometry(type, .list($0.map(placed))) }
        case "GeometryCollection":
            return .geometryCollection((object["geometries"]?.array ?? []).compactMap(geometry))
        default:
            return object["arcs"].map { .geometry(type, joined($0, depth: 0)) }
        }
    }

    /// A point is quantized like the arcs, but is not a difference.
    private func placed(_ position: JSONNode) -> JSONNode {
        guard let transform, let numbers = position.array, numbers.count >= 2, let x = numbers[0].number,
            let y = numbers[1].number
        else { return position }
        return .position(x * transform.scale.0 + transform.translate.0, y * transform.scale.1 + transform.translate.1)
    }

    /// Arc indices, alone or in arrays, as positions in arrays of the same depth less one.
    private func joined(_ indices: JSONNode, depth: Int) -> JSONNode {
        guard let list = indices.array, depth < 4 else { return [] }
        guard list.first?.array == nil else { return .list(list.map { joined($0, depth: depth + 1) }) }
        var line: [JSONNode] = []
        for number in list {
            guard let index = number.number.flatMap(Int.init(exactly:)) else { continue }
            // A negative index is the arc of its ones' complement, reversed.
            let position = index < 0 ? ~index : index
            guard arcs.indices.contains(position) else { continue }
            guard meter.takes(arcs[position].count) else { break }
            let arc = index < 0 ? arcs[position].reversed() : arcs[position]
            // Arcs that follow each other share a position.
            line += line.isEmpty ? arc[...] : arc.dropFirst()
        }
        return .list(line)
    }
}
