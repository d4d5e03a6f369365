// SPDX-License-Identifier: MIT
import Libc
package import MapCore
package import MapGeo
package import MapGeometry
import Synchronization

/// A coordinate reference system: what the numbers of a file or of a grid on paper mean on the Earth.
///
/// WGS 84, Web Mercator and, where nothing but coordinates is asked for, zones of UTM are calculated here. All others are PROJ's, which is loaded for the first of them: grids of its own
/// database are used where they are installed, and nothing else is read. Several threads may use one value.
///
/// - SeeAlso: EPSG, OGC 18-010 (well-known text), <https://proj.org>.
package final class ReferenceSystem: Sendable {
    /// As PROJ takes it: `EPSG:25832`, well-known text, or a PROJ string.
    package let definition: String
    /// Such as `ETRS89 / UTM zone 32N`.
    package let name: String
    /// True for longitudes and latitudes in degrees; coordinates of others are lengths, in the unit of the system.
    package let isGeographic: Bool
    /// True where the definition has the northing, or the latitude, as its first number.
    package let isNorthFirst: Bool
    /// Where the system is meant to be used; nil where that is not known.
    package let areaOfUse: CoordinateBox?
    private let kind: Kind

    /// The system as a PROJ string; nil where it has none.
    let projString: String?
    /// The system as well-known text; empty where it has none, and for those that are calculated here.
    let wellKnownText: String

    /// True for Web Mercator, by whatever name.
    var isWebMercator: Bool { if case .webMercator = kind { true } else { false } }

    private enum Kind {
        case longitudeLatitude
        case webMercator
        case utm(TransverseMercator)
        case proj(Pool)
    }

    /// Transformations that no thread uses at the moment.
    private final class Pool: Sendable {
        let idle: Mutex<[ProjTransformation]>

        init(_ first: ProjTransformation) { idle = Mutex([first]) }
    }

    /// Longitude and latitude in degrees, in this order.
    package static let wgs84 = ReferenceSystem(.longitudeLatitude, "EPSG:4326", "WGS 84")
    /// Web Mercator, in metres.
    package static let webMercator = ReferenceSystem(.webMercator, "EPSG:3857", "WGS 84 / Pseudo-Mercator")

    private init(_ kind: Kind, _ definition: String, _ name: String) {
        (self.kind, self.definition, self.name) = (kind, definition, name)
        (isGeographic, areaOfUse, projString, wellKnownText) = (definition == "EPSG:4326", .world, nil, "")
        isNorthFirst = isGeographic
    }

    /// Finds a system.
    ///
    /// - Parameter text: `EPSG:25832` or its URN or address, well-known text as in `.prj` files, or a PROJ string such as
    ///   `+proj=utm +zone=32 +datum=WGS84`. It may be a stranger's: definitions that name files are refused.
    /// - Throws: when the system is unknown or is neither projected nor geographic, or PROJ is not installed.
    package init(_ text: String) throws(Diagnostic) {
        let definition = try Self.checked(text)
        self.definition = definition
        switch definition {
        case "EPSG:4326", "OGC:CRS84", "EPSG:4979":
            (kind, name, isGeographic, areaOfUse) = (.longitudeLatitude, Self.wgs84.name, true, .world)
            (projString, wellKnownText, isNorthFirst) = (nil, "", definition != "OGC:CRS84")
        case "EPSG:3857", "EPSG:900913", "EPSG:3785", "ESRI:102100", "ESRI:102113":
            (kind, name, isGeographic, areaOfUse) = (.webMercator, Self.webMercator.name, false, .world)
            (projString, wellKnownText, isNorthFirst) = (nil, "", false)
        default:
            let transformation = try ProjTransformation(definition)
            (name, isGeographic) = (transformation.name, transformation.isGeographic)
            areaOfUse = transformation.area.map { CoordinateBox(west: $0.0, south: $0.1, east: $0.2, north: $0.3) }
            (projString, wellKnownText) = (transformation.projString, transformation.wellKnownText)
            isNorthFirst = transformation.isNorthFirst
            kind = .proj(Pool(transformation))
        }
    }

    /// A system by which coordinates are transformed, and of which nothing else is asked: for zones of UTM, on WGS 84 and on ETRS89, PROJ
    /// and its database are not loaded. The two are taken for the same, as PROJ does; their ellipsoids differ by a tenth of a millimetre.
    ///
    /// - Parameter text: as for `init`.
    /// - Returns: the system.
    /// - Throws: as `init`.
    package static func ofCoordinates(_ text: String) throws(Diagnostic) -> ReferenceSystem {
        guard let code = code(text), code.hasPrefix("EPSG:"), let number = Int(code.dropFirst(5)) else {
            return try ReferenceSystem(text)
        }
        let zone: Int
        switch number {
        case 32601...32660, 32701...32760: zone = number % 100
        // In zone 38 PROJ takes another transformation in a part.
        case 25828...25837: zone = number - 25800
        default: return try ReferenceSystem(text)
        }
        let isSouth = (32701...32760).contains(number)
        let grid = TransverseMercator(
            meridian: Double(6 * zone - 183), falseNorthing: isSouth ? 10_000_000 : 0)
        return ReferenceSystem(.utm(grid), code, "UTM zone \(zone)\(isSouth ? "S" : "N")")
    }

    /// Transforms coordinates of this system, east and north, into longitudes and latitudes of WGS 84 in degrees.
    ///
    /// - Parameter points: x is longitude and y latitude where the system is geographic, whatever order its definition says.
    ///   What cannot be transformed becomes not a number.
    /// - Throws: when PROJ gets no memory.
    package func toLongitudeLatitude(_ points: inout [Point]) throws(Diagnostic) {
        try transform(&points, forward: true)
    }

    /// The inverse of `toLongitudeLatitude`.
    package func fromLongitudeLatitude(_ points: inout [Point]) throws(Diagnostic) {
        try transform(&points, forward: false)
    }

    private func transform(_ points: inout [Point], forward: Bool) throws(Diagnostic) {
        switch kind {
        case .longitudeLatitude: break
        case .webMercator:
            for index in points.indices {
                points[index] =
                    forward
                    ? WebMercator.degrees(ofMeters: points[index]) : WebMercator.meters(ofDegrees: points[index])
            }
        case .utm(let grid):
            for index in points.indices {
                let p = points[index]
                if forward {
                    let place = grid.unproject(p)
                    points[index] = Point(place.longitude, place.latitude)
                } else {
                    // Far from its meridian a zone has no places, as in PROJ.
                    let isNear = abs(p.y) <= 90 && abs(wrapLongitude(p.x - grid.meridian)) < Self.widestZone
                    let place = Coordinate(latitude: p.y, longitude: p.x)
                    points[index] = isNear ? grid.project(place) : Point(.nan, .nan)
                }
            }
        case .proj(let pool):
            let idle = pool.idle.withLock { $0.popLast() }
            let taken = if let idle { idle } else { try ProjTransformation(definition) }
            taken.transform(&points, forward: forward)
            pool.idle.withLock { if $0.count < Self.maxIdle { $0.append(taken) } }
        }
    }

    /// Degrees from the meridian.
    private static let widestZone = 80.0
    /// As many as threads of one map, or so.
    private static let maxIdle = 16
}

