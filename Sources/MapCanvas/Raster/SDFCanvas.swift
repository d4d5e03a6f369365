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
        let (red, green, blue) = (
            clampedToUnit(color.red) * 255, clampedToUnit(color.green) * 255, clampedToUnit(color.blue) * 255
        )
        let alpha = clampedToUnit(color.alpha)
        let stride = area.width
        let minDistance = ramp.minDistance * 255
        let (right, bottom) = (Double(field.width) + 1, Double(field.height) + 1)
        field.distances.withUnsafeBufferPointer { distances in
            pixels.withUnsafeMutableBufferPointer { pixels in
                for y in fieldArea.minY..<fieldArea.maxY {
                    let row = (y - area.minY) * stride - area.minX
                    let v = Double(y) + 0.5
                    for x in fieldArea.minX..<fieldArea.maxX {
                        let p = inverse.apply(Point(Double(x) + 0.5, v))
                        // A wide halo extends beyond the field, but is cut off one pixel around it.
                        guard p.x > -1, p.y > -1, p.x < right, p.y < bottom else { continue }
                        let distance = Self.sample(distances, field.width, field.height, p)
                        guard distance > minDistance else { continue }
                        let a = ramp.coverage(distance / 255) * alpha
                        guard a > 0 else { continue }
                        pixels[row + x] = Self.over(pixels[row + x], red * a, green * a, blue * a, a)
                    }
                }
            }
        }
    }

    /// Bilinear interpolation of the distances; 0 beyond the field.
    @inline(__always)
    private static func sample(
        _ distances: UnsafeBufferPointer<UInt8>, _ width: Int, _ height: Int, _ p: Point
    ) -> Double {
        let (u, v) = (p.x - 0.5, p.y - 0.5)
        guard u > -1, v > -1, u < Double(width), v < Double(height) else { return 0 }
        let (column, row) = (Int(u + 1) - 1, Int(v + 1) - 1)
        let (s, t) = (u - Double(column), v - Double(row))
        if column >= 0, row >= 0, column &+ 1 < width, row &+ 1 < height {
            let first = row &* width &+ column
            let top = Double(distances[first]) * (1 - s) + Double(distances[first &+ 1]) * s
            let bottom = Double(distances[first &+ width]) * (1 - s) + Double(distances[first &+ width &+ 1]) * s
            return top * (1 - t) + bottom * t
        }
        @inline(__always) func at(_ x: Int, _ y: Int) -> Double {
            x >= 0 && y >= 0 && x < width && y < height ? Double(distances[y &* width &+ x]) : 0
        }
        let top = at(column, row) * (1 - s) + at(column &+ 1, row) * s
        let bottom = at(column, row &+ 1) * (1 - s) + at(column &+ 1, row &+ 1) * s
        return top * (1 - t) + bottom * t
    }

    /// Composites a premultiplied color over a pixel, rounded to the nearest; components are 0...255, alpha 0...1.
    @inline(__always)
    private static func over(_ destination: UInt32, _ red: Double, _ green: Double, _ blue: Double, _ alpha: Double)
        -> UInt32
    {
        let remainder = 1 - alpha
        let a = UInt32(alpha * 255 + Double(destination >> 24) * remainder + 0.5)
        let r = UInt32(red + Double(destination >> 16 & 0xFF) * remainder + 0.5)
        let g = UInt32(green + Double(destination >> 8 & 0xFF) * remainder + 0.5)
        let b = UInt32(blue + Double(destination & 0xFF) * remainder + 0.5)
        // Components never exceed alpha, whatever the rounding.
        return a << 24 | min(r, a) << 16 | min(g, a) << 8 | min(b, a)
    }
}
