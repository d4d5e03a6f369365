// SPDX-License-Identifier: MIT
import Libc
package import MapGeometry

/// The path of a camera from one view to another that rises, flies and descends as it seems natural.
///
/// - SeeAlso: van Wijk and Nuij, *Smooth and efficient zooming and panning* (2003); MapLibre GL JS, `flyTo` with its curve of 1.42.
package struct CameraFlight: Sendable {
    private static let rho = 1.42
    private let from: (center: Point, zoom: Double)
    private let delta: Point
    private let endZoom: Double
    /// Distance in pixels of the first view's zoom.
    private let distance: Double
    private let width: Double
    private let r0: Double
    /// In units in which the camera seems to move evenly.
    private let length: Double

    /// - Parameters:
    ///   - from: the center in the unit square of Web Mercator, and MapLibre's zoom.
    ///   - to: the end.
    ///   - side: the longer side of the image, in points.
    package init(from: (center: Point, zoom: Double), to: (center: Point, zoom: Double), side: Double) {
        self.from = from
        endZoom = to.zoom
        var delta = to.center - from.center
        // The short way around the Earth.
        delta.x -= delta.x.rounded()
        self.delta = delta
        let distance = delta.length * 512 * exp2(from.zoom)
        (self.distance, width) = (distance, side)
        let endWidth = side / exp2(to.zoom - from.zoom)
        let rho2 = Self.rho * Self.rho
        func r(_ isEnd: Bool) -> Double {
            let w = isEnd ? endWidth : side
            let term = endWidth * endWidth - side * side + (isEnd ? -1 : 1) * rho2 * rho2 * distance * distance
            let b = term / (2 * w * rho2 * distance)
            return log((b * b + 1).squareRoot() - b)
        }
        let isFlight = distance >= 0.01
        let start = isFlight ? r(false) : .nan
        r0 = start
        length = isFlight ? (r(true) - start) / Self.rho : 0
    }

    /// Where the camera is after a share of the way.
    package func view(at share: Double) -> (center: Point, zoom: Double) {
        guard share > 0 else { return from }
        guard share < 1 else { return (from.center + delta, endZoom) }
        let s = share * length
        guard r0.isFinite, length.isFinite else {
            return (from.center + delta * share, from.zoom + (endZoom - from.zoom) * share)
        }
        let scale = cosh(r0 + Self.rho * s) / cosh(r0)
        let rho2 = Self.rho * Self.rho
        let u = width * ((cosh(r0) * tanh(r0 + Self.rho * s) - sinh(r0)) / rho2) / distance
        return (from.center + delta * u, from.zoom + log2(scale))
    }
}
