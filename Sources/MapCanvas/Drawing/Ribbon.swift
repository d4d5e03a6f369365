// SPDX-License-Identifier: MIT
package import MapGeometry
package import MapImages

/// A mesh of stroked lines: strips of triangles along each line, whose vertices know their distance from the line's
/// center and their position along it, as MapLibre's line buckets have them. A ribbon expresses what a plain stroke
/// cannot: blur, gaps, gradients and images along a line.
///
/// Where lines overlap, the later triangle is composited over the earlier one.
package struct Ribbon: Sendable {
    package enum Paint: Sendable {
        case color(Color)
        /// Colors from the start of the line to its end.
        case ramp([Color], opacity: Double)
        /// An image repeated with a period in pixels, as high as the line is wide.
        case image(Bitmap, period: Double, opacity: Double)
    }

    /// The cross section of a strip; lengths are in pixels.
    package struct Shape: Hashable, Sendable {
        /// The distance from the center line to the end of the outer edge's ramp.
        package var outset: Float
        /// The distance from the center line to the end of the ramp around a gap; 0 without a gap.
        package var inset: Float
        /// The width of the ramps.
        package var softness: Float
        package var dashes: DashPattern?

        /// Creates a line, or two parallel lines around a gap; ramps are one pixel wide plus the blur.
        package init(width: Double, gap: Double = 0, blur: Double = 0, dashes: DashPattern? = nil) {
            outset = Float(gap > 0 ? gap / 2 + width + 0.5 : width / 2 + 0.5)
            inset = gap > 0 ? Float(gap / 2 + 0.5) : 0
            softness = Float(blur + 1)
            self.dashes = dashes
        }
    }

    /// Maps pixels along a line to the fraction of the whole line, for colors that change along it.
    package struct Progress: Hashable, Sendable {
        /// The fraction at pixel 0: 0 is the start of the line, 1 its end.
        package var start: Float
        /// The change per pixel.
        package var rate: Float

        package init(start: Double, rate: Double) {
            self.start = Float(start)
            self.rate = Float(rate)
        }

        /// For paints that are measured in pixels.
        package static let pixels = Progress(start: 0, rate: 1)
    }

    package struct Vertex: Equatable, Sendable {
        var x: Float
        var y: Float
        /// 1 at the outer edge of a round cap, else 0.
        var cap: Float
        /// -1 at the right edge, 1 at the left one.
        var side: Float
        /// Pixels along the line.
        var along: Float

        var position: SIMD2<Float> {
            @inline(__always) get { SIMD2(x, y) }
        }
    }

    /// What a vertex on the ground of a tilted camera knows besides.
    struct View: Equatable, Sendable {
        /// How much larger than at the focus things are drawn: the inverse of the depth.
        var magnification: Float
        /// Pixels of the ground, across the line, that one pixel of the image shows.
        var groundPixels: Float
    }

    struct Strip: Sendable {
        var vertices: Range<Int>
        var shape: Int
        /// Index in `clips`; nil for none.
        var clip: Int?
        var progress: Progress
        var bounds: Rect
        var source: Source
    }

    /// The line that a strip was built from, for outputs that stroke lines themselves.
    struct Source: Sendable {
        /// The range in `sourcePoints`.
        var points: Range<Int>
        var isRing: Bool
        /// Index in `outlines`.
        var outline: Int
        var start: Float
        var stretch: Float
    }

    package var paint: Paint
    /// The camera's, for lines on the ground of a tilted map; nil for lines of the image.
    package let perspective: Perspective?
    /// From the perspective's image to where the ribbon was moved afterwards.
    package private(set) var placement = Transform.identity
    package internal(set) var vertices: [Vertex] = []
    /// One for each vertex of a ribbon with a perspective.
    var views: [View] = []
    /// On the ground.
    var sourcePoints: [SIMD2<Float>] = []
    var outlines: [RibbonOutline] = []
    var strips: [Strip] = []
    var shapes: [Shape] = []
    /// Convex clip polygons; only pixels whose centers lie inside are painted.
    var clips: [[Point]] = []
    package internal(set) var bounds = Rect.null

    package init(paint: Paint, perspective: Perspective? = nil) {
        self.paint = paint
        self.perspective = perspective
    }

    package var isEmpty: Bool { strips.isEmpty }

    /// How many lines there are.
    package var count: Int { strips.count }

    /// The lines that it was built from, in pixels of the ground.
    package var centerLines: [[Point]] {
        strips.map { strip in sourcePoints[strip.source.points].map { Point(Double($0.x), Double($0.y)) } }
    }

    /// Adds a line.
    ///
    /// - Parameters:
    ///   - line: in pixels, of the ground if the ribbon has a perspective; a ring repeats its first point.
    ///   - isRing: true when the line's ends are joined.
    ///   - outline: its joins and caps.
    ///   - shape: its cross section.
    ///   - start: the distance along the line at its first point, in pixels.
    ///   - stretch: the number of pixels that count as one along the line: dashes are longer by this factor.
    ///   - progress: needed for ramps only.
    ///   - offset: moves the line, in pixels: the result is that of `placed(at:)` for the line where it was.
    ///   - clip: a convex clip polygon in pixels, which does not move.
    package mutating func add(
        _ line: [Point], isRing: Bool, outline: RibbonOutline, shape: Shape, start: Double = 0, stretch: Double = 1,
        progress: Progress = .pixels, at offset: Point = .zero, clip: [Point]? = nil
    ) {
        let first = vertices.count
        // To look at a perspective takes longer than to look at what was made with it.
        let isViewed = first == 0 ? perspective != nil : !views.isEmpty
        var builder = RibbonBuilder(
            outline: outline, shape: shape, start: start, stretch: stretch, offset: offset, keepsCenters: isViewed)
        // A second owner would make the next change of the array copy all of it.
        swap(&vertices, &builder.vertices)
        builder.add(line, isRing: isRing)
        swap(&vertices, &builder.vertices)
        guard vertices.count > first else { return }
        if isViewed {
            if views.capacity < vertices.count { views.reserveCapacity(vertices.capacity) }
            switch perspective {
            case .plane(let plane)?: project(from: first, centers: builder.centers, plane)
            case .sphere(let sphere)?: project(from: first, centers: builder.centers, sphere)
            case .projected?, nil: break  // Their lines are projected before they become ribbons.
            }
        }
        var box = Rect.null
        vertices.withUnsafeBufferPointer {
            for v in $0[first...] { box.extend(to: Point(Double(v.x), Double(v.y))) }
        }
        if box.width + box.height < .infinity, let clip { box = box.intersection(Rect(around: clip)) }
        guard box.width + box.height < .infinity, !box.isNull else {
            vertices.removeSubrange(first...)
            views.removeSubrange(min(first, views.count)...)
            return
        }
        if shapes.isEmpty || shapes[shapes.count - 1] != shape { shapes.append(shape) }
        if let clip, clips.last != clip { clips.append(clip) }
        if outlines.last != outline { outlines.append(outline) }
        let firstPoint = sourcePoints.count
        if firstPoint == 0 { sourcePoints.reserveCapacity(line.count) }
        for p in line { sourcePoints.append(SIMD2(Float(p.x), Float(p.y)).moved(by: offset)) }
        strips.append(
            Strip(
                vertices: first..<vertices.count, shape: shapes.count - 1,
                clip: clip == nil ? nil : clips.count - 1, progress: progress, bounds: box,
                source: Source(
                    points: firstPoint..<sourcePoints.count, isRing: isRing, outline: outlines.count - 1,
                    start: Float(start), stretch: Float(stretch))))
        bounds = bounds.union(box)
    }

    /// Joins ribbons into one with the first one's paint; nil for an empty array.
    package init?(joining ribbons: [Ribbon]) {
        guard let first = ribbons.first else { return nil }
        self = first
        guard ribbons.count > 1 else { return }
        vertices.reserveCapacity(ribbons.reduce(0) { $0 + $1.vertices.count })
        strips.reserveCapacity(ribbons.reduce(0) { $0 + $1.strips.count })
        for other in ribbons.dropFirst() { append(other) }
    }

    /// Adds the lines of another ribbon, ignoring its paint.
    package mutating func append(_ other: Ribbon) {
        let (vertex, shape, clip) = (vertices.count, shapes.count, clips.count)
        let (point, outline) = (sourcePoints.count, outlines.count)
        vertices += other.vertices
        views += other.views
        sourcePoints += other.sourcePoints
        outlines += other.outlines
        shapes += other.shapes
        clips += other.clips
        strips += other.strips.lazy.map {
            Strip(
                vertices: $0.vertices.lowerBound + vertex..<$0.vertices.upperBound + vertex, shape: $0.shape + shape,
                clip: $0.clip.map { $0 + clip }, progress: $0.progress, bounds: $0.bounds,
                source: $0.source.moved(by: point, outline))
        }
        bounds = bounds.union(other.bounds)
    }

    /// Some of the lines of a ribbon without a perspective, moved.
    ///
    /// - Parameters:
    ///   - offset: is added to all positions, in pixels.
    ///   - clip: a convex clip polygon in pixels, which does not move; nil for none.
    ///   - isShown: takes the number of a line.
    /// - Returns: the lines that are shown and lie in the clip.
    package func placed(at offset: Point, clip: [Point]?, where isShown: (Int) -> Bool) -> Ribbon {
        var placed = Ribbon(paint: paint)
        (placed.shapes, placed.outlines, placed.clips) = (shapes, outlines, clip.map { [$0] } ?? [])
        let clipBox = clip.map { Rect(around: $0) } ?? .everything
        placed.vertices.reserveCapacity(vertices.count)
        placed.sourcePoints.reserveCapacity(sourcePoints.count)
        placed.strips.reserveCapacity(strips.count)
        for (index, strip) in strips.enumerated() where isShown(index) {
            let low = SIMD2(Float(strip.bounds.minX), Float(strip.bounds.minY)).moved(by: offset)
            let high = SIMD2(Float(strip.bounds.maxX), Float(strip.bounds.maxY)).moved(by: offset)
            let box = Rect(minX: Double(low.x), minY: Double(low.y), maxX: Double(high.x), maxY: Double(high.y))
                .intersection(clipBox)
            guard !box.isNull else { continue }
            let (vertex, point) = (placed.vertices.count, placed.sourcePoints.count)
            for var v in vertices[strip.vertices] {
                let p = SIMD2(v.x, v.y).moved(by: offset)
                (v.x, v.y) = (p.x, p.y)
                placed.vertices.append(v)
            }
            for p in sourcePoints[strip.source.points] { placed.sourcePoints.append(p.moved(by: offset)) }
            var strip = strip
            (strip.vertices, strip.clip, strip.bounds) = (vertex..<placed.vertices.count, clip == nil ? nil : 0, box)
            strip.source.points = point..<placed.sourcePoints.count
            placed.strips.append(strip)
            placed.bounds = placed.bounds.union(box)
        }
        return placed
    }

    /// Moves new vertices from the ground to the image.
    private mutating func project(from first: Int, centers: [Point], _ plane: PlanePerspective) {
        for (index, center) in zip(first..., centers) {
            var vertex = vertices[index]
            let ground = Point(Double(vertex.x), Double(vertex.y))
            // Lines are cut before they reach the camera; what is left of them there is not visible.
            let depth = max(plane.distance / 64, plane.depth(ground))
            let seenAt = plane.nearestImagePoint(of: ground)
            let (across, k) = (ground - center, plane.distance / depth)
            let seen = Point(across.x, across.y * plane.cosPitch).length * k
            views.append(
                View(
                    magnification: Float(k),
                    groundPixels: Float(seen > 1e-12 ? across.length / seen : 1 / k)))
            (vertex.x, vertex.y) = (Float(seenAt.x), Float(seenAt.y))
            vertices[index] = vertex
        }
    }

    /// As the other one: lines are as wide everywhere on a ball.
    private mutating func project(from first: Int, centers: [Point], _ sphere: SphericalPerspective) {
        let distance = sphere.camera.distance
        for (index, center) in zip(vertices.indices[first...], centers) {
            let across = Point(Double(vertices[index].x), Double(vertices[index].y)) - center
            let ground = center + across * sphere.globe.groundScale(at: center)
            let depth = max(distance / 64, sphere.depth(ground))
            let (seenAt, seenCenter) = (sphere.apply(ground), sphere.apply(center))
            let (k, seen) = (distance / depth, seenAt.distance(to: seenCenter))
            views.append(
                View(
                    magnification: Float(k), groundPixels: Float(seen > 1e-12 ? across.length / seen : 1 / k)))
            (vertices[index].x, vertices[index].y) = (Float(seenAt.x), Float(seenAt.y))
        }
    }
}

