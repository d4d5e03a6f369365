// SPDX-License-Identifier: MIT
import Libc
import MapGeometry

extension Viewport {
    /// The region that a camera with the same insets, bearing and tilt shows from here, as MapKit's `region`: framed again, it
    /// leads to the same view.
    ///
    /// Its center is in the middle of `content`. A turned or tilted camera sees more than that; see `bounds` and `footprint`. It
    /// ends at the ends of the world, where it may lead to a view that is a little farther away.
    package var region: (center: Coordinate, span: CoordinateSpan) {
        let center = coordinate(at: content.center)
        let frame = ViewportFrame(
            size: size, scale: scale, bearing: bearing, content: content, tilt: tilt, projection: projection)
        let flat = frame.flatSpan(around: center, zoom: zoom)
        return (center, perspective == nil ? flat : frame.tiltedSpan(flat, around: center, zoom: zoom))
    }
}

extension ViewportFrame {
    /// The span that fills the content rectangle of a map seen from straight above, in the proportion of the box around what is
    /// seen.
    fileprivate func flatSpan(around center: Coordinate, zoom: Double) -> CoordinateSpan {
        let world = worldSize(atZoom: zoom)
        let seen = turn.apply(Rect(x: 0, y: 0, width: content.width, height: content.height))
        let turned = turn.apply(Rect(x: 0, y: 0, width: seen.width, height: seen.height))
        let scale = min(content.width / turned.width, content.height / turned.height) / world
        let (c, half) = (WebMercator.project(center), seen.height * scale / 2)
        // A degree is longest on the map at the end that is farther from the equator.
        let ends = [-half, half].map { WebMercator.unproject(c + Point(0, $0)).latitude }
        let latitude = max(-WebMercator.maxLatitude, min(WebMercator.maxLatitude, center.latitude))
        return CoordinateSpan(
            latitudeDelta: min(180, 2 * min(ends[0] - latitude, latitude - ends[1])),
            longitudeDelta: min(360, 360 * seen.width * scale))
    }

    /// The largest span in the proportion of another that a tilted camera, or one before a globe, sees within the content
    /// rectangle.
    fileprivate func tiltedSpan(_ flat: CoordinateSpan, around center: Coordinate, zoom: Double) -> CoordinateSpan {
        func scaled(_ factor: Double) -> CoordinateSpan {
            CoordinateSpan(
                latitudeDelta: min(180, factor * flat.latitudeDelta),
                longitudeDelta: min(360, factor * flat.longitudeDelta))
        }
        var (low, high) = (0.0, 2.0)
        for _ in 0..<40 {
            let middle = (low + high) / 2
            if shows(scaled(middle), around: center, zoom: zoom) { low = middle } else { high = middle }
        }
        return scaled(low)
    }
}
