// SPDX-License-Identifier: MIT
public import MapGeo

/// Finds out where a location picker begins, by a fixed chain of rules: each may fall to the next.
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
        /// A bare coordinate was given.
        case coordinate
        /// The gazetteer knows the keyword.
        case keyword
        /// The user's location is known, and well enough.
        case userLocation
        /// Nothing else is known.
        case `default`
    }

    /// Why the picture moves, in the words of the picker that this comes from.
    public enum Reason: String, Sendable {
        /// A place was found.
        case located
        /// A search had a result.
        case keywordSearchSelected
        /// One of the neighbors was selected.
        case itemSelected
    }

    /// Where it leads when nothing is known: AMap's choice, the middle of Beijing.
    public static let beijing = Coordinate(latitude: 39.909_115, longitude: 116.397_535)
    /// A user's location that is less accurate is not one, in metres.
    public static let minAccuracy = 1000.0
    /// How many neighbors are told.
    public static let maxNeighbors = 20

    /// The places that are known.
    public var gazetteer: Gazetteer
    /// Where it leads when nothing is known.
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

    /// What the chain comes to.
    public struct Located: Hashable, Sendable {
        /// The rule that fired.
        public var rule: Rule
        /// Rules that were tried before it and found nothing, though there was something to find.
        public var failed: [Rule]
        /// Why the picture moves.
        public var reason: Reason
        /// Where it is.
        public var coordinate: Coordinate
        /// The place, if the record or the gazetteer know one.
        public var place: Gazetteer.Place?
        /// Where the place's name comes from, when it was not known from the start.
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
