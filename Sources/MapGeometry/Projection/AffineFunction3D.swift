// SPDX-License-Identifier: MIT

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
