// SPDX-License-Identifier: MIT
import MapPlane

/// The values of an affine function at the centers of a row's pixels.
struct PlaneRow {
    private let step: Double
    private let first: Double

    @inline(__always)
    init(_ function: AffineFunction, _ y: Int) {
        step = function.x
        first = function.y * (Double(y) + 0.5) + function.x * 0.5 + function.constant
    }

    @inline(__always)
    func value(_ x: Int) -> Double { first + step * Double(x) }
}
