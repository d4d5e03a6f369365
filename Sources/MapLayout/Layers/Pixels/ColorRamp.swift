// SPDX-License-Identifier: MIT
import MapCanvas

/// A table of premultiplied colors for 0...1, linearly interpolated.
struct ColorRamp: Sendable {
    private let colors: [SIMD4<Float>]

    /// Requires at least one color.
    init(_ colors: [Color], opacity: Double) {
        self.colors = colors.map { color in
            let alpha = Float(color.alpha * opacity)
            return SIMD4(Float(color.red) * alpha, Float(color.green) * alpha, Float(color.blue) * alpha, alpha)
        }
    }

    /// The packed color at a position in 0...1. As in a texture lookup, the outer half of the first and last entry is
    /// flat.
    @inline(__always)
    func pixel(at position: Float) -> UInt32 {
        let last = colors.count - 1
        let shifted = max(0, min(Float(last), position * Float(colors.count) - 0.5))
        let first = Int(shifted)
        let (a, b) = (colors[first], colors[min(first + 1, last)])
        let color = a + (b - a) * (shifted - Float(first))
        return packed(red: color.x, green: color.y, blue: color.z, alpha: color.w)
    }
}
