// SPDX-License-Identifier: MIT

/// From the picture of a tilted camera back to the plane of the ground, in homogeneous coordinates: linear, so that a row of
/// the picture is followed by additions.
///
/// - SeeAlso: R. Hartley and A. Zisserman, Multiple View Geometry in Computer Vision, 2004, section 2.3.
package struct GroundHomography: Sendable {
    /// x, y and w of the ground below the picture's top left corner: the point is (x / w, y / w).
    package let origin: SIMD3<Double>
    /// How they change from one pixel to the next on the right, and to the one below.
    package let (right, down): (SIMD3<Double>, SIMD3<Double>)
    /// The ground is drawn where w is at least this; above 0.
    package let minW: Double

    /// - Parameter perspective: of a plane.
    fileprivate init(_ perspective: Perspective) {
        let (sinPitch, cosPitch, distance) = (perspective.sinPitch, perspective.cosPitch, perspective.distance)
        let (focus, height) = (perspective.focus, distance * cosPitch - perspective.elevation)
        // Of a ray: x to the right and y downwards in the upright picture, in units of the distance; z is 1.
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
    /// As `drawnGround(at:)`, for many pixels; nil for a globe, and for a camera below the plane.
    package var groundHomography: GroundHomography? {
        globe == nil && distance * cosPitch > elevation ? GroundHomography(self) : nil
    }
}
