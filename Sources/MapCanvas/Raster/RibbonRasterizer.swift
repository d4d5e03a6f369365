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
        var clips = [SpanRows?](repeating: nil, count: ribbon.clips.count)
        let unclipped = SpanRows(area)
        let spans = SpanMemory(area)
        defer { spans.deallocate() }
        ribbon.strips.withUnsafeBufferPointer { buffer in
            guard let strips = buffer.baseAddress else { return }
            var index = 0
            while index < buffer.count {
                // Most strips have the shape and the clip of the one before.
                let (start, shape, clip) = (index, strips[index].shape, strips[index].clip)
                repeat {
                    index += 1
                } while index < buffer.count && strips[index].shape == shape
                    && strips[index].clip == clip
                guard (start..<index).contains(where: { window.intersects(strips[$0].bounds) }) else { continue }
                var rows = unclipped
                if let clip {
                    rows = clips[clip] ?? SpanRows(area, corners: ribbon.clips[clip])
                    clips[clip] = rows
                }
                guard !rows.isEmpty else { continue }
                let brush = FacetBrush(shape: ribbon.shapes[shape], area: area, rows: rows)
                let tiltedBrush = PerspectiveBrush(shape: ribbon.shapes[shape], area: area, rows: rows)
                for position in start..<index where window.intersects(strips[position].bounds) {
                    if position & 1023 == 1023, WorkContext.isCancelled { return }
                    let (vertices, progress) = (strips[position].vertices, strips[position].progress)
                    if ribbon.perspective == nil {
                        brush.draw(ribbon.vertices, vertices, progress, spans, target)
                    } else {
                        tiltedBrush.draw(ribbon.vertices, ribbon.views, vertices, progress, spans, target)
                    }
                }
            }
        }
    }
}

/// The range of columns that a convex clip leaves in each row of an area.
struct SpanRows {
    /// The first column and the end of each row, and of three empty rows below.
    private var from: [Float]
    private var to: [Float]
    private(set) var isEmpty = true

    /// All columns.
    init(_ area: PixelRect) {
        from = Array(repeating: Float(area.minX), count: area.height + 3)
        to = Array(repeating: Float(area.maxX), count: area.height + 3)
        isEmpty = false
    }

    init(_ area: PixelRect, corners: [Point]) {
        let path = Path(corners.map(\.snappedToCairoGrid), closed: true)
        from = Array(repeating: 0, count: area.height + 3)
        to = from
        // That of a tile, most often.
        if let box = path.box {
            let seen = area.centered(in: box)
            isEmpty = seen.isEmpty
            for y in seen.minY..<max(seen.minY, seen.maxY) {
                (from[y - area.minY], to[y - area.minY]) = (Float(seen.minX), Float(seen.maxX))
            }
            return
        }
        // A convex polygon has at most one span per row.
        AliasedRasterizer.forEachSpan(of: path, FigureIndex(path), in: area) { y, left, right in
            (from[y - area.minY], to[y - area.minY]) = (Float(left), Float(right))
            isEmpty = false
        }
    }

    /// Reads four rows at a time.
    struct Reader {
        fileprivate let from: UnsafeRawPointer
        fileprivate let to: UnsafeRawPointer

        /// The columns of a row, counted from the first one of the area, and of the next three.
        @inline(__always)
        func columns(from row: Int) -> (from: SIMD4<Float>, to: SIMD4<Float>) {
            (
                from.loadUnaligned(fromByteOffset: 4 &* row, as: SIMD4<Float>.self),
                to.loadUnaligned(fromByteOffset: 4 &* row, as: SIMD4<Float>.self)
            )
        }
    }

    @inline(__always)
    func read(_ body: (Reader) -> Void) {
        from.withUnsafeBytes { from in
            to.withUnsafeBytes { to in
                if let from = from.baseAddress, let to = to.baseAddress { body(Reader(from: from, to: to)) }
            }
        }
    }
}

/// The spans of a facet in the rows of an area.
struct SpanMemory {
    /// The first column and the end of each row, and of three rows below.
    fileprivate let from: UnsafeMutablePointer<Int32>
    fileprivate let to: UnsafeMutablePointer<Int32>
    private let firstRow: Int

