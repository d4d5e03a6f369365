// SPDX-License-Identifier: MIT
import MapGeometry
import MapImages

/// The colors of a face, for one pixel after another.
struct FaceShader {
    private let paint: FacePaint
    /// The premultiplied pixel of a face in one color.
    private let solid: UInt32

    init(_ paint: FacePaint) {
        self.paint = paint
        if case .color(let color) = paint { solid = Self.pixel(color.opaqueComponents) } else { solid = 0 }
    }

    /// True for faces that let nothing through.
    var isOpaque: Bool {
        if case .texture(let texture) = paint { texture.bitmap.isOpaque } else { true }
    }

    /// Calls `body` with the color at each pixel of a span that is not hidden.
    ///
    /// - Parameters:
    ///   - y: the row.
    ///   - columns: of the span.
    ///   - inverseDepth: of the face.
    ///   - depths: the nearest faces so far.
    ///   - body: takes the column and the premultiplied pixel.
    @inline(__always)
    func shade(
        _ y: Int, _ columns: Range<Int>, _ inverseDepth: AffineFunction, _ depths: inout DepthBuffer,
        _ body: (_ x: Int, _ pixel: UInt32) -> Void
    ) {
        let near = PlaneRow(inverseDepth, y)
        switch paint {
        case .color: depths.pass(y, columns, near) { x, _ in body(x, solid) }
        case .gradient(let gradient):
            let ramp = Ramp(gradient, y)
            depths.pass(y, columns, near) { x, value in body(x, Self.pixel(ramp.color(x, value))) }
        case .texture(let texture):
            let (column, row) = (PlaneRow(texture.column, y), PlaneRow(texture.row, y))
            let ramp = texture.shade.map { Ramp($0, y) }
            let tint = texture.tint.opaqueComponents
            depths.pass(y, columns, near) { x, value in
                let color = texture.bitmap.repeating(column.value(x) / value, row.value(x) / value)
                body(x, Self.pixel(color * (ramp?.color(x, value) ?? tint)))
            }
        }
    }

    /// A gradient along a row.
    private struct Ramp {
        private let position: PlaneRow
        private let (low, rise): (SIMD4<Float>, SIMD4<Float>)

        init(_ gradient: FaceGradient, _ y: Int) {
            position = PlaneRow(gradient.position, y)
            low = gradient.low.opaqueComponents
            rise = gradient.high.opaqueComponents - low
        }

        @inline(__always)
        func color(_ x: Int, _ inverseDepth: Double) -> SIMD4<Float> {
            low + rise * Float(max(0, min(1, position.value(x) / inverseDepth)))
        }
    }

    /// The pixel of premultiplied red, green, blue and alpha, 0...1.
    @inline(__always)
    private static func pixel(_ color: SIMD4<Float>) -> UInt32 {
        var unit = color.replacing(with: 1, where: .!(color .< 1))
        unit.replace(with: 0, where: unit .< 0)
        // Adding 2²³ rounds to the nearest integer, which the low bits of the sum hold. It must not be above.
        let level = unit * 255 + 0.5
        let nearest = level + 0x1p23
        var bits = unsafeBitCast(nearest, to: SIMD4<UInt32>.self)
        bits.replace(with: bits &- 1, where: nearest - 0x1p23 .> level)
        bits &= 255
        return bits.w << 24 | bits.x << 16 | bits.y << 8 | bits.z
    }
}

extension Color {
    /// Red, green, blue; and 1.
    fileprivate var opaqueComponents: SIMD4<Float> { SIMD4(Float(red), Float(green), Float(blue), 1) }
}

extension Bitmap {
    /// The bitmap, repeated in both directions, at a position in its pixels, interpolated.
    ///
    /// - Returns: premultiplied red, green, blue, alpha; 0...1.
    fileprivate func repeating(_ column: Double, _ row: Double) -> SIMD4<Float> {
        guard column.isFinite, row.isFinite, abs(column) < 1e9, abs(row) < 1e9 else { return .zero }
        let (left, top) = ((column - 0.5).rounded(.down), (row - 0.5).rounded(.down))
        let (u, v) = (Float(column - 0.5 - left), Float(row - 0.5 - top))
        func wrapped(_ index: Int, _ count: Int) -> Int { ((index % count) + count) % count }
        let (x0, y0) = (wrapped(Int(left), width), wrapped(Int(top), height))
        let (x1, y1) = (x0 + 1 == width ? 0 : x0 + 1, y0 + 1 == height ? 0 : y0 + 1)
        func color(_ x: Int, _ y: Int) -> SIMD4<Float> {
            let p = pixels[y * width + x]
            return SIMD4(Float(p >> 16 & 255), Float(p >> 8 & 255), Float(p & 255), Float(p >> 24)) / 255
        }
        let upper = color(x0, y0) * (1 - u) + color(x1, y0) * u
        let lower = color(x0, y1) * (1 - u) + color(x1, y1) * u
        return upper * (1 - v) + lower * v
    }
}

