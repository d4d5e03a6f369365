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
        let (strips, vertices, views) = (ribbon.strips, ribbon.vertices, ribbon.views)
        guard let first = strips.first else { return }
        // Most strips have the shape and the clip of the one before.
        var (shape, clip) = (first.shape, Int?.none)
        var brush = FacetBrush(ribbon.shapes[shape], area, unclipped)
        for index in strips.indices where window.intersects(strips[index].bounds) {
            if index & 1023 == 1023, WorkContext.isCancelled { return }
            if strips[index].shape != shape || strips[index].clip != clip {
                (shape, clip) = (strips[index].shape, strips[index].clip)
                var rows = unclipped
                if let clip {
                    rows = clips[clip] ?? SpanRows(area, corners: ribbon.clips[clip])
                    clips[clip] = rows
                }
                brush = FacetBrush(ribbon.shapes[shape], area, rows)
            }
            guard !brush.rows.isEmpty else { continue }
            brush.draw(vertices, views, strips[index].vertices, strips[index].progress, spans, target)
        }
    }
}

/// The range of columns that a convex clip leaves in each row of an area.
struct SpanRows {
    /// The centers of the first column and of the one behind the last, of each row and of three empty rows below.
    private var from: [Float]
    private var to: [Float]
    private(set) var isEmpty = true

