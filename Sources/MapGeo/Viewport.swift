// SPDX-License-Identifier: MIT
import Libc
public import MapGeometry

/// A view of the map: size, pixel ratio, center, zoom, bearing and tilt.
///
/// Base map and overlays use the same transforms in double precision, so that they always agree. The first leads from Web
/// Mercator to the ground, which is what the image would be from straight above, in its pixels. If the camera is tilted, a
/// perspective leads from the ground to the image.
public struct Viewport: Hashable, Sendable {
    /// The size of the map in points.
    public let size: Size
    /// Pixels per point.
    public let scale: Double
    /// The coordinate at `focus`; longitude within -180...180.
    public private(set) var center: Coordinate
    /// MapLibre's zoom: at 0 the world is 512 points wide.
    public let zoom: Double
    /// Degrees clockwise from north that point up, 0..<360.
    public let bearing: Double
    /// The point at which the center is drawn, from the top left; the middle unless insets move it.
    public let focus: Point
    /// The part of the map that the camera frames things in, in points: without insets and padding. Its middle is `focus`, but
    /// for a fit that kept away from edges and decorations.
    package var content: Rect
    /// How far the camera is tilted.
    public let tilt: Tilt
    /// How the Earth is shown, at any zoom.
    package let projection: MapProjection
    /// True for a map whose scale at its center is that of WGS 84 in all directions; others take the Earth for a sphere.
    package let isTrueToScale: Bool

    /// From the unit square of Web Mercator to pixels of the ground.
    package let mercatorToGround: Transform
    /// From pixels of the ground to the unit square of Web Mercator, where x may leave 0...1.
    package let groundToMercator: Transform
    /// From the ground to the image; nil where they are the same.
    package private(set) var perspective: Perspective?
    /// The corners of the box of longitudes and latitudes around what is seen of a globe, on the ground, which is a little larger;
    /// nil for other maps. So of a map in another projection than Web Mercator.
    let globeCorners: [Point]?
    /// The bounding box of the visible part of the ground, in its pixels.
    package private(set) var groundRect: Rect
    /// The heights of the ground; nil where it is level.
    package private(set) var terrain: Terrain?
    /// The height of the center in metres.
    package private(set) var centerHeight = 0.0
    /// For a part of a map that is draped over a terrain; nil for a map.
    package private(set) var drape: Drape?
    /// For the view that a caller of the library gets, if its datum is not the map's.
    private var datums: Datums?

    /// The datum of the coordinates that callers give and get, and the map's.
    private struct Datums: Hashable {
        let scene: CoordinateSystem
        let map: CoordinateSystem
    }

    /// Creates a viewport.
    ///
    /// - Parameters:
    ///   - size: the size of the map in points; sides that are not from 10⁻⁶ to 10⁶ are limited to that.
    ///   - scale: pixels per point, limited in the same way.
    ///   - center: the coordinate at `focus`, in degrees; the latitude is limited to that of Web Mercator. Here and below, 0 stands
    ///     for what is not a finite number.
    ///   - zoom: MapLibre's zoom, limited to -50...50; at 0 the world is 512 points wide.
    ///   - bearing: the direction that points up, in degrees clockwise from north.
    ///   - focus: the point at which the center is drawn, from the top left; nil for the middle.
    ///   - tilt: how far the camera is tilted; angles are limited to those that are valid.
    public init(
        size: Size, scale: Double, center: Coordinate, zoom: Double, bearing: Double = 0, focus: Point? = nil,
        tilt: Tilt = Tilt()
    ) {
        self.init(
            size: size, scale: scale, center: center, zoom: zoom, bearing: bearing, focus: focus, tilt: tilt,
            projection: .mercator)
    }

