// SPDX-License-Identifier: MIT
import MapCanvas
public import MapCore
import MapData
public import MapGeo
import MapGeometry
import MapScene

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Named places that can be searched without a network.
public struct Gazetteer: Sendable {
    /// A place.
    public struct Place: Hashable, Sendable {
        /// Its name; empty for none.
        public var name: String
        /// Street and number; empty for none.
        public var address: String
        /// Its location, in degrees, in the gazetteer's datum; for a line or an area, a coordinate on or in it.
        public var coordinate: Coordinate
        /// All that the data says of it, untouched.
        package var properties: JSONNode

        /// Creates a place.
        public init(name: String, address: String = "", coordinate: Coordinate) {
            self.init(name: name, address: address, coordinate: coordinate, properties: [:])
        }

        package init(name: String, address: String, coordinate: Coordinate, properties: JSONNode) {
            self.name = name
            self.address = address
            self.coordinate = coordinate
            self.properties = properties
        }
    }

    /// A place and its distance.
    public struct Neighbor: Hashable, Sendable {
        /// The place.
        public var place: Place
        /// The distance in metres on the ground, rounded down, as in AMap.
        public var distance: Int
    }

    /// Something that a place lies in, or near to, and whose name it may take.
    struct Area: Sendable {
        var place: Place
        /// Degrees; of lines one, of areas a ring with holes.
        var rings: [[Coordinate]]
        var isArea: Bool
    }

    /// The maximum distance of nearby places, in metres: the largest radius of AMap's search around a location.
    public static let maxDistance = 50_000.0

    /// The datum of all coordinates.
    public var coordinateSystem = CoordinateSystem.wgs84
    /// Single places, in the order of the data.
    public let places: [Place]
    let areas: [Area]
    /// Diagnostics of data that was left out because it could not be read.
    public let warnings: [Diagnostic]

    /// Creates a gazetteer of places, without lines and areas, in WGS 84.
    ///
    /// - Parameter places: the places to search.
    public init(places: [Place]) {
        self.init(places: places, areas: [], warnings: [])
    }

    init(places: [Place], areas: [Area], warnings: [Diagnostic]) {
        self.warnings = warnings
        self.places = places
        self.areas = areas
    }

    /// Finds the places that are nearest to a location.
    ///
    /// - Parameters:
    ///   - coordinate: the location, in degrees, in the gazetteer's datum.
    ///   - count: the maximum number of results.
    /// - Returns: places within `maxDistance`, the nearest first; equally near ones are in the order of the data.
    public func nearby(_ coordinate: Coordinate, count: Int = 20) -> [Neighbor] {
        let sorted = places.enumerated().map { ($0, $1, metersBetween(coordinate, $1.coordinate)) }
            .filter { $0.2 <= Self.maxDistance }
            .sorted { ($0.2, $0.0) < ($1.2, $1.0) }
        return sorted.prefix(max(0, count)).map { Neighbor(place: $0.1, distance: Int($0.2)) }
    }

    /// Finds places whose name or address contains a text, ignoring case and spaces.
    ///
    /// - Parameters:
    ///   - text: the text to search for; an empty one has no results.
    ///   - coordinate: the location that results should be near to, in degrees, in the gazetteer's datum.
    /// - Returns: places that have the text as their name, then those whose name begins with it, those whose name contains
    ///   it, and those whose address contains it; in each group the nearest first. A line, such as a street, is listed once.
    public func search(_ text: String, near coordinate: Coordinate) -> [Place] {
        let wanted = folded(text)
        guard !wanted.isEmpty else { return [] }
        let all = places + areas.map(\.place)
        let ranked = all.enumerated().compactMap { index, place -> (Int, Double, Int)? in
            place.rank(of: wanted).map { ($0, metersBetween(coordinate, place.coordinate), index) }
        }
        var lines: Set<String> = []
        return ranked.sorted { $0 < $1 }.map(\.2).filter { index in
            let area = index < places.count ? nil : areas[index - places.count]
            return area?.isArea ?? true || lines.insert(all[index].name).inserted
        }.map { all[$0] }
    }
}

