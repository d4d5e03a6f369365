// SPDX-License-Identifier: MIT
import Libc

/// How the ground, which is Web Mercator, is seen on a map in another projection, from straight above.
///
/// - SeeAlso: Snyder, *Map Projections: A Working Manual*.
package final class ProjectedPerspective: Sendable {
    /// What a view shows, and how large.
    package struct View: Hashable, Sendable {
        /// Of the image, in pixels.
        package var size: Size
        /// Where the center is drawn.
        package var focus: Point
        /// In degrees.
        package var (latitude, longitude): (Double, Double)
        /// The latitude of the ground at the focus, within Web Mercator's.
        package var groundLatitude: Double
        /// The length of the equator on the ground, in pixels.
        package var worldSize: Double
        /// Pixels of the image per unit of the plane.
        package var pixelsPerUnit: Double
        /// The direction of the plane's north that points up, in degrees clockwise.
        package var bearing: Double

        package init(
            size: Size, focus: Point, latitude: Double, longitude: Double, groundLatitude: Double, worldSize: Double,
            pixelsPerUnit: Double, bearing: Double
        ) {
            (self.size, self.focus, self.latitude, self.longitude) = (size, focus, latitude, longitude)
            (self.groundLatitude, self.worldSize) = (groundLatitude, worldSize)
            (self.pixelsPerUnit, self.bearing) = (pixelsPerUnit, bearing)
        }
    }

    package let view: View
    package let projection: CartographicProjection
    /// From straight above.
    package let camera: PlanePerspective
    /// From the plane of the projection, whose y goes to the north, to the image.
    private let toImage: Transform
    /// From the image to the plane of the projection.
    package let toPlane: Transform
    private let groundPerRadian: Double
    let (sinBearing, cosBearing): (Double, Double)
    /// Of the focus.
    private let isometric: Double
    /// How far interpolated points may be from true ones, in units of the plane.
    private let tolerance: Double
    /// From the central meridian to the middle of the view, in degrees.
    private let middle: Double
    /// The part of the ground that is seen, and a little more: what else there is, is not projected.
    package let region: ConvexRegion
    /// As `region`; where both sides of the cut meet, tiles reach beyond it as they do beyond their own edges, so that no seam shows.
    let reachOfTiles: ConvexRegion
    /// True when the Earth is seen everywhere in the image.
    package let isFilled: Bool
    /// True when more is seen than the projection is for.
    package let isTooWide: Bool
    /// True when more is seen than Web Mercator has.
    let reachesPole: Bool

    /// Pixels.
    private static let exactness = 0.02
    /// How far from the image things are kept, in pixels.
    package static let margin = 128.0

    package init(_ view: View, _ projection: CartographicProjection) {
        (self.view, self.projection) = (view, projection)
        camera = PlanePerspective(
            size: view.size, focus: view.focus, Perspective.Angles(pitch: 0, roll: 0, fieldOfView: 36.87))
        let middle = (view.longitude - projection.centralMeridian).remainder(dividingBy: 360)
        self.middle = middle
        let scale = view.pixelsPerUnit
        tolerance = Self.exactness / scale
        let center = projection.exact([Point(middle, view.latitude)])[0]
        let origin = center.x.isFinite && center.y.isFinite ? center : .zero
        let toImage = Transform.translation(-origin).then(.scale(scale, -scale))
            .then(.rotation(-view.bearing * .pi / 180)).then(.translation(view.focus))
        (self.toImage, toPlane) = (toImage, toImage.inverse ?? .identity)
        groundPerRadian = view.worldSize / (2 * .pi)
        (sinBearing, cosBearing) = (sine(view.bearing * .pi / 180), cosine(view.bearing * .pi / 180))
        isometric = asinh(tan(view.groundLatitude * .pi / 180))
        let window = Window(view, projection, toPlane, toImage, tolerance: 1 / scale)
        isFilled = window.isFilled
        isTooWide = window.isTooWide
        guard let corners = window.corners else {
            (region, reachOfTiles, reachesPole) = (ConvexRegion([]), ConvexRegion([]), false)
            return
        }
        let (gpr, sinB, cosB, iso, focus) = (groundPerRadian, sinBearing, cosBearing, isometric, view.focus)
        func box(beyond: Double) -> ConvexRegion {
            ConvexRegion(
                corners.map { corner in
                    let limit = Self.pole
                    let east = abs(corner.x) >= 180 ? corner.x + (corner.x > 0 ? beyond : -beyond) : corner.x
                    let q = abs(corner.y) >= 90 ? (corner.y > 0 ? limit : -limit) : asinh(tan(corner.y * .pi / 180))
                    let (x, y) = ((east - middle) * .pi / 180 * gpr, (iso - max(-limit, min(limit, q))) * gpr)
                    return Point(focus.x + x * cosB + y * sinB, focus.y + y * cosB - x * sinB)
                })
        }
        region = box(beyond: 0)
        let latitude = min(80, max(-80, view.latitude))
        let sides = projection.exact([Point(-180, latitude), Point(180, latitude)])
        let isSeamless = sides[0].distance(to: sides[1]) * scale < 0.5
        reachOfTiles = box(beyond: isSeamless ? 2 : 0)
        reachesPole = corners.contains { abs($0.y) > 85 }
    }

    /// From the central meridian to the middle of the view, in degrees: the ground is cut half a turn from the former.
    package var offset: Double { middle }

    /// The isometric latitude that stands for a pole: what is nearer to it than 8 cm is at it.
    package static let pole = 6 * Double.pi

    /// A point of the ground as degrees east of the central meridian, not wrapped, and as isometric latitude.
    @inline(__always)
    func angles(of p: Point) -> (east: Double, isometric: Double) {
        let (x, y) = (p.x - view.focus.x, p.y - view.focus.y)
        return (
            middle + (x * cosBearing - y * sinBearing) / groundPerRadian * (180 / .pi),
            isometric - (x * sinBearing + y * cosBearing) / groundPerRadian
        )
    }

    /// The point of the ground at degrees east of the central meridian and an isometric latitude.
    func ground(east: Double, isometric latitude: Double) -> Point {
        let (x, y) = ((east - middle) * .pi / 180 * groundPerRadian, (isometric - latitude) * groundPerRadian)
        return Point(view.focus.x + x * cosBearing + y * sinBearing, view.focus.y + y * cosBearing - x * sinBearing)
    }

    static func latitude(ofIsometric isometric: Double) -> Double {
        if abs(isometric) >= pole - 1e-6 { return isometric > 0 ? 90 : -90 }
        return atan(sinh(isometric)) * (180 / .pi)
    }

    /// The image's point at a point of the ground; not a number where the projection has none.
    @inline(__always)
    func image(of p: Point) -> Point {
        var (east, isometric) = angles(of: p)
        // What is seen ends at the cut, but for rounding; labels may go on.
        if abs(east) > 180 + 1e-6 { east = east.remainder(dividingBy: 360) }
        return toImage.apply(
            projection.point(east: east, latitude: Self.latitude(ofIsometric: isometric), tolerance: tolerance))
    }

    /// As `image(of:)`; far outside of the image where there is no point.
    package func apply(_ p: Point) -> Point {
        let q = image(of: p)
        return q.x.isFinite && q.y.isFinite ? q : Point(view.focus.x, view.focus.y - 1e7)
    }

    package func shows(_ p: Point) -> Bool {
        guard region.contains(p) else { return false }
        let q = image(of: p)
        return q.x.isFinite && q.y.isFinite
    }

    /// The point of the ground at a point of the image; nil beyond the edge of the world.
    package func ground(at q: Point) -> Point? { grounds(at: [q])[0] }

    /// True for a point of the image at which the Earth is seen.
    package func showsGround(at q: Point) -> Bool {
        isFilled && camera.frame(margin: 0).contains(q) || ground(at: q) != nil
    }

    /// As `ground(at:)`, for many points at once.
    package func grounds(at points: [Point]) -> [Point?] {
        projection.places(at: points.map(toPlane.apply), tolerance: 0.25 / view.pixelsPerUnit).map { place in
            guard place.x.isFinite else { return nil }
            return groundPoint(of: place)
        }
    }

    /// As `ground(at:)`, for pixels of a row: some of them are calculated, and others lie between.
    ///
    /// - Parameters:
    ///   - start: the first point.
    ///   - count: of points, each one to the right of the one before.
    /// - Returns: points of the ground; nil beyond the edge of the world.
    package func grounds(alongRow start: Point, count: Int) -> [Point?] {
        let step = 8
        let nodes = (count + step - 1) / step + 3
        // From one node before the first point.
        let found = grounds(at: (0..<nodes).map { Point(start.x + Double(($0 - 1) * step), start.y) })
        var row: [Point?] = []
        row.reserveCapacity(count)
        for node in 0..<nodes - 3 where row.count < count {
            let columns = node * step..<min(count, (node + 1) * step)
            if let a = found[node], let b = found[node + 1], let c = found[node + 2], let d = found[node + 3],
                (d - c * 3 + b * 3 - a).length < 0.1, b.distance(to: c) < view.worldSize / 4
            {
                for column in columns {
                    let t = Double(column - columns.lowerBound) / Double(step)
                    let (p, q, r) = (t + 1, t - 1, t - 2)
                    let ends = a * (-t * q * r / 6) + d * (p * t * q / 6)
                    row.append(ends + b * (p * q * r / 2) + c * (-p * t * r / 2))
                }
            } else {
                row += grounds(at: columns.map { Point(start.x + Double($0), start.y) })
            }
        }
        return row
    }

    private func groundPoint(of place: Point) -> Point {
        let isometric =
            abs(place.y) >= 90 - 1e-9 ? (place.y > 0 ? Self.pole : -Self.pole) : asinh(tan(place.y * .pi / 180))
        return ground(east: place.x, isometric: max(-Self.pole, min(Self.pole, isometric)))
    }

    /// As `ground(at:)`; beyond the edge of the world, a point at the edge, on the way to the middle of the image.
    package func nearestGround(at q: Point) -> Point {
        if let p = ground(at: q) { return p }
        var (inside, outside) = (view.focus, q)
        var found = ground(at: inside) ?? ground(east: middle, isometric: isometric)
        for _ in 0..<24 {
            let between = inside.mix(outside, 0.5)
            if let p = ground(at: between) { (inside, found) = (between, p) } else { outside = between }
        }
        return found
    }

    /// How many pixels of the ground there are for each pixel of the image.
    package func groundScale(at p: Point) -> Double {
        let linear = linear(at: p)
        let area = abs(linear.a * linear.d - linear.b * linear.c)
        return area > 1e-12 ? 1 / area.squareRoot() : 1000
    }

    /// The affine map that is closest to the projection around a point of the ground.
    package func linear(at p: Point) -> Transform { Transform(closestTo: apply, at: p) }

    /// The part of the image in which the Earth is seen, with a margin around the image.
    package func visibleImage(margin: Double) -> [Point] {
        let frame = camera.frame(margin: margin)
        if isFilled { return frame.corners }
        return ConvexRegion(frame.corners).clipped(ring: area(of: region.corners).first ?? [])
    }

    /// Points along the edges of what is seen, on the ground.
    package func groundOutline() -> [Point] {
        let ring = camera.frame(margin: 0).corners
        return zip(ring, ring.dropFirst() + ring.prefix(1)).flatMap { p, q in
            (0..<16).map { nearestGround(at: p.mix(q, Double($0) / 16)) }
        }
    }
}

