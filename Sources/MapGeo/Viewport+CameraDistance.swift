// SPDX-License-Identifier: MIT
import MapPlane

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The height of what MapKit's camera sees at a distance of 1: its vertical field of view is 30°.
private let visibleHeight = 2 * tan(15 * Double.pi / 180)

extension Viewport {
    /// How far MapKit's camera is from the center for this view, in metres: `MKMapCamera.centerCoordinateDistance`.
    ///
    /// MapKit's camera has a vertical field of view of 30°: from a distance *d* it sees 2 · *d* · tan 15° metres from the
    /// lower to the upper edge of the map, at the latitude of the center.
    public var centerCoordinateDistance: Double { metersPerPoint * size.height / visibleHeight }
}

extension ViewportFrame {
    /// The zoom at which a camera sees its center from a distance.
    ///
    /// - Parameters:
    ///   - distance: in metres, above 0; see `Viewport.centerCoordinateDistance`.
    ///   - latitude: of the center, in degrees north.
    /// - Returns: MapLibre's zoom.
    package func zoomLevel(distance: Double, latitude: Double) -> Double {
        log2(WebMercator.metersPerPoint(at: latitude, zoom: 0) * size.height / (distance * visibleHeight))
    }
}
