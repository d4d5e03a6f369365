// SPDX-License-Identifier: MIT
import Libc
package import MapGeometry

/// Spherical Mercator with the world as the unit square: (0, 0) is 180° W at the top, y grows southwards.
///
/// - SeeAlso: EPSG:3857; Snyder, *Map Projections: A Working Manual*, p. 41.
public enum WebMercator {
    /// The latitude at which the world is a square, in degrees.
    public static let maxLatitude = 85.051_128_779_806_59
    /// The radius of the sphere, in metres (the WGS 84 semi-major axis).
    public static let earthRadius = 6_378_137.0
    /// The equator's length, in metres.
    public static let circumference = 2 * Double.pi * earthRadius

    /// Latitudes beyond `maxLatitude` are clamped to it; longitudes are not wrapped.
    package static func project(_ c: Coordinate) -> Point {
        let latitude = max(-maxLatitude, min(maxLatitude, c.latitude))
        let s = sin(latitude * .pi / 180)
        return Point(c.longitude / 360 + 0.5, 0.5 - log((1 + s) / (1 - s)) / (4 * .pi))
    }

    /// As `project(_:)`, beyond `maxLatitude` too.
    ///
    /// - Parameters:
    ///   - c: the place.
    ///   - farthest: the distance of the poles from the equator, in worlds.
    /// - Returns: a point whose y may lie beyond the unit square.
    static func projectToPole(_ c: Coordinate, farthest: Double = 1.5) -> Point {
        guard abs(c.latitude) > maxLatitude else { return project(c) }
        let tangent = tan(max(-90, min(90, c.latitude)) * .pi / 180)
        let north = abs(c.latitude) >= 90 ? (c.latitude > 0 ? farthest : -farthest) : asinh(tangent) / (2 * .pi)
        return Point(c.longitude / 360 + 0.5, 0.5 - max(-farthest, min(farthest, north)))
    }

    package static func unproject(_ p: Point) -> Coordinate {
        let latitude = atan(sinh((0.5 - p.y) * 2 * .pi)) * 180 / .pi
        return Coordinate(latitude: latitude, longitude: (p.x - 0.5) * 360)
    }

    /// Degrees east and north of a point in metres (EPSG:3857), y to the north.
    package static func degrees(ofMeters p: Point) -> Point {
        Point(p.x / circumference * 360, atan(sinh(2 * .pi * p.y / circumference)) * 180 / .pi)
    }

    /// The way back, beyond `maxLatitude` too; not a number at the poles, which are infinitely far away.
    package static func meters(ofDegrees p: Point) -> Point {
        guard abs(p.y) < 90 else { return Point(.nan, .nan) }
        return Point(p.x / 360 * circumference, asinh(tan(p.y * .pi / 180)) / (2 * .pi) * circumference)
    }

    /// The ground distance that one point covers at a latitude, in metres.
    ///
    /// Web Mercator stretches with 1/cos φ, so a scale bar is right for one latitude only: pass the one it is drawn at.
    ///
    /// - Parameters:
    ///   - latitude: degrees north.
    ///   - zoom: MapLibre's: 0 shows the world on 512 points; fractions allowed.
    /// - Returns: metres; divide by the scale for pixels.
    public static func metersPerPoint(at latitude: Double, zoom: Double) -> Double {
        let latitude = max(-maxLatitude, min(maxLatitude, latitude))
        return cos(latitude * .pi / 180) * circumference / (512 * exp2(zoom))
    }
}

/// A rectangle of the projected world, in MapKit's map points: `MKMapRect`.
///
/// The world is 2²⁸ map points wide and high, from 180° W at the left and 85.0511° N at the top; y grows southwards. A
/// rectangle that crosses the antimeridian continues beyond the world at one side.
public struct MapRect: Hashable, Sendable {
    /// The left edge, in map points.
    public var x: Double
    /// The upper edge, in map points.
    public var y: Double
    /// In map points.
    public var width: Double
    /// In map points.
    public var height: Double

    /// Creates a rectangle, with parameters in the order of `MKMapRect(x:y:width:height:)`.
    public init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The width and height of the world in map points, as in `MKMapSize.world`.
    public static let worldSize = 268_435_456.0

    /// Creates the rectangle of a box in degrees.
    ///
    /// - Parameter box: latitudes beyond ±85.0511° are clamped.
    public init(_ box: CoordinateBox) {
        let northWest = WebMercator.project(Coordinate(latitude: box.north, longitude: box.west)) * Self.worldSize
        let southEast = WebMercator.project(Coordinate(latitude: box.south, longitude: box.east)) * Self.worldSize
        self.init(
            x: northWest.x, y: northWest.y, width: southEast.x - northWest.x, height: southEast.y - northWest.y)
    }

    /// The rectangle in degrees; `west` is within -180...180.
    public var box: CoordinateBox {
        let northWest = WebMercator.unproject(Point(x, y) * (1 / Self.worldSize))
        let southEast = WebMercator.unproject(Point(x + width, y + height) * (1 / Self.worldSize))
        let west = wrapLongitude(northWest.longitude)
        return CoordinateBox(
            west: west, south: southEast.latitude, east: west + southEast.longitude - northWest.longitude,
            north: northWest.latitude)
    }
}