    init(_ area: PixelRect) {
        from = .allocate(capacity: area.height + 3)
        to = .allocate(capacity: area.height + 3)
        firstRow = area.minY
    }

    func deallocate() {
        from.deallocate()
        to.deallocate()
    }

    /// Sets the columns of a row and the next three.
    @inline(__always)
    fileprivate func set(_ row: Int, _ from: SIMD4<Int32>, _ to: SIMD4<Int32>) {
        UnsafeMutableRawPointer(self.from + (row &- firstRow)).storeBytes(of: from, as: SIMD4<Int32>.self)
        UnsafeMutableRawPointer(self.to + (row &- firstRow)).storeBytes(of: to, as: SIMD4<Int32>.self)
    }

    /// The columns of a row of the last facet; there are none if `from` is not less than `to`.
    @inline(__always)
    func columns(_ y: Int) -> (from: Int, to: Int) {
        (Int(from[y &- firstRow]), Int(to[y &- firstRow]))
    }
}

/// Fills triangles and quadrilaterals according to the distance from the line's center.
private struct FacetBrush {
    /// So many pixels from where a plane would have it, a corner lies on it: less than a level of opacity.
    private static let flatness: Float = 1 / 512

    private let area: PixelRect
    private let rows: SpanRows
    private let outset: Float
    private let inner: Float
    private let scale: Float
    private let dashes: DashPattern?

    init(shape: Ribbon.Shape, area: PixelRect, rows: SpanRows) {
        self.area = area
        self.rows = rows
        outset = shape.outset
        inner = shape.inset - shape.softness
        scale = 1 / max(1e-6, shape.softness)
        dashes = shape.dashes
    }

    /// Each vertex of a strip forms a triangle with the last vertices on the left and on the right side. The two triangles of a straight
    /// segment are filled as one where only the distance from the line matters.
    func draw(
        _ vertices: [Ribbon.Vertex], _ range: Range<Int>, _ progress: Ribbon.Progress, _ spans: SpanMemory,
        _ target: some RibbonTarget
    ) {
        let mask = dashes == nil ? target.coverage : nil
        var (left, right, index) = (-1, -1, range.lowerBound)
        rows.read { clip in
            while index < range.upperBound {
                if left >= 0, right >= 0 {
                    let (a, b, c) = (vertices[left], vertices[right], vertices[index])
                    let planes = Planes(a, b, c)
                    var d = c
                    if mask != nil, c.side < 0, index &+ 1 < range.upperBound,
                        planes.reach(vertices[index &+ 1], within: Self.flatness / outset)
                    {
                        (d, right) = (vertices[index &+ 1], index)
                        index &+= 1
                    }
                    if !planes.isLevel, let facet = Facet(a, b, c, d, isRightHanded: planes.determinant > 0, in: area) {
                        facet.findSpans(area, clip, in: spans)
                        if let mask {
                            fill(facet, planes, isCap: a.cap + b.cap + c.cap > 0, spans, mask)
                        } else {
                            let along = planes.plane(a.along, b.along, c.along)
                            fill(facet, planes, along, progress, spans, target)
                        }
                    }
                }
                if vertices[index].side > 0 { left = index } else { right = index }
                index &+= 1
            }
        }
    }

    /// Adds to a mask what depends on the distance from the line alone.
    private func fill(
        _ facet: Facet, _ planes: Planes, isCap: Bool, _ spans: SpanMemory, _ mask: RibbonCoverage
    ) {
        let (near, far) = (SIMD4<Float>(0, 1, 2, 3), SIMD4<Float>(4, 5, 6, 7))
        let (nearSides, farSides) = (near * planes.side.dx, far * planes.side.dx)
        let (nearEnds, farEnds) = (near * planes.cap.dx, far * planes.cap.dx)
        var y = facet.rows.lowerBound
        while y < facet.rows.upperBound {
            let (from, to) = spans.columns(y)
            if from < to {
                let (dx, dy) = planes.offset(from, y)
                let (side, end) = (planes.side.value(dx, dy), planes.cap.value(dx, dy))
                let row = mask.row(y)
                var x = from
                while x < to {
                    // Every eighth pixel is a new start, so that rounding does not add up.
                    let done = x &- from
                    let skipped = Float(done & ~7)
                    var distances = (done & 4 == 0 ? nearSides : farSides) + (side + planes.side.dx * skipped)
                    if isCap {
                        let ends = (done & 4 == 0 ? nearEnds : farEnds) + (end + planes.cap.dx * skipped)
                        distances = (distances * distances + ends * ends).squareRoot()
                    }
                    Coverage.add(mask.levels(opacity(at: distances)), to: row + x, to &- x)
                    x &+= 4
                }
            }
            y &+= 1
        }
    }