extension SIMD2<Float> {
    /// A position that was rounded where it was laid out: so it does not matter when it is moved.
    @inline(__always) func moved(by offset: Point) -> SIMD2<Float> {
        SIMD2(Float(Double(x) + offset.x), Float(Double(y) + offset.y))
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
    /// True when both paints are the same solid color, so that their ribbons can be joined.
    package func matches(_ other: Ribbon.Paint) -> Bool {
        if case .color(let a) = self, case .color(let b) = other { a == b } else { false }
    }
}

/// The joins, caps and offset of a ribbon's lines.
package struct RibbonOutline: Hashable, Sendable {
    package var cap: StrokeStyle.Cap
    package var join: StrokeStyle.Join
    /// The maximum miter length, in line widths, before a join is beveled.
    package var miterLimit: Double
    /// Round joins with a miter below this length, in line widths, are mitered.
    package var roundLimit: Double
    /// The offset to the right of the line's direction, in pixels.
    package var offset: Double
    /// The distance before and after a sharp corner at which extra vertices are added, in pixels.
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

extension Ribbon {
    /// A line as it was added, for outputs that stroke lines themselves.
    package struct Line: Sendable {
        /// In pixels, of the ground if the ribbon has a perspective; a ring repeats its first point.
        package var points: [Point]
        package var isRing: Bool
        package var outline: RibbonOutline
        package var shape: Shape
        /// The distance along the line at its first point, in pixels.
        package var start: Double
        /// The number of pixels that count as one along the line: dashes are longer by this factor.
        package var stretch: Double
        package var progress: Progress
        /// A convex clip polygon in pixels; nil for none.
        package var clip: [Point]?
    }

    /// The lines in painting order.
    package var lines: some Sequence<Line> {
        strips.lazy.map { strip in
            let source = strip.source
            return Line(
                points: sourcePoints[source.points].map { Point(Double($0.x), Double($0.y)) }, isRing: source.isRing,
                outline: outlines[source.outline], shape: shapes[strip.shape], start: Double(source.start),
                stretch: Double(source.stretch), progress: strip.progress, clip: strip.clip.map { clips[$0] })
        }
    }
}

extension Ribbon {
    /// The ribbon under a similarity transform, which multiplies lengths by `scale`.
    package func mapped(by map: Transform, scale: Double) -> Ribbon {
        let factor = Float(scale)
        var copy = self
        copy.vertices = vertices.map { vertex in
            var vertex = vertex
            let mapped = map.apply(Point(Double(vertex.x), Double(vertex.y)))
            (vertex.x, vertex.y) = (Float(mapped.x), Float(mapped.y))
            vertex.along *= factor
            return vertex
        }
        copy.shapes = shapes.map { shape in
            var shape = shape
            shape.outset *= factor
            shape.inset *= factor
            shape.softness *= factor
            shape.dashes = shape.dashes?.magnified(by: factor)
            return shape
        }
        if perspective == nil {
            copy.sourcePoints = sourcePoints.map { p in
                let mapped = map.apply(Point(Double(p.x), Double(p.y)))
                return SIMD2(Float(mapped.x), Float(mapped.y))
            }
        } else {
            copy.placement = placement.then(map)
        }
        copy.outlines = outlines.map { outline in
            var outline = outline
            outline.offset *= scale
            outline.cornerReach *= scale
            return outline
        }
        copy.clips = clips.map { $0.map(map.apply) }
        copy.strips = strips.map { strip in
            var strip = strip
            strip.bounds = map.apply(strip.bounds)
            strip.progress.rate /= factor
            strip.source.start *= factor
            return strip
        }
        if case .image(let bitmap, let period, let opacity) = paint {
            copy.paint = .image(bitmap, period: period * scale, opacity: opacity)
        }
        copy.bounds = map.apply(bounds)
        return copy
    }
}

extension Ribbon {
    /// The ribbon in the image of its perspective, before it was moved.
    package var unplaced: Ribbon {
        guard placement != .identity, let back = placement.inverse else { return self }
        var copy = mapped(by: back, scale: Point(back.a, back.b).length)
        copy.placement = .identity
        return copy
    }
}

extension Circles {
    /// The circles under a similarity transform, which multiplies lengths by `scale`.
    package func mapped(by map: Transform, scale: Double) -> Circles {
        var copy = Circles()
        for circle in circles {
            var style = styles[circle.style]
            style.radius *= scale
            style.strokeWidth *= scale
            copy.add(map.apply(circle.center), style)
        }
        return copy
    }
}
