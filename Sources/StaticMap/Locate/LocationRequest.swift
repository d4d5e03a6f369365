// SPDX-License-Identifier: MIT
import MapCore
public import MapGeo
import MapScene

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What is known about a location before it is resolved.
public struct LocationRequest: Hashable, Sendable {
    /// The center of the map after the user moved it, in degrees; nil if the map was not moved.
    public var center: Coordinate?
    /// The place that was picked earlier; one with a latitude or longitude of 0 has no coordinate.
    public var record: Gazetteer.Place?
    /// A location without a name, in degrees.
    public var coordinate: Coordinate?
    /// The text to search for.
    public var keyword: String?
    /// The user's location, in degrees; nil if unknown.
    public var userLocation: Coordinate?
    /// The accuracy of the user's location in metres; nil if it is accurate enough.
    public var accuracy: Double?
    /// The number of the item of the list that was selected, from 1; nil for none.
    public var selection: Int?
    /// The datum of all coordinates of the request and of its result.
    public var coordinateSystem = CoordinateSystem.wgs84

    /// Creates a request in WGS 84.
    public init(
        record: Gazetteer.Place? = nil, coordinate: Coordinate? = nil, keyword: String? = nil,
        userLocation: Coordinate? = nil, accuracy: Double? = nil, center: Coordinate? = nil
    ) {
        self.center = center
        self.record = record
        self.coordinate = coordinate
        self.keyword = keyword
        self.userLocation = userLocation
        self.accuracy = accuracy
    }

    /// Where the search for it begins, in WGS 84; nil if nothing is known.
    var origin: Coordinate? {
        let known = center ?? record?.knownCoordinate ?? coordinate ?? userLocation
        return known.map { coordinateSystem.convert($0, to: .wgs84) }
    }

    /// True when there is something that a rule may work with.
    func asks(for rule: LocationResolver.Rule) -> Bool {
        switch rule {
        case .center: center != nil
        case .record: record != nil
        case .address: record.map { !$0.address.isEmpty } ?? false
        case .coordinate: coordinate != nil
        case .keyword: keyword.map { !$0.isEmpty } ?? false
        case .userLocation: userLocation != nil
        case .default: true
        }
    }
}

extension LocationRequest {
    /// Creates a request from JSON text: `{"center": [lon, lat], "record": {"name", "address", "city", …, "coordinate"},
    /// "coordinate": [lon, lat], "keyword", "userLocation": {"coordinate", "accuracy"}, "select", "coordinateSystem"}`.
    ///
    /// All members are optional. The coordinate of a record may also be its "latitude" and "longitude", and its address a
    /// "street" and a "number". A record may have further members, which are returned unchanged.
    ///
    /// - Parameters:
    ///   - text: UTF-8 JSON.
    ///   - file: the file that it is from, for diagnostics.
    /// - Throws: a `RenderError` of kind `badData` with everything that is wrong with the request.
    public init(text: [UInt8], file: URL) throws(RenderError) {
        try self.init(text: text, file: file.givenPath)
    }

    /// As the public initializer, for names that are no paths of files.
    package init(text: [UInt8], file: String) throws(RenderError) {
        let json: JSONDocument
        do {
            json = try JSONDocument(file: file, text: text)
        } catch {
            throw RenderError(.badData, [error])
        }
        let diagnostics = DiagnosticSink()
        guard var object = Field(json, diagnostics: diagnostics).object() else {
            throw RenderError(.badData, diagnostics.all)
        }
        center = object.optional("center", Coordinate.init)
        record = object.optional("record", Gazetteer.Place.init(record:))
        coordinate = object.optional("coordinate", Coordinate.init)
        keyword = object.optional("keyword") { $0.string() }
        selection = object.optional("select") { $0.number(in: 1...20).map { Int($0) } }
        coordinateSystem = object.optional("coordinateSystem") { $0.coordinateSystem() } ?? .wgs84
        object.optional("userLocation") { field -> Void? in
            guard var user = field.object() else { return nil }
            userLocation = user.required("coordinate", Coordinate.init)
            accuracy = user.optional("accuracy") { $0.number(in: 0...20_037_508) }
            user.finish()
            return ()
        }
        object.finish()
        if diagnostics.hasErrors { throw RenderError(.badData, diagnostics.all) }
    }
}

extension LocationRequest {
    /// The same request with all coordinates converted; those with a zero in them stay missing.
    func mapped(_ convert: (Coordinate) -> Coordinate) -> LocationRequest {
        var request = self
        request.center = center.map(convert)
        if let known = record?.knownCoordinate { request.record?.coordinate = convert(known) }
        request.coordinate = coordinate.map(convert)
        request.userLocation = userLocation.map(convert)
        return request
    }
}

extension LocationResolver.Located {
    /// The same result with all coordinates converted.
    func mapped(
        to system: CoordinateSystem, _ convert: (Coordinate) -> Coordinate
    ) -> LocationResolver.Located {
        var located = self
        located.coordinateSystem = system
        located.coordinate = convert(coordinate)
        located.place?.coordinate = convert(place?.coordinate ?? coordinate)
        located.nearby = nearby.map { neighbor in
            var neighbor = neighbor
            neighbor.place.coordinate = convert(neighbor.place.coordinate)
            return neighbor
        }
        return located
    }
}

extension Gazetteer.Place {
    /// In AMap's records a zero stands for a number that is missing.
    var knownCoordinate: Coordinate? { coordinate.latitude == 0 || coordinate.longitude == 0 ? nil : coordinate }

    /// A record has a coordinate, or a latitude and longitude, which may be texts, as AMap's are.
    fileprivate init?(record field: Field) {
        guard field.object() != nil else { return nil }
        func number(_ key: String, _ limit: Double) -> Double? {
            guard let node = field.node[key] else { return 0 }
            guard let number = node.number ?? node.string.flatMap(Double.init), abs(number) <= limit else {
                return field.member(key, node).expected("degrees from -\(formatted(limit)) to \(formatted(limit))")
            }
            return number
        }
        let known: Coordinate
        if let node = field.node["coordinate"], !node.isNull {
            guard let coordinate = Coordinate(field.member("coordinate", node)) else { return nil }
            known = coordinate
        } else {
            let (latitude, longitude) = (number("latitude", 90), number("longitude", 360))
            guard let latitude, let longitude else { return nil }
            known = Coordinate(latitude: latitude, longitude: longitude)
        }
        self.init(
            name: field.node["name"]?.string ?? "", address: Gazetteer.address(field.node), coordinate: known,
            properties: field.node)
    }
}

extension Field {
    /// The name of a datum.
    fileprivate func coordinateSystem() -> CoordinateSystem? {
        node.string.flatMap(CoordinateSystem.init) ?? expected(listing(CoordinateSystem.allCases.map(\.rawValue)))
    }
}