    /// Marks the pixels of dashes, of gradients and of images along the line.
    private func fill(
        _ facet: Facet, _ planes: Planes, _ along: Plane, _ progress: Ribbon.Progress, _ spans: SpanMemory,
        _ target: some RibbonTarget
    ) {
        for y in facet.rows {
            let (from, to) = spans.columns(y)
            for first in stride(from: from, to: to, by: 4) {
                let (dx, dy) = planes.offset(first, y)
                let x = SIMD4(0, 1, 2, 3) + dx
                let (sides, ends) = (planes.side.values(x, dy), planes.cap.values(x, dy))
                let distances = along.values(x, dy)
                var opacity = opacity(at: (sides * sides + ends * ends).squareRoot())
                if let dashes { opacity *= dashes.coverage(distances, sides * outset) }
                target.mark(y, first..<to, opacity, progress, distances, sides)
            }
        }
    }

    /// The opacities, 0...1, at distances from the center line, of either sign, as fractions of half the width.
    @inline(__always)
    private func opacity(at distances: SIMD4<Float>) -> SIMD4<Float> {
        let middle =
            unsafeBitCast(unsafeBitCast(distances, to: SIMD4<UInt32>.self) & 0x7FFF_FFFF, to: SIMD4<Float>.self)
            * outset
        let (fromGap, fromEdge) = (middle - inner, outset - middle)
        var opacity = fromGap.replacing(with: fromEdge, where: fromEdge .< fromGap) * scale
        opacity.replace(with: 0, where: opacity .< 0)
        opacity.replace(with: 1, where: opacity .> 1)
        return opacity
    }
}

/// The positions across a line and along its cap, interpolated linearly over a triangle.
private struct Planes {
    private let origin: (x: Float, y: Float)
    /// From the first corner to the others.
    private let u: (x: Float, y: Float)
    private let v: (x: Float, y: Float)
    /// Twice the area, negative for corners in the other direction.
    let determinant: Float
    let side: Plane
    let cap: Plane

    @inline(__always)
    init(_ a: Ribbon.Vertex, _ b: Ribbon.Vertex, _ c: Ribbon.Vertex) {
        origin = (a.x, a.y)
        u = (b.x - a.x, b.y - a.y)
        v = (c.x - a.x, c.y - a.y)
        determinant = u.x * v.y - v.x * u.y
        side = Plane((a.side, b.side, c.side), u, v, determinant)
        cap = Plane((a.cap, b.cap, c.cap), u, v, determinant)
    }

    /// True for a triangle without an area.
    var isLevel: Bool { abs(determinant) <= 1e-7 }

    /// A plane over the same triangle.
    @inline(__always)
    func plane(_ a: Float, _ b: Float, _ c: Float) -> Plane { Plane((a, b, c), u, v, determinant) }

    /// From the first corner to the center of a pixel.
    @inline(__always)
    func offset(_ column: Int, _ row: Int) -> (x: Float, y: Float) {
        (Float(column) + 0.5 - origin.x, Float(row) + 0.5 - origin.y)
    }

    /// True when a fourth corner, on the left side, has the values of the planes up to a tolerance, and makes a convex quadrilateral.
    @inline(__always)
    func reach(_ corner: Ribbon.Vertex, within tolerance: Float) -> Bool {
        let (dx, dy) = (corner.x - origin.x, corner.y - origin.y)
        return corner.side > 0 && abs(side.value(dx, dy) - corner.side) < tolerance
            && abs(cap.value(dx, dy) - corner.cap) < tolerance && dx * (v.x - u.x) + dy * (v.y - u.y) > 0
    }
}

