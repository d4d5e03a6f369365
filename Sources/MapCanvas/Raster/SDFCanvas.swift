// SPDX-License-Identifier: MIT
import MapGeometry
import MapImages
import MapText

/// Maps distances to coverage as MapLibre's `symbol_sdf` shader does: a smoothstep around the outline's distance.
struct SDFCoverage {
    /// Distances of 0...1 span 8 pixels of the field; the outline lies at 6 of them.
    private static let range = 8.0
    private static let outline = 6.0
    /// Half the width of the antialiased edge, in distance per output pixel.
    private static let softness = 0.105

    /// The distance at which coverage is one half.
    private let edge: Double
    private let halfWidth: Double
    /// The outline that a halo is cut off at; nil for the shape itself.
    private let innerEdge: Double?

    /// Creates the coverage of the shape itself.
    init(scale: Double) {
        edge = Self.outline / Self.range
        halfWidth = Self.softness / scale
        innerEdge = nil
    }

    /// Creates the coverage of the halo around the shape, which excludes the shape.
    init(halo: GlyphRun.Halo, scale: Double) {
        halfWidth = (max(0, halo.blur) * 1.19 / Self.range + Self.softness) / scale
        edge = (Self.outline - max(0, halo.width) / scale) / Self.range
        innerEdge = Self.outline / Self.range + halfWidth
    }

    /// Distances below this are not covered.
    var minDistance: Double { edge - halfWidth }

    @inline(__always)
    func coverage(_ distance: Double) -> Double {
        let outerCoverage = step(distance, edge)
        guard let innerEdge else { return outerCoverage }
        return min(outerCoverage, 1 - step(distance, innerEdge))
    }

    @inline(__always)
    private func step(_ distance: Double, _ center: Double) -> Double {
        let t = max(0, min(1, (distance - center + halfWidth) / (2 * halfWidth)))
        return t * t * (3 - 2 * t)
    }
}

/// Premultiplied pixels of an area onto which distance fields are composited.
struct SDFCanvas {
    private let area: PixelRect
    private var pixels: [UInt32]
    private var isPainted = false

    init(_ area: PixelRect) {
        self.area = area
        pixels = Array(repeating: 0, count: area.width * area.height)
    }

    /// The pixels; nil when nothing was painted.
    var bitmap: Bitmap? {
        isPainted ? Bitmap(width: area.width, height: area.height, pixels: pixels, isOpaque: false) : nil
    }

    mutating func paint(_ piece: SDFMark.Piece, _ ramp: SDFCoverage, _ color: Color) {
        let field = piece.field
        let fieldArea = area.touched(by: piece.bounds)
        guard !fieldArea.isEmpty, let inverse = piece.transform.inverse,
            (inverse.a + inverse.b + inverse.c + inverse.d + inverse.tx + inverse.ty).isFinite
        else { return }
        isPainted = true
        let shade = Shade(color)
        let stride = area.width
        let minDistance = ramp.minDistance * 255
        let count = SIMD2(Double(field.width), Double(field.height))
        field.distances.withUnsafeBufferPointer { distances in
            pixels.withUnsafeMutableBufferPointer { pixels in
                for y in fieldArea.minY..<fieldArea.maxY {
                    let start = (y - area.minY) * stride - area.minX
                    let ofRow = SIMD2(inverse.c, inverse.d) * (Double(y) + 0.5)
                    for x in fieldArea.minX..<fieldArea.maxX {
                        let ofColumn = SIMD2(inverse.a, inverse.b) * (Double(x) + 0.5)
                        let position = ofColumn + ofRow + SIMD2(inverse.tx, inverse.ty)
                        // A wide halo extends beyond the field, but is cut off one pixel around it.
                        guard all(position .> -1 .& position .< count + 1) else { continue }
                        let distance = Self.sample(distances, field.width, field.height, count, position - 0.5)
                        guard distance > minDistance else { continue }
                        let alpha = ramp.coverage(distance / 255) * shade.alpha
                        guard alpha > 0 else { continue }
                        pixels[start + x] = shade.over(pixels[start + x], alpha)
                    }
                }
            }
        }
    }

    /// Bilinear interpolation of the distances at a position relative to the center of the first; 0 beyond the field,
    /// whose width and height are the count.
    @inline(__always)
    private static func sample(
        _ distances: UnsafeBufferPointer<UInt8>, _ width: Int, _ height: Int, _ count: SIMD2<Double>,
        _ position: SIMD2<Double>
    ) -> Double {
        // The right and lower one of the distances around the position.
        let next = (position + 1).roundedDown
        let (s, t) = (position.x - (next.x - 1), position.y - (next.y - 1))
        if all(next .>= 1 .& next .< count) {
            let first = ((next.y - 1) * count.x + (next.x - 1)).whole
            let top = Double(distances[first]) * (1 - s) + Double(distances[first &+ 1]) * s
            let bottom = Double(distances[first &+ width]) * (1 - s) + Double(distances[first &+ width &+ 1]) * s
            return top * (1 - t) + bottom * t
        }
        guard all(position .> -1 .& position .< count) else { return 0 }
        let (x, y) = (next.x.whole &- 1, next.y.whole &- 1)
        @inline(__always) func at(_ x: Int, _ y: Int) -> Double {
            x >= 0 && y >= 0 && x < width && y < height ? Double(distances[y &* width &+ x]) : 0
        }
        let top = at(x, y) * (1 - s) + at(x &+ 1, y) * s
        let bottom = at(x, y &+ 1) * (1 - s) + at(x &+ 1, y &+ 1) * s
        return top * (1 - t) + bottom * t
    }

    /// A color that is composited over pixels.
    private struct Shade {
        let alpha: Double
        /// Blue, green and red of 0...255 as if it were opaque, and 255.
        private let components: SIMD4<Double>

        init(_ color: Color) {
            alpha = clampedToUnit(color.alpha)
            components = SIMD4(clampedToUnit(color.blue), clampedToUnit(color.green), clampedToUnit(color.red), 1) * 255
        }

        /// Composites the color at an opacity of 0...1 over a pixel, rounded to the nearest.
        @inline(__always)
        func over(_ destination: UInt32, _ alpha: Double) -> UInt32 {
            let bytes = unsafeBitCast(destination.littleEndian, to: SIMD4<UInt8>.self)
            let below =
                unsafeBitCast(
                    SIMD4<UInt64>(truncatingIfNeeded: bytes) | (0x1p52).bitPattern, to: SIMD4<Double>.self) - 0x1p52
            let sum = (components * alpha + below * (1 - alpha) + 0.5).roundedDown + 0x1p52
            // Components never exceed alpha: no step, with its rounding, changes the order of two numbers.
            let result = SIMD4<UInt8>(truncatingIfNeeded: unsafeBitCast(sum, to: SIMD4<UInt64>.self))
            return UInt32(littleEndian: unsafeBitCast(result, to: UInt32.self))
        }
    }
}

extension SIMD where Scalar == Double {
    /// The numbers, 0..<2⁵¹, rounded down. Up to there, adding 2⁵² leaves them in the lowest bits, rounded to the
    /// nearest.
    @inline(__always)
    fileprivate var roundedDown: Self {
        let nearest = self + 0x1p52 - 0x1p52
        return nearest - Self(repeating: 0).replacing(with: 1, where: nearest .> self)
    }
}

extension Double {
    /// The integer, of a whole number of 0..<2⁵².
    fileprivate var whole: Int {
        Int(truncatingIfNeeded: (self + 0x1p52).bitPattern ^ (0x1p52).bitPattern)
    }
}
