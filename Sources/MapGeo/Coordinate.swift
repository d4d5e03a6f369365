// SPDX-License-Identifier: MIT

/// A place on Earth, in degrees (WGS 84 unless something says otherwise).
public struct Coordinate: Hashable, Sendable {
    /// Degrees north, -90...90.
    public var latitude: Double
    /// Degrees east; may leave -180...180 where a line or box is unrolled across the antimeridian.
    public var longitude: Double

    /// Makes a coordinate, in MapKit's order.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
