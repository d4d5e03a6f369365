// SPDX-License-Identifier: MIT
import MapGeo
import MapPlane

extension Viewport {
    /// The view moved by up to half a point so that tile pixels coincide with output pixels.
    ///
    /// Raster tiles stay crisp where they need no scaling. MapLibre aligns them in the same way at every zoom and
    /// bearing (`alignedProjMatrix`).
    var alignedToWorldPoints: Viewport {
        guard drape == nil, !isGlobe else { return self }
        let world = 512 * powerOfTwo(zoom)
        let c = WebMercator.project(center) * world
        let half = Point(focus.x - focus.x.rounded(.down), focus.y - focus.y.rounded(.down))
        let angle = -bearing * .pi / 180
        let (s, k) = (sine(angle), cosine(angle))
        var shift = Point(
            c.x - c.x.rounded() + k * half.x + s * half.y, c.y - c.y.rounded() + k * half.y + s * half.x)
        if shift.x > 0.5 { shift.x -= 1 }
        if shift.y > 0.5 { shift.y -= 1 }
        let moved = WebMercator.unproject((c - shift) * (1 / world))
        return Viewport(
            size: size, scale: scale, center: moved, zoom: zoom, bearing: bearing, focus: focus, tilt: tilt,
            projection: projection)
    }

    /// How much larger than at the center a tile's pixels are drawn on a tilted map: where it is nearest to the camera, in the
    /// copy of the world that is nearest to the center.
    func magnification(of tile: TileID) -> Double {
        guard let perspective else { return 1 }
        let square = tile.mercatorRect
        let worlds = (square.center.x - WebMercator.project(center).x).rounded()
        let placed = square.offset(by: Point(-worlds, 0))
        var points = placed.corners
        var stretch = 1.0
        if perspective.isGlobe {
            // Large tiles are nearer in their midst, and less stretched at the equator.
            let middle = WebMercator.project(center)
            func nearest(_ y: Double) -> Point {
                Point(max(placed.minX, min(placed.maxX, middle.x)), max(placed.minY, min(placed.maxY, y)))
            }
            points.append(nearest(middle.y))
            stretch = perspective.groundScale(at: mercatorToGround.apply(nearest(0.5)))
        }
        let depths = points.map { perspective.depth(mercatorToGround.apply($0)) }
        return perspective.distance / max(perspective.distance / 4, depths.min() ?? perspective.distance) / stretch
    }
}
