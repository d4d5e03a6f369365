// SPDX-License-Identifier: MIT
package import MapCore
package import MapGeo
import MapGeometry
import MapProj

/// What is read of a file of features, and how.
package struct FeatureQuery: Hashable, Sendable {
    /// The names of the parts to read; empty for all.
    package var layers: [String]
    /// Only features near this box are needed, in degrees; nil for all.
    package var box: CoordinateBox?
    /// How the columns and bytes of the file are meant where it does not say so itself.
    package var reading: FeatureReading
    /// The most bytes of geometries and texts.
    package var limit: Int

    package init(
        layers: [String] = [], box: CoordinateBox? = nil, reading: FeatureReading = FeatureReading(), limit: Int
    ) {
        (self.layers, self.box, self.reading, self.limit) = (layers, box, reading, limit)
    }
}

/// How the columns and bytes of a file of features are meant where it does not say so itself.
package struct FeatureReading: Hashable, Sendable {
    /// The coordinate reference system, such as `EPSG:25832`, in place of the file's own.
    package var crs: String?
    /// The encoding of texts, such as `windows-1252`, in place of the file's own.
    package var encoding: String?
    /// The character between the columns of a text.
    package var delimiter: String?
    /// The column of longitudes, or of values to the east.
    package var longitude: String?
    /// The column of latitudes, or of values to the north.
    package var latitude: String?
    /// The column of geometries, as well-known text, well-known binary in hexadecimal digits, or GeoJSON.
    package var geometry: String?

    /// Creates the value for files that say all themselves, or are guessed.
    package init() {}
}

/// Why a geometry cannot be read.
enum GeometryError: Error, Hashable {
    /// The bytes are not a geometry, or end early.
    case damaged
    /// A kind of geometry that GeoJSON does not have.
    case unsupported(String)
    /// More than the limit of memory.
    case tooLarge
}

