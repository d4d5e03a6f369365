// SPDX-License-Identifier: MIT
import Libc

/// How a camera sees a plane, and what stands on it: a pinhole's projection of the ground to the image. What is asked for each vertex
/// is inlinable.
///
/// - SeeAlso: MapLibre GL JS, `mercator_transform.ts`, for the field of view, and for where the ground ends.
@usableFromInline package struct PlanePerspective: Hashable, Sendable {
    /// The point that does not move, on the ground and in the image.
    @usableFromInline package let focus: Point
    /// From the camera to the focus, in pixels.
    @usableFromInline package let distance: Double
    /// The depths between which the ground is drawn, in pixels along the line of sight.
    package internal(set) var depths: ClosedRange<Double>
    @usableFromInline package let (sinPitch, cosPitch): (Double, Double)
    @usableFromInline package let (sinRoll, cosRoll): (Double, Double)
    /// From the focus to the line in the image at which the sky begins, in pixels.
    package let horizon: Double
    /// How far the plane that is projected lies above the focus, in pixels: 0 for the ground.
    @usableFromInline package private(set) var elevation = 0.0
    let size: Size

    /// Nothing is drawn within this angle of the horizon, in degrees.
    private static let horizonMargin = 0.75

    /// - Parameters:
    ///   - size: of the image, in pixels.
    ///   - focus: the point that the camera looks at.
    ///   - angles: the directions of the camera; a pitch of at most 90 and a field of view above 0 and below 180.
    ///   - depression: how far below the focus the ground goes, in pixels: the lower it is, the farther it is seen.
    package init(size: Size, focus: Point, _ angles: Perspective.Angles, depression: Double = 0) {
        self.size = size
        self.focus = focus
        let (pitch, roll, fieldOfView) = (
            angles.pitch * .pi / 180, angles.roll * .pi / 180, angles.fieldOfView * .pi / 180
        )
        let distance = size.height / 2 / tan(fieldOfView / 2)
        self.distance = distance
        (sinPitch, cosPitch) = (sine(pitch), cosine(pitch))
        (sinRoll, cosRoll) = (sine(roll), cosine(roll))

        // The farthest depth: that of the ground at the top edge, or a little below the horizon.
        let offset = focus.y - size.height / 2
        let margin = Self.horizonMargin * .pi / 180
        let lowest = distance + depression / cosine(min(pitch, .pi / 2 - margin))
        let seen = fieldOfView * (abs(cosRoll) * size.height + abs(sinRoll) * size.width) / size.height
        func surface(_ angle: Double) -> Double {
            sin(angle) * lowest / sin(max(0.01, min(.pi - 0.01, .pi / 2 - pitch - angle)))
        }
        horizon = distance * min(tan(.pi / 2 - pitch) * 0.85, tan(.pi / 2 - margin - pitch))
        let horizonAngle = atan(horizon / distance)
        let toHorizon = horizonAngle > margin ? 2 * horizonAngle * (0.5 + offset / (horizon * 2)) : margin
        let reach = min(surface(seen * (0.5 + offset / size.height)), surface(toHorizon))
        depths = Self.depths(size, farthest: (sin(min(pitch, .pi / 2 - margin)) * reach + lowest) * 1.01)
    }

    /// From a fiftieth of the image's height on.
    static func depths(_ size: Size, farthest: Double) -> ClosedRange<Double> {
        let near = size.height / 50
        return near...max(near * 2, farthest)
    }

    /// The same camera, which looks at a plane above the ground: what stands there is measured from that plane.
    ///
    /// - Parameter height: of the plane above this one, in pixels.
    /// - Returns: the projection of that plane.
    package func raised(by height: Double) -> PlanePerspective {
        guard height != 0 else { return self }
        var copy = self
        copy.elevation += height
        return copy
    }

    /// The point of the ground below the camera.
    package var below: Point { focus + Point(0, distance * sinPitch) }

    /// The distance from the camera along its line of sight; not positive behind the camera.
    ///
    /// - Parameters:
    ///   - p: a point of the ground.
    ///   - height: above the ground, in the ground's pixels.
    /// - Returns: pixels.
    @inlinable @inline(__always)
    package func depth(_ p: Point, height: Double = 0) -> Double {
        distance - (p.y - focus.y) * sinPitch - (height + elevation) * cosPitch
    }

    /// True when the camera sees a point of the ground: in front of it, and before the ground's end.
    func shows(_ p: Point) -> Bool { depths.contains(depth(p)) }

    /// The image's point at which a point of the ground, or one above it, is seen; its depth must be positive.
    @inlinable @inline(__always)
    package func apply(_ p: Point, height: Double = 0) -> Point {
        let x = p.x - focus.x
        let y = (p.y - focus.y) * cosPitch - (height + elevation) * sinPitch
        let k = distance / depth(p, height: height)
        return Point(focus.x + (x * cosRoll + y * sinRoll) * k, focus.y + (y * cosRoll - x * sinRoll) * k)
    }

    /// The point of the ground that is seen at a point of the image; nil above the horizon, and for a camera that lies on the ground.
    package func ground(at q: Point) -> Point? {
        let u = (q.x - focus.x) / distance
        let v = (q.y - focus.y) / distance
        let (x, y) = (u * cosRoll - v * sinRoll, u * sinRoll + v * cosRoll)
        let slope = cosPitch + y * sinPitch
        guard slope > 1e-9 else { return nil }
        if elevation != 0 {
            let depth = (distance * cosPitch - elevation) / slope
            return depth > 0 ? position(at: q, depth: depth).ground : nil
        }
        guard cosPitch > 0 else { return nil }
        // The ray meets the ground at this depth.
        let depth = distance * cosPitch / slope
        return Point(focus.x + x * depth, focus.y + y * distance / slope)
    }

    /// The position in space that is seen at a point of the image at a depth.
    ///
    /// - Returns: the point of the ground below it, and its height above the focus, in pixels.
    package func position(at q: Point, depth: Double) -> (ground: Point, height: Double) {
        let u = (q.x - focus.x) / distance
        let v = (q.y - focus.y) / distance
        let (x, y) = ((u * cosRoll - v * sinRoll) * depth, (u * sinRoll + v * cosRoll) * depth)
        let z = distance - depth
        return (Point(focus.x + x, focus.y + y * cosPitch + z * sinPitch), z * cosPitch - y * sinPitch)
    }

    /// As `ground(at:)`; above the ground's end, its last point below that of the image.
    package func nearestGround(at q: Point) -> Point {
        if let point = ground(at: q), depth(point) <= depths.upperBound { return point }
        let depth = depths.upperBound
        let (u, v) = ((q.x - focus.x) / distance, (q.y - focus.y) / distance)
        return Point(
            focus.x + (u * cosRoll - v * sinRoll) * depth,
            focus.y + (distance - elevation * cosPitch - depth) / sinPitch)
    }

    /// As `apply(_:height:)`; far outside of the image for what lies behind the camera.
    @inlinable @inline(__always)
    package func nearestImagePoint(of p: Point) -> Point {
        guard depth(p) < distance / 1024 else { return apply(p) }
        let x = (p.x - focus.x) * 1024
        let y = (p.y - focus.y) * 1024 * cosPitch
        return Point(focus.x + x * cosRoll + y * sinRoll, focus.y + y * cosRoll - x * sinRoll)
    }

    /// As `ground(at:)`, but only where the ground is drawn.
    package func drawnGround(at q: Point) -> Point? {
        guard let point = ground(at: q) else { return nil }
        return depth(point) <= depths.upperBound ? point : nil
    }

    /// The affine map that is closest to the perspective around a point of the ground.
    package func linear(at p: Point) -> Transform {
        let (x, y) = (p.x - focus.x, (p.y - focus.y) * cosPitch - elevation * sinPitch)
        let w = depth(p)
        let k = distance / w
        // The derivative of 1/depth along y.
        let slope = sinPitch / w
        let (dx, dy) = (Point(k, 0), Point(x * k * slope, k * (cosPitch + y * slope)))
        func roll(_ v: Point) -> Point { Point(v.x * cosRoll + v.y * sinRoll, v.y * cosRoll - v.x * sinRoll) }
        let (a, b, q) = (roll(dx), roll(dy), apply(p))
        return Transform(
            a: a.x, b: a.y, c: b.x, d: b.y, tx: q.x - a.x * p.x - b.x * p.y, ty: q.y - a.y * p.x - b.y * p.y)
    }

    /// The image with a margin around it.
    package func frame(margin: Double) -> Rect {
        Rect(size: size).inset(by: -margin)
    }

    /// The part of the image in which the ground is seen, with a margin around the image.
    package func visibleImage(margin: Double = 0) -> [Point] {
        let frame = frame(margin: margin).corners
        // Depth is monotonous along this direction of the image, towards the horizon.
        let direction = Point(sinRoll, cosRoll)
        func rise(_ q: Point) -> Double {
            cosPitch + ((q.x - focus.x) * direction.x + (q.y - focus.y) * direction.y) / distance * sinPitch
        }
        let least = (distance * cosPitch - elevation) / depths.upperBound
        guard least > 0 else { return [] }
        var ring: [Point] = []
        for (p, q) in zip(frame, frame.dropFirst() + frame.prefix(1)) {
            let (from, to) = (rise(p) - least, rise(q) - least)
            if from >= 0 { ring.append(p) }
            if (from >= 0) != (to >= 0) { ring.append(p.mix(q, from / (from - to))) }
        }
        return ring
    }

    /// The part of the ground that the image shows, with a margin around the image. Empty when only sky is seen.
    package func footprint(margin: Double = 0) -> ConvexRegion {
        guard cosPitch > 0 else { return levelFootprint(margin: margin) }
        return ConvexRegion(visibleImage(margin: margin).compactMap { ground(at: $0) })
    }

    /// As `footprint(margin:)` for a camera that looks at the horizon: it sees the ground from its edge, and what stands there.
    private func levelFootprint(margin: Double) -> ConvexRegion {
        let frame = frame(margin: margin)
        let reach = frame.corners.reduce(0) { max($0, $1.distance(to: focus)) } / distance
        func corner(_ side: Double, _ depth: Double) -> Point {
            Point(focus.x + side * reach * depth, focus.y + (distance - depth) / sinPitch)
        }
        let (near, far) = (depths.lowerBound, depths.upperBound)
        return ConvexRegion([corner(-1, far), corner(1, far), corner(1, near), corner(-1, near)])
    }
}