    /// As the other initializer, with a projection.
    package init(
        size: Size, scale: Double, center: Coordinate, zoom: Double, bearing: Double = 0, focus: Point? = nil,
        tilt: Tilt = Tilt(), projection: MapProjection, isTrueToScale: Bool = false
    ) {
        let bearing = bearing.isFinite ? bearing : 0
        let center = Coordinate(
            latitude: finite(center.latitude, within: -90...90),
            longitude: finite(center.longitude, within: -1e6...1e6))
        let scale = finite(scale, within: 1e-6...1e6)
        let size = Size(
            width: finite(size.width, within: 1e-6...1e6), height: finite(size.height, within: 1e-6...1e6))
        let limited = Tilt(
            pitch: finite(tilt.pitch, within: Tilt.pitches), roll: finite(tilt.roll, within: -1e6...1e6),
            verticalFieldOfView: finite(tilt.verticalFieldOfView, within: Tilt.fieldsOfView))
        let focus = focus.map { Point(finite($0.x, within: -1e9...1e9), finite($0.y, within: -1e9...1e9)) }
        self.size = size
        self.scale = scale
        let cartographic = projection.cartographic
        let mercator = -WebMercator.maxLatitude...WebMercator.maxLatitude
        let latitude = finite(center.latitude, within: cartographic?.latitudes ?? mercator)
        let groundLatitude = finite(latitude, within: mercator)
        self.center = Coordinate(latitude: latitude, longitude: wrapLongitude(center.longitude))
        let (tilt, zoom) =
            cartographic == nil
            ? limited.liftedToGround(zoom: finite(zoom, within: -50...50)) : (Tilt(), finite(zoom, within: -50...50))
        self.zoom = zoom
        let turn = bearing.truncatingRemainder(dividingBy: 360)
        let positive = turn < 0 ? turn + 360 : turn
        self.bearing = positive < 360 ? positive : 0
        self.focus = focus ?? Point(size.width / 2, size.height / 2)
        content = Rect(size: size)

        let world = 512 * exp2(zoom) * scale
        let c = WebMercator.project(self.center)
        let radii = Ellipsoid.radii(at: self.center.latitude)
        let toPixel = Transform.translation(-c)
            .then(.scale(world, isTrueToScale && cartographic == nil ? world * radii.meridian / radii.prime : world))
            .then(.rotation(-self.bearing * .pi / 180))
            .then(.translation(self.focus * scale))
        mercatorToGround = toPixel
        groundToMercator = toPixel.inverse ?? .identity
        self.tilt = tilt
        self.projection = projection
        self.isTrueToScale = isTrueToScale
        let blend = projection.globeBlend(atZoom: zoom)
        let globe =
            blend > 0
            ? Globe.Shape(latitude: self.center.latitude, worldSize: world, bearing: self.bearing, blend: blend) : nil
        if let cartographic {
            let view = ProjectedPerspective.View(
                size: size * scale, focus: self.focus * scale, latitude: latitude, longitude: self.center.longitude,
                groundLatitude: groundLatitude, worldSize: world,
                pixelsPerUnit: scale * cartographic.pointsPerUnit(zoom: zoom, at: self.center), bearing: self.bearing)
            perspective = .projected(ProjectedPerspective(view, cartographic))
        } else {
            perspective =
                tilt.isFlat && globe == nil
                ? nil
                : Self.perspective(
                    size: size, focus: self.focus, tilt, scale: scale, center: self.center, zoom: zoom, globe: globe)
        }
        let rect = Rect(size: size, scale: scale, isWhole: isTrueToScale)
        let footprint = perspective?.footprint()
        globeCorners = globe == nil && cartographic == nil ? nil : footprint?.corners
        groundRect = footprint?.bounds ?? rect
    }

    /// The same view over a terrain: the camera looks at the ground's height at the center.
    ///
    /// Without a tilt, the camera sees hills in perspective from straight above. One that sees a globe looks at the level of
    /// the sea, as in MapLibre.
    package func standing(on terrain: Terrain) -> Viewport {
        var copy = self
        guard !isCurved else {
            if isGlobe { copy.terrain = terrain }
            return copy
        }
        let middle = WebMercator.project(center)
        let height = terrain.height(at: middle)
        copy.terrain = terrain
        copy.centerHeight = height
        let camera = height + cameraHeight / pixelsPerMeter
        let lowest = min(height, terrain.lowestHeight(around: middle), camera - Self.minHeight)
        copy.perspective = .plane(
            PlanePerspective(
                size: size * scale, focus: focus * scale, tilt.angles,
                depression: max(0, (height - min(0, lowest)) * pixelsPerMeter)))
        copy.groundRect = copy.groundRect(margin: 0)
        return copy
    }

