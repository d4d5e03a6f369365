// SPDX-License-Identifier: MIT
import Libc

/// A sphere that the ground is wrapped around: the ground is Web Mercator, and touches the sphere at the focus, where both have
/// the same scale.
///
/// Positions are relative to the focus, in pixels: x to the right and y downwards as on the ground, and upwards. Directions are
/// those from the sphere's center, in the same axes, of length 1.
///
/// - SeeAlso: MapLibre GL JS, `vertical_perspective_transform.ts`; Snyder, *Map Projections: A Working Manual*, p. 173.
package final class Globe: Hashable, Sendable {
    /// Where and how large the sphere is.
    package struct Shape: Hashable, Sendable {
        /// Of the focus, in degrees.
        package var latitude: Double
        /// The length of the equator on the ground, in pixels.
        package var worldSize: Double
        /// The direction that points up, in degrees clockwise from north.
        package var bearing: Double
        /// 1 for a sphere, 0 for a plane; between them, points are between both.
        package var blend: Double

        package init(latitude: Double, worldSize: Double, bearing: Double, blend: Double) {
            (self.latitude, self.worldSize, self.bearing, self.blend) = (latitude, worldSize, bearing, blend)
        }
    }

    package let shape: Shape
    package let focus: Point
    /// In pixels.
    package let radius: Double
    /// Pixels of the ground per radian of longitude.
    package let groundPerRadian: Double
    /// From the sphere's center to the camera.
    package let towardsCamera: SIMD3<Double>
    /// The cosine of the angle at the sphere's center between the camera and the horizon.
    package let horizonCosine: Double
    /// Of the camera, relative to the focus.
    let camera: SIMD3<Double>

    /// Of the camera, relative to the sphere's center.
    package var cameraFromCenter: SIMD3<Double> { camera + SIMD3(0, 0, radius) }

    private let (sinLatitude, cosLatitude): (Double, Double)
    private let (sinBearing, cosBearing): (Double, Double)
    /// The isometric latitude of the focus.
    private let isometric: Double

    /// - Parameters:
    ///   - shape: where and how large it is.
    ///   - focus: the point of the ground that the camera looks at.
    ///   - distance: from the camera to the focus.
    ///   - pitch: the sine and the cosine of the camera's.
    init(_ shape: Shape, focus: Point, distance: Double, pitch: (sine: Double, cosine: Double)) {
        (self.shape, self.focus) = (shape, focus)
        let (latitude, bearing) = (shape.latitude * .pi / 180, shape.bearing * .pi / 180)
        (sinLatitude, cosLatitude) = (sin(latitude), cos(latitude))
        (sinBearing, cosBearing) = (sine(bearing), cosine(bearing))
        groundPerRadian = shape.worldSize / (2 * .pi)
        radius = groundPerRadian / cosLatitude
        isometric = asinh(tan(latitude))
        camera = SIMD3(0, distance * pitch.sine, distance * pitch.cosine)
        let fromCenter = camera + SIMD3(0, 0, radius)
        let length = (fromCenter * fromCenter).sum().squareRoot()
        towardsCamera = fromCenter / length
        horizonCosine = radius / length
    }

    package static func == (a: Globe, b: Globe) -> Bool {
        a === b || (a.shape == b.shape && a.focus == b.focus && a.camera == b.camera)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(shape)
        hasher.combine(focus)
        hasher.combine(camera)
    }

    /// Beyond this isometric latitude, all points of the ground are at the pole.
    static let poleIsometric = 2.5 * Double.pi
    /// At the ends of the ground, and a little less, for errors of rounding.
    static let endIsometric = Double.pi - 1e-6

    /// A point of the ground as radians east of the focus and as isometric latitude.
    func angles(of p: Point) -> (east: Double, isometric: Double) {
        let (x, y) = (p.x - focus.x, p.y - focus.y)
        return (
            (x * cosBearing - y * sinBearing) / groundPerRadian,
            isometric - (x * sinBearing + y * cosBearing) / groundPerRadian
        )
    }

    /// The point of the ground at an isometric latitude, `east` radians from the focus.
    func ground(east: Double, isometric latitude: Double) -> Point {
        let (x, y) = (east * groundPerRadian, (isometric - latitude) * groundPerRadian)
        return Point(focus.x + x * cosBearing + y * sinBearing, focus.y + y * cosBearing - x * sinBearing)
    }

    /// One turn around the Earth, on the ground.
    var turn: Point { Point(cosBearing, -sinBearing) * shape.worldSize }

    /// The direction of a point of the ground.
    package func direction(of p: Point) -> SIMD3<Double> {
        let (east, isometric) = angles(of: p)
        return direction(east: east, isometric: isometric)
    }

    func direction(east: Double, isometric: Double) -> SIMD3<Double> {
        if abs(isometric) > Self.poleIsometric { return direction(ofPole: isometric > 0 ? 1 : -1) }
        let (s, c) = (tanh(isometric), 1 / cosh(isometric))
        let (sinEast, cosEast) = (sin(east), cos(east))
        return turned(
            east: c * sinEast, north: cosLatitude * s - sinLatitude * c * cosEast,
            up: sinLatitude * s + cosLatitude * c * cosEast)
    }

    /// The direction of the north pole for 1, of the south pole for -1.
    func direction(ofPole sign: Double) -> SIMD3<Double> {
        turned(east: 0, north: cosLatitude * sign, up: sinLatitude * sign)
    }

    private func turned(east: Double, north: Double, up: Double) -> SIMD3<Double> {
        SIMD3(east * cosBearing - north * sinBearing, -east * sinBearing - north * cosBearing, up)
    }

    /// Two directions at right angles to one and to each other; any two will do.
    package func tangents(at direction: SIMD3<Double>) -> (SIMD3<Double>, SIMD3<Double>) {
        let side = Self.cross(direction, abs(direction.x) < 0.7 ? SIMD3(1, 0, 0) : SIMD3(0, 1, 0))
        let first = side / (side * side).sum().squareRoot()
        return (first, Self.cross(direction, first))
    }

    /// The directions to the east and to the south at a direction; any two at right angles at the poles.
    package func eastAndSouth(at direction: SIMD3<Double>) -> (east: SIMD3<Double>, south: SIMD3<Double>) {
        let east = Self.cross(direction, self.direction(ofPole: 1))
        let length = (east * east).sum().squareRoot()
        guard length > 1e-9 else { return tangents(at: direction) }
        return (east / length, Self.cross(direction, east / length))
    }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }

    /// The point of the ground at a direction, in the half of the world around the focus.
    func ground(at direction: SIMD3<Double>) -> Point {
        let east = direction.x * cosBearing - direction.y * sinBearing
        let north = -direction.x * sinBearing - direction.y * cosBearing
        let sinLatitude = max(-1, min(1, cosLatitude * north + self.sinLatitude * direction.z))
        let meridian = cosLatitude * direction.z - self.sinLatitude * north
        let isometric = abs(sinLatitude) > 1 - 1e-13 ? (sinLatitude > 0 ? 3 * Double.pi : -3 * .pi) : atanh(sinLatitude)
        return ground(east: east == 0 && meridian == 0 ? 0 : atan2(east, meridian), isometric: isometric)
    }

    /// A point of the ground, or one above it.
    func position(_ p: Point, _ direction: SIMD3<Double>, height: Double) -> SIMD3<Double> {
        let center = SIMD3(0, 0, -radius)
        let round = center + direction * (radius + height)
        guard shape.blend < 1 else { return round }
        let flat = SIMD3(p.x - focus.x, p.y - focus.y, height)
        return flat + (round - flat) * shape.blend
    }

    package func position(_ p: Point, height: Double = 0) -> SIMD3<Double> {
        position(p, direction(of: p), height: height)
    }

    /// The position of the ground at a direction, in the half of the world around the focus.
    func position(at direction: SIMD3<Double>) -> SIMD3<Double> {
        position(shape.blend < 1 ? ground(at: direction) : focus, direction, height: 0)
    }

    /// Positive on the side of the horizon that the camera sees.
    @inline(__always)
    func facing(_ direction: SIMD3<Double>) -> Double { (direction * towardsCamera).sum() - horizonCosine }

    /// How many pixels of the ground there are for each pixel of the sphere, for a direction or point.
    package func groundScale(at p: Point) -> Double {
        let scale = min(Self.largestScale, cosLatitude * cosh(angles(of: p).isometric))
        return shape.blend < 1 ? 1 + (scale - 1) * shape.blend : scale
    }

    /// Web Mercator stretches without limit towards the poles.
    private static let largestScale = 1000.0

    /// The direction at which a ray from the camera meets the sphere; nil where it does not.
    ///
    /// - Parameter ray: from the camera, of any length.
    /// - Returns: the direction, and the fraction of the ray.
    func meeting(_ ray: SIMD3<Double>) -> (direction: SIMD3<Double>, along: Double)? {
        let origin = camera + SIMD3(0, 0, radius)
        let a = (ray * ray).sum()
        let b = (origin * ray).sum()
        // The squared distance from the sphere's center less the squared radius, without cancellation.
        let c = (camera * camera).sum() + 2 * radius * camera.z
        let discriminant = b * b - a * c
        guard b < 0, discriminant >= 0 else { return nil }
        let along = c / (-b + discriminant.squareRoot())
        return ((origin + ray * along) / radius, along)
    }

    /// The direction on the horizon that is nearest to a ray that misses the sphere.
    func horizonDirection(nearest ray: SIMD3<Double>) -> SIMD3<Double> {
        let across = ray - towardsCamera * (ray * towardsCamera).sum()
        let length = (across * across).sum().squareRoot()
        let outwards = length > 0 ? across / length : horizonAxes.0
        return horizonDirection(outwards)
    }

    /// Two directions at right angles to each other and to the camera's.
    var horizonAxes: (SIMD3<Double>, SIMD3<Double>) {
        // The camera lies above the meridian of the view.
        (SIMD3(1, 0, 0), SIMD3(0, towardsCamera.z, -towardsCamera.y))
    }

    /// The direction on the horizon in a direction from the axis.
    ///
    /// - Parameter outwards: at a right angle to the camera's.
    /// - Returns: of length 1.
    package func horizonDirection(_ outwards: SIMD3<Double>) -> SIMD3<Double> {
        towardsCamera * horizonCosine + outwards * (1 - horizonCosine * horizonCosine).squareRoot()
    }

    /// The angle of a direction around the camera's axis, in radians; not defined at `opposite`.
    func azimuth(_ direction: SIMD3<Double>) -> Double {
        let (u, v) = horizonAxes
        return atan2((direction * v).sum() - Self.offAxis.v, (direction * u).sum() - Self.offAxis.u)
    }

    /// The direction away from the camera, but for a little: the ends of the ground would often go through it.
    var opposite: SIMD3<Double> {
        let (u, v) = horizonAxes
        return u * Self.offAxis.u + v * Self.offAxis.v - towardsCamera
    }

    private static let offAxis = (u: 0.37e-6, v: 0.92e-6)

    func horizonDirection(azimuth: Double) -> SIMD3<Double> {
        let (u, v) = horizonAxes
        return horizonDirection(u * cos(azimuth) + v * sin(azimuth))
    }

    /// The angle between points with which a circle of the sphere's size deviates by less than a twentieth of a pixel.
    var arcStep: Double { max(2 * .pi / 4096, min(.pi / 32, 2 * (2 * 0.05 / radius).squareRoot())) }
}

