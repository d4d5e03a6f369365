// SPDX-License-Identifier: MIT

/// The whole number at or above a number of moderate size; `rounded` calls a function of the C library for that.
@inline(__always)
func ceiled(_ x: Double) -> Int {
    let cut = Int(x)
    return Double(cut) < x ? cut &+ 1 : cut
}

@inline(__always)
func ceiled(_ x: Float) -> Int {
    let cut = Int(x)
    return Float(cut) < x ? cut &+ 1 : cut
}