extension Gazetteer.Place {
    /// Its name in all languages that the data has.
    private var names: [String] {
        let others = (properties.object?.members ?? []).filter {
            $0.key.hasPrefix("name:") || $0.key.hasPrefix("name_")
        }
        return [name] + others.compactMap(\.node.string)
    }

    /// How well the place matches a folded text: 0 for its name, 1 for the start of it, 2 for a part of it, 3 for a part of
    /// its address; nil if it does not.
    package func rank(of wanted: String) -> Int? {
        let names = names.map(folded)
        if names.contains(wanted) { return 0 }
        if names.contains(where: { $0.hasPrefix(wanted) }) { return 1 }
        if names.contains(where: { $0.contains(wanted) }) { return 2 }
        return folded(whole).contains(wanted) ? 3 : nil
    }

    /// Province, city, district and address: the text in which a search looks for an address.
    private var whole: String { (text("province") ?? "") + searchKey }

    /// City, district and address, by which a record is searched for.
    var searchKey: String { (text("city") ?? "") + (text("district") ?? "") + address }

    /// True for what OpenStreetMap or AMap describe as an area of an administration.
    fileprivate var isAdministrative: Bool {
        text("township") == name || properties["admin_level"] != nil || text("boundary") == "administrative"
            || text("place").map(Self.settlements.contains) ?? false
    }

    /// Values of OpenStreetMap's key "place" for what people live in.
    private static let settlements: Set = [
        "country", "state", "region", "province", "district", "county", "municipality", "city", "borough", "suburb",
        "quarter",
        "neighbourhood", "town", "village", "hamlet",
    ]

    /// The township that the data names, or the place itself if it is one.
    fileprivate var township: String? { text("township") ?? (isAdministrative && !name.isEmpty ? name : nil) }

    /// True unless both places name a city or a district, and another one.
    func maySharePart(with other: Gazetteer.Place) -> Bool {
        ["city", "district"].allSatisfy { key in
            guard let own = text(key), let others = other.text(key) else { return true }
            return folded(own) == folded(others)
        }
    }

    /// A property that is a text, and not an empty one; AMap writes empty lists for what is missing.
    func text(_ key: String) -> String? { properties[key]?.string.flatMap { $0.isEmpty ? nil : $0 } }

    /// The place's properties as JSON on one line.
    public var propertiesJSON: String { properties.line }
}

/// A text as searches compare it.
package func folded(_ text: String) -> String {
    text.lowercased().filter { !$0.isWhitespace }
}

extension Gazetteer {
    /// The kind of item that a location takes its name from.
    public enum NameSource: String, Sendable {
        /// A place within 100 m.
        case place
        /// The smallest area that contains the location, other than those of an administration.
        case area
        /// A crossing of two lines within 100 m.
        case crossing
        /// A line within 100 m, such as a street.
        case line
        /// The township of the area that contains the location, or that area itself; else the township of the nearest place.
        case township
        /// The nearest place within `Gazetteer.maxDistance`.
        case nearest
    }

    /// How far away something may be whose name a place takes, in metres.
    private static let reach = 100.0

    /// Finds the best name for a location.
    ///
    /// In this order, it is the name of a place within 100 m, of the smallest area that contains the location, of the
    /// nearest crossing of two lines within 100 m, of the nearest line within 100 m, of the township, or of the nearest
    /// place within `Gazetteer.maxDistance`. Areas of an administration, such as a township or a city, count as townships:
    /// they have an `admin_level`, `boundary` is "administrative", `place` is a settlement, or `township` is their own name.
    ///
    /// - Parameter coordinate: the location, in degrees, in the gazetteer's datum.
    /// - Returns: the place that has the name, and which of these it is; nil if there is none.
    public func name(of coordinate: Coordinate) -> (place: Place, source: NameSource)? {
        let named = nearby(coordinate, count: places.count).filter { !$0.place.name.isEmpty }
        if let near = named.first, Double(near.distance) <= Self.reach { return (near.place, .place) }
        let around = areas.filter {
            $0.isArea && !$0.place.name.isEmpty && !$0.place.isAdministrative && $0.contains(coordinate)
        }
        if let area = around.min(by: { $0.extent < $1.extent }) { return (area.place, .area) }
        let lines = areas.filter { !$0.isArea && !$0.place.name.isEmpty }.map { ($0, $0.meters(to: coordinate)) }
            .filter { $0.1 <= Self.reach }
        if let crossing = crossing(of: lines.map(\.0), near: coordinate) { return (crossing, .crossing) }
        if let line = lines.min(by: { $0.1 < $1.1 }) { return (line.0.place, .line) }
        if let township = township(at: coordinate) { return (township, .township) }
        return named.first.map { ($0.place, .nearest) }
    }
}