/// A ring of the ground whose edges along the end of Web Mercator go to the pole.
///
/// - Parameters:
///   - ring: of the ground.
///   - pole: the isometric latitude that stands for a pole.
///   - angles: how far to the east a point of the ground is, and its isometric latitude.
///   - ground: the way back.
/// - Returns: the ring; with two more points for each such edge.
@inline(__always)
func closedAtPoles(
    _ ring: [Point], pole: Double, _ angles: (Point) -> (east: Double, isometric: Double),
    _ ground: (_ east: Double, _ isometric: Double) -> Point
) -> [Point] {
    guard var from = ring.last.map(angles) else { return [] }
    var result: [Point] = []
    result.reserveCapacity(ring.count + 4)
    for p in ring {
        let to = angles(p)
        if goesToPole(from, to), abs(from.isometric) < 2 * .pi {
            let pole = from.isometric > 0 ? pole : -pole
            result += [ground(from.east, pole), ground(to.east, pole)]
        }
        result.append(p)
        from = to
    }
    return result
}

/// True for an edge along the end of Web Mercator. Beyond it, edges that are no parallels are where they seem to be.
@inline(__always)
func goesToPole(_ from: (east: Double, isometric: Double), _ to: (east: Double, isometric: Double)) -> Bool {
    abs(from.isometric) >= Globe.endIsometric && abs(to.isometric) >= Globe.endIsometric
        && abs(from.isometric - to.isometric) <= 1e-9
}
