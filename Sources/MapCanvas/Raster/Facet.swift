// SPDX-License-Identifier: MIT
import MapImages

/// Interpolates values linearly over a triangle.
struct Planes {
    // From the first corner to the others.
    private let u: SIMD2<Float>
    private let v: SIMD2<Float>
    /// Twice the area, negative for corners in the other direction.
    let determinant: Float

    @inline(__always)
    init(_ a: Ribbon.Vertex, _ b: Ribbon.Vertex, _ c: Ribbon.Vertex) {
        (u, v) = (b.position - a.position, c.position - a.position)
        determinant = u.x * v.y - v.x * u.y
    }

    /// True for a triangle without an area.
    var isLevel: Bool { abs(determinant) <= 1e-7 }

    /// What has values at the corners.
    @inline(__always)
    func plane(_ a: Float, _ b: Float, _ c: Float) -> Plane {
        let (b, c, k) = (b - a, c - a, 1 / determinant)
        return Plane(origin: a, slope: (SIMD2(v.y, -v.x) * b - SIMD2(u.y, -u.x) * c) * k)
    }

    /// Four of them.
    @inline(__always)
    func planes(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>) -> FourPlanes {
        let (b, c, k) = (b - a, c - a, 1 / determinant)
        return FourPlanes(origin: a, dx: (b * v.y - c * u.y) * k, dy: (c * u.x - b * v.x) * k)
    }
}

/// A value that changes linearly, at the first corner of a triangle and per pixel.
struct Plane {
    var origin: Float = 0
    var slope = SIMD2<Float>()

    /// The value at an offset from the first corner.
    @inline(__always)
    func value(_ offset: SIMD2<Float>) -> Float {
        let rise = slope * offset
        return origin + rise.x + rise.y
    }
}