    /// All columns.
    init(_ area: PixelRect) {
        from = Array(repeating: Float(area.minX) + 0.5, count: area.height + 3)
        to = Array(repeating: Float(area.maxX) + 0.5, count: area.height + 3)
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
            for y in seen.minY..<max(seen.minY, seen.maxY) { set(y - area.minY, seen.minX, seen.maxX) }
            return
        }
        // A convex polygon has at most one span per row.
        let index = FigureIndex(path)
        AliasedRasterizer.forEachSpan(of: path, index, in: area.touched(by: index.bounds)) { y, left, right in
            set(y - area.minY, left, right)
            isEmpty = false
        }
    }

    private mutating func set(_ row: Int, _ left: Int, _ right: Int) {
        (from[row], to[row]) = (Float(left) + 0.5, Float(right) + 0.5)
    }

    /// Reads four rows at a time.
    struct Reader {
        fileprivate let from: UnsafeRawPointer
        fileprivate let to: UnsafeRawPointer

        /// The ends of a row, counted from the first one of the area, and of the next three.
        @inline(__always)
        func ends(from row: Int) -> (from: SIMD4<Float>, to: SIMD4<Float>) {
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
    func set(_ row: Int, _ from: SIMD4<Int32>, _ to: SIMD4<Int32>) {
        UnsafeMutableRawPointer(self.from + (row &- firstRow)).storeBytes(of: from, as: SIMD4<Int32>.self)
        UnsafeMutableRawPointer(self.to + (row &- firstRow)).storeBytes(of: to, as: SIMD4<Int32>.self)
    }

    /// The columns of a row of the last facet; there are none if `from` is not less than `to`.
    @inline(__always)
    func columns(_ y: Int) -> (from: Int, to: Int) {
        (Int(from[y &- firstRow]), Int(to[y &- firstRow]))
    }
}

/// Fills triangles and quadrilaterals according to the distance from the line's center. A class: to pass it on for each line
/// copies nothing.
private final class FacetBrush {
    /// So many pixels from where a plane would have it, a corner lies on it: less than a level of opacity.
    private static let flatness: Float = 1 / 512

    private let shape: Ribbon.Shape
    private let frame: Frame
    /// Where the ramp around a gap begins, and how fast opacity changes along ramps.
    private let (inner, slope): (Float, Float)
    /// The least width of a ramp. Not a constant: the compiler would divide on each side of the comparison with it.
    private let leastRamp: Float
    /// The flatness in half widths.
    private let tolerance: Float
    let rows: SpanRows

    init(_ shape: Ribbon.Shape, _ area: PixelRect, _ rows: SpanRows) {
        self.shape = shape
        frame = Frame(area)
        leastRamp = min(1e-6, shape.outset)
        (inner, slope) = (shape.inset - shape.softness, 1 / max(1e-6, shape.softness))
        tolerance = Self.flatness / shape.outset
        self.rows = rows
    }

    /// Each vertex of a strip forms a triangle with the last vertices on the left and on the right side. The two
    /// triangles of a straight segment are filled as one where only the distance from the line matters. There are no
    /// views of the vertices of lines of the image.
    func draw(
        _ vertices: [Ribbon.Vertex], _ views: [Ribbon.View], _ range: Range<Int>, _ progress: Ribbon.Progress,
        _ spans: SpanMemory, _ target: some RibbonTarget
    ) {
        let isPlain = target.isMask && shape.dashes == nil
        var (left, right, index) = (-1, -1, range.lowerBound)
        rows.read { clip in
            while index < range.upperBound {
                if left >= 0, right >= 0 {
                    let c = vertices[index]
                    var last = index
                    if isPlain, c.side < 0, index &+ 1 < range.upperBound, vertices[index &+ 1].side > 0 {
                        last = index &+ 1
                    }
                    let isWhole =
                        views.isEmpty
                        ? fill(vertices[left], vertices[right], c, vertices[last], progress, clip, spans, target)
                        : fill(vertices, views, (left, right, index, last), progress, clip, spans, target)
                    if isWhole {
                        right = index
                        index &+= 1
                    }
                }
                if vertices[index].side > 0 { left = index } else { right = index }
                index &+= 1
            }
        }
    }

    /// Fills a triangle of the image, together with a fourth corner on the other side if that makes a convex
    /// quadrilateral with the same planes across the line and at a cap.
    ///
    /// - Returns: true when the fourth corner was taken.
    @inline(__always)
    private func fill(
        _ a: Ribbon.Vertex, _ b: Ribbon.Vertex, _ c: Ribbon.Vertex, _ d: Ribbon.Vertex, _ progress: Ribbon.Progress,
        _ clip: SpanRows.Reader, _ spans: SpanMemory, _ target: some RibbonTarget
    ) -> Bool {
        guard var rows = frame.rows(a, b, c, d) else { return d.side > c.side }
        let planes = Planes(a, b, c)
        let side = planes.plane(a.side, b.side, c.side)
        let isCapped = a.cap + b.cap + c.cap + d.cap > 0
        let cap = isCapped ? planes.plane(a.cap, b.cap, c.cap) : Plane()
        let offset = d.position - a.position
        let isWhole =
            d.side > c.side && abs(side.value(offset) - d.side) < tolerance
            && abs(cap.value(offset) - d.cap) < tolerance && (offset * (c.position - b.position)).sum() > 0
        guard !planes.isLevel else { return isWhole }
        if d.side > c.side, !isWhole {
            guard let ownRows = frame.rows(a, b, c, c) else { return false }
            rows = ownRows
        }
        let facet = Facet(rows, a, b, c, isWhole ? d : c, isRightHanded: planes.determinant > 0)
        if target.isMask, shape.dashes == nil, !isCapped {
            shade(facet, side, clip, spans, target)
        } else {
            let along = WidePlane(planes.plane(a.along, b.along, c.along))
            shade(
                facet, side: WidePlane(side), cap: WidePlane(cap), isCapped: isCapped, along: along, progress, clip,
                spans, target)
        }
        return isWhole
    }

    // What a facet needs is in registers for one call, which finds its spans too: of several calls, each would have all
    // registers written to memory and read again. So the loops over pixels are written out: a closure in a loop that these
    // functions share is not inlined, which takes 1 % of a map more.

    /// Shades a facet for a mask, without dashes or a cap.
    @inline(never)
    private func shade(
        _ facet: Facet, _ side: Plane, _ clip: SpanRows.Reader, _ spans: SpanMemory, _ target: some RibbonTarget
    ) {
        facet.findSpans(frame, clip, in: spans)
        let (outset, inner, slope) = (shape.outset, inner, SIMD4(repeating: slope))
        let steps = SIMD4<Float>(0, 1, 2, 3) * side.slope.x
        var y = facet.rows.lowerBound
        while y < facet.rows.upperBound {
            var (x, end) = spans.columns(y)
            if x < end {
                var sides = steps + side.value(facet.offset(x, y))
                repeat {
                    let middle = sides.magnitude * outset
                    let opacities = Self.opacity(middle - inner, outset - middle, slope)
                    target.mark(y, x..<end, opacities, .pixels, sides, sides)
                    sides += 4 * side.slope.x
                    x &+= 4
                } while x < end
            }
            y &+= 1
        }
    }

    /// Shades any facet of the image.
    @inline(never)
    private func shade(
        _ facet: Facet, side: WidePlane, cap: WidePlane, isCapped: Bool, along: WidePlane,
        _ progress: Ribbon.Progress, _ clip: SpanRows.Reader, _ spans: SpanMemory, _ target: some RibbonTarget
    ) {
        facet.findSpans(frame, clip, in: spans)
        let (outset, inner, slope) = (shape.outset, inner, SIMD4(repeating: slope))
        var y = facet.rows.lowerBound
        while y < facet.rows.upperBound {
            var (x, end) = spans.columns(y)
            if x < end {
                let dy = facet.offset(y)
                var center = SIMD4(repeating: Float(x) + 0.5)
                repeat {
                    let dx = facet.offsets(center)
                    let sides = side.values(dx, dy)
                    var middle = sides.magnitude
                    if isCapped {
                        let ends = cap.values(dx, dy)
                        middle = (sides * sides + ends * ends).squareRoot()
                    }
                    middle *= outset
                    var opacity = Self.opacity(middle - inner, outset - middle, slope)
                    let distances = along.values(dx, dy)
                    if let dashes = shape.dashes { opacity *= dashes.coverage(distances, sides * outset) }
                    target.mark(y, x..<end, opacity, progress, distances, sides)
                    center += 4
                    x &+= 4
                } while x < end
            }
            y &+= 1
        }
    }

    /// Fills a triangle of a line on the ground of a tilted camera, together with a fourth corner as in the image.
    ///
    /// Positions across and along the line are interpolated on the ground, and edges are as soft as a pixel of the
    /// image.
    ///
    /// - Returns: true when the fourth corner was taken.
    /// - SeeAlso: MapLibre GL JS, `line.vertex.glsl` (`v_gamma_scale`).
    @inline(never)
    private func fill(
        _ vertices: [Ribbon.Vertex], _ views: [Ribbon.View], _ corners: (Int, Int, Int, Int),
        _ progress: Ribbon.Progress, _ clip: SpanRows.Reader, _ spans: SpanMemory, _ target: some RibbonTarget
    ) -> Bool {
        let (a, b, c, d) = (vertices[corners.0], vertices[corners.1], vertices[corners.2], vertices[corners.3])
        let isPaired = corners.3 != corners.2
        guard var rows = frame.rows(a, b, c, d) else { return isPaired }
        let planes = Planes(a, b, c)
        guard !planes.isLevel else { return false }
        // Across, at a cap, and along the line, and the width of the ramp.
        func values(_ vertex: Ribbon.Vertex, _ view: Ribbon.View) -> SIMD4<Float> {
            SIMD4(vertex.side, vertex.cap, vertex.along, shape.softness * view.groundPixels)
        }
        let (first, second, third) = (views[corners.0], views[corners.1], views[corners.2])
        // Values that are linear on the ground are so in the image when they are divided by the depth.
        let magnification = planes.plane(first.magnification, second.magnification, third.magnification)
        let plane = planes.planes(
            values(a, first) * first.magnification, values(b, second) * second.magnification,
            values(c, third) * third.magnification)
        var isWhole = false
        if isPaired {
            let (view, offset) = (views[corners.3], d.position - a.position)
            let depth = 1 / magnification.value(offset)
            let error = (plane.value(offset) * depth - values(d, view)).magnitude
            isWhole =
                abs(view.magnification * depth - 1) < tolerance
                && all(error .< SIMD4(tolerance, tolerance, .infinity, 2 * Self.flatness * shape.softness))
                && (offset * (c.position - b.position)).sum() > 0
            if !isWhole {
                guard let ownRows = frame.rows(a, b, c, c) else { return false }
                rows = ownRows
            }
        }
        shade(
            Facet(rows, a, b, c, isWhole ? d : c, isRightHanded: planes.determinant > 0),
            magnification: WidePlane(magnification), side: WidePlane(plane[0]), cap: WidePlane(plane[1]),
            isCapped: a.cap + b.cap + c.cap + d.cap > 0, softness: WidePlane(plane[3]), along: WidePlane(plane[2]),
            progress, clip, spans, target)
        return isWhole
    }

    /// Shades a facet of the ground, of values that were divided by the depth.
    @inline(never)
    private func shade(
        _ facet: Facet, magnification: WidePlane, side: WidePlane, cap: WidePlane, isCapped: Bool,
        softness: WidePlane, along: WidePlane, _ progress: Ribbon.Progress,
        _ clip: SpanRows.Reader, _ spans: SpanMemory, _ target: some RibbonTarget
    ) {
        facet.findSpans(frame, clip, in: spans)
        let (outset, inset) = (shape.outset, shape.inset)
        var y = facet.rows.lowerBound
        while y < facet.rows.upperBound {
            var (x, end) = spans.columns(y)
            if x < end {
                let dy = facet.offset(y)
                var center = SIMD4(repeating: Float(x) + 0.5)
                repeat {
                    let dx = facet.offsets(center)
                    let depth = 1 / magnification.values(dx, dy)
                    let sides = side.values(dx, dy) * depth
                    var middle = sides.magnitude
                    if isCapped {
                        let ends = cap.values(dx, dy) * depth
                        middle = (sides * sides + ends * ends).squareRoot()
                    }
                    middle *= outset
                    let distances = along.values(dx, dy) * depth
                    let ramp = softness.values(dx, dy) * depth
                    var opacity = Self.opacity(
                        middle - (inset - ramp), outset - middle, 1 / SIMD4.greater(ramp, SIMD4(repeating: leastRamp)))
                    if let dashes = shape.dashes { opacity *= dashes.coverage(distances, sides * outset) }
                    target.mark(y, x..<end, opacity, progress, distances, sides)
                    center += 4
                    x &+= 4
                } while x < end
            }
            y &+= 1
        }
    }

    /// The opacities, 0...1, at distances in pixels from where the ramps begin, that around a gap and that of the outer
    /// edge, for their slope.
    @inline(__always)
    private static func opacity(
        _ fromGap: SIMD4<Float>, _ fromEdge: SIMD4<Float>, _ slope: SIMD4<Float>
    ) -> SIMD4<Float> {
        let opacity = SIMD4.lesser(fromEdge, fromGap) * slope
        return .lesser(.greater(opacity, .zero), SIMD4(repeating: 1))
    }
}
