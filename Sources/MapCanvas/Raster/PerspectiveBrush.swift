// SPDX-License-Identifier: MIT

/// Fills the triangles of a ribbon on the ground of a tilted camera.
///
/// Positions across and along the line are interpolated on the ground, and edges are as soft as a pixel of the picture.
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
        guard let triangle = RibbonTriangle(a, b, c), max(a.x, b.x, c.x) > Float(area.minX),
            min(a.x, b.x, c.x) < Float(area.maxX)
        else { return }
        let determinant = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
        guard abs(determinant) > 1e-7 else { return }
        let magnifications = SIMD3(views.0.magnification, views.1.magnification, views.2.magnification)
        // Values that are linear on the ground are so in the picture when they are divided by the depth.
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
