// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
package import MapGeometry

/// A line of a grid in the image.
package struct GridLine {
    /// True for a meridian, and a line at an easting.
    package var isVertical: Bool
    /// Empty for none.
    package var label: String
    /// Of the line width: more for the edges of squares and zones.
    package var weight = 1.0
    /// In pixels of the image; more than one where hills hide what is between them.
    package var parts: [[Point]] = []
}

/// Degrees as a map shows them.
struct GridView {
    let viewport: Viewport
    /// Nil where the degrees are those of the map's datum.
    let shift: DatumShift?
    /// What is seen, in degrees that are not wrapped.
    let box: CoordinateBox
    /// Nil for a map without a terrain.
    private let terrain: TerrainProjection?
    /// Nil for a flat map.
    private let projection: GroundProjection?

    /// In points: the smallest distance between automatic lines, and between any.
    static let (comfortableSpacing, minSpacing) = (60.0, 8.0)

    init(_ viewport: Viewport, _ shift: DatumShift?) {
        (self.viewport, self.shift) = (viewport, shift)
        box = viewport.seenBox.shifted(by: shift)
        terrain = TerrainProjection(viewport)
        projection = viewport.groundProjection
    }

    /// How long the edge of the image is, in points.
    var edge: Double { 2 * (viewport.pixelRect.width + viewport.pixelRect.height) / viewport.scale }

    /// A line through places in the image: of a tilted map, the part that it shows, and those between hills.
    func line(_ places: [(longitude: Double, latitude: Double)]) -> [[Point]] {
        guard !WorkContext.isCancelled else { return [] }
        let line = places.map { ground($0.longitude, $0.latitude) }
        guard let projection else { return [line] }
        if let terrain { return terrain.lines(of: line) }
        let perspective = projection.perspective
        return projection.parts(of: line, margin: 0).prefix(1).map { $0.points.map { perspective.apply($0) } }
    }

    /// The areas within a ring of degrees in the image, with what is behind hills.
    func areas(_ ring: [Point]) -> [[Point]] {
        let ring = ring.map { ground($0.x, $0.y) }
        return projection?.rings(ring) ?? [ring]
    }

    /// The place that is seen at a pixel.
    func place(at pixel: Point) -> Coordinate {
        WebMercator.unproject(viewport.mercator(atPixel: pixel)).told(shift)
    }

    /// Where a place is on the ground; degrees of longitude go on beyond half a turn.
    private func ground(_ longitude: Double, _ latitude: Double) -> Point {
        let wrapped = wrapLongitude(longitude)
        var coordinate = Coordinate(latitude: max(-90, min(90, latitude)), longitude: wrapped)
        if let shift { coordinate = shift.own.convert(coordinate, to: shift.map) }
        var point = viewport.mercator(of: coordinate)
        point.x += (longitude - wrapped) / 360
        return viewport.mercatorToGround.apply(point)
    }
}

/// The multiples of a distance between two numbers. An image has no more than 32,767 points, and lines are at least 8 points apart.
func multiples(of step: Double, from start: Double, to end: Double) -> [Double] {
    let (first, last) = ((start / step).rounded(.up), (end / step).rounded(.down))
    guard first <= last, last - first < 10_000 else { return [] }
    return stride(from: first, through: last, by: 1).map { $0 * step }
}

extension Viewport {
    /// Where the ground ends, in degrees: the lines of a bent Earth meet at its poles.
    var lastLatitude: Double { isCurved ? 90 : WebMercator.maxLatitude }

    /// What is seen, in degrees that are not wrapped.
    fileprivate var seenBox: CoordinateBox {
        let view = mercatorBounds
        let south = view.maxY >= 1 ? -lastLatitude : WebMercator.unproject(Point(0, view.maxY)).latitude
        let north = view.minY <= 0 ? lastLatitude : WebMercator.unproject(Point(0, view.minY)).latitude
        var box = CoordinateBox(west: 0, south: south, east: 0, north: north)
        (box.west, box.east) = ((view.minX - 0.5) * 360, (view.maxX - 0.5) * 360)
        return box
    }
}

extension CoordinateBox {
    /// What is seen in the datum of the lines, and a little more: the shift, of less than the hundredth of a degree, is not the same at
    /// all edges.
    fileprivate func shifted(by shift: DatumShift?) -> CoordinateBox {
        guard let shift else { return self }
        var box = mapped { shift.map.convert($0, to: shift.own) }
        let (width, height) = (min(0.02, (box.east - box.west) / 100), min(0.02, (box.north - box.south) / 100))
        (box.west, box.east) = (box.west - width, box.east + width)
        (box.south, box.north) = (max(-90, box.south - height), min(90, box.north + height))
        return box
    }
}
