// SPDX-License-Identifier: MIT

/// Rounds up to an integer, for magnitudes that fit in an `Int`: faster than `rounded(.up)`, which calls into libm.
@inline(__always)
func integerCeiling(_ x: Double) -> Int {
    let truncated = Int(x)
    return Double(truncated) < x ? truncated &+ 1 : truncated
}

/// Rounds up to an integer, for magnitudes that fit in an `Int`.
@inline(__always)
func integerCeiling(_ x: Float) -> Int {
    let truncated = Int(x)
    return Float(truncated) < x ? truncated &+ 1 : truncated
}

/// Clamps a component to 0...1; NaN becomes 0.
func clampedToUnit(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }

/// The Hermite interpolation of GLSL's `smoothstep(0, 1, x)`.
@inline(__always)
func smoothstep(_ x: Float) -> Float {
    let t = max(0, min(1, x))
    return t * t * (3 - 2 * t)
}

/// The Hermite interpolation of GLSL's `smoothstep(0, 1, x)`.
@inline(__always)
package func smoothstep(_ x: Double) -> Double {
    let t = max(0, min(1, x))
    return t * t * (3 - 2 * t)
}
