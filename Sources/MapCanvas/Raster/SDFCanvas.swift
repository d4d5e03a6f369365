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
    func coverages(_ distances: SIMD4<Float>) -> SIMD4<Float> {
        let positions = distances * factor
        let outer = Self.smoothstep(positions + start)
        guard let innerStart else { return outer }
        let inner = 1 - Self.smoothstep(positions + innerStart)
        return outer.replacing(with: inner, where: inner .< outer)
    }

    /// 0 where there is no number.
    @inline(__always)
    private static func smoothstep(_ x: SIMD4<Float>) -> SIMD4<Float> {
        let t = x.replacing(with: 0, where: .!(x .> 0)).replacing(with: 1, where: x .> 1)
        return t * t * (3 - 2 * t)
    }
}

/// Premultiplied pixels of an area onto which distance fields are composited, four at a time.
struct SDFCanvas: ~Copyable {
    private let area: PixelRect
    /// Three more than the area has, so that there are four from each one on.
    private var pixels: [UInt32]
    private var isPainted = false
    /// Those of the field that is painted, within two rows and columns of zeros on each side.
    private var distances: [UInt8] = []

    init(_ area: PixelRect) {
        self.area = area
        pixels = Array(repeating: 0, count: area.width * area.height + 3)
    }

    /// The pixels; nil when nothing was painted.
    consuming func bitmap() -> Bitmap? {
        guard isPainted else { return nil }
        pixels.removeLast(3)
        return Bitmap(width: area.width, height: area.height, pixels: pixels, isOpaque: false)
    }

    mutating func paint(_ piece: SDFMark.Piece, _ ramp: SDFCoverage, _ color: Color) {
        let field = piece.field
        let fieldArea = area.touched(by: piece.bounds)
        guard !fieldArea.isEmpty, let inverse = piece.transform.inverse,
            (inverse.a + inverse.b + inverse.c + inverse.d + inverse.tx + inverse.ty).isFinite
        else { return }
        isPainted = true
        surround(field)
        let shade = Shade(color)
        let limit = (x: (2 * field.width + 3) * Self.one / 2, y: (2 * field.height + 3) * Self.one / 2)
        let step = (x: Self.fixed(inverse.a, 0x1p20), y: Self.fixed(inverse.b, 0x1p20))
        let (width, stride) = (area.width, field.width + 4)
        // A row of the field, of which four can be read from each pixel on.
        let row = UnsafeMutablePointer<Float>.allocate(capacity: fieldArea.width + 3)
        defer { row.deallocate() }
        row.initialize(repeating: 0, count: fieldArea.width + 3)
        distances.withUnsafeBytes { distances in
            pixels.withUnsafeMutableBytes { pixels in
                guard let distances = distances.baseAddress, var line = pixels.baseAddress else { return }
                line += 4 * ((fieldArea.minY - area.minY) * width + fieldArea.minX - area.minX)
                for y in fieldArea.minY..<fieldArea.maxY {
                    let first = inverse.apply(Point(Double(fieldArea.minX) + 0.5, Double(y) + 0.5))
                    let start = (x: Self.fixed(first.x + 0.5, 0x1p36), y: Self.fixed(first.y + 0.5, 0x1p36))
                    @inline(__always) func isOutside(_ x: Int) -> Bool {
                        let (column, row) = (start.x &+ x &* step.x, start.y &+ x &* step.y)
                        return column <= -Self.one / 2 || row <= -Self.one / 2 || column >= limit.x || row >= limit.y
                    }
                    // A wide halo extends beyond the field, but is cut off one pixel around it.
                    var (x, end) = (0, fieldArea.width)
                    while x < end, isOutside(x) { x &+= 1 }
                    while x < end, isOutside(end &- 1) { end &-= 1 }
                    var position = (x: start.x &+ x &* step.x, y: start.y &+ x &* step.y)
                    for x in x..<max(x, end) {
                        row[x] = Self.sample(distances, stride, position.x, position.y)
                        position = (position.x &+ step.x, position.y &+ step.y)
                    }
                    while x < end {
                        let alphas = ramp.coverages(UnsafeRawPointer(row + x).loadUnaligned(as: SIMD4<Float>.self))
                        shade.composite(over: line + 4 &* x, alphas * shade.alpha, end &- x)
                        x &+= 4
                    }
                    line += 4 * width
                }
            }
        }
    }

