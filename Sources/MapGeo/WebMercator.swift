// SPDX-License-Identifier: MIT
package import MapPlane

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

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

    /// As `project(_:)`, beyond `maxLatitude` too: the poles are one and a half worlds from the equator.
    package static func projectToPole(_ c: Coordinate) -> Point {
        guard abs(c.latitude) > maxLatitude else { return project(c) }
        let tangent = tan(max(-90, min(90, c.latitude)) * .pi / 180)
        let y = abs(c.latitude) >= 90 ? (c.latitude > 0 ? -1.0 : 2) : 0.5 - asinh(tangent) / (2 * .pi)
        return Point(c.longitude / 360 + 0.5, max(-1, min(2, y)))
    }

    package static func unproject(_ p: Point) -> Coordinate {
        let latitude = atan(sinh((0.5 - p.y) * 2 * .pi)) * 180 / .pi
        return Coordinate(latitude: latitude, longitude: (p.x - 0.5) * 360)
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