/// From the image of a tilted camera back to the plane of the ground, in homogeneous coordinates: linear, so that a row of
/// the image is followed by additions.
///
/// - SeeAlso: R. Hartley and A. Zisserman, Multiple View Geometry in Computer Vision, 2004, section 2.3.
package struct GroundHomography: Sendable {
    /// x, y and w of the ground below the image's top left corner: the point is (x / w, y / w).
    package let origin: SIMD3<Double>
    /// How they change from one pixel to the next on the right, and to the one below.
    package let (right, down): (SIMD3<Double>, SIMD3<Double>)
    /// The ground is drawn where w is at least this; above 0.
    package let minW: Double

    fileprivate init(_ perspective: PlanePerspective) {
        let (sinPitch, cosPitch, distance) = (perspective.sinPitch, perspective.cosPitch, perspective.distance)
        let (focus, height) = (perspective.focus, distance * cosPitch - perspective.elevation)
        // Of a ray: x to the right and y downwards in the upright image, in units of the distance; z is 1.
        func ground(_ x: Double, _ y: Double, _ z: Double) -> SIMD3<Double> {
            let w = cosPitch * z + y * sinPitch
            return SIMD3(
                focus.x * w + x * height,
                (focus.y + distance * sinPitch) * w + (y * cosPitch - z * sinPitch) * height,
                w)
        }
        right = ground(perspective.cosRoll / distance, perspective.sinRoll / distance, 0)
        down = ground(-perspective.sinRoll / distance, perspective.cosRoll / distance, 0)
        origin = ground(0, 0, 1) - right * focus.x - down * focus.y
        minW = max(1e-9, height / perspective.depths.upperBound)
    }
}

