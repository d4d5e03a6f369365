// SPDX-License-Identifier: MIT
public import MapPlane

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A view of the map in which everything is known: size, pixel ratio, center, zoom and bearing.
///
/// One transform serves base map and overlays alike, in double precision, so that they cannot drift apart.
public struct Viewport: Hashable, Sendable {
    /// The picture's size in points.
    public let size: Size
    /// Pixels a point.
    public let scale: Double
    /// The coordinate at `focus`; longitude within -180...180.
    public let center: Coordinate
    /// MapLibre's zoom: at 0 the world is 512 points wide.
    public let zoom: Double
    /// Degrees clockwise from north that point up, 0..<360.
    public let bearing: Double
    /// Where the center lies in the picture, in points from the top left; the middle unless insets move it.
    public let focus: Point

    /// Unit Mercator square to pixels of the picture.
    package let mercatorToPixel: Transform
    /// Pixels of the picture to the unit Mercator square, where x may leave 0...1.
    package let pixelToMercator: Transform

    /// Makes a viewport. The caller vouches for finite numbers, a positive size and scale.
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

    /// The picture's width in pixels: whole ones only, as MapLibre counts them.
    public var pixelWidth: Int { wholePixels(size.width) }
    /// The picture's height in pixels.
    public var pixelHeight: Int { wholePixels(size.height) }

    /// A product such as 100 * 1.1 may come out a little low: that is no pixel less.
    private func wholePixels(_ points: Double) -> Int { max(1, Int(points * scale + 1e-6)) }

    /// The picture in pixels.
    package var pixelRect: Rect { Rect(x: 0, y: 0, width: Double(pixelWidth), height: Double(pixelHeight)) }

    /// Where a coordinate lies, in points from the top left; of the world's copies the one nearest to the center.
    public func point(for coordinate: Coordinate) -> Point {
        pixel(for: coordinate) * (1 / scale)
    }

    /// The coordinate at a place in points from the top left; longitude within -180...180.
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

    /// What the picture covers of the unit Mercator square, as an upright box; x may leave 0...1.
    package var mercatorBounds: Rect { pixelToMercator.apply(pixelRect) }

    /// The coordinates that the picture covers, as an upright box.
    public var bounds: CoordinateBox {
        let r = mercatorBounds
        let northWest = WebMercator.unproject(Point(r.minX, max(0, r.minY)))
        let southEast = WebMercator.unproject(Point(r.maxX, min(1, r.maxY)))
        let span = min(360, southEast.longitude - northWest.longitude)
        let west = span == 360 ? -180 : wrapLongitude(northWest.longitude)
        return CoordinateBox(
            west: west, south: southEast.latitude, east: west + span, north: northWest.latitude)
    }

    /// Ground metres that one point covers at the center.
    public var metersPerPoint: Double { WebMercator.metersPerPoint(at: center.latitude, zoom: zoom) }
}

/// The same meridian within -180...180.
package func wrapLongitude(_ longitude: Double) -> Double {
    guard longitude < -180 || longitude > 180 else { return longitude }
    let turned = (longitude + 180).truncatingRemainder(dividingBy: 360)
    return turned < 0 ? turned + 180 : turned - 180
}
