// SPDX-License-Identifier: MIT
import MapGeo
import MapGeometry

/// A coordinate system that OGC APIs name.
///
/// - SeeAlso: OGC 09-048r5, *Name Type Specification for definitions*; safe CURIEs: OGC 20-058, §7.
package enum OGCSystem: String, CaseIterable, Sendable {
    /// Web Mercator.
    case mercator = "EPSG:3857"
    /// Degrees of longitude and latitude.
    case crs84 = "OGC:CRS84"
    /// Degrees of latitude and longitude.
    case wgs84 = "EPSG:4326"

    /// Where it is defined.
    package var address: String {
        switch self {
        case .mercator: "http://www.opengis.net/def/crs/EPSG/0/3857"
        case .crs84: "http://www.opengis.net/def/crs/OGC/1.3/CRS84"
        case .wgs84: "http://www.opengis.net/def/crs/EPSG/0/4326"
        }
    }

    /// Reads an address, a URN, a CURIE or a safe CURIE; nil for another system.
    package init?(_ text: String) {
        var name = text[...]
        if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
        if let system = OGCSystem(rawValue: name.uppercased()) {
            self = system
            return
        }
        switch name.replacing("https://", with: "http://").lowercased() {
        case Self.mercator.address.lowercased(), "urn:ogc:def:crs:epsg::3857": self = .mercator
        case Self.wgs84.address.lowercased(), "urn:ogc:def:crs:epsg::4326": self = .wgs84
        case Self.crs84.address.lowercased(), "urn:ogc:def:crs:ogc:1.3:crs84", "urn:ogc:def:crs:ogc::crs84", "crs:84",
            "http://www.opengis.net/def/crs/ogc/0/crs84", "http://www.opengis.net/def/crs/ogc/1.3/crs84h":
            self = .crs84
        default: return nil
        }
    }

    var plane: PlanarMap.Plane { self == .mercator ? .mercator : .degrees }

    /// Whether the first number is the one that goes up.
    var isNorthFirst: Bool { self == .wgs84 }

    /// The names of the axis to the right and of the axis that goes up, in lowercase.
    var axes: (x: Set<String>, y: Set<String>) {
        self == .mercator
            ? (["e", "easting", "x"], ["n", "northing", "y"])
            : (["lon", "long", "longitude"], ["lat", "latitude"])
    }

    /// How far its numbers reach, to the right and up.
    var limits: (x: Double, y: Double) {
        let half = WebMercator.circumference / 2
        return self == .mercator ? (half, half) : (180, 90)
    }

    /// A position of another system in this one, both with the number to the right first. What lies beyond the poles of Web
    /// Mercator comes onto its edge.
    func position(_ point: Point, from other: OGCSystem) -> Point {
        guard plane != other.plane else { return point }
        let world = WebMercator.circumference
        guard plane == .mercator else {
            let unit = Point(point.x / world + 0.5, 0.5 - point.y / world)
            return Point(point.x / world * 360, WebMercator.unproject(Point(0.5, unit.y)).latitude)
        }
        let most = WebMercator.maxLatitude
        let unit = WebMercator.project(Coordinate(latitude: max(-most, min(most, point.y)), longitude: 0))
        return Point(point.x / 360 * world, (0.5 - unit.y) * world)
    }

    /// Four numbers in the order of this system.
    func text(_ box: PlaneBox) -> String {
        let numbers =
            isNorthFirst ? [box.minY, box.minX, box.maxY, box.maxX] : [box.minX, box.minY, box.maxX, box.maxY]
        let digits = self == .mercator ? 1e4 : 1e9
        return numbers.map { "\(($0 * digits).rounded() / digits)" }.joined(separator: ",")
    }
}

/// A box in the plane of a coordinate system, to the right and up. What crosses the antimeridian goes on beyond it.
struct PlaneBox: Hashable, Sendable {
    var minX, minY, maxX, maxY: Double

    var width: Double { maxX - minX }
    var height: Double { maxY - minY }
    var center: Point { Point((minX + maxX) / 2, (minY + maxY) / 2) }

    init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
        (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
    }

    init(center: Point, width: Double, height: Double) {
        self.init(
            minX: center.x - width / 2, minY: center.y - height / 2, maxX: center.x + width / 2,
            maxY: center.y + height / 2)
    }

    /// In degrees.
    init(_ box: CoordinateBox) {
        self.init(minX: box.west, minY: box.south, maxX: box.east, maxY: box.north)
    }

    func converted(from system: OGCSystem, to other: OGCSystem) -> PlaneBox {
        let (low, high) = (
            other.position(Point(minX, minY), from: system), other.position(Point(maxX, maxY), from: system)
        )
        return PlaneBox(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
    }
}
