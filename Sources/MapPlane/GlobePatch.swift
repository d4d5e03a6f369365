// SPDX-License-Identifier: MIT

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A flat square in space that lies on a globe, as a camera sees it: its corners are on the sphere.
///
/// - SeeAlso: MapLibre GL JS, `heatmap.vertex.glsl` and `globeRotateVector`.
package struct GlobePatch: Sendable {
    /// Positions on the square in half sides from its middle, and what is before the horizon: each times `weight`, over the
    /// picture.
    @usableFromInline let (across, down, seen): (AffineFunction, AffineFunction, AffineFunction)
    /// Positive where the camera sees the square's plane before it.
    @usableFromInline let weight: AffineFunction
    /// The box around the square in the picture; nil when some of it is behind the camera.
    package let bounds: Rect?

    /// Nil for a square behind the horizon, and for one that the camera sees from its edge.
    ///
    /// - Parameters:
    ///   - p: the middle, on the ground.
    ///   - halfSide: in pixels of the sphere.
    ///   - perspective: of a globe.
    package init?(at p: Point, halfSide: Double, _ perspective: Perspective) {
        guard let globe = perspective.globe, halfSide > 0 else { return nil }
        let (middle, sides) = Self.square(at: p, halfSide: halfSide, globe)
        let normal = cross(sides.0, sides.1)
        let dual = (cross(sides.1, normal), cross(normal, sides.0))
        let area = (normal * normal).sum()
        guard area > 0 else { return nil }
        let toCamera = perspective.cameraPosition - middle
        // How far the camera is from the plane; rays go towards it where their product with the normal is of the other sign.
        let distance = -(normal * toCamera).sum()
        guard distance != 0 else { return nil }
        let sign = distance < 0 ? -1.0 : 1
        let along = perspective.alongRays(normal) * sign
        let reach = abs(distance)
        func function(_ direction: SIMD3<Double>, _ constant: Double) -> AffineFunction {
            along * constant + perspective.alongRays(direction) * reach
        }
        weight = along
        across = function(dual.0 / area, (dual.0 * toCamera).sum() / area)
        down = function(dual.1 / area, (dual.1 * toCamera).sum() / area)
        if globe.shape.blend < 1 {
            seen = along
            guard perspective.shows(p) else { return nil }
        } else {
            let camera = perspective.cameraPosition + SIMD3(0, 0, globe.radius)
            let limit = globe.radius * globe.horizonCosine
            seen = function(globe.towardsCamera, (camera * globe.towardsCamera).sum() - limit)
        }
        var (box, isSeen, isWhole) = (Rect.null, globe.shape.blend < 1, true)
        for (x, y) in [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)] {
            let corner = middle + sides.0 * x + sides.1 * y
            if !isSeen { isSeen = globe.facing((corner + SIMD3(0, 0, globe.radius)) / globe.radius) > 0 }
            let depth = perspective.depth(at: corner)
            if depth > perspective.depths.lowerBound {
                box.extend(to: perspective.image(of: corner, depth: depth))
            } else {
                isWhole = false
            }
        }
        guard isSeen else { return nil }
        bounds = isWhole ? box : nil
    }

    /// The position on the square that is seen at a point of the picture, in half sides from its middle; nil where the horizon
    /// hides it.
    @inlinable
    package func position(at q: Point) -> Point? {
        let weight = weight(q)
        guard weight > 0, seen(q) >= 0 else { return nil }
        return Point(across(q) / weight, down(q) / weight)
    }

    /// The middle of a square, and half of its sides.
    private static func square(
        at p: Point, halfSide: Double, _ globe: Globe
    ) -> (middle: SIMD3<Double>, sides: (SIMD3<Double>, SIMD3<Double>)) {
        let direction = globe.direction(of: p)
        if globe.shape.blend < 1 {
            let reach = halfSide * globe.groundScale(at: p)
            func side(_ step: Point) -> SIMD3<Double> { (globe.position(p + step) - globe.position(p - step)) / 2 }
            return (globe.position(p), (side(Point(reach, 0)), side(Point(0, reach))))
        }
        let tangent = tan(min(largestAngle, halfSide / globe.radius))
        let shrink = 1 / (1 + 2 * tangent * tangent).squareRoot()
        // Any two axes will do that are at right angles to the direction.
        let first = normalized(
            abs(direction.x) < 0.7 ? cross(direction, SIMD3(1, 0, 0)) : cross(direction, SIMD3(0, 1, 0)))
        let side = globe.radius * tangent * shrink
        return (
            direction * (globe.radius * shrink) - SIMD3(0, 0, globe.radius),
            (first * side, cross(direction, first) * side)
        )
    }

    /// A larger square would go around the globe.
    private static let largestAngle = 1.5
}

extension Perspective {
    /// The product of a vector and the ray through each point of the picture.
    fileprivate func alongRays(_ vector: SIMD3<Double>) -> AffineFunction {
        let (x, y) = (vector.x / distance, (vector.y * cosPitch - vector.z * sinPitch) / distance)
        let slope = Point(x * cosRoll + y * sinRoll, y * cosRoll - x * sinRoll)
        let constant = -vector.y * sinPitch - vector.z * cosPitch
        return AffineFunction(
            x: slope.x, y: slope.y, constant: constant - slope.x * focus.x - slope.y * focus.y)
    }
}

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

private func normalized(_ v: SIMD3<Double>) -> SIMD3<Double> { v / (v * v).sum().squareRoot() }
