// SPDX-License-Identifier: MIT

/// What a color becomes in a picture of few colors: the nearest of them, and one that some pixels may have instead so
/// that together they look more like it.
struct DitheredColor {
    var near: UInt32
    var far: UInt32
    /// How many of 16 pixels are `far`: up to 8.
    var share: UInt8

    /// Which pixels of a square of four by four are the first to be `far`.
    ///
    /// - SeeAlso: Bayer, *An Optimum Method for Two-Level Rendition of Continuous-Tone ImageStorage*, 1973.
    private static let order = SIMD16<UInt8>(0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5)

    @inline(__always)
    func isFar(_ x: Int, _ y: Int) -> Bool { share > Self.order[(y & 3) << 2 | x & 3] }
}
