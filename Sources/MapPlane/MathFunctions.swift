// SPDX-License-Identifier: MIT

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

// Quarter turns are exact, so that a map at bearing 0, 90, 180 or 270 stays on the pixel grid.

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

/// 2 to a power that need not be whole.
package func powerOfTwo(_ exponent: Double) -> Double { exp2(exponent) }

package func binaryLogarithm(_ value: Double) -> Double { log2(value) }
