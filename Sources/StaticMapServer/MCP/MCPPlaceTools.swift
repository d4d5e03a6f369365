// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapGeo
import StaticMap

/// Finding places, and measuring between them.
extension MCPServer {
    func locate(
        _ arguments: inout MCPArguments, _ cancellation: CancellationFlag
    ) async throws(RequestError) -> MCPToolResult {
        let query = arguments.text("query", limit: 200)
        let near = arguments.coordinate("near")
        let coordinate = arguments.coordinate("coordinate")
        let limit = arguments.whole("limit", in: 1...20) ?? 5
        try arguments.finish()
        guard (query == nil) != (coordinate == nil) else {
            throw .bad(
                "query", "expected query or coordinate, found \(query == nil ? "neither" : "both")",
                hint: "query finds a place by its name, coordinate names what is there")
        }
        let rendering = service.current.rendering
        // A search reads as much of the installed base map whatever the call is, and ends with it.
        let text = Array((query ?? JSONNode.coordinate(coordinate ?? Coordinate(latitude: 0, longitude: 0)).line).utf8)
        let found = try await drawn(of: text, cancellation) { () throws(RequestError) in
            if let coordinate { return Self.places(at: coordinate, rendering.renderer, limit) }
            return Self.places(named: query ?? "", near, rendering.renderer, limit)
        }
        guard !found.isEmpty else {
            throw RequestError(
                .notFound, "no place was found",
                diagnostics: [
                    Diagnostic(
                        code: .locateNotFound, path: query == nil ? "coordinate" : "query",
                        query.map { "no place has \"\($0.prefix(60))\" in its name" }
                            ?? "no place is known within 50 km",
                        hint: """
                            try another spelling or a larger place, or use coordinates that you know; staticmap://data \
                            says where the maps have details
                            """)
                ])
        }
        return MCPToolResult(text: found.map(\.placeLine).joined(separator: "\n"), structured: ["places": .list(found)])
    }

    private static func places(
        named query: String, _ near: Coordinate?, _ renderer: MapRenderer, _ limit: Int
    ) -> [JSONNode] {
        let request = LocationRequest(keyword: query, userLocation: near)
        let gazetteer = renderer.gazetteer(for: request, defaultCoordinate: Coordinate(latitude: 0, longitude: 0))
        let found = gazetteer.search(query, near: near ?? Coordinate(latitude: 0, longitude: 0))
        guard let near else {
            let wanted = folded(query)
            let ranked = found.map { (match: $0.rank(of: wanted) ?? 9, weight: $0.importance, place: $0) }
            let best = ranked.enumerated().sorted { a, b in
                (a.element.match, a.element.weight, a.offset) < (b.element.match, b.element.weight, b.offset)
            }
            return apart(best.map(\.element.place)).prefix(limit).map(\.node)
        }
        return found.prefix(limit).map {
            $0.node.setting("meters", .number(metersBetween(near, $0.coordinate).rounded()))
        }
    }

    /// Without those that are known already from another zoom of the base map.
    private static func apart(_ places: [Gazetteer.Place]) -> [Gazetteer.Place] {
        places.prefix(200).reduce(into: []) { kept, place in
            let isKnown = kept.contains { other in
                other.name == place.name && other.properties["class"] == place.properties["class"]
                    && metersBetween(other.coordinate, place.coordinate) < 5000
            }
            if !isKnown { kept.append(place) }
        }
    }

    private static func places(at coordinate: Coordinate, _ renderer: MapRenderer, _ limit: Int) -> [JSONNode] {
        renderer.gazetteer(around: coordinate).nearby(coordinate, count: limit).map {
            $0.place.node.setting("meters", .count($0.distance))
        }
    }

    func measure(_ arguments: inout MCPArguments) throws(RequestError) -> MCPToolResult {
        let line = arguments.coordinates("coordinates", 2...10_000)
        let isClosed = arguments.flag("closed")
        let start = arguments.coordinate("from")
        let bearing = arguments.number("bearing", in: -360...360)
        let distance = arguments.number("distance", in: 0...20_000_000)
        try arguments.finish()
        if let start {
            guard let bearing, let distance, line.isEmpty else {
                throw .bad(
                    "from", "expected from, bearing and distance together",
                    hint: "bearing is in degrees, distance in meters; coordinates are for another call")
            }
            let end = start.destination(azimuth: bearing * .pi / 180, distance: distance)
            return MCPToolResult(text: "\(JSONNode.coordinate(end).line)", structured: ["coordinate": .coordinate(end)])
        }
        guard !line.isEmpty, bearing == nil, distance == nil else {
            throw .bad("coordinates", "expected coordinates, or from with bearing and distance")
        }
        return Self.measured(line, isClosed: isClosed)
    }

    private static func measured(_ line: [Coordinate], isClosed: Bool) -> MCPToolResult {
        let ring = isClosed && line.first != line.last ? line + line.prefix(1) : line
        let legs = zip(ring, ring.dropFirst()).map { $0.geodesic(to: $1) }
        let length = legs.reduce(0) { $0 + $1.meters }
        let area = isClosed ? geodesicArea(ring) : nil
        let shown = legs.prefix(100).map { leg in
            JSONNode.members([
                "meters": .number(rounded(leg.meters, 100)), "bearing": .number(rounded(leg.bearing, 100)),
            ])
        }
        var text = "Length: \(formatted(rounded(length, 100))) meters"
        if let area { text += "\nArea: \(formatted(rounded(area, 100))) square meters" }
        if legs.count > 1 || !isClosed {
            text += shown.prefix(20).enumerated().map { index, leg in
                "\nLeg \(index + 1): \(leg["meters"]?.line ?? "") meters, bearing \(leg["bearing"]?.line ?? "") degrees"
            }.joined()
        }
        return MCPToolResult(
            text: text,
            structured: [
                "meters": .number(rounded(length, 100)), "squareMeters": area.map { .number(rounded($0, 100)) },
                "legs": .list(shown), "legCount": .count(legs.count),
            ])
    }
}

private func rounded(_ number: Double, _ parts: Double) -> Double { (number * parts).rounded() / parts }

extension JSONNode {
    /// A place in words.
    fileprivate var placeLine: String {
        let kind = self["kind"]?.string.map { " (\($0))" } ?? ""
        let distance = self["meters"].map { ", \($0.line) meters away" } ?? ""
        return "\(self["name"]?.string ?? "")\(kind): \(self["coordinate"]?.line ?? "")\(distance)"
    }
}

extension Gazetteer.Place {
    /// Its name, also in English where that is another one, its kind and where it is.
    var node: JSONNode {
        let english = (properties["name:en"] ?? properties["name_en"])?.string
        let kind = properties["subclass"]?.string ?? properties["class"]?.string
        return [
            "name": .text(name), "english": english == name ? nil : english.map(JSONNode.text),
            "kind": kind.map(JSONNode.text), "coordinate": .coordinate(coordinate),
        ]
    }

    /// How large it is among places of one name, the largest first.
    var importance: Double {
        let kinds = ["continent", "country", "state", "city", "town", "village", "suburb"]
        let kind = properties["class"]?.string.flatMap(kinds.firstIndex) ?? kinds.count
        return Double(max(0, kind - 2)) * 100 + min(99, properties["rank"]?.number ?? 99)
    }
}
