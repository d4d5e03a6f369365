// SPDX-License-Identifier: MIT
import HTTPTypes
import Libc
import MapCore
import MapGeo
import MapGeometry
import MapProj
import Synchronization

/// A coordinate system that maps are offered in.
///
/// - SeeAlso: OGC 09-048r5, *Name Type Specification for definitions*.
package struct ServedSystem: Hashable, Sendable {
    /// As `EPSG:3035`.
    package let code: String
    /// For people.
    package let name: String
    /// Whether the first number is the one that goes up.
    package let isNorthFirst: Bool
    /// Whether its numbers are degrees of longitude and latitude.
    package let isGeographic: Bool
    /// Where it is meant to be used, in degrees.
    let area: PlaneBox
    /// The box around that place, in the plane.
    package let bounds: PlaneBox
    /// How much of the plane is drawn.
    let reach: PlaneBox

    /// Web Mercator.
    package static let mercator = ServedSystem(
        code: "EPSG:3857", name: "WGS 84 / Pseudo-Mercator", isNorthFirst: false, isGeographic: false,
        area: PlaneBox(.world), bounds: mercatorBounds, reach: mercatorBounds)
    /// Degrees of longitude and latitude.
    package static let crs84 = ServedSystem(
        code: "OGC:CRS84", name: "WGS 84 (CRS84)", isNorthFirst: false, isGeographic: true, area: degrees,
        bounds: degrees, reach: degrees)
    /// Degrees of latitude and longitude.
    package static let wgs84 = ServedSystem(
        code: "EPSG:4326", name: "WGS 84", isNorthFirst: true, isGeographic: true, area: degrees, bounds: degrees,
        reach: degrees)

    private static let degrees = PlaneBox(minX: -180, minY: -90, maxX: 180, maxY: 90)
    private static let mercatorBounds = PlaneBox(
        center: .zero, width: WebMercator.circumference, height: WebMercator.circumference)

    /// Where it is defined.
    package var address: String {
        let parts = code.split(separator: ":")
        let version = parts[0] == "OGC" ? "1.3" : "0"
        return "http://www.opengis.net/def/crs/\(parts[0])/\(version)/\(parts[1])"
    }

    /// The names of the axis to the right and of the axis that goes up, in lowercase.
    var axes: (x: Set<String>, y: Set<String>) {
        isGeographic
            ? (["lon", "long", "longitude"], ["lat", "latitude"])
            : (["e", "easting", "x"], ["n", "northing", "y"])
    }

    /// How far around the Earth goes in the plane; nil where the plane has edges.
    var turn: Double? { isGeographic ? 360 : self == .mercator ? WebMercator.circumference : nil }

    /// Four numbers in the order of this system.
    package func text(_ box: PlaneBox) -> String { numbers(box, isNorthFirst: isNorthFirst).joined(separator: ",") }

    /// The smaller numbers of a box, then the larger ones.
    func numbers(_ box: PlaneBox, isNorthFirst: Bool) -> [String] {
        let numbers =
            isNorthFirst ? [box.minY, box.minX, box.maxY, box.maxX] : [box.minX, box.minY, box.maxX, box.maxY]
        let digits = isGeographic ? 1e9 : 1e4
        return numbers.map { "\(($0 * digits).rounded() / digits)" }
    }
}

// Systems that PROJ knows.
extension ServedSystem {
    /// Along each side of a box.
    private static let parts = 24

    /// - Parameter code: as `EPSG:25832`.
    /// - Throws: when PROJ does not know it, or has no map in it whose right side is the east.
    init(code: String) throws(Diagnostic) {
        let system = try ReferenceSystem(code)
        var area = PlaneBox(system.areaOfUse ?? .world)
        if area.maxX < area.minX { area.maxX += 360 }
        // Where both numbers grow, they do so to the right and up.
        let middle = area.center
        var corner = [middle, middle + Point(0.01, 0), middle + Point(0, 0.01)]
        try system.fromLongitudeLatitude(&corner)
        let (east, north) = (corner[1] - corner[0], corner[2] - corner[0])
        guard east.x * north.y - east.y * north.x > 0 else {
            throw Diagnostic(
                code: .coordinatesUnknownSystem,
                expected: "a coordinate system whose numbers grow to the east and to the north", found: quoted(code))
        }
        let plane = CartographicProjection.plane(of: system)
        // Boxes that cross the antimeridian go around the Earth.
        var bounds = area.maxX > 180 ? PlaneBox(minX: -180, minY: area.minY, maxX: 180, maxY: area.maxY) : area
        if !system.isGeographic {
            var points = area.grid(Self.parts)
            try system.fromLongitudeLatitude(&points)
            bounds = PlaneBox(around: points) ?? PlaneBox(center: corner[0], width: 1, height: 1)
        }
        self.init(
            code: code, name: system.name, isNorthFirst: system.isNorthFirst, isGeographic: system.isGeographic,
            area: area, bounds: bounds,
            reach: system.isGeographic ? Self.degrees : Self.reach(bounds, of: plane))
    }