    /// The same view over level ground.
    package var overLevelGround: Viewport {
        guard terrain != nil else { return self }
        var copy = self
        guard !isCurved else {
            copy.terrain = nil
            return copy
        }
        (copy.terrain, copy.centerHeight, copy.perspective) = (nil, 0, nil)
        if !tilt.isFlat { copy.perspective = copy.lens }
        copy.groundRect = copy.groundRect(margin: 0)
        return copy
    }

    /// The same view for a caller of the library: its center, its box and its conversions are in the datum of the scene.
    ///
    /// - Parameters:
    ///   - scene: the datum of the scene's coordinates.
    ///   - map: that of the base map, in which this view is.
    /// - Returns: a view that is not for drawing: what is only for this package stays in the map's datum, but for `center`.
    package func told(in scene: CoordinateSystem, map: CoordinateSystem) -> Viewport {
        guard scene != map else { return self }
        var copy = self
        copy.center = map.convert(center, to: scene)
        copy.datums = Datums(scene: scene, map: map)
        return copy
    }

    /// A caller's coordinate on the map.
    private func onMap(_ coordinate: Coordinate) -> Coordinate {
        datums.map { $0.scene.convert(coordinate, to: $0.map) } ?? coordinate
    }

    /// A coordinate of the map for the caller.
    private func told(_ coordinate: Coordinate) -> Coordinate {
        datums.map { $0.map.convert(coordinate, to: $0.scene) } ?? coordinate
    }

    /// The same view as a part of a map that is draped over a terrain.
    package func draped(_ drape: Drape) -> Viewport {
        var copy = self
        copy.drape = drape
        return copy
    }

    /// The width in pixels, rounded down as in MapLibre; up for a map with a scale, so that a page is filled.
    public var pixelWidth: Int { wholePixels(size.width, scale, isWhole: isTrueToScale) }
    /// The height in pixels, rounded in the same way.
    public var pixelHeight: Int { wholePixels(size.height, scale, isWhole: isTrueToScale) }

    /// The rectangle of the map in pixels.
    package var pixelRect: Rect { Rect(size: size, scale: scale, isWhole: isTrueToScale) }

    /// The bounding box of the part of the ground that the image and a margin around it show.
    ///
    /// - Parameter margin: in pixels of the image.
    /// - Returns: pixels of the ground.
    package func groundRect(margin: Double) -> Rect {
        if terrain != nil, !isGlobe { return Rect(around: groundCorners(margin: margin)) }
        return perspective?.footprint(margin: margin).bounds ?? pixelRect.inset(by: -margin)
    }

    /// What paint on the ground may be clipped to: all of it that is seen, and a margin. A globe is not clipped on the ground,
    /// whose edges meet there.
    ///
    /// - Parameter reach: the margin, in pixels of the ground.
    /// - Returns: pixels of the ground.
    package func groundWindow(reach: Double) -> Rect {
        guard isCurved else { return groundRect.inset(by: -reach) }
        let world = 512 * exp2(zoom) * scale
        return Rect(x: 0, y: 0, width: 0, height: 0).offset(by: focus * scale).inset(by: -16 * world)
    }

    /// Converts a coordinate to a point of the map.
    ///
    /// - Parameter coordinate: a location in degrees, in the datum of the viewport.
    /// - Returns: its point, from the top left; of the world's copies, the one nearest to the center. A tilted camera does
    ///   not see what is behind it: such locations get a point far outside of the map. Those on the far side of a globe get
    ///   the point at which they would be seen through it; see `shows(_:)`.
    public func point(for coordinate: Coordinate) -> Point {
        pixel(for: onMap(coordinate)) * (1 / scale)
    }

    /// Converts a point of the map to a coordinate.
    ///
    /// - Parameter point: points from the top left.
    /// - Returns: the location in degrees, in the datum of the viewport; longitude within -180...180. Above the horizon of a tilted
    ///   map, the location below the point at which the ground ends; see `showsGround(at:)`.
    public func coordinate(at point: Point) -> Coordinate {
        var c = WebMercator.unproject(mercator(atPixel: point * scale))
        c.longitude = wrapLongitude(c.longitude)
        return told(c)
    }

