// SPDX-License-Identifier: MIT
import Libc
import MapGeometry

/// A location on Earth, in degrees (WGS 84 unless stated otherwise).
public struct Coordinate: Hashable, Sendable {
    /// Degrees north of the equator, -90...90.
    public var latitude: Double
    /// Degrees east of Greenwich; outside of -180...180 where a line or box is unwrapped across the antimeridian.
    public var longitude: Double

    /// Creates a coordinate, with parameters in MapKit's order.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// Metres on a sphere, by the haversine formula; the radius is that of the Earth's mean (IUGG).
///
/// - SeeAlso: R. W. Sinnott, *Virtues of the Haversine*, Sky and Telescope 68, 1984.
package func metersBetween(_ a: Coordinate, _ b: Coordinate) -> Double {
    let radians = Double.pi / 180
    let (y, x) = (sine((b.latitude - a.latitude) / 2 * radians), sine((b.longitude - a.longitude) / 2 * radians))
    let h = y * y + cosine(a.latitude * radians) * cosine(b.latitude * radians) * x * x
    // The arc sine of the root of h.
    return 2 * 6_371_008.8 * angle(of: Point(max(0, 1 - h).squareRoot(), h.squareRoot()))
}

/// A box of longitudes and latitudes, in degrees. When it crosses the antimeridian, `east` is beyond 180.
public struct CoordinateBox: Hashable, Sendable {
    /// Western edge, -180...180.
    public var west: Double
    /// Southern edge.
    public var south: Double
    /// Eastern edge, never less than `west`.
    public var east: Double
    /// Northern edge.
    public var north: Double

    /// Creates a box.
    ///
    /// - Parameters:
    ///   - west: the western edge in degrees, -180...180.
    ///   - south: the southern edge in degrees.
    ///   - east: the eastern edge in degrees; less than `west` if the box crosses the antimeridian (RFC 7946, 5.2).
    ///   - north: the northern edge in degrees.
    public init(west: Double, south: Double, east: Double, north: Double) {
        self.west = west
        self.south = south
        self.east = east < west ? east + 360 : east
        self.north = north
    }

    /// The extent of Web Mercator.
    public static let world = CoordinateBox(
        west: -180, south: -WebMercator.maxLatitude, east: 180, north: WebMercator.maxLatitude)

    /// Returns whether two boxes share an area or an edge, regardless of the side of the antimeridian that each is
    /// unwrapped on.
    ///
    /// - Parameter other: another box.
    /// - Returns: true if the boxes overlap or touch.
    public func touches(_ other: CoordinateBox) -> Bool {
        guard south <= other.north, other.south <= north else { return false }
        return [-360.0, 0, 360].contains { west + $0 <= other.east && other.west <= east + $0 }
    }

    /// Whether a place lies in the box or on its edge, regardless of the side of the antimeridian that each is unwrapped on.
    package func contains(_ place: Coordinate) -> Bool {
        (south...north).contains(place.latitude)
            && [-360.0, 0, 360].contains { (west...east).contains(place.longitude + $0) }
    }

    /// The box around coordinates; nil for none.
    package init?(around coordinates: some Collection<Coordinate>) {
        guard let first = coordinates.first else { return nil }
        self.init(west: first.longitude, south: first.latitude, east: first.longitude, north: first.latitude)
        for coordinate in coordinates.dropFirst() {
            (west, east) = (min(west, coordinate.longitude), max(east, coordinate.longitude))
            (south, north) = (min(south, coordinate.latitude), max(north, coordinate.latitude))
        }
    }

    /// The box around boxes; nil for none.
    package init?(around boxes: some Sequence<CoordinateBox>) {
        self.init(around: boxes.flatMap(\.corners))
    }

    /// The narrowest box around boxes, across the antimeridian where they lie on both sides of it; nil for none.
    package init?(narrowestAround boxes: [CoordinateBox]) {
        guard let whole = CoordinateBox(around: boxes) else { return nil }
        self = whole
        let turned = boxes.map { box in
            let west = wrapLongitude(box.west)
            return (west: west, east: box.east + (west - box.west))
        }.sorted { $0.west < $1.west }
        // What is left free of a turn around the Earth; of differences by rounding, nothing.
        var gap = 360 - (east - west) + 1e-9
        var reach = (turned.map(\.east).max() ?? 0) - 360
        for box in turned {
            if box.west - reach > gap { (west, east, gap) = (box.west, reach + 360, box.west - reach) }
            reach = max(reach, box.east)
        }
        if gap < 0 { (west, east) = (-180, 180) }
    }

    /// The four corners, around the box from the south-west; east may be unwrapped.
    package var corners: [Coordinate] {
        [(south, west), (south, east), (north, east), (north, west)].map {
            Coordinate(latitude: $0.0, longitude: $0.1)
        }
    }

    /// The box between the converted corners.
    package func mapped(_ convert: (Coordinate) -> Coordinate) -> CoordinateBox {
        let southWest = convert(Coordinate(latitude: south, longitude: west))
        let northEast = convert(Coordinate(latitude: north, longitude: east))
        return CoordinateBox(
            west: southWest.longitude, south: southWest.latitude, east: northEast.longitude, north: northEast.latitude)
    }

    /// The middle in degrees; not the middle in Mercator projection.
    public var center: Coordinate {
        Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
    }
}

/// The height and width of a region in degrees, like MapKit's `MKCoordinateSpan`.
public struct CoordinateSpan: Hashable, Sendable {
    /// Degrees from the southern to the northern edge.
    public var latitudeDelta: Double
    /// Degrees from the western to the eastern edge.
    public var longitudeDelta: Double

    /// Creates a span.
    public init(latitudeDelta: Double, longitudeDelta: Double) {
        self.latitudeDelta = latitudeDelta
        self.longitudeDelta = longitudeDelta
    }

    /// Creates the span of distances on the ground around a coordinate.
    ///
    /// - Parameters:
    ///   - latitudinalMeters: from the southern to the northern edge.
    ///   - longitudinalMeters: from the western to the eastern edge, along the parallel of `center`; at most once
    ///     around the Earth.
    ///   - center: the coordinate; its latitude is clamped to ±85.0511°.
    public init(latitudinalMeters: Double, longitudinalMeters: Double, around center: Coordinate) {
        let metersPerDegree = WebMercator.circumference / 360
        let latitude = max(-WebMercator.maxLatitude, min(WebMercator.maxLatitude, center.latitude))
        self.init(
            latitudeDelta: min(180, latitudinalMeters / metersPerDegree),
            longitudeDelta: min(360, longitudinalMeters / (metersPerDegree * cos(latitude * .pi / 180))))
    }
}
