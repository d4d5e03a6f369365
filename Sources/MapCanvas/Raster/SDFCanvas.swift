// SPDX-License-Identifier: MIT
import MapPlane

/// How distances become coverage, as in MapLibre's shader `symbol_sdf`: smooth steps around the outline's distance.
struct SDFCoverage {
    /// Distances are 0...1 over 8 pixels of the field; the outline is at 6 of them.
    private static let range = 8.0
    private static let outline = 6.0
    /// Half the width of an edge, in distance for each output pixel.
    private static let softness = 0.105

    /// Where covering begins and is half done.
    private let edge: Double
    private let reach: Double
    /// Coverage ends where the shape itself begins; nil for the shape.
    private let inner: Double?

    /// The shape itself.
    init(scale: Double) {
        edge = Self.outline / Self.range
        reach = Self.softness / scale
        inner = nil
    }

    /// The rim around it, which leaves the shape free.
    init(halo: GlyphRun.Halo, scale: Double) {
        reach = (max(0, halo.blur) * 1.19 / Self.range + Self.softness) / scale
        edge = (Self.outline - max(0, halo.width) / scale) / Self.range
        inner = Self.outline / Self.range + reach
    }

    /// What is below it is not covered at all.
    var least: Double { edge - reach }

    @inline(__always)
    func coverage(_ distance: Double) -> Double {
        let covered = step(distance, edge)
        guard let inner else { return covered }
        return min(covered, 1 - step(distance, inner))
    }

    @inline(__always)
    private func step(_ distance: Double, _ middle: Double) -> Double {
        let t = max(0, min(1, (distance - middle + reach) / (2 * reach)))
        return t * t * (3 - 2 * t)
    }
}

/// Premultiplied pixels of an area, painted over each other.
struct SDFCanvas {
    private let area: PixelRect
    private var pixels: [UInt32]
    private var isPainted = false

    init(_ area: PixelRect) {
        self.area = area
        pixels = Array(repeating: 0, count: area.width * area.height)
    }

    /// Nil when nothing was painted.
    var bitmap: Bitmap? {
        isPainted ? Bitmap(width: area.width, height: area.height, pixels: pixels, isOpaque: false) : nil
    }

    mutating func paint(_ piece: SDFMark.Piece, _ ramp: SDFCoverage, _ color: Color) {
        let field = piece.field
        let own = area.touched(by: piece.bounds)
        guard !own.isEmpty, let inverse = piece.transform.inverse,
            (inverse.a + inverse.b + inverse.c + inverse.d + inverse.tx + inverse.ty).isFinite
        else { return }
        isPainted = true
        let (red, green, blue) = (
            clampedToUnit(color.red) * 255, clampedToUnit(color.green) * 255, clampedToUnit(color.blue) * 255
        )
        let alpha = clampedToUnit(color.alpha)
        let stride = area.width
        let least = ramp.least * 255
        let (right, bottom) = (Double(field.width) + 1, Double(field.height) + 1)
        field.distances.withUnsafeBufferPointer { distances in
            pixels.withUnsafeMutableBufferPointer { pixels in
                for y in own.minY..<own.maxY {
                    let row = (y - area.minY) * stride - area.minX
                    let v = Double(y) + 0.5
                    for x in own.minX..<own.maxX {
                        let p = inverse.apply(Point(Double(x) + 0.5, v))
                        // A wide rim reaches beyond the field, but is cut a pixel around it.
                        guard p.x > -1, p.y > -1, p.x < right, p.y < bottom else { continue }
                        let distance = Self.sample(distances, field.width, field.height, p)
                        guard distance > least else { continue }
                        let a = ramp.coverage(distance / 255) * alpha
                        guard a > 0 else { continue }
                        pixels[row + x] = Self.over(pixels[row + x], red * a, green * a, blue * a, a)
                    }
                }
            }
        }
    }

    /// The distance between the centers of four pixels; 0 beyond the field.
    @inline(__always)
    private static func sample(
        _ distances: UnsafeBufferPointer<UInt8>, _ width: Int, _ height: Int, _ p: Point
    ) -> Double {
        let (u, v) = (p.x - 0.5, p.y - 0.5)
        guard u > -1, v > -1, u < Double(width), v < Double(height) else { return 0 }
        let (column, row) = (Int(u + 1) - 1, Int(v + 1) - 1)
        let (s, t) = (u - Double(column), v - Double(row))
        @inline(__always) func at(_ x: Int, _ y: Int) -> Double {
            x >= 0 && y >= 0 && x < width && y < height ? Double(distances[y &* width &+ x]) : 0
        }
        let top = at(column, row) * (1 - s) + at(column &+ 1, row) * s
        let bottom = at(column, row &+ 1) * (1 - s) + at(column &+ 1, row &+ 1) * s
        return top * (1 - t) + bottom * t
    }

    /// A premultiplied color over a pixel, rounded to the nearest; components are 0...255, the opacity 0...1.
    @inline(__always)
    private static func over(_ below: UInt32, _ red: Double, _ green: Double, _ blue: Double, _ alpha: Double) -> UInt32
    {
        let rest = 1 - alpha
        let a = UInt32(alpha * 255 + Double(below >> 24) * rest + 0.5)
        let r = UInt32(red + Double(below >> 16 & 0xFF) * rest + 0.5)
        let g = UInt32(green + Double(below >> 8 & 0xFF) * rest + 0.5)
        let b = UInt32(blue + Double(below & 0xFF) * rest + 0.5)
        // No component above the opacity, whatever rounding did.
        return a << 24 | min(r, a) << 16 | min(g, a) << 8 | min(b, a)
    }
}