extension Gazetteer {
    /// Where two lines of different names meet, the nearest of all such places within reach.
    private func crossing(of lines: [Area], near coordinate: Coordinate) -> Place? {
        var best: (place: Place, meters: Double)?
        for (index, first) in lines.enumerated() {
            for second in lines.dropFirst(index + 1) where second.place.name != first.place.name {
                for meeting in first.meetings(with: second) {
                    let meters = metersBetween(meeting, coordinate)
                    guard meters <= Self.reach, meters < best?.meters ?? .infinity else { continue }
                    let names = first.place.name + " / " + second.place.name
                    best = (Place(name: names, coordinate: meeting), meters)
                }
            }
        }
        return best?.place
    }

    /// The township of the smallest area around, else of the nearest place that has one.
    private func township(at coordinate: Coordinate) -> Place? {
        let around = areas.filter { $0.isArea && $0.place.township != nil && $0.contains(coordinate) }
        let near = nearby(coordinate, count: places.count).first { $0.place.text("township") != nil }
        guard let found = around.min(by: { $0.extent < $1.extent })?.place ?? near?.place, let name = found.township
        else { return nil }
        return Place(name: name, address: "", coordinate: coordinate, properties: found.properties)
    }
}

extension Gazetteer.Area {
    /// Where the segments of two lines cross or touch.
    fileprivate func meetings(with other: Gazetteer.Area) -> [Coordinate] {
        func segments(_ area: Gazetteer.Area) -> [(Point, Point)] {
            area.rings.flatMap { ring in
                let points = ring.map { Point($0.longitude, $0.latitude) }
                return Array(zip(points, points.dropFirst()))
            }
        }
        let others = segments(other)
        return segments(self).flatMap { a, b in
            others.compactMap { c, d in
                let (u, v, w) = (b - a, d - c, c - a)
                let cross = u.x * v.y - u.y * v.x
                guard cross != 0 else { return nil }
                let (s, t) = ((w.x * v.y - w.y * v.x) / cross, (w.x * u.y - w.y * u.x) / cross)
                guard (0...1).contains(s), (0...1).contains(t) else { return nil }
                return Coordinate(latitude: a.y + s * u.y, longitude: a.x + s * u.x)
            }
        }
    }

    private var path: Path {
        var path = Path()
        for ring in rings { path.addLines(ring.map { Point($0.longitude, $0.latitude) }, closed: true) }
        return path
    }

    fileprivate func contains(_ c: Coordinate) -> Bool {
        HitShape.area(path, .evenOdd).contains(Point(c.longitude, c.latitude))
    }

    /// Square degrees of the box around it.
    fileprivate var extent: Double { path.bounds.width * path.bounds.height }

    /// From the nearest corner or side, on a plane around the place.
    fileprivate func meters(to c: Coordinate) -> Double {
        let unit = metersBetween(c, Coordinate(latitude: c.latitude, longitude: c.longitude + 0.001)) / 0.001
        let tall = metersBetween(c, Coordinate(latitude: c.latitude + 0.001, longitude: c.longitude)) / 0.001
        let flat = rings.map { ring in
            Figure(
                points: ring.map {
                    Point(($0.longitude - c.longitude) * unit, ($0.latitude - c.latitude) * tall)
                }, isClosed: isArea)
        }
        return flat.map { $0.distance(to: .zero) }.min() ?? .infinity
    }
}

extension Gazetteer {
    /// Reads GeoJSON: points are places, lines and areas are what a place may be named after.
    ///
    /// Names are taken from the property "name", addresses from "address", from "street" and "number" or "addr:street" and
    /// "addr:housenumber", or from "formatted_address" without province and city.
    ///
    /// - Parameters:
    ///   - geojson: UTF-8.
    ///   - file: the file that it is from, for diagnostics.
    /// - Throws: a `RenderError` if the text is not GeoJSON. Features that cannot be read are left out and listed in
    ///   `warnings`.
    public init(geojson: [UInt8], file: URL) throws(RenderError) {
        try self.init(geojson: geojson, file: file.givenPath)
    }