    /// The box, and around it what the projection is still good for.
    private static func reach(_ bounds: PlaneBox, of plane: CartographicProjection) -> PlaneBox {
        let side = max(bounds.width, bounds.height)
        for share in [0.5, 0.25, 0.1, 0.03] {
            let box = bounds.extended(by: share * side)
            if plane.isGood(at: box.grid(parts), tolerance: side * 1e-6) { return box }
        }
        return bounds
    }

    /// The projection onto the plane.
    var plane: CartographicProjection {
        get throws(RequestError) {
            do throws(Diagnostic) {
                if self == .mercator { return CartographicProjection.plane(of: .webMercator) }
                return try CartographicProjection.system(code) ?? CartographicProjection.plane(of: .webMercator)
            } catch {
                throw RequestError(.internalServerError, "\(code): \(error.message)")
            }
        }
    }
}

// Places in several systems.
extension ServedSystem {
    /// True where both have the same plane, whatever the order of their numbers.
    func hasPlane(of other: ServedSystem) -> Bool {
        code == other.code || [self, other].allSatisfy { $0 == .crs84 || $0 == .wgs84 }
    }

    private var isSimple: Bool { self == .mercator || self == .crs84 || self == .wgs84 }

    /// Positions of another system in this one, all with the number to the right first; not a number where there is none. What lies
    /// beyond the poles of Web Mercator comes onto its edge.
    func positions(_ points: [Point], from other: ServedSystem) throws(RequestError) -> [Point] {
        guard !hasPlane(of: other) else { return points }
        return try positions(ofDegrees: try other.degrees(points))
    }

    private func degrees(_ points: [Point]) throws(RequestError) -> [Point] {
        if self == .mercator { return points.map(WebMercator.degrees) }
        guard !isSimple else { return points }
        let plane = try plane
        return plane.places(at: points, tolerance: max(bounds.width, bounds.height) * 1e-6).map {
            Point($0.x + plane.centralMeridian, $0.y)
        }
    }

    private func positions(ofDegrees points: [Point]) throws(RequestError) -> [Point] {
        if self == .mercator {
            let most = WebMercator.maxLatitude
            return points.map { WebMercator.meters(ofDegrees: Point($0.x, max(-most, min(most, $0.y)))) }
        }
        guard !isSimple else { return points }
        let plane = try plane
        return plane.exact(
            points.map { Point(($0.x - plane.centralMeridian).remainder(dividingBy: 360), max(-90, min(90, $0.y))) })
    }

    /// The box around a box of another system, as far as this one reaches.
    ///
    /// - Throws: 404 where there is nothing of it.
    func box(_ box: PlaneBox, from other: ServedSystem) throws(RequestError) -> PlaneBox {
        guard !hasPlane(of: other) else { return box }
        let areSimple = isSimple && other.isSimple
        let corners = [Point(box.minX, box.minY), Point(box.maxX, box.maxY)]
        let points = areSimple ? corners : box.grid(Self.parts)
        guard var found = PlaneBox(around: try positions(points, from: other)) else { throw Self.nothing }
        if !areSimple { found = found.intersection(reach) }
        guard found.width > 0, found.height > 0 else { throw Self.nothing }
        return found
    }

    private static let nothing = RequestError.notFound("there is nothing so far away")
}

