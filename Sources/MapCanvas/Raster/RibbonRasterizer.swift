// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
import MapImages

/// Rasterizes a ribbon's triangles: emits the pixels whose centers lie inside, each shared edge assigned to one side.
struct RibbonRasterizer {
    private let ribbon: Ribbon
    private let area: PixelRect

    init(_ ribbon: Ribbon, _ area: PixelRect) {
        self.ribbon = ribbon
        self.area = area
    }

    func draw(_ target: some RibbonTarget) {
        let window = area.rect
        var clips = [ClipRows?](repeating: nil, count: ribbon.clips.count)
        let unclipped = ClipRows(area)
        let isFlat = ribbon.perspective == nil
        // Most strips have the shape and the clip of the one before.
        var (shape, clip, brush) = (-1, nil as Int?, nil as TriangleBrush?)
        ribbon.vertices.withUnsafeBufferPointer { vertices in
            for (index, strip) in ribbon.strips.enumerated() {
                if index & 1023 == 1023, WorkContext.isCancelled { break }
                let box = strip.bounds
                guard box.minX < window.maxX, box.maxX > window.minX, box.minY < window.maxY, box.maxY > window.minY
                else { continue }
                if strip.shape == shape, strip.clip == clip {
                    brush?.draw(vertices, strip.vertices, strip.progress, target)
                    continue
                }
                var rows = unclipped
                if let clip = strip.clip {
                    rows = clips[clip] ?? ClipRows(area, corners: ribbon.clips[clip])
                    clips[clip] = rows
                }
                guard !rows.isEmpty else { continue }
                guard isFlat else {
                    let brush = PerspectiveBrush(
                        shape: ribbon.shapes[strip.shape], progress: strip.progress, area: area, rows: rows)
                    ribbon.views.withUnsafeBufferPointer { brush.draw(vertices, $0, strip.vertices, target) }
                    continue
                }
                (shape, clip) = (strip.shape, strip.clip)
                brush = TriangleBrush(shape: ribbon.shapes[shape], area: area, rows: rows)
                brush?.draw(vertices, strip.vertices, strip.progress, target)
            }
        }
    }
}

/// The range of columns that a convex clip leaves in each row.
struct ClipRows {
    /// Half-open ranges, one per row of the area.
    let columns: [(from: Int32, to: Int32)]
    let isEmpty: Bool

    init(_ area: PixelRect) {
        columns = Array(repeating: (Int32(area.minX), Int32(area.maxX)), count: area.height)
        isEmpty = area.isEmpty
    }

    init(_ area: PixelRect, corners: [Point]) {
        let path = Path(corners, closed: true)
        var columns = Array(repeating: (from: Int32(0), to: Int32(0)), count: area.height)
        var any = false
        // A convex polygon has at most one span per row.
        AliasedRasterizer.forEachSpan(of: path, FigureIndex(path), in: area) { y, from, to in
            columns[y - area.minY] = (Int32(from), Int32(to))
            any = true
        }
        self.columns = columns
        isEmpty = !any
    }
}

/// Fills triangles according to the distance from the line's center.
private struct TriangleBrush {
    private let area: PixelRect
    private let rows: ClipRows
    private let outset: Float
    private let inner: Float
    private let scale: Float
    private let dashes: DashPattern?

    init(shape: Ribbon.Shape, area: PixelRect, rows: ClipRows) {
        self.area = area
        self.rows = rows
        outset = shape.outset
        inner = shape.inset - shape.softness
        scale = 1 / max(1e-6, shape.softness)
        dashes = shape.dashes
    }

    /// Each vertex of a strip forms a triangle with the last vertices on the left and on the right side.
    func draw(
        _ vertices: UnsafeBufferPointer<Ribbon.Vertex>, _ range: Range<Int>, _ progress: Ribbon.Progress,
        _ target: some RibbonTarget
    ) {
        var left = -1
        var right = -1
        rows.columns.withUnsafeBufferPointer { columns in
            for i in range {
                if left >= 0, right >= 0 {
                    fill(vertices[left], vertices[right], vertices[i], columns, progress, target)
                }
                if vertices[i].side > 0 { left = i } else { right = i }
            }
        }
    }

