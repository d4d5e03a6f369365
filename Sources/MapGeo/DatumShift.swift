// SPDX-License-Identifier: MIT
import MapPlane

/// Two datums: that of something which is drawn as it is, and that of the map below it.
package struct DatumShift: Hashable, Sendable {
    /// Of what is drawn.
    package var own: CoordinateSystem
    /// Of the map.
    package var map: CoordinateSystem

    package init(own: CoordinateSystem, map: CoordinateSystem) {
        self.own = own
        self.map = map
    }
}

extension Viewport {
    /// The same view in the datum of what is drawn over the map.
    ///
    /// The shift between datums is that of the middle of the view; towards the edges it differs by less than half a percent
    /// of the distance.
    package func shifted(by shift: DatumShift) -> Viewport {
        let middle = coordinate(at: Point(size.width / 2, size.height / 2))
        let (there, here) = (
            WebMercator.project(shift.map.convert(middle, to: shift.own)), WebMercator.project(middle)
        )
        let shiftedCenter = WebMercator.unproject(WebMercator.project(center) + (there - here))
        return Viewport(
            size: size, scale: scale, center: shiftedCenter, zoom: zoom, bearing: bearing, focus: focus, tilt: tilt,
            projection: projection)
    }
}
