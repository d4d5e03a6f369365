// SPDX-License-Identifier: MIT
import MapGeometry
import MapImages
import MapText

/// Maps distances to coverage as MapLibre's `symbol_sdf` shader does: a smoothstep around the outline's distance.
struct SDFCoverage {
    /// Distances of 0...255 span 8 pixels of the field; the outline lies at 6 of them.
    private static let range = 8.0
    private static let outline = 6.0
    /// Half the width of the antialiased edge, as a part of the range per output pixel.
    private static let softness = 0.105

    /// A distance times the factor, plus the start, is 0...1 across the edge.
    private let factor: Float
    private let start: Float
    /// The start at the outline that a halo is cut off at; nil for the shape itself.
    private let innerStart: Float?

    /// Creates the coverage of the shape itself.
    init(scale: Double) {
        self.init(edge: Self.outline / Self.range, innerEdge: nil, halfWidth: Self.softness / scale)
    }

    /// Creates the coverage of the halo around the shape, which excludes the shape.
    init(halo: GlyphRun.Halo, scale: Double) {
        let halfWidth = (max(0, halo.blur) * 1.19 / Self.range + Self.softness) / scale
        let edge = (Self.outline - max(0, halo.width) / scale) / Self.range
        self.init(edge: edge, innerEdge: Self.outline / Self.range + halfWidth, halfWidth: halfWidth)
    }

    /// Coverage is one half at an edge; all are parts of the range.
    private init(edge: Double, innerEdge: Double?, halfWidth: Double) {
        factor = Float(1 / (2 * 255 * halfWidth))
        start = Float(0.5 - edge / (2 * halfWidth))
        innerStart = innerEdge.map { Float(0.5 - $0 / (2 * halfWidth)) }
    }

    @inline(__always)
    func coverage(_ distance: Float) -> Float {
        let position = distance * factor
        guard position + start > 0 else { return 0 }
        let outer = smoothstep(position + start)
        guard let innerStart else { return outer }
        return min(outer, 1 - smoothstep(position + innerStart))
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
        let limit = (x: (2 * field.width + 3) * Self.one / 2, y: (2 * field.height + 3) * Self.one / 2)
        let (stepX, stepY) = (Self.fixed(inverse.a, 0x1p20), Self.fixed(inverse.b, 0x1p20))
        field.distances.withUnsafeBufferPointer { distances in
            pixels.withUnsafeMutableBufferPointer { pixels in
                for y in fieldArea.minY..<fieldArea.maxY {
                    let start = (y - area.minY) * stride - area.minX
                    let first = inverse.apply(Point(Double(fieldArea.minX) + 0.5, Double(y) + 0.5))
                    var (positionX, positionY) = (
                        Self.fixed(first.x + 0.5, 0x1p36), Self.fixed(first.y + 0.5, 0x1p36)
                    )
                    for x in fieldArea.minX..<fieldArea.maxX {
                        let (column, row) = (positionX, positionY)
                        positionX &+= stepX
                        positionY &+= stepY
                        // A wide halo extends beyond the field, but is cut off one pixel around it.
                        guard column > -Self.one / 2, row > -Self.one / 2, column < limit.x, row < limit.y else {
                            continue
                        }
                        let distance = Self.sample(distances, field.width, field.height, column, row)
                        let alpha = ramp.coverage(distance) * shade.alpha
                        guard alpha > 0 else { continue }
                        pixels[start + x] = shade.over(pixels[start + x], alpha)
                    }
                }
            }
        }
    }

    /// A pixel of a field, in the units in which positions are counted.
    private static let one = 1 << 24

    /// A position or step in pixels of a field, at most the limit in magnitude; NaN is the limit.
    private static func fixed(_ pixels: Double, _ limit: Double) -> Int {
        Int(max(-limit, pixels < limit ? pixels : limit) * Double(one))
    }

    /// Bilinear interpolation of the distances at a position; the center of the first has the coordinates 1. Distances
    /// beyond the field are 0.
    @inline(__always)
    private static func sample(
        _ distances: UnsafeBufferPointer<UInt8>, _ width: Int, _ height: Int, _ x: Int, _ y: Int
    ) -> Float {
        // The right and lower one of the distances around the position.
        let (column, row) = (x >> 24, y >> 24)
        let (right, lower) = (x & (one - 1), y & (one - 1))
        @inline(__always) func mix(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Float {
            let (top, bottom) = (a &* one &+ (b &- a) &* right, c &* one &+ (d &- c) &* right)
            return Float(top &* one &+ (bottom &- top) &* lower) * 0x1p-48
        }
        if UInt(bitPattern: column &- 1) < UInt(width &- 1), UInt(bitPattern: row &- 1) < UInt(height &- 1) {
            let last = row &* width &+ column
            let above = last &- width
            return mix(
                Int(distances[above &- 1]), Int(distances[above]), Int(distances[last &- 1]), Int(distances[last]))
        }
        @inline(__always) func at(_ x: Int, _ y: Int) -> Int {
            x >= 0 && y >= 0 && x < width && y < height ? Int(distances[y &* width &+ x]) : 0
        }
        return mix(at(column &- 1, row &- 1), at(column, row &- 1), at(column &- 1, row), at(column, row))
    }

    /// A color that is composited over pixels.
    private struct Shade {
        let alpha: Float
        /// Blue, green and red of 0...255 as if it were opaque, and 255.
        private let components: SIMD4<Float>

        init(_ color: Color) {
            alpha = Float(clampedToUnit(color.alpha))
            let unit = SIMD4(clampedToUnit(color.blue), clampedToUnit(color.green), clampedToUnit(color.red), 1)
            components = SIMD4<Float>(unit * 255)
        }

        /// Composites the color at an opacity of 0...1 over a pixel, rounded to the nearest.
        @inline(__always)
        func over(_ destination: UInt32, _ alpha: Float) -> UInt32 {
            let bytes = unsafeBitCast(destination.littleEndian, to: SIMD4<UInt8>.self)
            // Adding 2²³ rounds to the nearest integer, which the low bits of the sum hold.
            let below =
                unsafeBitCast(
                    SIMD4<UInt32>(truncatingIfNeeded: bytes) | Float(0x1p23).bitPattern, to: SIMD4<Float>.self) - 0x1p23
            let sum = components * alpha + below * (1 - alpha) + 0x1p23
            // Components never exceed alpha: no step, with its rounding, changes the order of two numbers.
            let result = SIMD4<UInt8>(truncatingIfNeeded: unsafeBitCast(sum, to: SIMD4<UInt32>.self))
            return UInt32(littleEndian: unsafeBitCast(result, to: UInt32.self))
        }
    }
}