    /// As the public initializer, for names that are no paths of files.
    package init(geojson: [UInt8], file: String) throws(RenderError) {
        do throws(Diagnostic) {
            self = try Gazetteer(JSONDocument(.geojson, file: file, text: geojson), file: file)
        } catch {
            throw RenderError(.badData, [error])
        }
    }

    private init(_ document: JSONDocument, file: String) throws(Diagnostic) {
        guard document.isSequence || ["FeatureCollection", "Feature"].contains(document.root["type"]?.string) else {
            throw Diagnostic(
                code: DocumentProblem.unknownValue.code(in: .geojson), file: file, path: "type",
                "expected a GeoJSON FeatureCollection or Feature")
        }
        var (places, areas): ([Place], [Area]) = ([], [])
        let limits = GeoJSONGeometry.Limits(longitude: 360, latitude: 90)
        let errors = DiagnosticSink()
        let isGeoJSON = Field(document, diagnostics: errors).readGeoJSON(limits) { feature in
            let properties = feature.properties ?? [:]
            let name = properties["name"]?.string ?? ""
            let address = Gazetteer.address(properties)
            func place(at coordinate: Coordinate) -> Place {
                Place(name: name, address: address, coordinate: coordinate, properties: properties)
            }
            for geometry in feature.geometries {
                switch geometry {
                case .points(let points): places += points.map(place)
                case .lines(let lines):
                    for line in lines where !line.isEmpty {
                        areas.append(Area(place: place(at: line[line.count / 2]), rings: [line], isArea: false))
                    }
                case .polygons(let polygons):
                    // The rings of all polygons together: by the even-odd rule they cover the same ground.
                    let rings = polygons.joined().filter { !$0.isEmpty }
                    guard let first = rings.first?.first else { continue }
                    let corners = rings.map { $0.map { Point($0.longitude, $0.latitude) }[...] }
                    let middle = interiorPoint(of: corners, precision: 1e-6).map {
                        Coordinate(latitude: $0.y, longitude: $0.x)
                    }
                    areas.append(Area(place: place(at: middle ?? first), rings: rings, isArea: true))
                }
            }
        }
        guard isGeoJSON else {
            throw errors.all.first
                ?? Diagnostic(code: DocumentProblem.invalidValue.code(in: .geojson), file: file, "expected GeoJSON")
        }
        self.init(places: places, areas: areas, warnings: errors.all)
        // A foreign member, as scenes have it.
        if let name = document.root["coordinateSystem"]?.string {
            guard let system = CoordinateSystem(rawValue: name) else {
                throw Diagnostic(
                    code: DocumentProblem.unknownValue.code(in: .geojson), file: file, path: "coordinateSystem",
                    "expected \(listing(CoordinateSystem.allCases.map(\.rawValue))), found \"\(name)\"")
            }
            coordinateSystem = system
        }
    }

    /// The address that a feature or record has in its properties; empty for none.
    static func address(_ properties: JSONNode) -> String {
        func text(_ key: String) -> String? {
            properties[key].flatMap(\.wordOrNumber).flatMap { $0.isEmpty ? nil : $0 }
        }
        if let address = text("address") { return address }
        for (key, number) in [("street", "number"), ("addr:street", "addr:housenumber")] {
            guard let street = text(key) else { continue }
            // Chinese and Japanese addresses have no spaces.
            let isIdeographic = street.unicodeScalars.last.map { $0.value >= 0x2E80 } ?? false
            return [street, text(number)].compactMap(\.self).joined(separator: isIdeographic ? "" : " ")
        }
        guard var address = text("formatted_address") ?? text("formattedAddress") else { return "" }
        for part in ["province", "city"].compactMap(text) where address.hasPrefix(part) {
            address.removeFirst(part.count)
        }
        return address.trimmingPrefix { $0 == " " || $0 == "," }.description
    }
}