/// A value that changes linearly, for four pixels at a time.
struct WidePlane {
    private let (origin, dx, dy): (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

    @inline(__always)
    init(_ plane: Plane) {
        origin = SIMD4(repeating: plane.origin)
        dx = SIMD4(repeating: plane.slope.x)
        dy = SIMD4(repeating: plane.slope.y)
    }

    /// The values at offsets from the first corner.
    @inline(__always)
    func values(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> SIMD4<Float> { x * dx + origin + dy * y }
}

/// Four values that change linearly.
struct FourPlanes {
    let (origin, dx, dy): (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

    @inline(__always)
    func value(_ offset: SIMD2<Float>) -> SIMD4<Float> { origin + dx * offset.x + dy * offset.y }

    subscript(index: Int) -> Plane {
        @inline(__always) get { Plane(origin: origin[index], slope: SIMD2(dx[index], dy[index])) }
    }
}

/// The edges of an area.
struct Frame {
    let firstRow: Int
    private let left: Float
    private let right: Float
    private let top: Float
    private let bottom: Float

    init(_ area: PixelRect) {
        firstRow = area.minY
        (left, right) = (Float(area.minX), Float(area.maxX))
        (top, bottom) = (Float(area.minY), Float(area.maxY))
    }

    /// The rows of the area whose centers lie between four corners; nil for none, or if all corners lie beside the
    /// area.
    @inline(__always)
    func rows(_ a: Ribbon.Vertex, _ b: Ribbon.Vertex, _ c: Ribbon.Vertex, _ d: Ribbon.Vertex) -> Range<Int>? {
        guard greater(greater(a.x, b.x), greater(c.x, d.x)) > left,
            lesser(lesser(a.x, b.x), lesser(c.x, d.x)) < right
        else { return nil }
        // The area's edges where there is no number.
        let first = greater(lesser(lesser(a.y, b.y), lesser(c.y, d.y)) - 0.5, top)
        let end = lesser(greater(greater(a.y, b.y), greater(c.y, d.y)) - 0.5, bottom)
        guard first <= end else { return nil }
        let rows = SIMD4(first, end, first, end).integersAbove
        return rows[0] < rows[1] ? Int(rows[0])..<Int(rows[1]) : nil
    }

    /// A single instruction; the second one where either is no number.
    @inline(__always)
    private func lesser(_ a: Float, _ b: Float) -> Float { a < b ? a : b }

    /// A single instruction; the second one where either is no number.
    @inline(__always)
    private func greater(_ a: Float, _ b: Float) -> Float { a > b ? a : b }
}

/// A triangle or a convex quadrilateral in the rows whose centers it crosses.
struct Facet {
    let rows: Range<Int>
    // The corners around it, the last one twice for a triangle.
    private let x: SIMD4<Float>
    private let y: SIMD4<Float>
    private let isRightHanded: Bool

    @inline(__always)
    init(
        _ rows: Range<Int>, _ a: Ribbon.Vertex, _ b: Ribbon.Vertex, _ c: Ribbon.Vertex, _ d: Ribbon.Vertex,
        isRightHanded: Bool
    ) {
        self.rows = rows
        (x, y) = (SIMD4(a.x, b.x, c.x, d.x), SIMD4(a.y, b.y, c.y, d.y))
        self.isRightHanded = isRightHanded
    }

    /// Finds the columns of each row whose centers lie inside and which a clip leaves, four rows at a time: most facets
    /// have no more.
    @inline(__always)
    func findSpans(_ frame: Frame, _ clip: SpanRows.Reader, in spans: SpanMemory) {
        let (x0, y0) = (x, y)
        let (x1, y1) = (SIMD4(x0.y, x0.z, x0.w, x0.x), SIMD4(y0.y, y0.z, y0.w, y0.x))
        // Of the four edges: the upper end, the columns per row, and the upper end's column on the left or on the right
        // side of the facet; one of them is infinite. An edge is computed identically for both facets that share it: from
        // top to bottom.
        let goesUp = y1 .< y0
        let x = x0.replacing(with: x1, where: goesUp)
        let y = y0.replacing(with: y1, where: goesUp)
        let isLevel = y0 .== y1
        let slope = ((x1 - x0) / (y1 - y0)).replacing(with: 0, where: isLevel)
        let isLeft = goesUp .^ SIMDMask(repeating: !isRightHanded)
        let left = x.replacing(with: -.infinity, where: .!isLeft .| isLevel)
        let right = x.replacing(with: .infinity, where: isLeft .| isLevel)
        var row = rows.lowerBound
        while row < rows.upperBound {
            let centers = SIMD4<Float>(0.5, 1.5, 2.5, 3.5) + Float(row)
            var ends = clip.ends(from: row &- frame.firstRow)
            for edge in 0..<4 {
                let shift = (centers - y[edge]) * slope[edge]
                let (low, high) = (shift + left[edge], shift + right[edge])
                ends.from.replace(with: low, where: low .> ends.from)
                ends.to.replace(with: high, where: high .< ends.to)
            }
            // Ends that do not lie in this order may lie far outside.
            let isFilled = ends.from .< ends.to
            spans.set(
                row, SIMD4().replacing(with: (ends.from - 0.5).integersAbove, where: isFilled),
                SIMD4().replacing(with: (ends.to - 0.5).integersAbove, where: isFilled))
            row &+= 4
        }
    }

    /// The offset of the center of a pixel from the first corner.
    @inline(__always)
    func offset(_ column: Int, _ row: Int) -> SIMD2<Float> {
        SIMD2(Float(column), Float(row)) + 0.5 - SIMD2(x.x, y.x)
    }

    /// The offsets of four pixels side by side from the first corner, of which the first one's center is at `center`.
    @inline(__always)
    func offsets(_ center: SIMD4<Float>) -> SIMD4<Float> { SIMD4(0, 1, 2, 3) + (center - x.x) }

    /// The offset of the centers of a row from the first corner.
    @inline(__always)
    func offset(_ row: Int) -> SIMD4<Float> { SIMD4(repeating: Float(row) + 0.5 - y.x) }
}
