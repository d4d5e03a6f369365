// SPDX-License-Identifier: MIT
package import MapPlane

/// Lines with soft edges as strips of triangles, whose corners know how far from the line's middle and how far along it
/// they lie. They say what a stroke of cairo cannot: blur, gaps, gradients and images along a line.
///
/// Where a line overlaps itself or another one, the later triangle is blended over the earlier one.
package struct Ribbon: Sendable {
    package enum Paint: Sendable {
        case color(Color)
        /// Colors from a line's start to its end.
        case ramp([Color], opacity: Double)
        /// An image that repeats each so many pixels along the line, and is as high as the line is wide.
        case image(Bitmap, period: Double, opacity: Double)
    }

    /// How one strip's edges look; lengths in pixels.
    package struct Shape: Hashable, Sendable {
        /// From the middle to where the outer edge's ramp ends.
        package var outset: Float
        /// From the middle to where the ramp around a gap ends; 0 without a gap.
        package var inset: Float
        /// How far the ramps reach.
        package var softness: Float
        package var dashes: DashPattern?

        /// A line, or two of them around a gap; ramps are one pixel wide, and wider by the blur.
        package init(width: Double, gap: Double = 0, blur: Double = 0, dashes: DashPattern? = nil) {
            outset = Float(gap > 0 ? gap / 2 + width + 0.5 : width / 2 + 0.5)
            inset = gap > 0 ? Float(gap / 2 + 0.5) : 0
            softness = Float(blur + 1)
            self.dashes = dashes
        }
    }

    /// What part of a whole line lies before a pixel of it, for colors that change along it.
    package struct Progress: Hashable, Sendable {
        /// Where pixel 0 lies: 0 is the line's start, 1 its end.
        package var start: Float
        /// What each pixel adds.
        package var rate: Float

        package init(start: Double, rate: Double) {
            self.start = Float(start)
            self.rate = Float(rate)
        }

        /// For paints that count in pixels.
        package static let pixels = Progress(start: 0, rate: 1)
    }

    struct Vertex: Sendable {
        var x: Float
        var y: Float
        /// 1 at the far edge of a round cap, else 0.
        var cap: Float
        /// From -1 at the right edge to 1 at the left one.
        var side: Float
        /// Pixels along the line.
        var along: Float
    }

    struct Strip: Sendable {
        var vertices: Range<Int>
        var shape: Int
        /// Place in `clips`; nil for none.
        var clip: Int?
        var progress: Progress
        var bounds: Rect
        var source: Source
    }

    /// The line that a strip's triangles were made from, for outputs that stroke lines themselves.
    struct Source: Sendable {
        /// In `sourcePoints`.
        var points: Range<Int>
        var isRing: Bool
        /// Place in `outlines`.
        var outline: Int
        var start: Float
        var stretch: Float
    }

    package var paint: Paint
    var vertices: [Vertex] = []
    var sourcePoints: [SIMD2<Float>] = []
    var outlines: [RibbonOutline] = []
    var strips: [Strip] = []
    var shapes: [Shape] = []
    /// Convex corners; only pixels whose centers lie inside are painted.
    var clips: [[Point]] = []
    package internal(set) var bounds = Rect.null

    package init(paint: Paint) {
        self.paint = paint
    }

    package var isEmpty: Bool { strips.isEmpty }

    /// Adds a line.
    ///
    /// - Parameters:
    ///   - line: in pixels; a ring repeats its first point.
    ///   - isRing: true when the line's ends are joined.
    ///   - outline: how it is bent and ended.
    ///   - shape: its edges.
    ///   - start: the pixels along the line at its first point.
    ///   - stretch: so many pixels count as one along the line: dashes come out longer by it.
    ///   - progress: needed for ramps only.
    ///   - clip: convex corners in pixels.
    package mutating func add(
        _ line: [Point], isRing: Bool, outline: RibbonOutline, shape: Shape, start: Double = 0, stretch: Double = 1,
        progress: Progress = .pixels, clip: [Point]? = nil
    ) {
        let first = vertices.count
        var builder = RibbonBuilder(outline: outline, shape: shape, start: start, stretch: stretch, vertices: vertices)
        vertices = []
        builder.add(line, isRing: isRing)
        vertices = builder.vertices
        guard vertices.count > first else { return }
        var box = Rect.null
        for v in vertices[first...] { box.extend(to: Point(Double(v.x), Double(v.y))) }
        guard box.width + box.height < .infinity else {
            vertices.removeSubrange(first...)
            return
        }
        if let clip { box = box.intersection(corners(clip)) }
        guard !box.isNull else {
            vertices.removeSubrange(first...)
            return
        }
        if shapes.last != shape { shapes.append(shape) }
        if let clip, clips.last != clip { clips.append(clip) }
        if outlines.last != outline { outlines.append(outline) }
        let firstPoint = sourcePoints.count
        for p in line { sourcePoints.append(SIMD2(Float(p.x), Float(p.y))) }
        strips.append(
            Strip(
                vertices: first..<vertices.count, shape: shapes.count - 1,
                clip: clip == nil ? nil : clips.count - 1, progress: progress, bounds: box,
                source: Source(
                    points: firstPoint..<sourcePoints.count, isRing: isRing, outline: outlines.count - 1,
                    start: Float(start), stretch: Float(stretch))))
        bounds = bounds.union(box)
    }

    /// Several ribbons as one, which has the first one's paint; nil for none.
    package init?(joining ribbons: [Ribbon]) {
        guard let first = ribbons.first else { return nil }
        self = first
        guard ribbons.count > 1 else { return }
        vertices.reserveCapacity(ribbons.reduce(0) { $0 + $1.vertices.count })
        strips.reserveCapacity(ribbons.reduce(0) { $0 + $1.strips.count })
        for other in ribbons.dropFirst() { append(other) }
    }

    /// Adds another ribbon's lines; its paint is not looked at.
    package mutating func append(_ other: Ribbon) {
        let (vertex, shape, clip) = (vertices.count, shapes.count, clips.count)
        let (point, outline) = (sourcePoints.count, outlines.count)
        vertices += other.vertices
        sourcePoints += other.sourcePoints
        outlines += other.outlines
        shapes += other.shapes
        clips += other.clips
        strips += other.strips.map {
            Strip(
                vertices: $0.vertices.lowerBound + vertex..<$0.vertices.upperBound + vertex, shape: $0.shape + shape,
                clip: $0.clip.map { $0 + clip }, progress: $0.progress, bounds: $0.bounds,
                source: $0.source.moved(by: point, outline))
        }
        bounds = bounds.union(other.bounds)
    }

    private func corners(_ clip: [Point]) -> Rect {
        var box = Rect.null
        for p in clip { box.extend(to: p) }
        return box
    }
}