    /// Returns whether the camera sees a coordinate, or would see it if the image were larger.
    ///
    /// - Parameter coordinate: a location in degrees, in the datum of the viewport.
    /// - Returns: false for what lies behind a tilted camera, and on the far side of a globe.
    public func shows(_ coordinate: Coordinate) -> Bool { isInFront(onMap(coordinate)) }

    /// True when the map is a ball, or on the way from a ball to a plane.
    public var isGlobe: Bool { perspective?.sphere != nil }

    /// True when the ground is bent: on a globe, and in other projections than Web Mercator. Then it reaches to the poles.
    package var isCurved: Bool {
        switch perspective {
        case nil, .plane?: false
        case .sphere?, .projected?: true
        }
    }

    /// How the camera sees what stands on the ground, also from straight above.
    package var lens: Perspective {
        perspective
            ?? Self.perspective(size: size, focus: focus, tilt, scale: scale, center: center, zoom: zoom, globe: nil)
    }

    /// Of the camera above the ground at the center, in pixels.
    var cameraHeight: Double { lens.camera.distance * lens.camera.cosPitch }

    /// How a camera sees level ground, or a globe.
    private static func perspective(
        size: Size, focus: Point, _ tilt: Tilt, scale: Double, center: Coordinate, zoom: Double, globe: Globe.Shape?
    ) -> Perspective {
        let pixelsPerMeter = scale / WebMercator.metersPerPoint(at: center.latitude, zoom: zoom)
        let distance = size.height * scale / 2 / tan(tilt.verticalFieldOfView * .pi / 360)
        let height = distance * cosine(tilt.pitch * .pi / 180)
        return Perspective(
            size: size * scale, focus: focus * scale, tilt.angles,
            depression: max(0, minHeight * pixelsPerMeter - height), globe: globe
        )
        .windowed()
    }

    /// The ground is seen as far as if the camera were this high, in metres.
    ///
    /// - SeeAlso: MapLibre GL JS, `mercator_transform.ts`, for the number.
    private static let minHeight = 100.0

    /// Returns whether the ground is drawn at a point.
    ///
    /// - Parameter point: points from the top left.
    /// - Returns: false above the horizon of a tilted map.
    public func showsGround(at point: Point) -> Bool {
        if terrain != nil { return groundSeen(atPixel: point * scale) != nil }
        return perspective?.showsGround(at: point * scale) ?? true
    }

    /// The part of the Earth that the image shows, as a polygon.
    ///
    /// The corners lie on the lines through the image's corners and, where it shows the horizon, at the ground's end;
    /// empty when it shows only sky. Longitudes are not wrapped.
    public var footprint: [Coordinate] {
        let corners =
            perspective?.sphere?.groundOutline() ?? perspective?.projected?.groundOutline() ?? groundCorners(margin: 0)
        return corners.map { told(WebMercator.unproject(groundToMercator.apply($0))) }
    }

    /// As `point(for:)`, in pixels.
    package func pixel(for coordinate: Coordinate) -> Point {
        let p = groundPixel(for: coordinate)
        return perspective(at: p)?.nearestImagePoint(of: p) ?? p
    }

    /// The position of a coordinate in the unit square of Web Mercator; on a globe, which reaches to the poles, beyond it.
    package func mercator(of coordinate: Coordinate) -> Point {
        guard isCurved else { return WebMercator.project(coordinate) }
        let isProjected = perspective?.projected != nil
        return WebMercator.projectToPole(
            coordinate, farthest: isProjected ? ProjectedPerspective.pole / (2 * .pi) : 1.5)
    }

    /// The pixel of the ground at a coordinate, in the copy of the world that is nearest to the center.
    package func groundPixel(for coordinate: Coordinate) -> Point {
        var p = mercator(of: coordinate)
        let middle = WebMercator.project(center).x
        p.x -= (p.x - (perspective?.projected.map { middle - $0.offset / 360 } ?? middle)).rounded()
        return mercatorToGround.apply(p)
    }

    /// False for coordinates behind a tilted camera, and beyond the end of its ground.
    package func isInFront(_ coordinate: Coordinate) -> Bool {
        let p = groundPixel(for: coordinate)
        return perspective(at: p)?.shows(p) ?? true
    }

