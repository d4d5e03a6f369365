// SPDX-License-Identifier: MIT
import MapCore
public import MapGeo

/// Finds the initial location of a location picker by applying rules in a fixed order.
///
/// ```swift
/// let located = LocationResolver(gazetteer: gazetteer).resolve(LocationRequest(keyword: "library"))
/// print(located.rule, located.coordinate, located.nearby.first?.place.name ?? "")
/// ```
public struct LocationResolver: Sendable {
    /// The rules, in order.
    public enum Rule: String, CaseIterable, Sendable {
        /// The record has a coordinate.
        case record
        /// The gazetteer knows the record's address.
        case address
        /// The request has a coordinate.
        case coordinate
        /// The gazetteer knows the keyword.
        case keyword
        /// The user's location is known, with an accuracy of `minAccuracy` or better.
        case userLocation
        /// No other rule applies.
        case `default`
    }

    /// Why the map moves to the location.
    public enum Reason: String, Sendable {
        /// A place was found.
        case located
        /// A search had a result.
        case keywordSearchSelected
        /// One of the neighbors was selected.
        case itemSelected
    }

    /// The default result, as in AMap: the center of Beijing.
    public static let beijing = Coordinate(latitude: 39.909_115, longitude: 116.397_535)
    /// A user's location with an accuracy worse than this is ignored, in metres.
    public static let minAccuracy = 1000.0
    /// The maximum number of neighbors in a result.
    public static let maxNeighbors = 20

    /// The places to search.
    public var gazetteer: Gazetteer
    /// The result if no other rule applies.
    public var defaultCoordinate: Coordinate

    /// Creates a resolver.
    ///
    /// - Parameters:
    ///   - gazetteer: the places to search.
    ///   - defaultCoordinate: the result if no other rule applies, in degrees, in the datum of each request.
    public init(gazetteer: Gazetteer, defaultCoordinate: Coordinate = LocationResolver.beijing) {
        self.gazetteer = gazetteer
        self.defaultCoordinate = defaultCoordinate
    }

    /// The result of resolving a location.
    public struct Located: Hashable, Sendable {
        /// The rule that applied.
        public var rule: Rule
        /// Earlier rules that the request had data for, but that had no result.
        public var failed: [Rule]
        /// Why the map moves to the location.
        public var reason: Reason
        /// The location, in degrees.
        public var coordinate: Coordinate
        /// The place, if the record or the gazetteer has one.
        public var place: Gazetteer.Place?
        /// The source of the place's name, if the location was named by the gazetteer.
        public var nameSource: Gazetteer.NameSource?
        /// The selection first, then what is around it, the nearest first; at most twenty, and none when a keyword was not
        /// found.
        public var nearby: [Gazetteer.Neighbor]
        /// The datum of all coordinates: that of the request.
        public var coordinateSystem = CoordinateSystem.wgs84
    }

    /// Applies the rules in order; the last one always has a result.
    ///
    /// - Parameter request: what is known about the location.
    /// - Returns: the result of the first rule that has one, in the datum of the request.
    public func resolve(_ request: LocationRequest) -> Located {
        let (asked, known) = (request.coordinateSystem, gazetteer.coordinateSystem)
        var resolver = self
        resolver.defaultCoordinate = asked.convert(defaultCoordinate, to: known)
        var located = resolver.resolveInGazetteer(request.mapped { asked.convert($0, to: known) })
        if let number = request.selection, located.nearby.indices.contains(number - 1) {
            let place = located.nearby[number - 1].place
            (located.place, located.coordinate) = (place, place.coordinate)
            (located.reason, located.nameSource) = (.itemSelected, nil)
        }
        return located.mapped(to: asked) { known.convert($0, to: asked) }
    }

    private func resolveInGazetteer(_ request: LocationRequest) -> Located {
        var failed: [Rule] = []
        for rule in Rule.allCases {
            guard let found = find(rule, request) else {
                if request.asks(for: rule) { failed.append(rule) }
                continue
            }
            var (place, source) = (found.place, Gazetteer.NameSource?.none)
            if place == nil, let named = gazetteer.name(of: found.coordinate) {
                (place, source) = (named.place, named.source)
            }
            return Located(
                rule: rule, failed: failed, reason: rule == .keyword ? .keywordSearchSelected : .located,
                coordinate: found.coordinate, place: place, nameSource: source,
                nearby: failed.contains(.keyword) ? [] : nearby(found.coordinate, found.place))
        }
        return Located(
            rule: .default, failed: failed, reason: .located, coordinate: defaultCoordinate, place: nil,
            nameSource: nil, nearby: nearby(defaultCoordinate, nil))
    }