/// How near the nearest face is at each pixel of an area.
struct DepthBuffer {
    private let area: PixelRect
    private var values: [Float]

    init(_ area: PixelRect) {
        self.area = area
        values = [Float](repeating: 0, count: max(0, area.width) * max(0, area.height))
    }

    /// Calls `body` for each pixel of a span at which nothing is nearer than a plane, which is then the nearest.
    ///
    /// - Parameters:
    ///   - y: the row.
    ///   - columns: of the span, inside the area.
    ///   - inverseDepth: of the plane.
    ///   - body: takes the column and the inverse depth at it.
    @inline(__always)
    mutating func pass(
        _ y: Int, _ columns: Range<Int>, _ inverseDepth: PlaneRow, _ body: (_ x: Int, _ inverseDepth: Double) -> Void
    ) {
        let start = (y - area.minY) * area.width - area.minX
        values.withUnsafeMutableBufferPointer { values in
            for x in columns {
                let near = inverseDepth.value(x)
                let value = Float(near)
                guard value >= values[start + x] else { continue }
                values[start + x] = value
                body(x, near)
            }
        }
    }

    /// As `pass(_:_:_:_:)`, for a row of which each pixel's inverse depth is known.
    ///
    /// - Parameters:
    ///   - y: the row.
    ///   - columns: inside the area.
    ///   - inverseDepth: of all rows; 0 where there is nothing.
    ///   - start: where column 0 of the row would be.
    ///   - body: takes the column.
    @inline(__always)
    mutating func pass(
        _ y: Int, _ columns: Range<Int>, _ inverseDepth: [Float], _ start: Int, _ body: (_ x: Int) -> Void
    ) {
        let own = (y - area.minY) * area.width - area.minX
        values.withUnsafeMutableBufferPointer { values in
            for x in columns {
                let value = inverseDepth[start + x]
                guard value > 0, value >= values[own + x] else { continue }
                values[own + x] = value
                body(x)
            }
        }
    }
}

/// The values of an affine function at the centers of a row's pixels.
struct PlaneRow {
    private let step: Double
    private let first: Double

    @inline(__always)
    init(_ function: AffineFunction, _ y: Int) {
        step = function.x
        first = function.y * (Double(y) + 0.5) + function.x * 0.5 + function.constant
    }

    @inline(__always)
    func value(_ x: Int) -> Double { first + step * Double(x) }
}

/// A circle's color as a function of the distance from its center, as in MapLibre's `circle` fragment shader.
struct CircleShader {
    let outerRadius: Float
    private let outerEdge: Float
    private let innerEdge: Float
    private let pixelWidth: Float
    private let ramp: Float
    private let isInward: Bool
    private let hasStroke: Bool
    private let fill: SIMD4<Float>
    private let stroke: SIMD4<Float>

    init(_ style: Circles.Style) {
        outerRadius = Float(style.outerRadius)
        outerEdge = max(1e-6, Float(style.radius + style.strokeWidth))
        innerEdge = Float(style.radius) / outerEdge
        pixelWidth = 1 / outerEdge
        ramp = max(abs(Float(style.blur)), pixelWidth)
        isInward = style.blur < 0
        hasStroke = style.strokeWidth >= 0.01
        fill = style.fill.premultiplied
        stroke = style.stroke.premultiplied
    }

    @inline(__always)
    func color(at distance: Float) -> SIMD4<Float> {
        let position = distance / outerEdge
        var opacity = smoothstep((1 - position) / (isInward ? pixelWidth : ramp))
        // A negative blur fades towards the center.
        if isInward { opacity *= smoothstep((position - 1 + ramp) / ramp) }
        guard hasStroke else { return fill * opacity }
        let strokeWeight = smoothstep((position - innerEdge + ramp) / ramp)
        return (fill * (1 - strokeWeight) + stroke * strokeWeight) * opacity
    }
}
