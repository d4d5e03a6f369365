// SPDX-License-Identifier: MIT
package import MapPlane

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The picture's side of a camera: all that a `Viewport` needs but center and zoom.
package struct ViewportFrame: Hashable, Sendable {
    /// Points.
    package var size: Size
    /// Pixels a point.
    package var scale: Double
    /// Degrees clockwise from north that point up.
    package var bearing: Double
    /// The part of the picture that counts, in points: without what is covered and without padding. Not empty.
    package var content: Rect

    package init(size: Size, scale: Double, bearing: Double = 0, content: Rect? = nil) {
        self.size = size
        self.scale = scale
        self.bearing = bearing
        self.content = content ?? Rect(x: 0, y: 0, width: size.width, height: size.height)
    }

    /// The view with a coordinate in the middle of the content rectangle.
    package func viewport(center: Coordinate, zoom: Double) -> Viewport {
        Viewport(size: size, scale: scale, center: center, zoom: zoom, bearing: bearing, focus: content.center)
    }

    /// As `viewport(center:zoom:)`, moved north or south so that the picture does not look beyond the world's edge.
    ///
    /// MapLibre does the same, and raises the zoom where the whole world is lower than the picture. Here the zoom
    /// stays as asked: such a world lies in the picture as a whole, with background around it.
    package func viewportWithinWorld(center: Coordinate, zoom: Double) -> Viewport {
        let world = worldSize(atZoom: zoom)
        let (above, below) = northAndSouth
        let (a, b) = (above / world, 1 - below / world)
        var c = WebMercator.project(center)
        c.y = max(min(a, b), min(max(a, b), c.y))
        return viewport(center: WebMercator.unproject(c), zoom: zoom)
    }

    /// Points from the focus to the picture's northern and southern edge, at the nearest quarter turn.
    private var northAndSouth: (Double, Double) {
        let focus = content.center
        let quarter = (bearing / 90).rounded().truncatingRemainder(dividingBy: 4)
        return switch quarter < 0 ? quarter + 4 : quarter {
        case 1: (focus.x, size.width - focus.x)
        case 2: (size.height - focus.y, focus.y)
        case 3: (size.width - focus.x, focus.x)
        default: (focus.y, size.height - focus.y)
        }
    }

    /// Mercator to directions of the picture, without size.
    var turn: Transform { .rotation(-bearing * .pi / 180) }
}

/// The world's width in points.
func worldSize(atZoom zoom: Double) -> Double { 512 * exp2(zoom) }

/// The zoom at which the world is this wide, in points.
func zoom(ofWorldSize size: Double) -> Double { log2(size / 512) }
