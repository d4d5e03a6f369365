// SPDX-License-Identifier: MIT

/// A location on Earth, in degrees (WGS 84 unless stated otherwise).
public struct Coordinate: Hashable, Sendable {
    /// Degrees north, -90...90.
    public var latitude: Double
    /// Degrees east; outside of -180...180 where a line or box is unwrapped across the antimeridian.
    public var longitude: Double

    /// Creates a coordinate, with parameters in MapKit's order.
    ///
    /// - Parameters:
    ///   - latitude: degrees north of the equator, -90...90.
    ///   - longitude: degrees east of Greenwich; beyond ±180 for lines that continue across the antimeridian.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
