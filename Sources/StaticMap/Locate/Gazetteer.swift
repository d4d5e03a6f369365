// SPDX-License-Identifier: MIT
public import MapDiagnostics
public import MapGeo
import MapPlane

/// Named places that can be searched without a network.
public struct Gazetteer: Sendable {
    /// A place.
    public struct Place: Hashable, Sendable {
        /// Its name; empty for none.
        public var name: String
        /// Street and number; empty for none.
        public var address: String
        /// Its location; for a line or an area, a coordinate on or in it.
        public var coordinate: Coordinate
        /// All that the data says of it, untouched.
        package var properties: JSONNode

        /// Creates a place.
        ///
        /// - Parameters:
        ///   - name: its name; empty for none.
        ///   - address: street and number; empty for none.
        ///   - coordinate: its location, in degrees, in the gazetteer's datum.
        public init(name: String, address: String = "", coordinate: Coordinate) {
            self.init(name: name, address: address, coordinate: coordinate, properties: .members([:]))
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
    /// - Returns: places whose name begins with the text, then those whose name contains it, then those whose address
    ///   contains it; in each group the nearest first.
    public func search(_ text: String, near coordinate: Coordinate) -> [Place] {
        let wanted = folded(text)
        guard !wanted.isEmpty else { return [] }
        let all = places + areas.map(\.place)
        let ranked = all.enumerated().compactMap { index, place -> (Int, Double, Int)? in
            let names = place.names.map(folded)
            let distance = metersBetween(coordinate, place.coordinate)
            if names.contains(where: { $0.hasPrefix(wanted) }) { return (0, distance, index) }
            if names.contains(where: { $0.contains(wanted) }) { return (1, distance, index) }
            return folded(place.whole).contains(wanted) ? (2, distance, index) : nil
        }
        return ranked.sorted { $0 < $1 }.map { all[$0.2] }
    }
}

extension Gazetteer.Place {
    /// Its name in all languages that the data has.
    fileprivate var names: [String] {
        let others = (properties.object?.members ?? []).filter {
            $0.key.hasPrefix("name:") || $0.key.hasPrefix("name_")
        }
        return [name] + others.compactMap(\.node.string)
    }

    /// Province, city, district and address: the text in which a search looks for an address.
    fileprivate var whole: String { (text("province") ?? "") + searchKey }

    /// City, district and address, by which a record is searched for.
    var searchKey: String { (text("city") ?? "") + (text("district") ?? "") + address }

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
private func folded(_ text: String) -> String {
    text.lowercased().filter { !$0.isWhitespace }
}