    private func find(_ rule: Rule, _ request: LocationRequest) -> (coordinate: Coordinate, place: Gazetteer.Place?)? {
        // A search prefers what is near to what is known already.
        let here = request.coordinate ?? request.userLocation ?? defaultCoordinate
        func found(_ place: Gazetteer.Place?) -> (coordinate: Coordinate, place: Gazetteer.Place?)? {
            place.map { ($0.coordinate, $0) }
        }
        switch rule {
        case .record:
            // In AMap's records a zero stands for a number that is missing.
            guard let record = request.record, record.coordinate.latitude != 0, record.coordinate.longitude != 0 else {
                return nil
            }
            return (record.coordinate, record)
        case .address:
            guard let record = request.record, !record.address.isEmpty else { return nil }
            let exact = gazetteer.search(record.searchKey, near: here).first
            // Data without cities and districts has the address alone.
            return found(exact ?? gazetteer.search(record.address, near: here).first(where: record.maySharePart))
        case .coordinate: return request.coordinate.map { ($0, nil) }
        case .keyword: return found(request.keyword.flatMap { gazetteer.search($0, near: here).first })
        case .userLocation:
            guard let user = request.userLocation, request.accuracy ?? 0 <= Self.minAccuracy else { return nil }
            return (user, nil)
        case .default: return (defaultCoordinate, nil)
        }
    }

    /// The selection is put first when the list has none of its name and address.
    private func nearby(_ coordinate: Coordinate, _ selection: Gazetteer.Place?) -> [Gazetteer.Neighbor] {
        var list = gazetteer.nearby(coordinate, count: Self.maxNeighbors)
        guard let selection else { return list }
        let own = list.firstIndex { $0.place.name == selection.name && $0.place.address == selection.address }
        let first = own.map { list.remove(at: $0) } ?? Gazetteer.Neighbor(place: selection, distance: 0)
        return Array(([first] + list).prefix(Self.maxNeighbors))
    }
}

extension LocationResolver.Located {
    /// The result as a scene: the location as a selected marker, its neighbors as numbered pins, and a legend.
    ///
    /// - Parameter title: stands above the legend; nil for none.
    /// - Returns: JSON over several lines.
    public func sceneJSON(title: String? = nil) -> String {
        let selection: JSONNode = .members([
            "id": .text("location"), "coordinate": .coordinate(coordinate), "title": place.flatMap { text($0.name) },
            "subtitle": place.flatMap { text($0.address) }, "zPriority": .number(1000),
        ])
        let others = nearby.enumerated().filter { $0.element.place.coordinate != coordinate }
        let pins = others.map { index, neighbor -> JSONNode in
            .members([
                "id": .text("place\(index + 1)"), "coordinate": .coordinate(neighbor.place.coordinate),
                "view": .text("marker"), "glyphText": .text("$num"), "tint": .text("#5a6b7b"),
                "title": text(neighbor.place.name), "subtitle": .text("\(neighbor.distance) m"),
                "titleVisibility": .text("hidden"), "subtitleVisibility": .text("hidden"),
                "displayPriority": .text("required"),
            ])
        }
        let legend: JSONNode = .members(["type": .text("legend"), "title": title.map(JSONNode.text)])
        return JSONNode.members([
            "version": .count(1), "coordinateSystem": coordinateSystem.node,
            "camera": .members(["fit": .text("all"), "padding": .number(24), "maxZoom": .number(16)]),
            "annotations": .list([selection] + pins), "decorations": pins.isEmpty ? nil : .list([legend]),
        ]).lines + "\n"
    }

    private func text(_ text: String) -> JSONNode? { text.isEmpty ? nil : .text(text) }
}

extension LocationResolver.Located {
    /// What was found, as JSON over several lines, as `staticmap locate` prints it.
    public var json: String {
        JSONNode.members([
            "rule": .text(rule.rawValue), "failed": failed.isEmpty ? nil : .list(failed.map { .text($0.rawValue) }),
            "reason": .text(reason.rawValue), "coordinate": .coordinate(coordinate),
            "coordinateSystem": coordinateSystem.node, "name": place.map { .text($0.name) },
            "address": place.map { .text($0.address) }, "nameSource": nameSource.map { .text($0.rawValue) },
            "properties": place?.properties,
            "nearby": .list(
                nearby.map { neighbor in
                    .members([
                        "name": .text(neighbor.place.name), "address": .text(neighbor.place.address),
                        "coordinate": .coordinate(neighbor.place.coordinate), "distance": .count(neighbor.distance),
                        "properties": neighbor.place.properties,
                    ])
                }),
        ]).lines + "\n"
    }
}