    @inline(__always)
    private func fill(
        _ a: Ribbon.Vertex, _ b: Ribbon.Vertex, _ c: Ribbon.Vertex,
        _ columns: UnsafeBufferPointer<(from: Int32, to: Int32)>, _ progress: Ribbon.Progress,
        _ target: some RibbonTarget
    ) {
        let (ux, uy, vx, vy) = (b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y)
        let determinant = ux * vy - vx * uy
        guard abs(determinant) > 1e-7, let triangle = RibbonTriangle(a, b, c, in: area) else { return }
        let k = 1 / determinant
        let side = Plane(a.side, b.side - a.side, c.side - a.side, ux, uy, vx, vy, k)
        let mask = dashes == nil ? target.coverage : nil
        if let mask, a.cap == 0, b.cap == 0, c.cap == 0 {
            // The common case: coverage depends on the distance from the center line alone.
            triangle.forEachSpan(area, columns) { y, from, to in
                mask.mark(
                    y, from, to, across: (side.value(Float(from) + 0.5 - a.x, Float(y) + 0.5 - a.y), side.dx), end: nil,
                    outset: outset, inner: inner, scale: scale)
            }
            return
        }
        let cap = Plane(a.cap, b.cap - a.cap, c.cap - a.cap, ux, uy, vx, vy, k)
        if let mask {
            triangle.forEachSpan(area, columns) { y, from, to in
                let (dx, dy) = (Float(from) + 0.5 - a.x, Float(y) + 0.5 - a.y)
                mask.mark(
                    y, from, to, across: (side.value(dx, dy), side.dx), end: (cap.value(dx, dy), cap.dx),
                    outset: outset, inner: inner, scale: scale)
            }
            return
        }
        let alongPlane = Plane(a.along, b.along - a.along, c.along - a.along, ux, uy, vx, vy, k)

        triangle.forEachSpan(area, columns) { y, from, to in
            let dy = Float(y) + 0.5 - a.y
            for x in from..<to {
                let dx = Float(x) + 0.5 - a.x
                let across = side.value(dx, dy)
                let capPosition = cap.value(dx, dy)
                let distance =
                    capPosition == 0 ? abs(across) : (across * across + capPosition * capPosition).squareRoot()
                let middle = distance * outset
                var pixelCoverage = max(0, min(1, min(middle - inner, outset - middle) * scale))
                let distanceAlong = alongPlane.value(dx, dy)
                if let dashes, pixelCoverage > 0 { pixelCoverage *= dashes.coverage(distanceAlong, across * outset) }
                if pixelCoverage > 0 {
                    target.mark(
                        x: x, y: y, pixelCoverage: pixelCoverage, along: progress.start + distanceAlong * progress.rate,
                        side: max(-1, min(1, across)))
                }
            }
        }
    }

    /// A value interpolated linearly over a triangle.
    private struct Plane {
        let origin: Float
        let dx: Float
        let dy: Float

        @inline(__always)
        init(
            _ origin: Float, _ b: Float, _ c: Float, _ ux: Float, _ uy: Float, _ vx: Float, _ vy: Float, _ k: Float
        ) {
            self.origin = origin
            dx = (b * vy - c * uy) * k
            dy = (c * ux - b * vx) * k
        }

        @inline(__always)
        func value(_ x: Float, _ y: Float) -> Float { origin + dx * x + dy * y }
    }
}

/// A triangle with its vertices sorted by y.
struct RibbonTriangle {
    /// The rows whose centers it crosses.
    private let rows: Range<Int>
    /// From the top vertex to the bottom one.
    private let longEdge: Side
    /// From the top vertex to the middle one, and on to the bottom one.
    private let upperEdge: Side
    private let lowerEdge: Side

    /// Returns nil for a triangle that lies outside of an area or between the centers of rows, and for coordinates that are NaN.
    @inline(__always)
    init?(_ a: Ribbon.Vertex, _ b: Ribbon.Vertex, _ c: Ribbon.Vertex, in area: PixelRect) {
        let first = max(Float(area.minY), min(a.y, b.y, c.y) - 0.5)
        let end = min(Float(area.maxY), max(a.y, b.y, c.y) - 0.5)
        guard first <= end, max(a.x, b.x, c.x) > Float(area.minX), min(a.x, b.x, c.x) < Float(area.maxX) else {
            return nil
        }
        let (firstRow, endRow) = (integerCeiling(first), min(area.maxY, integerCeiling(end)))
        guard firstRow < endRow else { return nil }
        rows = firstRow..<endRow
        var (top, middle, bottom) = ((x: a.x, y: a.y), (x: b.x, y: b.y), (x: c.x, y: c.y))
        if middle.y < top.y { swap(&top, &middle) }
        if bottom.y < middle.y { swap(&middle, &bottom) }
        if middle.y < top.y { swap(&top, &middle) }
        guard top.y <= middle.y, middle.y <= bottom.y else { return nil }
        longEdge = Side(top, bottom)
        upperEdge = Side(top, middle)
        lowerEdge = Side(middle, bottom)
    }

