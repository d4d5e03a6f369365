// SPDX-License-Identifier: MIT

/// A number at each point above the ground that grows evenly along each direction.
package struct SpaceFunction: Hashable, Sendable {
    /// The growth along the ground, and the value at the ground's origin.
    package var ground: AffineFunction
    /// The growth upwards.
    package var height: Double

    package init(_ ground: AffineFunction, height: Double) {
        (self.ground, self.height) = (ground, height)
    }

    /// The signed distance from a level above the ground.
    package static func above(level: Double) -> SpaceFunction {
        SpaceFunction(AffineFunction(x: 0, y: 0, constant: -level), height: 1)
    }

    /// Zero on the vertical plane through two points of the ground; negative to the left of the way from one to the other.
    package static func beside(_ a: Point, _ b: Point) -> SpaceFunction {
        let (x, y) = (a.y - b.y, b.x - a.x)
        return SpaceFunction(AffineFunction(x: x, y: y, constant: -(x * a.x + y * a.y)), height: 0)
    }

    /// The value at a point of the ground, or above it.
    package func callAsFunction(_ p: Point, height: Double) -> Double { ground(p) + self.height * height }
}

// With X, Y and Z in the camera's directions, and u = X/Z, v = Y/Z in the picture, an even function gX·X + gY·Y + gZ·Z + e
// divided by Z is gX·u + gY·v + gZ + e/Z. On a plane, where another even function is zero, 1/Z is even in the picture, too.
extension Perspective {
    /// The reciprocal of the depth, over the picture of the plane on which a function is zero; nil for a plane that the
    /// camera sees from its edge.
    package func nearness(wherever function: SpaceFunction) -> AffineFunction? {
        let seen = seen(function)
        guard abs(seen.atCamera) > 1e-9 else { return nil }
        let k = -1 / seen.atCamera
        return AffineFunction(x: seen.slope.x * k, y: seen.slope.y * k, constant: seen.slope.constant * k)
    }

    /// A function over the picture of a plane, times the nearness.
    package func projected(_ function: SpaceFunction, nearness: AffineFunction) -> AffineFunction {
        let (slope, e) = seen(function)
        return AffineFunction(
            x: slope.x + nearness.x * e, y: slope.y + nearness.y * e, constant: slope.constant + nearness.constant * e)
    }

    /// The value of a function where the camera is.
    package func atCamera(_ function: SpaceFunction) -> Double { seen(function).atCamera }

    /// gX·u + gY·v + gZ over the picture, and e.
    private func seen(_ f: SpaceFunction) -> (slope: AffineFunction, atCamera: Double) {
        let inward = f.ground.y * sinPitch + f.height * cosPitch
        let (x, y) = (f.ground.x / distance, (f.ground.y * cosPitch - f.height * sinPitch) / distance)
        let slope = AffineFunction(x: x * cosRoll + y * sinRoll, y: y * cosRoll - x * sinRoll, constant: 0)
        return (
            AffineFunction(x: slope.x, y: slope.y, constant: -slope(focus) - inward),
            f.ground(focus) - f.height * elevation + distance * inward
        )
    }
}