extension Ribbon.Source {
    fileprivate func moved(by point: Int, _ outline: Int) -> Ribbon.Source {
        var moved = self
        moved.points = points.lowerBound + point..<points.upperBound + point
        moved.outline += outline
        return moved
    }
}

extension Ribbon.Paint {
    /// True when both may be painted as one.
    package func matches(_ other: Ribbon.Paint) -> Bool {
        if case .color(let a) = self, case .color(let b) = other { a == b } else { false }
    }
}

/// How a ribbon's line is bent and ended.
package struct RibbonOutline: Hashable, Sendable {
    package var cap: StrokeStyle.Cap
    package var join: StrokeStyle.Join
    /// The longest miter, in widths, before a join is beveled.
    package var miterLimit: Double
    /// A round join whose miter would be shorter, in widths, is mitered.
    package var roundLimit: Double
    /// Pixels to the right of the line, as one walks along it.
    package var offset: Double
    /// Pixels around a sharp corner in which a line's sides may be slanted.
    package var cornerReach: Double

    package init(
        cap: StrokeStyle.Cap = .butt, join: StrokeStyle.Join = .miter, miterLimit: Double = 2,
        roundLimit: Double = 1.05, offset: Double = 0, cornerReach: Double = 15
    ) {
        self.cap = cap
        self.join = join
        self.miterLimit = miterLimit
        self.roundLimit = roundLimit
        self.offset = offset
        self.cornerReach = cornerReach
    }
}
