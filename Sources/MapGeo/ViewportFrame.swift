// SPDX-License-Identifier: MIT
package import MapPlane

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// All that a `Viewport` needs except center and zoom.
package struct ViewportFrame: Hashable, Sendable {
    /// Points.
    package var size: Size
    /// Pixels per point.
    package var scale: Double
    /// Degrees clockwise from north that point up.
    package var bearing: Double
    /// The part of the viewport that content is fitted to, in points: without insets and padding. Not empty.
    package var content: Rect
    package var tilt: Tilt
    package var projection: MapProjection

    package init(
        size: Size, scale: Double, bearing: Double = 0, content: Rect? = nil, tilt: Tilt = Tilt(),
        projection: MapProjection = .mercator
    ) {
        self.projection = projection
        self.size = size
        self.scale = scale
        self.bearing = bearing
        self.tilt = tilt
        self.content = content ?? Rect(x: 0, y: 0, width: size.width, height: size.height)
    }

    /// The view with a coordinate in the middle of the content rectangle.
    package func viewport(center: Coordinate, zoom: Double) -> Viewport {
        Viewport(
            size: size, scale: scale, center: center, zoom: zoom, bearing: bearing, focus: content.center, tilt: tilt,
            projection: projection)
    }

    /// As `viewport(center:zoom:)`, moved north or south so that the viewport does not extend beyond the world's edge.
    ///
    /// MapLibre does the same, and raises the zoom when the whole world is lower than the viewport. Here the zoom is
    /// left unchanged: such a world is drawn as a whole, with background around it.
    package func viewportWithinWorld(center: Coordinate, zoom: Double) -> Viewport {
        // A globe has no edge.
        if projection.globeBlend(atZoom: zoom) > 0 { return viewport(center: center, zoom: zoom) }
        let world = worldSize(atZoom: zoom)
        let (above, below) = northAndSouth
        let (a, b) = (above / world, 1 - below / world)
        var c = WebMercator.project(center)
        c.y = max(min(a, b), min(max(a, b), c.y))
        return viewport(center: WebMercator.unproject(c), zoom: zoom)
    }

    /// The smallest zoom at which one world fills the viewport of a flat map.
    package var fillingZoom: Double {
        let covered = turn.apply(Rect(x: 0, y: 0, width: size.width, height: size.height))
        return zoom(ofWorldSize: max(covered.width, covered.height))
    }

    /// Points from the focus to the northern and southern edge of the viewport, at the nearest quarter turn.
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

    /// The rotation from Mercator to the viewport.
    var turn: Transform { .rotation(-bearing * .pi / 180) }
}

/// The world's width in points.
func worldSize(atZoom zoom: Double) -> Double { 512 * exp2(zoom) }

/// The zoom at which the world is this wide, in points.
func zoom(ofWorldSize size: Double) -> Double { log2(size / 512) }
