// SPDX-License-Identifier: MIT

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
