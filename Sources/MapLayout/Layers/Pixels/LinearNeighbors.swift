// SPDX-License-Identifier: MIT

/// The two cells around a position along one axis and the weight of the second, clamped at both ends.
@inline(__always)
func linearNeighbors(_ position: Double, _ count: Int) -> (Int, Int, Float) {
    let shifted = max(0, min(Double(count - 1), position - 0.5))
    let first = Int(shifted)
    return (first, min(first + 1, count - 1), Float(shifted - Double(first)))
}
