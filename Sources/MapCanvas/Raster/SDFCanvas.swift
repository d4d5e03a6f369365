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
        // Of upright letters, a column of the image lies at the same place of the field in all rows.
        let isUpright = inverse.keepsRectangles
        let columns = (fieldArea.minX..<fieldArea.maxX).map { x in
            Neighbors(isUpright ? inverse.a * (Double(x) + 0.5) + inverse.tx : 0, count: field.width)
        }
        field.distances.withUnsafeBufferPointer { distances in
            pixels.withUnsafeMutableBufferPointer { pixels in
                for y in fieldArea.minY..<fieldArea.maxY {
                    let start = (y - area.minY) * stride + fieldArea.minX - area.minX
                    let v = Double(y) + 0.5
                    var row = Neighbors(isUpright ? inverse.d * v + inverse.ty : 0, count: field.height)
                    if row.place == .outside { continue }
                    for x in columns.indices {
                        var column = columns[x]
                        if !isUpright {
                            let p = inverse.apply(Point(Double(fieldArea.minX + x) + 0.5, v))
                            column = Neighbors(p.x, count: field.width)
                            row = Neighbors(p.y, count: field.height)
                        }
                        guard column.place != .outside, row.place != .outside else { continue }
                        let distance = Self.sample(distances, field.width, field.height, column, row)
                        guard distance > minDistance else { continue }
                        let a = ramp.coverage(distance / 255) * alpha
                        guard a > 0 else { continue }
                        pixels[start + x] = Self.over(pixels[start + x], red * a, green * a, blue * a, a)
                    }
                }
            }
        }
    }

    /// The two values of a field's row or column around a position.
    private struct Neighbors {
        enum Place {
            /// Both are values of the field.
            case inside
            /// One of them may not be.
            case border
            /// Neither is.
            case beyond
            /// A wide halo extends beyond the field, but is cut off one pixel around it.
            case outside
        }

        private(set) var place = Place.outside
        private(set) var first = 0
        /// The weight of the second.
        private(set) var weight = 0.0

        @inline(__always)
        init(_ position: Double, count: Int) {
            guard position > -1, position < Double(count) + 1 else { return }
            place = .beyond
            let u = position - 0.5
            guard u > -1, u < Double(count) else { return }
            first = Int(u + 1) - 1
            weight = u - Double(first)
            place = first >= 0 && first &+ 1 < count ? .inside : .border
        }
    }

    /// Bilinear interpolation of the distances; 0 beyond the field.
    @inline(__always)
    private static func sample(
        _ distances: UnsafeBufferPointer<UInt8>, _ width: Int, _ height: Int, _ column: Neighbors, _ row: Neighbors
    ) -> Double {
        guard column.place != .beyond, row.place != .beyond else { return 0 }
        let (s, t) = (column.weight, row.weight)
        if column.place == .inside, row.place == .inside {
            let first = row.first &* width &+ column.first
            let top = Double(distances[first]) * (1 - s) + Double(distances[first &+ 1]) * s
            let bottom = Double(distances[first &+ width]) * (1 - s) + Double(distances[first &+ width &+ 1]) * s
            return top * (1 - t) + bottom * t
        }
        @inline(__always) func at(_ x: Int, _ y: Int) -> Double {
            x >= 0 && y >= 0 && x < width && y < height ? Double(distances[y &* width &+ x]) : 0
        }
        let top = at(column.first, row.first) * (1 - s) + at(column.first &+ 1, row.first) * s
        let bottom = at(column.first, row.first &+ 1) * (1 - s) + at(column.first &+ 1, row.first &+ 1) * s
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