    /// The position in the unit square of Web Mercator that is seen at a pixel; above the horizon, that at the ground's end.
    package func mercator(atPixel pixel: Point) -> Point {
        groundToMercator.apply(groundSeen(atPixel: pixel) ?? perspective?.nearestGround(at: pixel) ?? pixel)
    }

    /// How much larger than at the center things are drawn where a coordinate is.
    package func magnification(at coordinate: Coordinate) -> Double {
        let p = groundPixel(for: coordinate)
        guard let perspective = perspective(at: p), isInFront(coordinate) else { return 1 }
        return perspective.magnification(p)
    }

    /// The bounding box of the viewport in the unit square of Web Mercator; x may leave 0...1.
    package var mercatorBounds: Rect {
        guard perspective != nil else { return groundToMercator.apply(pixelRect) }
        return Rect(around: groundCorners(margin: 0).map(groundToMercator.apply))
    }

    /// The bounding box of the viewport in degrees.
    public var bounds: CoordinateBox {
        let r = mercatorBounds
        guard !r.isNull else {
            return CoordinateBox(
                west: center.longitude, south: center.latitude, east: center.longitude, north: center.latitude)
        }
        var northWest = WebMercator.unproject(Point(r.minX, isCurved ? r.minY : max(0, r.minY)))
        var southEast = WebMercator.unproject(Point(r.maxX, isCurved ? r.maxY : min(1, r.maxY)))
        if showsPole(90) { northWest.latitude = 90 }
        if showsPole(-90) { southEast.latitude = -90 }
        // What goes around a globe goes around it whole.
        let seen = southEast.longitude - northWest.longitude
        let span = seen > 360 - 1e-6 ? 360 : seen
        let west = span == 360 ? -180 : wrapLongitude(northWest.longitude)
        let box = CoordinateBox(
            west: west, south: southEast.latitude, east: west + span, north: northWest.latitude)
        return datums == nil ? box : box.mapped(told)
    }

    /// True for the latitude of a pole that is in the image.
    private func showsPole(_ latitude: Double) -> Bool {
        let pole = Coordinate(latitude: latitude, longitude: center.longitude)
        return isCurved && isInFront(pole) && pixelRect.contains(pixel(for: pole))
    }

    /// The ground distance in metres that one point covers at a latitude. A globe stretches nothing.
    package func metersPerPoint(at latitude: Double) -> Double {
        isCurved ? metersPerPoint : metersPerFlatPoint(at: latitude)
    }

    /// The ground distance in metres that one point covers at the center.
    public var metersPerPoint: Double { metersPerFlatPoint(at: center.latitude) }

    private func metersPerFlatPoint(at latitude: Double) -> Double {
        if projection.cartographic != nil { return CartographicProjection.metersPerPoint(zoom: zoom, at: latitude) }
        let onSphere = WebMercator.metersPerPoint(at: latitude, zoom: zoom)
        return isTrueToScale ? onSphere * Ellipsoid.radii(at: latitude).prime / Ellipsoid.a : onSphere
    }
}

/// The number, or the nearest one of a range; of what is no number, the one that is nearest to 0.
private func finite(_ number: Double, within range: ClosedRange<Double>) -> Double {
    max(range.lowerBound, min(range.upperBound, number.isNaN ? 0 : number))
}

/// Rounds down, or up so that all of it is covered; with a tolerance for products such as 100 * 1.1.
private func wholePixels(_ points: Double, _ scale: Double, isWhole: Bool) -> Int {
    let pixels = points * scale
    return Int(max(1, min(Double(Int32.max), isWhole ? (pixels - 1e-6).rounded(.up) : pixels + 1e-6)))
}

extension Rect {
    /// The rectangle of whole pixels of an image.
    fileprivate init(size: Size, scale: Double, isWhole: Bool) {
        self.init(
            x: 0, y: 0, width: Double(wholePixels(size.width, scale, isWhole: isWhole)),
            height: Double(wholePixels(size.height, scale, isWhole: isWhole)))
    }
}

/// The longitude of the same meridian within -180...180.
package func wrapLongitude(_ longitude: Double) -> Double {
    guard longitude < -180 || longitude > 180 else { return longitude }
    let turned = (longitude + 180).truncatingRemainder(dividingBy: 360)
    return turned < 0 ? turned + 180 : turned - 180
}