    private mutating func surround(_ field: DistanceField) {
        let (width, height) = (field.width, field.height)
        let count = (width + 4) * (height + 4)
        if distances.count < count { distances = [UInt8](repeating: 0, count: count) }
        distances.withUnsafeMutableBytes { target in
            field.distances.withUnsafeBytes { source in
                guard let target = target.baseAddress, let source = source.baseAddress else { return }
                target.initializeMemory(as: UInt8.self, repeating: 0, count: count)
                for y in 0..<height {
                    (target + ((y + 2) * (width + 4) + 2)).copyMemory(from: source + y * width, byteCount: width)
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

    /// Bilinear interpolation of the distances at a position; the center of the field's first one has the coordinates 1.
    @inline(__always)
    private static func sample(_ distances: UnsafeRawPointer, _ stride: Int, _ x: Int, _ y: Int) -> Float {
        let (right, lower) = (x & (one - 1), y & (one - 1))
        @inline(__always) func mix(_ pair: UnsafeRawPointer) -> Int {
            let left = Int(pair.load(as: UInt8.self))
            return left &* one &+ (Int(pair.load(fromByteOffset: 1, as: UInt8.self)) &- left) &* right
        }
        let pair = distances + (((y >> 24) &+ 1) &* stride &+ (x >> 24) &+ 1)
        let (top, bottom) = (mix(pair), mix(pair + stride))
        return Float(top &* one &+ (bottom &- top) &* lower) * 0x1p-48
    }

    /// A color that is composited over pixels.
    private struct Shade {
        let alpha: Float
        /// 0...255, as if it were opaque.
        private let (red, green, blue): (Float, Float, Float)

        init(_ color: Color) {
            alpha = Float(clampedToUnit(color.alpha))
            red = Float(clampedToUnit(color.red) * 255)
            green = Float(clampedToUnit(color.green) * 255)
            blue = Float(clampedToUnit(color.blue) * 255)
        }

        /// Composites the color at opacities of 0...1 over the first `count` of four pixels, rounded to the nearest.
        @inline(__always)
        func composite(over pixels: UnsafeMutableRawPointer, _ alphas: SIMD4<Float>, _ count: Int) {
            // Less than zero for those before the end.
            let isMeant = (SIMD4<Int32>(0, 1, 2, 3) &- Int32(truncatingIfNeeded: count)) &>> 31
            let alphas = unsafeBitCast(unsafeBitCast(alphas, to: SIMD4<Int32>.self) & isMeant, to: SIMD4<Float>.self)
            guard any(alphas .> 0) else { return }
            let below = pixels.loadUnaligned(as: SIMD4<UInt32>.self)
            @inline(__always) func mixed(_ component: Float, _ shift: UInt32) -> SIMD4<UInt32> {
                // Adding 2²³ rounds to the nearest integer, which the low bits of the sum hold.
                let bits = (below &>> shift) & 255 | Float(0x1p23).bitPattern
                let existing = unsafeBitCast(bits, to: SIMD4<Float>.self) - 0x1p23
                let sum = component * alphas + existing * (1 - alphas) + 0x1p23
                return (unsafeBitCast(sum, to: SIMD4<UInt32>.self) & 255) &<< shift
            }
            // Components never exceed alpha: no step, with its rounding, changes the order of two numbers.
            let result = mixed(blue, 0) | mixed(green, 8) | mixed(red, 16) | mixed(255, 24)
            pixels.storeBytes(of: result, as: SIMD4<UInt32>.self)
        }
    }
}