extension Perspective {
    /// As `ground(at:)`, for many pixels; nil for a ball, and for a camera below the plane.
    package var groundHomography: GroundHomography? {
        if case .plane(let plane) = self { plane.groundHomography } else { nil }
    }
}

extension PlanePerspective {
    /// As `drawnGround(at:)`, for many pixels; nil for a camera below the plane.
    fileprivate var groundHomography: GroundHomography? {
        distance * cosPitch > elevation ? GroundHomography(self) : nil
    }
}

/// An affine function of space, a · x + b · y + c · z + d: a number at each point of the ground, or above it.
package struct AffineFunction3D: Hashable, Sendable {
    /// The growth along the ground, and the value at the ground's origin.
    package var ground: AffineFunction
    /// The growth upwards.
    package var height: Double

    package init(_ ground: AffineFunction, height: Double) {
        (self.ground, self.height) = (ground, height)
    }

    /// The signed distance from a level above the ground.
    package static func above(level: Double) -> AffineFunction3D {
        AffineFunction3D(AffineFunction(x: 0, y: 0, constant: -level), height: 1)
    }

    /// Zero on the vertical plane through two points of the ground; negative to the left of the way from one to the other.
    package static func beside(_ a: Point, _ b: Point) -> AffineFunction3D {
        let (x, y) = (a.y - b.y, b.x - a.x)
        return AffineFunction3D(AffineFunction(x: x, y: y, constant: -(x * a.x + y * a.y)), height: 0)
    }

    /// The value at a point of the ground, or above it.
    package func callAsFunction(_ p: Point, height: Double) -> Double { ground(p) + self.height * height }
}

