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
        /// The user moved the map, and the request has its center.
        case center
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
        /// An item of the list was selected.
        case itemSelected
        /// The user moved the map.
        case slideByCustomer
    }

    /// The default result, as in AMap: the center of Beijing, in GCJ-02.
    public static let beijing = Coordinate(latitude: 39.909_115, longitude: 116.397_535)
    /// A user's location with an accuracy worse than this is ignored, in metres.
    public static let minAccuracy = 1000.0
    /// The maximum number of neighbors in a result.
    public static let maxNeighbors = 20

    /// The places to search.
    public var gazetteer: Gazetteer
    /// The result if no other rule applies, in degrees, in the datum of each request; nil for `beijing`.
    public var defaultCoordinate: Coordinate?
    /// The same in the datum of the gazetteer, while a request is resolved.
    private var fallback = Self.beijing

    /// Creates a resolver.
    ///
    /// - Parameters:
    ///   - gazetteer: the places to search.
    ///   - defaultCoordinate: the result if no other rule applies, in degrees, in the datum of each request;
    ///     nil for `beijing`.
    public init(gazetteer: Gazetteer, defaultCoordinate: Coordinate? = nil) {
        self.gazetteer = gazetteer
        self.defaultCoordinate = defaultCoordinate
    }

    /// The result of resolving a location.
    public struct Located: Hashable, Sendable {
        /// The rule that applied.
        public var rule: Rule
        /// Earlier rules that the request has data for, but that had no result.
        public var failed: [Rule]
        /// Why the map moves to the location.
        public var reason: Reason
        /// The location, in degrees.
        public var coordinate: Coordinate
        /// The place, if the record or the gazetteer has one.
        public var place: Gazetteer.Place?
        /// The source of the place's name, if the location was named by the gazetteer.
        public var nameSource: Gazetteer.NameSource?
        /// The list of a location picker, at most twenty places. After a keyword, what the search found, the best first and
        /// with the distance from the first; none when it found nothing. Otherwise the place of the location, then those
        /// around it, the nearest first.
        public var nearby: [Gazetteer.Neighbor]
        /// What of the request had no effect.
        public var warnings: [Diagnostic] = []
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
        resolver.fallback = Self.fallback(defaultCoordinate, in: asked, to: known)
        var located = resolver.resolveInGazetteer(request.mapped { asked.convert($0, to: known) })
        located.warnings = request.warnings(located)
        if let number = request.selection, located.nearby.indices.contains(number - 1) {
            let place = located.nearby[number - 1].place
            (located.place, located.coordinate) = (place, place.coordinate)
            (located.reason, located.nameSource) = (.itemSelected, nil)
        }
        return located.mapped(to: asked) { known.convert($0, to: asked) }
    }

    /// What is taken for a location where nothing is known; nil stands for `beijing`, which is in a datum of its own.
    static func fallback(
        _ coordinate: Coordinate?, in system: CoordinateSystem, to target: CoordinateSystem
    ) -> Coordinate {
        coordinate.map { system.convert($0, to: target) } ?? CoordinateSystem.gcj02.convert(beijing, to: target)
    }

    /// What a rule finds: a location, and perhaps its place. A search has all of its hits.
    private struct Finding {
        var coordinate: Coordinate
        var place: Gazetteer.Place?
        var hits: [Gazetteer.Place] = []
    }

    private func resolveInGazetteer(_ request: LocationRequest) -> Located {
        var failed: [Rule] = []
        for rule in Rule.allCases {
            if let found = find(rule, request) { return located(found, rule, failed) }
            if request.asks(for: rule) { failed.append(rule) }
        }
        return located(Finding(coordinate: fallback), .default, failed)
    }

    private func located(_ found: Finding, _ rule: Rule, _ failed: [Rule]) -> Located {
        var (place, source) = (found.place, Gazetteer.NameSource?.none)
        if place == nil, let named = gazetteer.name(of: found.coordinate) {
            (place, source) = (named.place, named.source)
            // What is only named after something around it is where it is.
            if ![.place, .nearest].contains(named.source) { place?.coordinate = found.coordinate }
        }
        let nearby =
            switch rule {
            case .keyword:
                found.hits.prefix(Self.maxNeighbors).map { Gazetteer.Neighbor(place: $0, from: found.coordinate) }
            default: failed.contains(.keyword) ? [] : neighbors(of: found.coordinate, place)
            }
        let reason: Reason =
            switch rule {
            case .center: .slideByCustomer
            case .keyword: .keywordSearchSelected
            default: .located
            }
        return Located(
            rule: rule, failed: failed, reason: reason, coordinate: found.coordinate, place: place, nameSource: source,
            nearby: nearby)
    }

    private func find(_ rule: Rule, _ request: LocationRequest) -> Finding? {
        // A search prefers what is near to what is known already.
        let here = request.coordinate ?? request.userLocation ?? fallback
        switch rule {
        case .center: return request.center.map { Finding(coordinate: $0) }
        case .record:
            return request.record.flatMap { record in
                record.knownCoordinate.map { Finding(coordinate: $0, place: record) }
            }
        case .address:
            guard let record = request.record, !record.address.isEmpty else { return nil }
            // Data without cities and districts has the address alone.
            let exact = gazetteer.search(record.searchKey, near: here).first
            let place = exact ?? gazetteer.search(record.address, near: here).first(where: record.maySharePart)
            return place.map { Finding(coordinate: $0.coordinate, place: $0) }
        case .coordinate: return request.coordinate.map { Finding(coordinate: $0) }
        case .keyword:
            let hits = request.keyword.map { gazetteer.search($0, near: here) } ?? []
            return hits.first.map { Finding(coordinate: $0.coordinate, place: $0, hits: hits) }
        case .userLocation:
            guard let user = request.userLocation, request.accuracy ?? 0 <= Self.minAccuracy else { return nil }
            return Finding(coordinate: user)
        case .default: return Finding(coordinate: fallback)
        }
    }

    /// The location's place is put first; it is added when the list has none of its name and address.
    private func neighbors(of coordinate: Coordinate, _ selection: Gazetteer.Place?) -> [Gazetteer.Neighbor] {
        var list = gazetteer.nearby(coordinate, count: Self.maxNeighbors)
        guard let selection else { return list }
        let own = list.firstIndex { $0.place.name == selection.name && $0.place.address == selection.address }
        let first = own.map { list.remove(at: $0) } ?? Gazetteer.Neighbor(place: selection, from: coordinate)
        return Array(([first] + list).prefix(Self.maxNeighbors))
    }
}

