// SPDX-License-Identifier: MIT
public import MapPlane

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A view of the map: size, pixel ratio, center, zoom and bearing.
///
/// Base map and overlays use the same transform in double precision, so that they always agree.
public struct Viewport: Hashable, Sendable {
    /// The size of the map in points.
    public let size: Size
    /// Pixels per point.
    public let scale: Double
    /// The coordinate at `focus`; longitude within -180...180.
    public let center: Coordinate
    /// MapLibre's zoom: at 0 the world is 512 points wide.
    public let zoom: Double
    /// Degrees clockwise from north that point up, 0..<360.
    public let bearing: Double
    /// The point at which the center is drawn, from the top left; the middle unless insets move it.
    public let focus: Point

    /// From the unit square of Web Mercator to pixels.
    package let mercatorToPixel: Transform
    /// From pixels to the unit square of Web Mercator, where x may leave 0...1.
    package let pixelToMercator: Transform

    /// Creates a viewport. All numbers must be finite.
    ///
    /// - Parameters:
    ///   - size: the size of the map in points, above 0.
    ///   - scale: pixels per point, above 0.
    ///   - center: the coordinate at `focus`, in degrees; the latitude is limited to that of Web Mercator.
    ///   - zoom: MapLibre's zoom; at 0 the world is 512 points wide.
    ///   - bearing: the direction that points up, in degrees clockwise from north.
    ///   - focus: the point at which the center is drawn, from the top left; nil for the middle.
    public init(
        size: Size, scale: Double, center: Coordinate, zoom: Double, bearing: Double = 0, focus: Point? = nil
    ) {
        self.size = size
        self.scale = scale
        let latitude = max(-WebMercator.maxLatitude, min(WebMercator.maxLatitude, center.latitude))
        self.center = Coordinate(latitude: latitude, longitude: wrapLongitude(center.longitude))
        self.zoom = zoom
        let turn = bearing.truncatingRemainder(dividingBy: 360)
        let positive = turn < 0 ? turn + 360 : turn
        self.bearing = positive < 360 ? positive : 0
        self.focus = focus ?? Point(size.width / 2, size.height / 2)

        let world = 512 * exp2(zoom) * scale
        let c = WebMercator.project(self.center)
        let toPixel = Transform.translation(-c)
            .then(.scale(world, world))
            .then(.rotation(-self.bearing * .pi / 180))
            .then(.translation(self.focus * scale))
        mercatorToPixel = toPixel
        pixelToMercator = toPixel.inverse ?? .identity
    }

    /// The width in pixels, rounded down as in MapLibre.
    public var pixelWidth: Int { wholePixels(size.width) }
    /// The height in pixels, rounded down.
    public var pixelHeight: Int { wholePixels(size.height) }

    /// Rounds down, with a tolerance for products that come out slightly low, such as 100 * 1.1.
    private func wholePixels(_ points: Double) -> Int { max(1, Int(points * scale + 1e-6)) }

    /// The rectangle of the map in pixels.
    package var pixelRect: Rect { Rect(x: 0, y: 0, width: Double(pixelWidth), height: Double(pixelHeight)) }

    /// Converts a coordinate to a point of the map.
    ///
    /// - Parameter coordinate: a location in degrees, in the datum of the map.
    /// - Returns: its point, from the top left; of the world's copies, the one nearest to the center.
    public func point(for coordinate: Coordinate) -> Point {
        pixel(for: coordinate) * (1 / scale)
    }

    /// Converts a point of the map to a coordinate.
    ///
    /// - Parameter point: points from the top left.
    /// - Returns: the location in degrees, in the datum of the map; longitude within -180...180.
    public func coordinate(at point: Point) -> Coordinate {
        var c = WebMercator.unproject(pixelToMercator.apply(point * scale))
        c.longitude = wrapLongitude(c.longitude)
        return c
    }

    /// As `point(for:)`, in pixels.
    package func pixel(for coordinate: Coordinate) -> Point {
        var p = WebMercator.project(coordinate)
        let middle = WebMercator.project(center).x
        p.x -= (p.x - middle).rounded()
        return mercatorToPixel.apply(p)
    }

    /// The bounding box of the viewport in the unit square of Web Mercator; x may leave 0...1.
    package var mercatorBounds: Rect { pixelToMercator.apply(pixelRect) }

    /// The bounding box of the viewport in degrees.
    public var bounds: CoordinateBox {
        let r = mercatorBounds
        let northWest = WebMercator.unproject(Point(r.minX, max(0, r.minY)))
        let southEast = WebMercator.unproject(Point(r.maxX, min(1, r.maxY)))
        let span = min(360, southEast.longitude - northWest.longitude)
        let west = span == 360 ? -180 : wrapLongitude(northWest.longitude)
        return CoordinateBox(
            west: west, south: southEast.latitude, east: west + span, north: northWest.latitude)
    }

    /// The ground distance in metres that one point covers at the center.
    public var metersPerPoint: Double { WebMercator.metersPerPoint(at: center.latitude, zoom: zoom) }
}

/// The longitude of the same meridian within -180...180.
package func wrapLongitude(_ longitude: Double) -> Double {
    guard longitude < -180 || longitude > 180 else { return longitude }
    let turned = (longitude + 180).truncatingRemainder(dividingBy: 360)
    return turned < 0 ? turned + 180 : turned - 180
}