extension ProjectedPerspective: Hashable {
    package static func == (a: ProjectedPerspective, b: ProjectedPerspective) -> Bool {
        a === b || (a.view == b.view && a.projection == b.projection)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(view) }
}

/// The part of the Earth that a view shows, as a box of longitudes and latitudes.
private struct Window {
    /// Degrees east of the central meridian, and latitudes; nil when nothing is seen.
    let corners: [Point]?
    /// True when the Earth is seen everywhere in the image.
    let isFilled: Bool
    /// True when something is seen that is beyond what the projection is for.
    let isTooWide: Bool

    /// Samples per side of the image, and along each edge.
    private static let (side, edge) = (24, 96)

    init(
        _ view: ProjectedPerspective.View, _ projection: CartographicProjection, _ toPlane: Transform,
        _ toImage: Transform, tolerance: Double
    ) {
        let frame = Rect(size: view.size)
            .inset(by: -ProjectedPerspective.margin)
        var points: [Point] = []
        for row in 0...Self.side {
            for column in 0...Self.side {
                points.append(
                    Point(
                        frame.minX + frame.width * Double(column) / Double(Self.side),
                        frame.minY + frame.height * Double(row) / Double(Self.side)))
            }
        }
        let corners = frame.corners
        for (p, q) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
            for step in 0..<Self.edge { points.append(p.mix(q, Double(step) / Double(Self.edge))) }
        }
        let places = projection.places(at: points.map(toPlane.apply), tolerance: 0.25 * tolerance)
        var found = places.filter(\.x.isFinite)
        isFilled = found.count == places.count
        if !isFilled, projection.hemisphere == nil {
            // The edge of the world may lie between samples.
            found += zip(projection.samples.places, projection.samples.points).filter { _, point in
                guard point.x.isFinite, point.y.isFinite else { return false }
                return frame.contains(toImage.apply(point))
            }.map(\.0)
        }
        // The margin around the image does not count.
        let image = frame.inset(by: ProjectedPerspective.margin)
        isTooWide =
            projection.hemisphere.map { hemisphere in
                zip(points, places).contains { image.contains($0) && $1.x.isFinite && !hemisphere.contains($1) }
            } ?? false
        // Around the image there may be what the projection cannot cut, up to the point on the other side of the Earth.
        let hemisphere = projection.hemisphere
        var box = Rect(around: hemisphere.map { found.filter($0.contains) } ?? found)
        guard !box.isNull, !found.isEmpty else {
            self.corners = nil
            return
        }
        let slack = Point(0.06 * box.width + 1e-6, 0.06 * box.height + 1e-6)
        box = Rect(
            minX: box.minX - slack.x, minY: box.minY - slack.y, maxX: box.maxX + slack.x, maxY: box.maxY + slack.y)
        // A pole in the image has all longitudes.
        for pole in [90.0, -90] where projection.latitudes.contains(pole) {
            let ends = projection.exact([Point(0, pole), Point(90, pole)]).map(toImage.apply)
            let isSeen = ends.contains { $0.x.isFinite && $0.y.isFinite && frame.contains($0) }
            let isPoint = ends[0].distance(to: ends[1]) < 1e-3
            if isSeen {
                if pole > 0 { box.maxY = 90 } else { box.minY = -90 }
            }
            if isSeen && isPoint || abs(pole > 0 ? box.maxY : box.minY) >= 89 {
                (box.minX, box.maxX) = (-180, 180)
            }
        }
        if let hemisphere {
            box.minY = max(box.minY, hemisphere.latitude - hemisphere.radius)
            box.maxY = min(box.maxY, hemisphere.latitude + hemisphere.radius)
        }
        let reach = projection.reach
        (box.minX, box.maxX) = (max(-reach, box.minX), min(reach, box.maxX))
        let latitudes = projection.latitudes
        (box.minY, box.maxY) = (max(latitudes.lowerBound, box.minY), min(latitudes.upperBound, box.maxY))
        self.corners = box.corners
    }
}