extension ReferenceSystem: Hashable {
    package static func == (a: ReferenceSystem, b: ReferenceSystem) -> Bool { a.definition == b.definition }

    package func hash(into hasher: inout Hasher) { hasher.combine(definition) }
}

// What a definition may say.
extension ReferenceSystem {
    /// Longer than any definition of the world's authorities.
    private static let maxBytes = 64 << 10
    private static let authorities = ["EPSG", "ESRI", "OGC", "IGNF", "IAU_2015"]

    /// The definition in the form that is given to PROJ.
    private static func checked(_ text: String) throws(Diagnostic) -> String {
        let text = trimmed(text)
        guard text.utf8.count <= maxBytes, !text.utf8.contains(0) else {
            throw refused("at most \(maxBytes) bytes of text", "")
        }
        if let code = authorityCode(text) { return code }
        let isKeywords = text.first == "+" || text.hasPrefix("proj=")
        let isWellKnownText = text.first?.isLetter == true && text.contains { $0 == "[" || $0 == "(" }
        guard isKeywords || isWellKnownText else {
            throw refused("EPSG:… with a number, well-known text or a PROJ string", text)
        }
        let lowercase = text.lowercased()
        for word in ["pipeline", "init=", "file=", "parameterfile", "+step"] where lowercase.contains(word) {
            throw refused("a coordinate system without steps and files", text)
        }
        // Web Mercator is often written with "+nadgrids=@null".
        for rest in lowercase.split(separator: "grids=", omittingEmptySubsequences: false).dropFirst()
        where !rest.hasPrefix("@null") || rest.hasPrefix("@null,") {
            throw refused("a coordinate system without steps and files", text)
        }
        return isKeywords && !lowercase.contains("type=crs") ? text + " +type=crs" : text
    }

    /// The code of a system by its code, its URN or its address; nil for texts of other kinds.
    package static func code(_ text: String) -> String? { authorityCode(trimmed(text)) }

    /// `EPSG:25832` for that, `urn:ogc:def:crs:EPSG::25832` and `http://www.opengis.net/def/crs/EPSG/0/25832`.
    private static func authorityCode(_ text: String) -> String? {
        var parts = text.split(separator: ":", omittingEmptySubsequences: false)
        if text.lowercased().hasPrefix("urn:ogc:def:crs:"), parts.count == 7 {
            parts = [parts[4], parts[6]]
        } else if let range = text.firstRange(of: "://www.opengis.net/def/crs/") {
            parts = text[range.upperBound...].split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 3 else { return nil }
            parts.remove(at: 1)
        }
        guard parts.count == 2, authorities.contains(parts[0].uppercased()), !parts[1].isEmpty,
            parts[1].utf8.count <= 32,
            parts[1].utf8.allSatisfy({
                UnicodeScalar($0).properties.isAlphabetic && $0 < 128 || (48...57).contains($0)
                    || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
            })
        else { return nil }
        return "\(parts[0].uppercased()):\(parts[1])"
    }

    private static func refused(_ expected: String, _ text: String) -> Diagnostic {
        Diagnostic(code: .coordinatesUnknownSystem, expected: expected, found: shown(text))
    }

    /// The beginning of a definition, for messages.
    static func shown(_ text: String) -> String {
        quoted(text.count > 80 ? text.prefix(80) + "…" : text)
    }
}