/// Collects the features of a file as GeoJSON, and what is wrong with the others.
package struct FeatureCollector {
    /// The words for a part of the format: "feature", "record" or "row".
    private let unit: String
    private let file: String
    let meter: PositionMeter
    /// The bytes that may still be read.
    private var budget: Int
    /// The system of the coordinates.
    private(set) var system = ReferenceSystem.wgs84
    /// True where the file or the caller names the system, which leads to WGS 84.
    private var isDeclared = false
    package private(set) var features: [JSONNode] = []
    /// What is left out, in words.
    package private(set) var omissions: [String] = []
    /// What was guessed, in words.
    package private(set) var notes: [String] = []
    /// Those that were left out, by the reason, in the order of the first.
    private var failures: [(reason: String, first: String, count: Int)] = []

    init(file: String, unit: String, limit: Int) {
        (self.file, self.unit, budget) = (file, unit, limit)
        meter = PositionMeter(file: file)
    }

    /// A FeatureCollection of the features of several, whose `crs` is WGS 84 where a system was named.
    package static func collection(of parts: [FeatureCollector]) -> JSONNode {
        .featureCollection(
            parts.count == 1 ? parts[0].features : parts.flatMap(\.features),
            isWGS84: parts.contains(where: \.isDeclared))
    }

    /// Takes the reference system of the file's coordinates: that which the caller or the file names; WGS 84, which is noted, where
    /// neither does and the coordinates can be degrees.
    ///
    /// - Parameters:
    ///   - named: the system that is named.
    ///   - box: of the coordinates.
    ///   - silence: what is wrong with a file without a system, such as "no .prj file says the coordinate system".
    ///   - coordinates: what messages call them.
    /// - Throws: when the system is not known, or has to be named.
    mutating func takeSystem(
        _ named: String?, box: Rect?, silence: String, coordinates: String
    ) throws(Diagnostic) {
        if let named { return try declare(named) }
        if let box, max(abs(box.minX), abs(box.maxX)) > 720 || max(abs(box.minY), abs(box.maxY)) > 90 {
            throw Diagnostic(
                code: .dataInvalid, file: file, "\(silence), and \(coordinates) are no longitudes and latitudes",
                hint: "name it with \"crs\", such as \"crs\": \"EPSG:25832\"")
        }
        note("\(silence): longitudes and latitudes of WGS 84 are assumed")
    }

    /// Takes a system that the caller or the file names; throws when it is not known.
    mutating func declare(_ definition: String) throws(Diagnostic) {
        isDeclared = true
        do throws(Diagnostic) { system = try ReferenceSystem(definition) } catch { throw error.of(file) }
    }

    mutating func note(_ text: String) { notes.append(text) }

    mutating func omit(_ text: String) { omissions.append(text) }

    /// - Throws: past the limit of the file, or of the map.
    mutating func spend(_ bytes: Int) throws(Diagnostic) {
        budget -= bytes
        guard budget >= 0 else { throw Self.tooMuch(file) }
    }

    static func tooMuch(_ file: String) -> Diagnostic {
        Diagnostic(
            code: .dataInvalid, file: file, "the file holds too much data",
            hint: "a camera that shows less of it helps for FlatGeobuf and Shapefile")
    }

    /// What a feature costs beside its bytes.
    static let featureCost = 64

    /// Adds a feature, whose positions are in the system of the file.
    mutating func add(_ geometry: JSONNode, id: JSONNode?, properties: JSONNode) throws(Diagnostic) {
        try spend(Self.featureCost)
        features.append(.feature(try system.unprojected(geometry), id: id, properties: properties))
        if features.count & 1023 == 0, WorkContext.isCancelled {
            throw Diagnostic(code: .dataInvalid, file: file, "reading the file takes too long")
        }
    }

    /// Notes a feature that cannot be read, by its number or place as people count them.
    mutating func leaveOut(_ id: String, _ reason: String) {
        if let index = failures.firstIndex(where: { $0.reason == reason }) {
            failures[index].count += 1
        } else if failures.count < Self.maxReasons {
            failures.append((reason, id, 1))
        }
    }

    private static let maxReasons = 20

    mutating func leaveOut(_ id: String, _ error: GeometryError) throws(Diagnostic) {
        switch error {
        case .damaged: leaveOut(id, "has a damaged geometry")
        case .unsupported(let kind): leaveOut(id, "has a geometry of a type that is not read, \(kind)")
        case .tooLarge:
            throw Diagnostic(
                code: LimitCode.bytes.code, file: file, "the file has more positions than the limit of memory allows")
        }
    }

    /// Ends the reading: features that were left out are said.
    mutating func finish() {
        for failure in failures {
            let others = failure.count - 1
            let rest = others == 0 ? "" : ", and \(others == 1 ? "another one" : "\(others) others")"
            omissions.append("\(unit) \(failure.first) \(failure.reason)\(rest)")
        }
        failures = []
    }

    /// Spends the memory of positions before they are there.
    func takes(positions: Int) throws(GeometryError) {
        guard meter.takes(positions) else { throw .tooLarge }
    }
}

extension ReferenceSystem {
    /// A geometry of GeoJSON whose positions are in this system, in longitudes and latitudes. What cannot be transformed is left as it is.
    func unprojected(_ geometry: JSONNode) throws(Diagnostic) -> JSONNode {
        guard self != .wgs84 else { return geometry }
        var points: [Point] = []
        geometry.forEachPosition { points.append($0) }
        try toLongitudeLatitude(&points)
        var next = 0
        return geometry.mappingPositions { position in
            defer { next += 1 }
            let point = points[next]
            return point.x.isFinite && point.y.isFinite ? .position(point.x, point.y) : position
        }
    }
}

extension JSONNode {
    /// The numbers of a position, an array that begins with two numbers.
    private var point: Point? {
        guard positions == nil, case .array(let parts) = value, parts.count >= 2, let x = parts[0].number,
            let y = parts[1].number
        else {
            return nil
        }
        return Point(x, y)
    }

    /// True for a geometry without a position.
    var isEmptyGeometry: Bool {
        if let positions { return positions.isEmpty }
        return switch value {
        case .array(let elements): elements.allSatisfy(\.isEmptyGeometry)
        case .object: (self["coordinates"] ?? self["geometries"])?.isEmptyGeometry ?? false
        default: false
        }
    }

    /// Calls `body` for each position of a geometry, in order.
    fileprivate func forEachPosition(_ body: (Point) -> Void) {
        if let point { return body(point) }
        if let positions { return positions.forEach { body(Point($0.x, $0.y)) } }
        switch value {
        case .array(let elements): for element in elements { element.forEachPosition(body) }
        case .object(let object):
            for member in object.members where Self.holdsPositions(member.key) { member.node.forEachPosition(body) }
        default: break
        }
    }

