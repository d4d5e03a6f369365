// SPDX-License-Identifier: MIT
import Libc

// Multiples of 90° are exact, so that maps at bearings of 0, 90, 180 and 270 stay on the pixel grid.

package func sine(_ angle: Double) -> Double {
    quarterTurns(angle).map { [0, 1, 0, -1][$0] } ?? sin(angle)
}

package func cosine(_ angle: Double) -> Double {
    quarterTurns(angle).map { [1, 0, -1, 0][$0] } ?? cos(angle)
}

private func quarterTurns(_ angle: Double) -> Int? {
    let turns = angle / (.pi / 2)
    let whole = turns.rounded()
    guard abs(turns - whole) < 1e-12, abs(whole) < 1e9 else { return nil }
    return ((Int(whole) % 4) + 4) % 4
}

/// The direction of a vector in radians, clockwise on screen from the x axis; exactly 0 for (positive, 0).
package func angle(of vector: Point) -> Double {
    vector.y == 0 && vector.x >= 0 ? 0 : atan2(vector.y, vector.x)
}

/// 2 to the power of `exponent`.
package func powerOfTwo(_ exponent: Double) -> Double { exp2(exponent) }

package func binaryLogarithm(_ value: Double) -> Double { log2(value) }

/// Rounds up to an integer, for magnitudes below 2³¹: faster than `rounded(.up)`, which calls into libm. Others and NaN
/// become any integer that fits in 32 bits.
@inlinable @inline(__always)
package func integerCeiling(_ x: Double) -> Int {
    // Adding 1.5·2⁵² rounds to the nearest integer, which the low bits of the sum hold.
    let magic = 6_755_399_441_055_744.0
    let nearest = x + magic
    let integer = Int(Int32(truncatingIfNeeded: nearest.bitPattern))
    return nearest - magic < x ? integer &+ 1 : integer
}

/// Rounds up to an integer, for magnitudes below 2³¹.
@inlinable @inline(__always)
package func integerCeiling(_ x: Float) -> Int { integerCeiling(Double(x)) }

/// Clamps a component to 0...1; NaN becomes 0.
@inlinable
package func clampedToUnit(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }

/// The Hermite interpolation of GLSL's `smoothstep(0, 1, x)`.
@inlinable @inline(__always)
package func smoothstep(_ x: Float) -> Float {
    let t = max(0, min(1, x))
    return t * t * (3 - 2 * t)
}

/// The Hermite interpolation of GLSL's `smoothstep(0, 1, x)`.
@inlinable @inline(__always)
package func smoothstep(_ x: Double) -> Double {
    let t = max(0, min(1, x))
    return t * t * (3 - 2 * t)
}
