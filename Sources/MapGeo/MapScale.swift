// SPDX-License-Identifier: MIT
import Libc
import MapGeometry

/// The scale of a map on paper: what one metre on it stands for.
package enum MapScale {
    /// The scales that a camera can have: plans of a room, and the world on a stamp.
    package static let denominators: ClosedRange<Double> = 50...500_000_000
    /// A point is a CSS pixel (CSS Values 4, §6.2), in metres.
    package static let metersOfPoint = 0.0254 / 96

    /// The zoom at which one metre along a parallel stands for so many on WGS 84.
    ///
    /// - Parameters:
    ///   - denominator: as 25000 of 1:25 000.
    ///   - latitude: in degrees north.
    /// - Returns: MapLibre's zoom.
    package static func zoom(_ denominator: Double, at latitude: Double) -> Double {
        let radius = Ellipsoid.radii(at: latitude).prime * cosine(latitude * .pi / 180)
        return log2(2 * .pi * radius / (512 * denominator * metersOfPoint))
    }
}

extension Viewport {
    /// The denominator of the map's scale at its center, as 25000 of 1:25 000, where a point is 1/96 inch.
    public var mapScale: Double { metersPerPoint / MapScale.metersOfPoint }
}

extension ViewportFrame {
    /// The view from straight above whose scale is that at its center, in all directions.
    ///
    /// Web Mercator shows the ellipsoid as if it were a sphere, so that a metre to the north is longer than one to the east, by
    /// 0.67 % at the equator. The map is compressed from north to south by that.
    ///
    /// - Parameters:
    ///   - center: in the middle of the content.
    ///   - denominator: as 25000 of 1:25 000.
    /// - Returns: the view.
    package func viewportTrueToScale(center: Coordinate, _ denominator: Double) -> Viewport {
        if projection.cartographic != nil {
            let zoom = CartographicProjection.zoom(
                metersPerPoint: denominator * MapScale.metersOfPoint, at: center.latitude)
            return Viewport(
                size: size, scale: scale, center: center, zoom: zoom, bearing: bearing, focus: content.center,
                projection: projection, isTrueToScale: true)
        }
        let latitude = max(-WebMercator.maxLatitude, min(WebMercator.maxLatitude, center.latitude))
        return Viewport(
            size: size, scale: scale, center: center, zoom: MapScale.zoom(denominator, at: latitude), bearing: bearing,
            focus: content.center, projection: .mercator, isTrueToScale: true)
    }
}