/// A value interpolated linearly over a triangle.
private struct Plane {
    let origin: Float
    let dx: Float
    let dy: Float

    @inline(__always)
    init(
        _ values: (a: Float, b: Float, c: Float), _ u: (x: Float, y: Float), _ v: (x: Float, y: Float),
        _ determinant: Float
    ) {
        let (b, c, k) = (values.b - values.a, values.c - values.a, 1 / determinant)
        origin = values.a
        dx = (b * v.y - c * u.y) * k
        dy = (c * u.x - b * v.x) * k
    }

    @inline(__always)
    func value(_ x: Float, _ y: Float) -> Float { origin + dx * x + dy * y }

    @inline(__always)
    func values(_ x: SIMD4<Float>, _ y: Float) -> SIMD4<Float> { x * dx + origin + dy * y }
}

/// A triangle or a convex quadrilateral, and the rows whose centers it crosses.
struct Facet {
    let rows: Range<Int>
    // Of the four edges: the upper end, the columns per row, and what takes an edge out on the left or on the right side of the facet.
    private let x: SIMD4<Float>
    private let y: SIMD4<Float>
    private let slope: SIMD4<Float>
    private let leftBias: SIMD4<Float>
    private let rightBias: SIMD4<Float>

    /// Takes the corners around it, the last one twice for a triangle. Returns nil for a facet that lies outside of an area or between the
    /// centers of rows.
    @inline(__always)
    init?(
        _ a: Ribbon.Vertex, _ b: Ribbon.Vertex, _ c: Ribbon.Vertex, _ d: Ribbon.Vertex, isRightHanded: Bool,
        in area: PixelRect
    ) {
        let first = max(Float(area.minY), min(a.y, b.y, c.y, d.y) - 0.5)
        let end = min(Float(area.maxY), max(a.y, b.y, c.y, d.y) - 0.5)
        guard first <= end, max(a.x, b.x, c.x, d.x) > Float(area.minX), min(a.x, b.x, c.x, d.x) < Float(area.maxX)
        else { return nil }
        let (firstRow, endRow) = (integerCeiling(first), min(area.maxY, integerCeiling(end)))
        guard firstRow < endRow else { return nil }
        rows = firstRow..<endRow
        let (x0, y0) = (SIMD4(a.x, b.x, c.x, d.x), SIMD4(a.y, b.y, c.y, d.y))
        let (x1, y1) = (SIMD4(b.x, c.x, d.x, a.x), SIMD4(b.y, c.y, d.y, a.y))
        // An edge is computed identically for both facets that share it: from top to bottom.
        let goesUp = y1 .< y0
        x = x0.replacing(with: x1, where: goesUp)
        y = y0.replacing(with: y1, where: goesUp)
        let (width, height) = (x1.replacing(with: x0, where: goesUp) - x, y1.replacing(with: y0, where: goesUp) - y)
        let isLevel = height .<= 0
        slope = (width / height).replacing(with: 0, where: isLevel)
        let isLeft = goesUp .^ SIMDMask(repeating: !isRightHanded)
        let zero = SIMD4<Float>()
        leftBias = zero.replacing(with: -.infinity, where: .!isLeft .| isLevel)
        rightBias = zero.replacing(with: .infinity, where: isLeft .| isLevel)
    }

    /// Finds the columns of each row whose centers lie inside and which a clip leaves, four rows at a time: most facets have no more.
    @inline(__always)
    func findSpans(_ area: PixelRect, _ clip: SpanRows.Reader, in spans: SpanMemory) {
        var row = rows.lowerBound
        while row < rows.upperBound {
            let centers = SIMD4<Float>(0.5, 1.5, 2.5, 3.5) + Float(row)
            var (left, right) = clip.columns(from: row &- area.minY)
            left += 0.5
            right += 0.5
            for edge in 0..<4 {
                let column = (centers - y[edge]) * slope[edge] + x[edge]
                let (low, high) = (column + leftBias[edge], column + rightBias[edge])
                left.replace(with: low, where: low .> left)
                right.replace(with: high, where: high .< right)
            }
            let isEmpty = .!(left .< right)
            let (from, to) = ((left - 0.5).roundedUp, (right - 0.5).roundedUp)
            spans.set(
                row, from.replacing(with: 0, where: isEmpty).integers, to.replacing(with: 0, where: isEmpty).integers)
            row &+= 4
        }
    }
}

