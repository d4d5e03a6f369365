// SPDX-License-Identifier: MIT

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The height and width of a region in degrees, like MapKit's `MKCoordinateSpan`.
public struct CoordinateSpan: Hashable, Sendable {
    /// Degrees from the southern to the northern edge.
    public var latitudeDelta: Double
    /// Degrees from the western to the eastern edge.
    public var longitudeDelta: Double

    /// Creates a span.
    ///
    /// - Parameters:
    ///   - latitudeDelta: the extent from south to north, in degrees.
    ///   - longitudeDelta: the extent from west to east, in degrees.
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