    /// Calls `body` for each span of pixels whose centers lie inside the triangle and within the row's columns.
    @inline(__always)
    func forEachSpan(
        _ area: PixelRect, _ columns: UnsafeBufferPointer<(from: Int32, to: Int32)>, _ body: (Int, Int, Int) -> Void
    ) {
        var y = rows.lowerBound
        while y < rows.upperBound {
            let center = Float(y) + 0.5
            let (p, q) = (
                longEdge.x(at: center), center < lowerEdge.top.y ? upperEdge.x(at: center) : lowerEdge.x(at: center)
            )
            let span = columns[y &- area.minY]
            let low = max(min(p, q) - 0.5, Float(span.from))
            let high = min(max(p, q) - 0.5, Float(span.to))
            if low < high {
                let (from, to) = (integerCeiling(low), integerCeiling(high))
                if from < to { body(y, from, to) }
            }
            y &+= 1
        }
    }

    /// An edge from top to bottom, computed identically for both triangles that share it.
    private struct Side {
        let top: (x: Float, y: Float)
        private let slope: Float

        @inline(__always)
        init(_ top: (x: Float, y: Float), _ bottom: (x: Float, y: Float)) {
            self.top = top
            slope = bottom.y > top.y ? (bottom.x - top.x) / (bottom.y - top.y) : 0
        }

        @inline(__always)
        func x(at row: Float) -> Float { top.x + (row - top.y) * slope }
    }
}

/// Fills the triangles of a ribbon on the ground of a tilted camera.
///
/// Positions across and along the line are interpolated on the ground, and edges are as soft as a pixel of the image.
///
/// - SeeAlso: MapLibre GL JS, `line.vertex.glsl` (`v_gamma_scale`).
struct PerspectiveBrush {
    private let area: PixelRect
    private let rows: ClipRows
    private let shape: Ribbon.Shape
    private let progress: Ribbon.Progress

    init(shape: Ribbon.Shape, progress: Ribbon.Progress, area: PixelRect, rows: ClipRows) {
        self.area = area
        self.rows = rows
        self.shape = shape
        self.progress = progress
    }

    /// Each vertex of a strip forms a triangle with the last vertices on the left and on the right side.
    func draw(
        _ vertices: UnsafeBufferPointer<Ribbon.Vertex>, _ views: UnsafeBufferPointer<Ribbon.View>, _ range: Range<Int>,
        _ target: some RibbonTarget
    ) {
        var (left, right) = (-1, -1)
        rows.columns.withUnsafeBufferPointer { columns in
            for i in range {
                if left >= 0, right >= 0 {
                    let corners = (vertices[left], vertices[right], vertices[i])
                    fill(corners, (views[left], views[right], views[i]), columns, target)
                }
                if vertices[i].side > 0 { left = i } else { right = i }
            }
        }
    }

    private typealias Corners<Value> = (Value, Value, Value)

    private func fill(
        _ vertices: Corners<Ribbon.Vertex>, _ views: Corners<Ribbon.View>,
        _ columns: UnsafeBufferPointer<(from: Int32, to: Int32)>, _ target: some RibbonTarget
    ) {
        let (a, b, c) = vertices
        guard let triangle = RibbonTriangle(a, b, c, in: area) else { return }
        let determinant = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
        guard abs(determinant) > 1e-7 else { return }
        let magnifications = SIMD3(views.0.magnification, views.1.magnification, views.2.magnification)
        // Values that are linear on the ground are so in the image when they are divided by the depth.
        func values(_ a: Float, _ b: Float, _ c: Float) -> SIMD3<Float> { SIMD3(a, b, c) * magnifications }
        let sides = values(a.side, b.side, c.side)
        let caps = values(a.cap, b.cap, c.cap)
        let distances = values(a.along, b.along, c.along)
        let softness = values(views.0.groundPixels, views.1.groundPixels, views.2.groundPixels)
        let k = 1 / determinant
        triangle.forEachSpan(area, columns) { y, from, to in
            let dy = Float(y) + 0.5 - a.y
            for x in from..<to {
                let dx = Float(x) + 0.5 - a.x
                // Barycentric coordinates.
                let v = (dx * (c.y - a.y) - (c.x - a.x) * dy) * k
                let w = ((b.x - a.x) * dy - dx * (b.y - a.y)) * k
                let weights = SIMD3(1 - v - w, v, w)
                let depth = 1 / (weights * magnifications).sum()
                let across = (weights * sides).sum() * depth
                let end = (weights * caps).sum() * depth
                let distance = end == 0 ? abs(across) : (across * across + end * end).squareRoot()
                let middle = distance * shape.outset
                let ramp = shape.softness * (weights * softness).sum() * depth
                let inner = shape.inset - ramp
                var coverage = max(0, min(1, min(middle - inner, shape.outset - middle) / max(1e-6, ramp)))
                guard coverage > 0 else { continue }
                let along = (weights * distances).sum() * depth
                if let dashes = shape.dashes { coverage *= dashes.coverage(along, across * shape.outset) }
                if coverage > 0 {
                    target.mark(
                        x: x, y: y, pixelCoverage: coverage, along: progress.start + along * progress.rate,
                        side: max(-1, min(1, across)))
                }
            }
        }
    }
}
