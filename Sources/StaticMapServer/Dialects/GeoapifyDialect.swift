// SPDX-License-Identifier: MIT
import Foundation
package import MapCore
import MapGeo

/// Geoapify's static maps: `/v1/staticmap?style=osm-bright&width=600&height=400&center=lonlat:24.94,60.17&zoom=14&marker=…`
///
/// - SeeAlso: apidocs.geoapify.com/docs/maps/static; zooms count worlds of 512 points.
package enum GeoapifyDialect {
    /// Names of the query.
    package static let parameters: Set<String> = [
        "style", "width", "height", "scaleFactor", "format", "center", "zoom", "area", "marker", "geometry", "bearing",
        "pitch", "lang", "styleCustomization", "geojson",
    ]
    /// What stands in markers and geometries.
    package static let options: Set<String> = [
        "lonlat", "type", "color", "size", "icon", "text", "linecolor", "linewidth", "lineopacity", "linestyle",
        "fillcolor", "fillopacity", "rect", "polygon", "polyline", "circle",
    ]

    /// A body has the members of the query, with lists of objects for markers and geometries.
    package static func request(
        query given: Query, body: JSONNode? = nil, context: DialectContext
    ) throws(RequestError) -> RenderRequest {
        let query = try GeoapifyBody(body).added(to: given)
        func side(_ name: String, _ other: Int) throws(RequestError) -> Int {
            guard let text = query[name] else { return other }
            guard let number = whole(text), (1...4096).contains(number) else {
                throw .bad(name, "expected a number of pixels up to 4096, found \"\(text.prefix(20))\"")
            }
            return number
        }
        var draft = SceneDraft(width: Double(try side("width", 1024)), height: Double(try side("height", 768)))
        guard let scale = decimal(query["scaleFactor"] ?? "1"), (1...2).contains(scale) else {
            throw .bad("scaleFactor", "expected a number from 1 to 2")
        }
        draft.scale = scale
        draft.setStyle(query["style"] ?? "osm-bright", context)
        draft.language = query["lang"].flatMap(languageTag)
        draft.warnOfOthers(in: query, than: parameters)
        if query["styleCustomization"] != nil { draft.warn("styleCustomization changes nothing here") }
        var shapes = Shapes()
        for text in query.all("geometry") {
            for part in text.split(separator: "|") { try shapes.readGeometry(part, &draft) }
        }
        for text in query.all("marker") {
            for part in text.split(separator: "|") { try shapes.readMarker(part, &draft) }
        }
        let hasData = query["geojson"] != nil
        for text in query.all("geojson") {
            // Features have the colors that their properties say.
            draft.overlays.append(["type": "geojson", "data": try JSONNode(text.utf8, of: "geojson")])
        }
        if !hasData || query["center"] != nil || query["area"] != nil {
            try setCamera(query, shapes.coordinates, &draft)
        }
        let format = try pixelFormat(query["format"] ?? "jpeg", of: ["png", "jpeg"], "png or jpeg")
        return draft.request(RenderRequest.Output(format), dialect: "geoapify")
    }

    private static func setCamera(
        _ query: Query, _ coordinates: [Coordinate], _ draft: inout SceneDraft
    ) throws(RequestError) {
        let bearing = try query.number("bearing", -360...360) ?? 0
        let pitch = try query.number("pitch", 0...60) ?? 0
        let zoom = try query.number("zoom", 0...20)
        if let text = query["area"] {
            let numbers = text.hasPrefix("rect:") ? decimals(text.dropFirst(5)) : nil
            guard let n = numbers, n.count == 4, abs(n[1]) <= 90, abs(n[3]) <= 90 else {
                throw .bad("area", "expected rect:lon1,lat1,lon2,lat2, found \"\(text.prefix(60))\"")
            }
            let box = CoordinateBox(
                west: min(n[0], n[2]), south: min(n[1], n[3]), east: max(n[0], n[2]), north: max(n[1], n[3]))
            draft.setCamera(at: box, bearing: bearing, pitch: pitch)
            return
        }
        if let text = query["center"] {
            guard text.hasPrefix("lonlat:"), let center = coordinate(text.dropFirst(7), latitudeFirst: false) else {
                throw .bad("center", "expected lonlat:{longitude},{latitude}, found \"\(text.prefix(60))\"")
            }
            draft.setCamera(at: center, zoom: zoom ?? 17, zoomTileSize: 512, bearing: bearing, pitch: pitch)
            return
        }
        guard let box = CoordinateBox(showing: coordinates) else {
            throw .bad("center", "expected center, area, marker or geometry")
        }
        if let zoom {
            draft.setCamera(at: box.mercatorCenter, zoom: zoom, zoomTileSize: 512, bearing: bearing, pitch: pitch)
        } else {
            let room = min(draft.width, draft.height) * 0.12
            draft.setCamera(
                at: box, padding: [room, room, room, room], bearing: bearing, pitch: pitch,
                maxZoom: coordinates.count == 1 ? 14 : 18)
        }
    }

    /// Markers and geometries: words with `;` between them, each with a colon behind its name.
    private struct Shapes {
        var coordinates: [Coordinate] = []

        private func words(_ text: Substring, _ parameter: String) throws(RequestError) -> [(
            name: String, value: String
        )] {
            var words: [(name: String, value: String)] = []
            for part in text.split(separator: ";") {
                guard let colon = part.firstIndex(of: ":") else {
                    throw .bad(parameter, "expected name:value, found \"\(part.prefix(40))\"")
                }
                words.append((part[..<colon].lowercased(), String(part[part.index(after: colon)...])))
            }
            return words
        }

        private func color(_ text: String, _ parameter: String) throws(RequestError) -> String {
            guard let color = hexColor(text, digits: [3, 6]) else {
                throw .bad(parameter, "expected a color such as #ff0000, found \"\(text.prefix(20))\"")
            }
            return color
        }

        mutating func readMarker(_ text: Substring, _ draft: inout SceneDraft) throws(RequestError) {
            var (tint, size, label, icon): (String, String, String?, String?) = ("#e74c3c", "m", nil, nil)
            var place: Coordinate?
            for (name, value) in try words(text, "marker") {
                switch name {
                case "lonlat": place = coordinate(value, latitudeFirst: false)
                case "color": tint = try color(value, "marker")
                case "size":
                    let sizes = ["small": "s", "medium": "m", "large": "l", "x-large": "l", "xx-large": "l"]
                    if let points = decimal(value) {
                        size = points < 30 ? "s" : points < 44 ? "m" : "l"
                    } else if let known = sizes[value] {
                        size = known
                    } else {
                        throw .bad(
                            "marker", "size: expected small to xx-large or a number, found \"\(value.prefix(20))\"")
                    }
                case "text": label = String(value.prefix(3))
                case "icon": icon = value
                case "type":
                    guard ["awesome", "material", "circle", "plain"].contains(value) else {
                        throw .bad("marker", "type: expected awesome, material, circle or plain")
                    }
                default: draft.warn("marker: \(name.prefix(20)) changes nothing here")
                }
            }
            guard let place else { throw .bad("marker", "expected lonlat:{longitude},{latitude}") }
            coordinates.append(place)
            draft.annotations.append(
                Pins.marker(at: place, size: size, color: tint, text: label, pictogram: label == nil ? icon : nil))
        }

        mutating func readGeometry(_ text: Substring, _ draft: inout SceneDraft) throws(RequestError) {
            var (stroke, width, opacity) = ("#5050ff", 2.0, 1.0)
            var (fill, fillOpacity): (String?, Double) = (nil, 0.5)
            var dashes: [Double]?
            var (kind, points, radius): (String, [Coordinate], Double) = ("", [], 0)
            for (name, value) in try words(text, "geometry") {
                switch name {
                case "linecolor": stroke = try color(value, "geometry")
                case "fillcolor": fill = try color(value, "geometry")
                case "linewidth", "lineopacity", "fillopacity":
                    guard let number = decimal(value), (0...100).contains(number), name == "linewidth" || number <= 1
                    else { throw .bad("geometry", "\(name): expected a number, found \"\(value.prefix(20))\"") }
                    if name == "linewidth" { width = number }
                    if name == "lineopacity" { opacity = number }
                    if name == "fillopacity" { fillOpacity = number }
                case "linestyle":
                    dashes = ["dashed": [3.0, 3], "dotted": [1, 2], "longdash": [6, 3]][value]
                case "rect", "polygon", "polyline", "circle":
                    guard let n = decimals(value) else {
                        throw .bad("geometry", "\(name): expected numbers, found \"\(value.prefix(40))\"")
                    }
                    kind = name
                    try readPlaces(n, name, &points, &radius)
                default: draft.warn("geometry: \(name.prefix(20)) changes nothing here")
                }
            }
            guard !points.isEmpty else { throw .bad("geometry", "expected rect, polygon, polyline or circle") }
            coordinates += points
            let line = JSONNode.list(points.map(\.pair))
            var node: JSONNode = [
                "type": .text(kind == "polyline" ? "polyline" : kind == "circle" ? "circle" : "polygon"),
                "level": "aboveLabels", "strokeColor": .text(stroke.with(opacity: opacity)),
                "lineWidth": .number(width), "lineDashPattern": dashes.map { .list($0.map { .number($0 * width) }) },
                "fillColor": kind == "polyline" ? nil : .text((fill ?? stroke).with(opacity: fillOpacity)),
            ]
            if kind == "circle" {
                node = node.setting("center", points[0].pair).setting("radius", .number(radius))
            } else {
                node = node.setting("coordinates", line)
            }
            draft.overlays.append(node)
        }

        private func readPlaces(
            _ n: [Double], _ kind: String, _ points: inout [Coordinate], _ radius: inout Double
        ) throws(RequestError) {
            let pairs = kind == "circle" ? Array(n.prefix(2)) : n
            guard pairs.count.isMultiple(of: 2), kind != "circle" || n.count == 3, kind != "rect" || n.count == 4,
                pairs.count >= ["polygon": 6, "polyline": 4][kind] ?? 2
            else { throw .bad("geometry", "\(kind): found \(n.count) numbers") }
            for index in stride(from: 0, to: pairs.count, by: 2) {
                guard abs(pairs[index]) <= 180, abs(pairs[index + 1]) <= 90 else {
                    throw .bad("geometry", "expected longitudes and latitudes")
                }
                points.append(Coordinate(latitude: pairs[index + 1], longitude: pairs[index]))
            }
            if kind == "circle" { radius = min(1e7, max(0, n[2])) }
            if kind == "rect" {
                let (a, b) = (points[0], points[1])
                points = [
                    a, Coordinate(latitude: a.latitude, longitude: b.longitude), b,
                    Coordinate(latitude: b.latitude, longitude: a.longitude),
                ]
            }
        }
    }
}

extension SceneDraft {
    /// A style of another service by its name: of the same name, as the configuration says, or the dark or the default one.
    mutating func setStyle(_ name: String, _ context: DialectContext) {
        let plain = name.range(of: "-v").map { String(name[..<$0.lowerBound]) } ?? name
        if let known = context.mapTypes[name] ?? context.mapTypes[plain] ?? context.styles.first(where: { $0 == plain })
        {
            style = known
            return
        }
        style =
            name.contains("dark") ? context.styles.first { $0 == "dark" } ?? context.styles.first : context.styles.first
        warn(
            "the style \"\(name.prefix(40))\" is drawn as \"\(style ?? "")\"; mapTypes of the configuration names others"
        )
    }
}

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