    /// The geometry with each position replaced, in the order of `forEachPosition`.
    fileprivate func mappingPositions(_ transform: (JSONNode) -> JSONNode) -> JSONNode {
        if point != nil { return transform(self) }
        switch value {
        case .array(let elements): return .list(elements.map { $0.mappingPositions(transform) })
        case .object(let object):
            var mapped = object
            mapped.members = object.members.map { member in
                guard Self.holdsPositions(member.key) else { return member }
                return JSONObject.Member(member.key, member.node.mappingPositions(transform))
            }
            return JSONNode(.object(mapped))
        default: return self
        }
    }

    private static func holdsPositions(_ key: String) -> Bool { key == "coordinates" || key == "geometries" }
}

extension Rect {
    /// True when two boxes share an area, an edge or a corner; a point is a box without an area.
    func reaches(_ other: Rect) -> Bool {
        minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
    }
}

extension ReferenceSystem {
    /// Where a box lies in this system; nil when that cannot be told, and all of a file is to be read.
    ///
    /// - Parameter box: in degrees.
    /// - Returns: a rectangle, or two on the sides of the antimeridian.
    func rectangles(around box: CoordinateBox) -> [Rect]? {
        let west = wrapLongitude(box.west)
        let east = west + (box.east - box.west)
        guard box.east - box.west < 360 else { return nil }
        let halves: [(west: Double, east: Double)] = east <= 180 ? [(west, east)] : [(west, 180), (-180, east - 360)]
        var rectangles: [Rect] = []
        for (west, east) in halves {
            var points: [Point] = []
            for i in 0...Self.steps {
                let (x, y) = (
                    west + (east - west) * Double(i) / Double(Self.steps),
                    box.south + (box.north - box.south) * Double(i) / Double(Self.steps)
                )
                points += [Point(x, box.south), Point(x, box.north), Point(west, y), Point(east, y)]
            }
            do { try fromLongitudeLatitude(&points) } catch { return nil }
            guard points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
            let rect = Rect(around: points)
            // Edges between the points may bulge.
            rectangles.append(isGeographic ? rect : rect.inset(by: -0.02 * max(rect.width, rect.height)))
        }
        return rectangles
    }

    private static let steps = 16
}

/// A file of data, and what of it is read and how, in one text: `walks.gpkg|layer:paths|layer:huts`, or
/// `stations.csv|longitude:x|latitude:y|crs:EPSG:2056`.
package struct DataReference: Hashable, Sendable {
    /// A file, - for standard input, or the data themselves.
    package var data: String
    /// Empty for all.
    package var layers: [String] = []
    package var reading = FeatureReading()
    /// Where heights come from, as overlays have it; nil for the data.
    package var elevation: String?

    package init(data: String) { self.data = data }

    /// The words behind a file.
    private static var words: [(word: String, value: WritableKeyPath<FeatureReading, String?>)] {
        [
            ("crs", \.crs), ("encoding", \.encoding), ("delimiter", \.delimiter), ("longitude", \.longitude),
            ("latitude", \.latitude), ("geometry", \.geometry),
        ]
    }

    /// - Parameter text: what begins with `{` has nothing behind it. So has a file that exists under exactly this name, which the caller
    ///   asks for.
    package init(_ text: String) {
        data = text
        guard text.first(where: { !$0.isWhitespace }) != "{" else { return }
        let marks = ["layer", "elevation"] + Self.words.map(\.word)
        let starts = text.indices.filter { index in
            text[index] == "|" && marks.contains { text[text.index(after: index)...].hasPrefix($0 + ":") }
        }
        guard let first = starts.first else { return }
        data = String(text[..<first])
        for (start, end) in zip(starts, starts.dropFirst() + [text.endIndex]) {
            let part = text[text.index(after: start)..<end]
            let value = String(part.drop { $0 != ":" }.dropFirst())
            if part.hasPrefix("layer:") {
                layers.append(value)
            } else if part.hasPrefix("elevation:") {
                elevation = value
            } else if let word = Self.words.first(where: { part.hasPrefix($0.word + ":") }) {
                reading[keyPath: word.value] = value
            }
        }
    }

    /// The words behind the file that are no layers, with their values.
    package var named: [(word: String, value: String)] {
        Self.words.compactMap { word in reading[keyPath: word.value].map { (word.word, $0) } }
            + (elevation.map { [("elevation", $0)] } ?? [])
    }
}
