// SPDX-License-Identifier: MIT

/// The space in which colors are compared: premultiplied sRGB components, which are roughly perceptually uniform,
/// weighted by the eye's sensitivity.
///
/// Opaque and fully transparent colors are far from translucent ones, so that means never mix them and opaque pixels
/// stay opaque.
enum ColorSpace {
    typealias Position = SIMD4<Float>

    /// The weights of red, green, blue and alpha: green contributes most to luminance, blue least.
    private static let scale = Position(0.75, 1, 0.6, 0.9)
    /// Large enough that `VarianceCut` splits here first: its square exceeds the weighted sum of all other
    /// differences in an image of 2²⁸ pixels.
    private static let offset: Float = 1_048_576

    static func position(of bin: ColorHistogram.Bin) -> Position {
        var mean = Position(bin.sum) / Float(bin.count)
        if bin.main >> 24 == 255 { mean.w = 255 + offset }
        if bin.main == 0 { mean.w = -offset }
        return mean * scale
    }

    /// The premultiplied pixel nearest to a position.
    static func color(at position: Position) -> UInt32 {
        let exact = position / scale
        let alpha = min(max(exact.w, 0), 255).rounded()
        let channel = { (x: Float) in UInt32(min(max(x.rounded(), 0), alpha)) }
        return UInt32(alpha) << 24 | channel(exact.x) << 16 | channel(exact.y) << 8 | channel(exact.z)
    }

    static func position(of color: UInt32) -> Position {
        let sum = SIMD4(Int(color >> 16 & 255), Int(color >> 8 & 255), Int(color & 255), Int(color >> 24))
        return position(of: ColorHistogram.Bin(count: 1, sum: sum, main: color, votes: 1))
    }

    /// The squared distance between two positions.
    @inline(__always)
    static func distance(_ a: Position, _ b: Position) -> Float {
        let difference = a - b
        return (difference * difference).sum()
    }
}