/// Fills the triangles of a ribbon on the ground of a tilted camera.
///
/// Positions across and along the line are interpolated on the ground, and edges are as soft as a pixel of the image.
///
/// - SeeAlso: MapLibre GL JS, `line.vertex.glsl` (`v_gamma_scale`).
struct PerspectiveBrush {
    private let area: PixelRect
    private let rows: SpanRows
    private let shape: Ribbon.Shape

    init(shape: Ribbon.Shape, area: PixelRect, rows: SpanRows) {
        self.area = area
        self.rows = rows
        self.shape = shape
    }

    /// Each vertex of a strip forms a triangle with the last vertices on the left and on the right side.
    func draw(
        _ vertices: [Ribbon.Vertex], _ views: [Ribbon.View], _ range: Range<Int>, _ progress: Ribbon.Progress,
        _ spans: SpanMemory, _ target: some RibbonTarget
    ) {
        var (left, right) = (-1, -1)
        rows.read { clip in
            for i in range {
                if left >= 0, right >= 0 {
                    let corners = (vertices[left], vertices[right], vertices[i])
                    fill(corners, (views[left], views[right], views[i]), progress, clip, spans, target)
                }
                if vertices[i].side > 0 { left = i } else { right = i }
            }
        }
    }

    private typealias Corners<Value> = (Value, Value, Value)

    private func fill(
        _ vertices: Corners<Ribbon.Vertex>, _ views: Corners<Ribbon.View>, _ progress: Ribbon.Progress,
        _ clip: SpanRows.Reader,
        _ spans: SpanMemory, _ target: some RibbonTarget
    ) {
        let (a, b, c) = vertices
        let planes = Planes(a, b, c)
        guard !planes.isLevel, let facet = Facet(a, b, c, c, isRightHanded: planes.determinant > 0, in: area) else {
            return
        }
        facet.findSpans(area, clip, in: spans)
        // Values that are linear on the ground are so in the image when they are divided by the depth.
        func plane(_ a: Float, _ b: Float, _ c: Float) -> Plane {
            planes.plane(
                a * views.0.magnification, b * views.1.magnification, c * views.2.magnification)
        }
        let magnification = plane(1, 1, 1)
        let (side, cap) = (plane(a.side, b.side, c.side), plane(a.cap, b.cap, c.cap))
        let along = plane(a.along, b.along, c.along)
        let softness = plane(
            shape.softness * views.0.groundPixels, shape.softness * views.1.groundPixels,
            shape.softness * views.2.groundPixels)
        for y in facet.rows {
            let (from, to) = spans.columns(y)
            for first in stride(from: from, to: to, by: 4) {
                let (dx, dy) = planes.offset(first, y)
                let x = SIMD4(0, 1, 2, 3) + dx
                let depth = 1 / magnification.values(x, dy)
                let (sides, ends) = (side.values(x, dy) * depth, cap.values(x, dy) * depth)
                let distances = along.values(x, dy) * depth
                let middle = (sides * sides + ends * ends).squareRoot() * shape.outset
                let ramp = softness.values(x, dy) * depth
                let (fromGap, fromEdge) = (middle - (shape.inset - ramp), shape.outset - middle)
                var opacity =
                    fromGap.replacing(with: fromEdge, where: fromEdge .< fromGap)
                    / ramp.replacing(with: 1e-6, where: ramp .< 1e-6)
                opacity.clamp(lowerBound: SIMD4(), upperBound: SIMD4(repeating: 1))
                if let dashes = shape.dashes { opacity *= dashes.coverage(distances, sides * shape.outset) }
                target.mark(y, first..<to, opacity, progress, distances, sides)
            }
        }
    }
}
