// SPDX-License-Identifier: MIT
public import MapDiagnostics
import MapGeo
import MapPlane

extension Gazetteer {
    /// Reads GeoJSON: points are places, lines and areas are what a place may be named after.
    ///
    /// Names are taken from the property "name", addresses from "address" or from "addr:street" and "addr:housenumber".
    ///
    /// - Parameters:
    ///   - geojson: UTF-8.
    ///   - file: how messages name it.
    ///   - diagnostics: takes what is left out, as warnings.
    /// - Throws: when it is not GeoJSON at all.
    public init(geojson: [UInt8], file: String, diagnostics: DiagnosticSink) throws(Diagnostic) {
        let json = try JSONDocument(.geojson, file: file, text: geojson)
        let root = Field(json, diagnostics: diagnostics)
        let features: [Field]
        switch root.node["type"]?.string {
        case "FeatureCollection":
            guard let node = root.node["features"], let list = root.member("features", node).elements() else {
                throw Diagnostic(file: file, "expected a FeatureCollection with an array \"features\"")
            }
            features = list
        case "Feature": features = [root]
        default: throw Diagnostic(file: file, "expected a GeoJSON FeatureCollection or Feature")
        }
        var (places, areas): ([Place], [Area]) = ([], [])
        for feature in features {
            let properties = feature.node["properties"] ?? .members([:])
            guard let geometry = feature.node["geometry"], !geometry.isNull else { continue }
            let read = Gazetteer.rings(geometry)
            guard let first = read.rings.first?.first else {
                feature.report("expected a GeoJSON geometry with places; it is left out", severity: .warning)
                continue
            }
            var place = Place(
                name: properties["name"]?.string ?? "", address: Gazetteer.address(properties), coordinate: first,
                properties: properties)
            switch read.kind {
            case .points:
                for c in read.rings.joined() {
                    place.coordinate = c
                    places.append(place)
                }
            case .lines:
                for line in read.rings {
                    place.coordinate = line[line.count / 2]
                    areas.append(Area(place: place, rings: [line], isArea: false))
                }
            case .area:
                let corners = read.rings.map { $0.map { Point($0.longitude, $0.latitude) }[...] }
                if let middle = interiorPoint(of: corners, precision: 1e-6) {
                    place.coordinate = Coordinate(latitude: middle.y, longitude: middle.x)
                }
                areas.append(Area(place: place, rings: read.rings, isArea: true))
            }
        }
        self.init(places: places, areas: areas)
    }

    private enum Kind { case points, lines, area }

    /// Of a MultiPolygon all rings together: even-odd, they hold the same places.
    private static func rings(_ geometry: JSONNode) -> (kind: Kind, rings: [[Coordinate]]) {
        guard let node = geometry["coordinates"] else { return (.points, []) }
        func line(_ node: JSONNode) -> [Coordinate] { (node.array ?? []).compactMap(coordinate) }
        func lines(_ node: JSONNode) -> [[Coordinate]] { (node.array ?? []).map(line).filter { !$0.isEmpty } }
        switch geometry["type"]?.string {
        case "Point": return (.points, [[node].compactMap(coordinate)].filter { !$0.isEmpty })
        case "MultiPoint": return (.points, [line(node)].filter { !$0.isEmpty })
        case "LineString": return (.lines, [line(node)].filter { !$0.isEmpty })
        case "MultiLineString": return (.lines, lines(node))
        case "Polygon": return (.area, lines(node))
        case "MultiPolygon": return (.area, (node.array ?? []).flatMap(lines))
        default: return (.points, [])
        }
    }

    private static func coordinate(_ node: JSONNode) -> Coordinate? {
        guard let numbers = node.array, numbers.count >= 2, let longitude = numbers[0].number,
            let latitude = numbers[1].number, abs(longitude) <= 360, abs(latitude) <= 90
        else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    private static func address(_ properties: JSONNode) -> String {
        if let address = properties["address"]?.string { return address }
        return ["addr:street", "addr:housenumber"].compactMap { properties[$0]?.string }.joined(separator: " ")
    }
}
