// SPDX-License-Identifier: MIT

/// Where colors are compared: premultiplied sRGB components, which are about as far apart as they look, each as long as
/// the eye tells it.
///
/// Opaque and fully transparent colors lie far from translucent ones, so that no mean is ever taken of them and what is
/// opaque stays opaque.
enum ColorSpace {
    typealias Place = SIMD4<Float>

    /// Of red, green, blue and opacity: green says most of how bright a color is, blue least.
    private static let scale = Place(0.75, 1, 0.6, 0.9)
    /// So much that `VarianceCut` cuts here before all else, whatever the picture: its square is more than all other ways
    /// in a picture of 2²⁸ pixels weigh together.
    private static let gap: Float = 1_048_576

    static func place(of bin: ColorHistogram.Bin) -> Place {
        var mean = Place(bin.sum) / Float(bin.count)
        if bin.main >> 24 == 255 { mean.w = 255 + gap }
        if bin.main == 0 { mean.w = -gap }
        return mean * scale
    }

    /// The premultiplied pixel nearest to a place.
    static func color(at place: Place) -> UInt32 {
        let exact = place / scale
        let alpha = min(max(exact.w, 0), 255).rounded()
        let channel = { (x: Float) in UInt32(min(max(x.rounded(), 0), alpha)) }
        return UInt32(alpha) << 24 | channel(exact.x) << 16 | channel(exact.y) << 8 | channel(exact.z)
    }

    static func place(of color: UInt32) -> Place {
        let sum = SIMD4(Int(color >> 16 & 255), Int(color >> 8 & 255), Int(color & 255), Int(color >> 24))
        return place(of: ColorHistogram.Bin(count: 1, sum: sum, main: color, votes: 1))
    }

    /// The square of the way between two places.
    @inline(__always)
    static func distance(_ a: Place, _ b: Place) -> Float {
        let way = a - b
        return (way * way).sum()
    }
}
