// SPDX-License-Identifier: MIT
import MapCore
package import MapGeo

/// A GeoJSON geometry without its distinction between single and multiple ones. Altitudes are ignored.
///
/// - SeeAlso: RFC 7946, section 3.1.
package enum GeoJSONGeometry: Sendable {
    /// Point and MultiPoint.
    case points([Coordinate])
    /// LineString and MultiLineString.
    case lines([[Coordinate]])
    /// Polygon and MultiPolygon: the rings of each, the outer one first. Rings are as written, closed or not.
    case polygons([[[Coordinate]]])

    /// The largest absolute values, in degrees, that a reader takes for coordinates and not for mistakes.
    package struct Limits: Sendable {
        package var longitude: Double
        package var latitude: Double

        package init(longitude: Double, latitude: Double) {
            self.longitude = longitude
            self.latitude = latitude
        }
    }

    package static let types = [
        "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection",
    ]

    package var vertexCount: Int {
        switch self {
        case .points(let points): points.count
        case .lines(let lines): lines.reduce(0) { $0 + $1.count }
        case .polygons(let polygons): polygons.joined().reduce(0) { $0 + $1.count }
        }
    }

    /// Reads a geometry; a GeometryCollection gives those of its members.
    ///
    /// - Throws: the first problem; then nothing of the geometry can be trusted.
    static func read(_ node: JSONNode, _ limits: Limits) throws(GeoJSONError) -> [GeoJSONGeometry] {
        guard let typeNode = node["type"] else { throw GeoJSONError(node, expected: "a GeoJSON geometry") }
        guard let type = typeNode.string, types.contains(type) else {
            throw GeoJSONError(typeNode, expected: "a GeoJSON geometry's type").within("type")
        }
        // Collections may contain collections: the JSON scanner limits their depth.
        if type == "GeometryCollection" {
            guard let members = node["geometries"] else { return [] }
            return try GeoJSONError.inMember("geometries") { () throws(GeoJSONError) in
                try members.mapElements { member throws(GeoJSONError) in try read(member, limits) }.flatMap(\.self)
            }
        }
        return [
            try GeoJSONError.inMember("coordinates") { () throws(GeoJSONError) in
                try read(node["coordinates"] ?? node, type: type, limits)
            }
        ]
    }

    private static func read(
        _ node: JSONNode, type: String, _ limits: Limits
    ) throws(GeoJSONError) -> GeoJSONGeometry {
        switch type {
        case "Point": .points([try node.coordinate(limits)])
        case "MultiPoint": .points(try node.line(limits))
        case "LineString": .lines([try node.line(limits)])
        case "MultiLineString": .lines(try node.lines(limits))
        case "Polygon": .polygons([try node.lines(limits)])
        default: .polygons(try node.mapElements { polygon throws(GeoJSONError) in try polygon.lines(limits) })
        }
    }
}

extension JSONNode {
    fileprivate func mapElements<T>(
        _ transform: (JSONNode) throws(GeoJSONError) -> T
    ) throws(GeoJSONError) -> [T] {
        guard case .array(let elements) = value else { throw GeoJSONError(self, expected: "an array") }
        var result: [T] = []
        result.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            do throws(GeoJSONError) {
                result.append(try transform(element))
            } catch {
                throw error.within("[\(index)]")
            }
        }
        return result
    }

    fileprivate func lines(_ limits: GeoJSONGeometry.Limits) throws(GeoJSONError) -> [[Coordinate]] {
        try mapElements { line throws(GeoJSONError) in try line.line(limits) }
    }

    fileprivate func line(_ limits: GeoJSONGeometry.Limits) throws(GeoJSONError) -> [Coordinate] {
        if let positions,
            positions.allSatisfy({ abs($0.x) <= limits.longitude && abs($0.y) <= limits.latitude })
        {
            return positions.map { Coordinate(latitude: $0.y, longitude: $0.x) }
        }
        return try mapElements { position throws(GeoJSONError) in try position.coordinate(limits) }
    }

    fileprivate func coordinate(_ limits: GeoJSONGeometry.Limits) throws(GeoJSONError) -> Coordinate {
        guard case .array(let numbers) = value, numbers.count >= 2, case .number(let longitude) = numbers[0].value,
            case .number(let latitude) = numbers[1].value, abs(longitude) <= limits.longitude,
            abs(latitude) <= limits.latitude
        else { throw GeoJSONError(self, expected: "a position [longitude, latitude]") }
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}

/// The first problem of a feature. Its path is put together only when it is reported, since paths of all coordinates
/// would take longer than reading them.
struct GeoJSONError: Error {
    let node: JSONNode
    let expected: String
    /// The members and elements that lead to the node, innermost first.
    private var steps: [String] = []

    init(_ node: JSONNode, expected: String) {
        self.node = node
        self.expected = expected
    }

    func within(_ step: String) -> GeoJSONError {
        var outer = self
        outer.steps.append(step)
        return outer
    }