/// The coordinate systems that a server offers.
package final class ServedSystems: Sendable {
    /// Systems of continents, of countries and of the world, with which many data of public bodies come.
    package static let usual = [
        // The world, and around the poles.
        "EPSG:8857", "EPSG:6933", "ESRI:54009", "ESRI:54030", "EPSG:3995", "EPSG:3031", "EPSG:3413", "EPSG:32661",
        "EPSG:32761",
        // Europe.
        "EPSG:4258", "EPSG:3035", "EPSG:3034", "EPSG:25828", "EPSG:25829", "EPSG:25830", "EPSG:25831", "EPSG:25832",
        "EPSG:25833", "EPSG:25834", "EPSG:25835", "EPSG:27700", "EPSG:2157", "EPSG:2154", "EPSG:28992", "EPSG:3812",
        "EPSG:31370", "EPSG:2169", "EPSG:2056", "EPSG:31287", "EPSG:5514", "EPSG:2180", "EPSG:3006", "EPSG:3067",
        "EPSG:3301", "EPSG:3059", "EPSG:3346",
        // America, Australia, New Zealand, Japan.
        "EPSG:4269", "EPSG:5070", "EPSG:3338", "EPSG:3978", "EPSG:3979", "EPSG:3577", "EPSG:7844", "EPSG:2193",
        "EPSG:6691",
    ]
    /// Those that need nothing, and `usual`.
    package static let standard = ServedSystems()

    /// After those that are always there.
    private let codes: [String]
    /// Whether an operator chose them.
    private let areChosen: Bool
    private let sets = Mutex<[String: PlaneTileSet]>([:])
    /// Nil for what PROJ does not know on this machine.
    private let found = Mutex<[String: ServedSystem?]>([:])

    /// - Parameter codes: of systems that PROJ knows.
    package init(codes: [String] = usual) { (self.codes, areChosen) = (codes, false) }

    private init(chosen codes: [String]) { (self.codes, areChosen) = (codes, true) }

    /// As an operator says it: codes with commas between them, none for those alone that are always there.
    ///
    /// - Throws: when PROJ does not know one.
    package convenience init(_ list: [String]) throws(RequestError) {
        var codes: [String] = []
        for text in list {
            guard let code = Self.code(text) else {
                throw RequestError(
                    .internalServerError, "--crs: expected codes such as EPSG:3035, found \"\(text.prefix(40))\"")
            }
            if Self.always[code] == nil, !codes.contains(code) { codes.append(code) }
        }
        self.init(chosen: codes)
        for code in codes {
            do throws(Diagnostic) {
                let system = try ServedSystem(code: code)
                found.withLock { $0[code] = system }
            } catch {
                throw RequestError(.internalServerError, "--crs: \(error.message)", hint: error.hint)
            }
        }
    }

    private static let always = [
        ServedSystem.mercator.code: ServedSystem.mercator, ServedSystem.crs84.code: .crs84,
        ServedSystem.wgs84.code: .wgs84,
    ]

    /// All of them.
    package var all: [ServedSystem] { [.mercator, .crs84, .wgs84] + codes.compactMap(resolved) }

    /// Of tiles besides those of Web Mercator: in degrees, and in what an operator has chosen.
    var tileSets: [PlaneTileSet] {
        ([.crs84] + (areChosen ? codes.compactMap(resolved) : [])).compactMap { system in
            if let known = sets.withLock({ $0[system.code] }) { return known }
            guard let set = try? PlaneTileSet(system) else { return nil }
            return sets.withLock {
                $0[system.code] = $0[system.code] ?? set
                return $0[system.code]
            }
        }
    }

    /// The system of a code, a URN, an address, a CURIE or a safe CURIE; nil for one that is not offered.
    package func system(_ text: String) -> ServedSystem? {
        guard let code = Self.code(text) else { return nil }
        return Self.always[code] ?? (codes.contains(code) ? resolved(code) : nil)
    }

    private func resolved(_ code: String) -> ServedSystem? {
        if let known = found.withLock({ $0[code] }) { return known }
        let system = try? ServedSystem(code: code)
        found.withLock { $0[code] = .some(system) }
        return system
    }

    private static let aliases = [
        "CRS:84": "OGC:CRS84", "CRS84": "OGC:CRS84", "OGC:CRS84H": "OGC:CRS84", "EPSG:900913": "EPSG:3857",
        "EPSG:102100": "EPSG:3857", "EPSG:3785": "EPSG:3857", "ESRI:102100": "EPSG:3857", "ESRI:102113": "EPSG:3857",
    ]

    private static func code(_ text: String) -> String? {
        var name = text[...]
        if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
        let word = name.uppercased()
        if let code = aliases[word] { return code }
        guard let code = ReferenceSystem.code(name.lowercased())?.uppercased() else { return nil }
        return aliases[code] ?? code
    }
}
