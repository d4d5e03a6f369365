// SPDX-License-Identifier: MIT

/// The replacement of a color: the nearest palette color, and one that some pixels have instead, so that their mean
/// is closer to the original.
struct DitheredColor {
    var near: UInt32
    var far: UInt32
    /// How many of 16 pixels have the `far` color: up to 8.
    var farCount: UInt8

    /// The threshold matrix of ordered dithering.
    ///
    /// - SeeAlso: Bayer, *An Optimum Method for Two-Level Rendition of Continuous-Tone ImageStorage*, 1973.
    private static let order = SIMD16<UInt8>(0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5)

    @inline(__always)
    func isFar(_ x: Int, _ y: Int) -> Bool { farCount > Self.order[(y & 3) << 2 | x & 3] }
}
