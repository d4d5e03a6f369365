// SPDX-License-Identifier: MIT
import MapCore
import MapGeo

/// The body of a request to Geoapify's static maps, which has objects where the query has a grammar.
///
/// - SeeAlso: apidocs.geoapify.com/docs/maps/static
struct GeoapifyBody {
    private let root: JSONNode?

    init(_ root: JSONNode?) { self.root = root }

    /// The query with the members of the body in its own grammar.
    func added(to query: Query) throws(RequestError) -> Query {
        guard let root else { return query }
        guard let object = root.object else { throw .bad("body", "expected an object") }
        var query = query
        for member in object.members {
            switch member.key {
            case "markers":
                for marker in try list(member) {
                    let place = "lonlat:" + (try pair(marker, "markers"))
                    append("marker", [place] + options(of: marker, than: ["lat", "lon", "lonlat"]), to: &query)
                }
            case "geometries":
                for geometry in try list(member) {
                    let shape = try shape(of: geometry)
                    append("geometry", [shape] + options(of: geometry, than: ["type", "value"]), to: &query)
                }
            case "center":
                let place = member.node.string == nil ? "lonlat:" + (try pair(member.node, "center")) : nil
                query.items.append(Query.Item("center", place ?? member.node.string ?? ""))
            case "area":
                let box = member.node.string == nil ? try shape(of: member.node) : nil
                query.items.append(Query.Item("area", box ?? member.node.string ?? ""))
            case "geojson": query.items.append(Query.Item("geojson", member.node.string ?? member.node.line))
            default:
                if let text = member.node.wordOrNumber { query.items.append(Query.Item(member.key, text)) }
            }
        }
        return query
    }

    private func append(_ name: String, _ words: [String], to query: inout Query) {
        query.items.append(Query.Item(name, words.joined(separator: ";")))
    }

    private func list(_ member: JSONObject.Member) throws(RequestError) -> [JSONNode] {
        guard let list = member.node.array else { throw .bad(member.key, "expected a list of objects") }
        return list
    }

    /// What separates words cannot stand in one.
    private func options(of node: JSONNode, than others: Set<String>) -> [String] {
        (node.object?.members ?? []).compactMap { member in
            guard !others.contains(member.key), let text = member.node.wordOrNumber else { return nil }
            return "\(member.key):\(text.filter { $0 != ";" && $0 != "|" })"
        }
    }

    private func pair(_ node: JSONNode, _ parameter: String) throws(RequestError) -> String {
        guard let longitude = node["lon"]?.number, let latitude = node["lat"]?.number else {
            throw .bad(parameter, "expected numbers lon and lat")
        }
        return "\(formatted(longitude)),\(formatted(latitude))"
    }

    /// `polyline:…`, `polygon:…`, `circle:…` or `rect:…`
    private func shape(of node: JSONNode) throws(RequestError) -> String {
        let kind = node["type"]?.string ?? ""
        switch kind {
        case "rect":
            let numbers = ["lon1", "lat1", "lon2", "lat2"].compactMap { node["value"]?[$0]?.number }
            guard numbers.count == 4 else { throw .bad("rect", "expected numbers lon1, lat1, lon2 and lat2") }
            return "rect:" + numbers.map { formatted($0) }.joined(separator: ",")
        case "circle":
            guard let value = node["value"], let radius = value["radius"]?.number ?? node["radius"]?.number else {
                throw .bad("circle", "expected numbers lon, lat and radius")
            }
            return "circle:\(try pair(value, "circle")),\(formatted(radius))"
        case "polyline", "polygon":
            guard let places = node["value"]?.array else { throw .bad(kind, "expected a list of places") }
            var pairs: [String] = []
            for place in places { pairs.append(try pair(place, kind)) }
            return "\(kind):" + pairs.joined(separator: ",")
        case "polyline5", "polyline6", "polygon5", "polygon6":
            let line: [Coordinate]
            do throws(EncodedPolyline.DecodingError) {
                line = try EncodedPolyline.decode(node["value"]?.string ?? "", precision: kind.hasSuffix("5") ? 5 : 6)
            } catch {
                throw .bad(kind, "the line is invalid at character \(error.offset): \(error.message)")
            }
            let pairs = line.map { "\(formatted($0.longitude)),\(formatted($0.latitude))" }
            return "\(kind.dropLast()):" + pairs.joined(separator: ",")
        default:
            throw .bad("geometries", "type: expected polyline, polygon, circle or rect, found \"\(kind.prefix(20))\"")
        }
    }
}
