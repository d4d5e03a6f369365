// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The fog between the camera and a terrain.
///
/// - SeeAlso: MapLibre GL JS, `terrain.fragment.glsl`.
struct TerrainFog: Sendable {
    private let (fog, horizon): (SIMD3<Float>, SIMD3<Float>)
    /// Where the fog begins, and where it takes on the color of the horizon: depths from 0 at the center to 1 at the end.
    private let (start, change): (Float, Float)
    private let strength: Float
    private let (near, far): (Double, Double)

    /// - Parameters:
    ///   - fog: its color.
    ///   - horizon: the color that it has in the distance.
    ///   - start: from 0 at the map's center to 1 at the end of the ground.
    ///   - change: where it begins to take on the color of the horizon, in the same way.
    ///   - strength: 0...1.
    ///   - perspective: of the camera.
    init(
        _ fog: Color, horizon: Color, start: Double, change: Double, strength: Double, _ perspective: Perspective
    ) {
        func linear(_ color: Color) -> SIMD3<Float> {
            let c = SIMD3(Float(color.red), Float(color.green), Float(color.blue))
            return SIMD3(pow(c.x, Self.gamma), pow(c.y, Self.gamma), pow(c.z, Self.gamma))
        }
        (self.fog, self.horizon) = (linear(fog), linear(horizon))
        (self.start, self.change, self.strength) = (Float(start), Float(change), Float(strength))
        (near, far) = (perspective.distance, perspective.depths.upperBound)
    }

    private static let gamma: Float = 2.2

    /// A premultiplied pixel of the ground, seen through the fog.
    @inline(__always)
    func applied(to pixel: UInt32, nearness: Double) -> UInt32 {
        let depth = Float(far / (far - near) * (1 - near * nearness))
        guard depth > start, strength > 0 else { return pixel }
        let t = change < 1 ? max(0, min(1, (depth - change) / (1 - change))) : 0
        let color = fog + (horizon - fog) * (t * t * (3 - 2 * t))
        let amount = (depth - start) / (1 - start)
        let share = min(1, amount * amount * strength)
        let alpha = Float(pixel >> 24) / 255
        let own = SIMD3(Float(pixel >> 16 & 255), Float(pixel >> 8 & 255), Float(pixel & 255)) / 255
        func mixed(_ a: Float, _ b: Float) -> Float {
            let linear = pow(a, Self.gamma)
            return pow(linear + (b - linear) * share, 1 / Self.gamma)
        }
        return packed(
            red: mixed(own.x, color.x), green: mixed(own.y, color.y), blue: mixed(own.z, color.z),
            alpha: alpha + (1 - alpha) * share)
    }
}