// With X, Y and Z in the camera's directions, and u = X/Z, v = Y/Z in the image, an even function gX·X + gY·Y + gZ·Z + e
// divided by Z is gX·u + gY·v + gZ + e/Z. On a plane, where another even function is zero, 1/Z is even in the image, too.
extension PlanePerspective {
    /// The reciprocal of the depth, over the image of the plane on which a function is zero; nil for a plane that the
    /// camera sees from its edge.
    package func inverseDepth(wherever function: AffineFunction3D) -> AffineFunction? {
        let seen = seen(function)
        guard abs(seen.atCamera) > 1e-9 else { return nil }
        let k = -1 / seen.atCamera
        return AffineFunction(x: seen.slope.x * k, y: seen.slope.y * k, constant: seen.slope.constant * k)
    }

    /// A function over the image of a plane, times the inverse depth.
    package func projected(_ function: AffineFunction3D, inverseDepth: AffineFunction) -> AffineFunction {
        let (slope, e) = seen(function)
        return AffineFunction(
            x: slope.x + inverseDepth.x * e, y: slope.y + inverseDepth.y * e,
            constant: slope.constant + inverseDepth.constant * e)
    }

    /// The value of a function where the camera is.
    package func atCamera(_ function: AffineFunction3D) -> Double { seen(function).atCamera }

    /// gX·u + gY·v + gZ over the image, and e.
    private func seen(_ f: AffineFunction3D) -> (slope: AffineFunction, atCamera: Double) {
        let inward = f.ground.y * sinPitch + f.height * cosPitch
        let (x, y) = (f.ground.x / distance, (f.ground.y * cosPitch - f.height * sinPitch) / distance)
        let slope = AffineFunction(x: x * cosRoll + y * sinRoll, y: y * cosRoll - x * sinRoll, constant: 0)
        return (
            AffineFunction(x: slope.x, y: slope.y, constant: -slope(focus) - inward),
            f.ground(focus) - f.height * elevation + distance * inward
        )
    }
}