    static func inMember<T>(
        _ name: String, _ body: () throws(GeoJSONError) -> T
    ) throws(GeoJSONError) -> T {
        do throws(GeoJSONError) { return try body() } catch { throw error.within(name) }
    }

    /// The path below another one, such as `features[3].geometry.coordinates[0]`.
    func path(below root: String) -> String {
        steps.reversed().reduce(root) { $0.isEmpty || $1.hasPrefix("[") ? $0 + $1 : "\($0).\($1)" }
    }
}

extension GeoJSONError {
    /// Why a position is out of range, as far as its numbers tell.
    var cause: String? {
        guard let numbers = node.array?.compactMap(\.number), numbers.count >= 2 else { return nil }
        let (x, y) = (abs(numbers[0]), abs(numbers[1]))
        if x <= 90, y > 90, y <= 180 { return "[longitude, latitude]: are they swapped?" }
        guard x > 720 || y > 720 else { return nil }
        return
            "these look like projected coordinates, in meters: GeoJSON is in longitudes and latitudes; convert it with "
            + "ogr2ogr -t_srs EPSG:4326"
    }

    /// The type that a misspelt one may be meant to be.
    var misspelling: String? {
        node.string.flatMap { didYouMean($0, ["Feature", "FeatureCollection"] + GeoJSONGeometry.types) }
    }
}

/// The member "crs" of GeoJSON before RFC 7946, section 4.
struct GeoJSONReferenceSystem {
    let node: JSONNode
    /// Such as `urn:ogc:def:crs:EPSG::3857`.
    let name: String

    /// The member of documents in WGS 84.
    static let wgs84: JSONNode = ["type": "name", "properties": ["name": "urn:ogc:def:crs:OGC:1.3:CRS84"]]

    init?(_ root: JSONNode) {
        guard let node = root["crs"], let name = node["properties"]?["name"]?.string else { return nil }
        self.node = node
        self.name = name
    }

    /// True for WGS 84, and for datums in degrees that are within meters of it: ETRS89 and NAD83.
    var isGeographic: Bool {
        if name.uppercased().contains("CRS84") { return true }
        let code = name.split(separator: ":").last.map(String.init)
        return ["4326", "4979", "4258", "4269", "84"].contains(code)
    }
}

extension JSONNode {
    /// True for a document of GeoJSON that says itself that it is in WGS 84.
    package var declaresWGS84: Bool { GeoJSONReferenceSystem(self)?.isGeographic ?? false }
}

/// Building GeoJSON out of other formats.
extension JSONNode {
    static func object(_ members: [(String, JSONNode)]) -> JSONNode {
        var object = JSONObject()
        object.members = members.map { JSONObject.Member($0, $1) }
        return JSONNode(.object(object))
    }

    static func featureCollection(_ features: [JSONNode], isWGS84: Bool = false) -> JSONNode {
        [
            "type": "FeatureCollection", "crs": isWGS84 ? GeoJSONReferenceSystem.wgs84 : nil,
            "features": .list(features),
        ]
    }

    static func feature(_ geometry: JSONNode, id: JSONNode? = nil, properties: JSONNode) -> JSONNode {
        ["type": "Feature", "id": id, "properties": properties, "geometry": geometry]
    }

    static func geometry(_ type: String, _ coordinates: JSONNode) -> JSONNode {
        ["type": .text(type), "coordinates": coordinates]
    }

    static func geometryCollection(_ geometries: [JSONNode]) -> JSONNode {
        ["type": "GeometryCollection", "geometries": .list(geometries)]
    }

    /// A position of longitude and latitude.
    static func position(_ longitude: Double, _ latitude: Double) -> JSONNode {
        [.number(longitude), .number(latitude)]
    }

    /// A position out of two texts; what is no number becomes a text, so that the GeoJSON reader reports it.
    static func position(_ parts: some Collection<Substring>) -> JSONNode {
        .list(parts.map { part in Double(part).map(JSONNode.number) ?? .text(String(part)) })
    }
}

/// Spends what positions take before they are there: formats that share or repeat positions name far more of them than they have
/// bytes.
final class PositionMeter {
    private static let countAtOnce = 1024

    private let file: String
    private let bytes: Int
    /// Positions that are spent and not there yet.
    private var spent = 0
    private var isWithin = true

    /// - Parameters:
    ///   - file: how the message about the limit names the document.
    ///   - values: of JSON that a position takes: three with its numbers, one where it is that of another place.
    init(file: String, values: Int = 3) {
        self.file = file
        bytes = values * DocumentLimits.bytesPerValue
    }

    /// False past the limit of memory: the rest is to be left out, as the map ends in an error.
    func takes(_ count: Int = 1) -> Bool {
        guard count > spent else {
            spent -= count
            return isWithin
        }
        let added = count - spent + Self.countAtOnce
        spent = Self.countAtOnce
        isWithin = isWithin && RenderBudget.spend(added * bytes, .bytes, at: file) && !WorkContext.isCancelled
        return isWithin
    }
}