extension Gazetteer.Neighbor {
    fileprivate init(place: Gazetteer.Place, from coordinate: Coordinate) {
        self.init(place: place, distance: Int(metersBetween(coordinate, place.coordinate)))
    }
}

extension LocationRequest {
    /// What of the request found nothing, or was not needed.
    fileprivate func warnings(_ located: LocationResolver.Located) -> [Diagnostic] {
        let rule = "the location is that of the rule \"\(located.rule.rawValue)\""
        var warnings: [Diagnostic] = []
        func warn(
            _ code: Diagnostic.Code, _ path: String, _ message: String, _ severity: Diagnostic.Severity = .warning
        ) {
            warnings.append(Diagnostic(severity, code: code, path: path, message))
        }
        if located.failed.contains(.address), let record {
            warn(.locateNotFound, "record.address", "no place has the address \"\(record.address)\"; \(rule)")
        }
        if let keyword, !keyword.isEmpty {
            if located.failed.contains(.keyword) {
                warn(.locateNotFound, "keyword", "no place has \"\(keyword)\" in its name or address; \(rule)")
            } else if located.rule != .keyword {
                warn(.locateUnused, "keyword", "nothing is searched for; \(rule), which comes first", .note)
            }
        }
        if located.failed.contains(.userLocation), let accuracy {
            let limit = "worse than \(formatted(LocationResolver.minAccuracy)) m"
            warn(.locateUnused, "userLocation", "an accuracy of \(formatted(accuracy)) m is \(limit); \(rule)")
        }
        if let selection, !located.nearby.indices.contains(selection - 1) {
            let count = located.nearby.count
            warn(
                .locateUnused, "select",
                "expected the number of an item of the list, which has \(count), found \(selection)")
        }
        return warnings
    }
}

extension LocationResolver.Located {
    /// The result as a scene: the list as numbered markers with a legend, and the location as a red one.
    ///
    /// The location has a marker of its own, without a number, if no place of the list is there.
    ///
    /// - Parameter title: stands above the legend; nil for none.
    /// - Returns: JSON over several lines.
    public func sceneJSON(title: String? = nil) -> String {
        let own = nearby.firstIndex { $0.place.coordinate == coordinate }
        var markers = nearby.enumerated().map { index, neighbor in
            let subtitle = index == own ? neighbor.place.address : "\(neighbor.distance) m"
            return marker(at: neighbor.place.coordinate, neighbor.place.name, subtitle, index, isOwn: index == own)
        }
        if own == nil {
            markers.append(marker(at: coordinate, place?.name ?? "", place?.address ?? "", nil, isOwn: true))
        }
        let legend: JSONNode = ["type": "legend", "title": title.map(JSONNode.text)]
        return JSONNode.members([
            "version": 1, "coordinateSystem": coordinateSystem.node,
            "camera": ["fit": "all", "padding": 24, "maxZoom": 17],
            "annotations": .list(markers), "decorations": nearby.isEmpty ? nil : [legend],
        ]).lines + "\n"
    }

    private func marker(
        at coordinate: Coordinate, _ title: String, _ subtitle: String, _ index: Int?, isOwn: Bool
    ) -> JSONNode {
        let hidden: JSONNode? = isOwn ? nil : "hidden"
        return [
            "id": .text(isOwn ? "location" : "place\((index ?? 0) + 1)"), "coordinate": .coordinate(coordinate),
            "glyphText": index.map { _ in "$num" }, "tint": isOwn ? nil : "#5a6b7b",
            "markerSize": isOwn ? nil : "small", "title": text(title), "subtitle": text(subtitle),
            "titleVisibility": hidden, "subtitleVisibility": subtitle.isEmpty ? nil : "hidden",
            "zPriority": isOwn ? 1000 : nil,
            "displayPriority": "required",
        ]
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
                    [
                        "name": .text(neighbor.place.name), "address": .text(neighbor.place.address),
                        "coordinate": .coordinate(neighbor.place.coordinate), "distance": .count(neighbor.distance),
                        "properties": neighbor.place.properties,
                    ]
                }),
            "warnings": warnings.isEmpty ? nil : .list(warnings.map(\.report)),
        ]).lines + "\n"
    }
}
