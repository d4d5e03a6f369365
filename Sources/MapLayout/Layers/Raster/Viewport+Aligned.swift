// SPDX-License-Identifier: MIT
import MapGeo
import MapPlane

extension Viewport {
    /// The view moved by up to half a point so that tile pixels coincide with output pixels.
    ///
    /// Raster tiles stay crisp where they need no scaling. MapLibre aligns them in the same way at every zoom and
    /// bearing (`alignedProjMatrix`).
    var alignedToWorldPoints: Viewport {
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
        return Viewport(size: size, scale: scale, center: moved, zoom: zoom, bearing: bearing, focus: focus, tilt: tilt)
    }
}
