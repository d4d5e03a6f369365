// SPDX-License-Identifier: MIT
package import MapGeometry
package import MapImages

/// Projects what lies on the ground to the image of a tilted camera, or of one that sees the Earth as a ball, without what is
/// outside of the image and beyond the ground's end.
package final class GroundProjection: Sendable {
    /// Of the camera.
    package let perspective: Perspective
    /// Chosen once: each path asks it, no point does.
    private let shapes: any GroundShapes

    /// - Parameters:
    ///   - perspective: of the camera.
    ///   - margin: around the image, in its pixels.
    package init(_ perspective: Perspective, margin: Double) {
        self.perspective = perspective
        shapes =
            switch perspective {
            case .plane(let plane): PlaneShapes(plane, margin: margin)
            case .sphere(let sphere): SphereShapes(sphere: sphere)
            case .projected(let projected): ProjectedShapes(projected: projected)
            }
    }

    /// As the camera sees the shapes of another kind of ground.
    package init(_ perspective: Perspective, _ shapes: any GroundShapes) {
        (self.perspective, self.shapes) = (perspective, shapes)
    }

    /// The point of the image; nil for a point of the ground that is not kept.
    package func point(_ p: Point) -> Point? { shapes.point(p) }

    /// The areas inside of a ring, to be filled together: at most one of a plane.
    package func rings(_ ring: [Point]) -> [[Point]] { shapes.rings(ring) }

    /// The area inside of a path.
    package func area(_ path: Path) -> Path { shapes.area(path) }

    /// As `area(_:)`, for what is part of a tile, and reaches beyond its edges.
    package func tileArea(_ path: Path) -> Path { shapes.tileArea(path) }

    /// The lines of a path.
    package func lines(_ path: Path) -> Path { shapes.lines(path) }

    /// The area that a stroke on the ground covers; filled with the rule `nonZero`. On a ball it is as wide everywhere on the
    /// ball, and as seen narrower towards its edge.
    package func groundStroke(_ path: Path, _ style: StrokeStyle) -> Path { shapes.groundStroke(path, style) }

    /// The parts of a line that are kept, on the ground, with the line's length before each.
    ///
    /// - Parameters:
    ///   - line: in pixels of the ground.
    ///   - margin: how far beyond the edge of what is kept paint reaches into the image, in pixels of the ground.
    /// - Returns: on a ball, divided so that they can be bent.
    package func parts(of line: [Point], margin: Double) -> [(points: [Point], start: Double)] {
        shapes.parts(of: line, margin: margin)
    }

    /// The plane that a box lies on, where all within the box is kept and straight, so that a line in it is its only part; nil where it
    /// is cut or bent.
    package func plane(keeping box: Rect, margin: Double = 0) -> PlanePerspective? {
        shapes.plane(keeping: box, margin: margin)
    }

    /// False where nothing within a box is kept.
    package func mayShow(_ box: Rect) -> Bool { shapes.mayShow(box) }

    /// A mark of solid colors; nil when nothing of it is kept. Images, texts and meshes are not on the ground's plane, and
    /// stay as they are.
    package func mark(_ mark: Mark) -> Mark? {
        switch mark {
        case .fill(let path, let rule, let paint):
            let area = area(path)
            return area.isEmpty ? nil : .fill(area, rule, paint)
        case .aliasedFill(let path, let paint):
            let area = area(path)
            return area.isEmpty ? nil : .aliasedFill(area, paint)
        case .edge(let path, let paint):
            let lines = lines(path)
            return lines.isEmpty ? nil : .edge(lines, paint)
        case .stroke(let path, let style, let color): return shapes.strokeMark(path, style, color)
        case .group(var group):
            if let clip = group.clip {
                let area = area(clip)
                guard !area.isEmpty else { return nil }
                group.clip = area
            }
            group.marks = group.marks.compactMap { self.mark($0) }
            return group.marks.isEmpty ? nil : .group(group)
        case .maskedFill(let fill):
            let visible = Path(perspective.visibleImage(), closed: true)
            return visible.isEmpty ? nil : .group(Group(clip: visible, marks: [.maskedFill(maskedFill(fill))]))
        case .ribbon, .circles, .glyphs, .image, .sdf, .faces: return mark
        }
    }

    /// A fill of the image with holes on the ground.
    private func maskedFill(_ fill: MaskedFill) -> MaskedFill {
        let rings = fill.rings
        var copy = fill
        copy.holes = fill.holes.map { hole in
            let contours = shapes.strokes(
                hole.path,
                rings.map {
                    StrokeStyle(width: 2 * max(0, hole.radius + $0.distance), cap: .round, join: .round)
                })
            return MaskedFill.Hole(
                path: hole.isFilled ? area(hole.path) : Path(), radius: hole.radius, isFilled: hole.isFilled,
                contours: contours)
        }
        return copy
    }

    /// A hit shape on the ground; nil when nothing of it is kept.
    package func hitShape(_ shape: HitShape) -> HitShape? {
        switch shape {
        case .area(let path, let rule):
            let area = area(path)
            return area.isEmpty ? nil : .area(area, rule)
        case .line(let path, let tolerance):
            let lines = lines(path)
            return lines.isEmpty ? nil : .line(lines, tolerance: tolerance)
        case .any(let shapes):
            let kept = shapes.compactMap { hitShape($0) }
            return kept.isEmpty ? nil : .any(kept)
        case .box: return shape
        }
    }
}

/// How shapes on the ground are seen; see `GroundProjection`.
package protocol GroundShapes: Sendable {
    func point(_ p: Point) -> Point?
    func rings(_ ring: [Point]) -> [[Point]]
    func area(_ path: Path) -> Path
    func tileArea(_ path: Path) -> Path
    func lines(_ path: Path) -> Path
    /// The area that a stroke covers; filled with the rule `nonZero`. In the image of a ball it is as wide everywhere.
    func stroke(_ path: Path, _ style: StrokeStyle) -> Path
    /// The same in several styles, whose edges may be a hundredth of a pixel off.
    func strokes(_ path: Path, _ styles: [StrokeStyle]) -> [Path]
    func groundStroke(_ path: Path, _ style: StrokeStyle) -> Path
    func strokeMark(_ path: Path, _ style: StrokeStyle, _ color: Color) -> Mark?
    func parts(of line: [Point], margin: Double) -> [(points: [Point], start: Double)]
    func plane(keeping box: Rect, margin: Double) -> PlanePerspective?
    func mayShow(_ box: Rect) -> Bool
}

extension GroundShapes {
    package func tileArea(_ path: Path) -> Path { area(path) }

    package func strokes(_ path: Path, _ styles: [StrokeStyle]) -> [Path] { styles.map { stroke(path, $0) } }
}

/// On a plane, straight lines stay straight, so that areas and lines are exact; a stroke becomes the area that it covers.
private struct PlaneShapes: GroundShapes {
    private let plane: PlanePerspective
    /// The part of the ground that is kept: the footprint with a margin, in pixels of the ground.
    private let region: ConvexRegion

    init(_ plane: PlanePerspective, margin: Double) {
        self.plane = plane
        region = plane.footprint(margin: margin)
    }

    func plane(keeping box: Rect, margin: Double) -> PlanePerspective? {
        region.contains(box, margin: margin) ? plane : nil
    }

    func mayShow(_ box: Rect) -> Bool { region.overlaps(box) }

    func point(_ p: Point) -> Point? { region.contains(p) ? plane.apply(p) : nil }

    func rings(_ ring: [Point]) -> [[Point]] { [projected(ring)] }

    private func projected(_ ring: [Point]) -> [Point] { region.clipped(ring: ring).map { plane.apply($0) } }

    func area(_ path: Path) -> Path {
        if region.contains(path.bounds), !path.hasCurves { return path.mapped { plane.apply($0) } }
        var result = Path()
        for figure in path.flatFigures where !figure.points.isEmpty {
            var points = figure.points
            if points.count > 1, points.first == points.last { points.removeLast() }
            let clipped = projected(points)
            if !clipped.isEmpty { result.addLines(clipped, closed: true) }
        }
        return result
    }

    func lines(_ path: Path) -> Path {
        if region.contains(path.bounds), !path.hasCurves { return path.mapped { plane.apply($0) } }
        var result = Path()
        for figure in path.flatFigures {
            for part in region.clipped(line: figure.points) where part.points.count > 1 {
                result.addLines(part.points.map { plane.apply($0) }, closed: false)
            }
        }
        return result
    }

    func stroke(_ path: Path, _ style: StrokeStyle) -> Path {
        var result = Path()
        let whole = abs(signedArea(region.corners))
        path.forEachStrokePiece(style, seenIn: region) { piece in
            let clipped = region.clipped(ring: piece)
            // A line that is wider than what is seen has thousands of such pieces now and then.
            let coversAll = abs(signedArea(clipped)) > whole * (1 - 1e-9)
            if coversAll { result = Path() }
            if clipped.count >= 3 { result.addLines(clipped.map { plane.apply($0) }, closed: true) }
            return !coversAll
        }
        return result
    }

    func groundStroke(_ path: Path, _ style: StrokeStyle) -> Path { stroke(path, style) }

    func strokeMark(_ path: Path, _ style: StrokeStyle, _ color: Color) -> Mark? {
        let area = stroke(path, style)
        return area.isEmpty ? nil : .fill(area, .nonZero, .color(color))
    }

    func parts(of line: [Point], margin: Double) -> [(points: [Point], start: Double)] {
        region.expanded(by: margin).clipped(line: line)
    }
}

/// On a sphere and in another projection, areas and lines are bent, and end at the horizon or where the map is cut.
package protocol BentShapes: GroundShapes {
    var camera: PlanePerspective { get }
    func tileRings(_ ring: [Point]) -> [[Point]]
    func runs(of line: [Point]) -> [(points: [Point], start: Double)]
    func lines(of line: [Point]) -> [[Point]]
}

extension BentShapes {
    package func plane(keeping box: Rect, margin: Double) -> PlanePerspective? { nil }

    package func mayShow(_ box: Rect) -> Bool { true }

    package func tileRings(_ ring: [Point]) -> [[Point]] { rings(ring) }

    package func area(_ path: Path) -> Path { path.bentArea(rings) }

    package func tileArea(_ path: Path) -> Path { path.bentArea(tileRings) }

    package func lines(_ path: Path) -> Path {
        var result = Path()
        for figure in path.flatFigures {
            for line in lines(of: figure.wholeLine) { result.addLines(line, closed: false) }
        }
        return result
    }

    package func stroke(_ path: Path, _ style: StrokeStyle) -> Path { lines(path).strokeOutline(style) }

    package func strokes(_ path: Path, _ styles: [StrokeStyle]) -> [Path] {
        var lines = Path()
        for figure in self.lines(path).flatFigures {
            // A line to a pole has thousands of vertices at it.
            lines.addLines(simplified(figure.points, tolerance: 0.01), closed: figure.isClosed)
        }
        let frame = camera.frame(margin: ProjectedPerspective.margin)
        return styles.map { lines.strokeOutline($0, in: frame) }
    }

    /// Strokes are as wide everywhere.
    package func groundStroke(_ path: Path, _ style: StrokeStyle) -> Path { stroke(path, style) }

    package func strokeMark(_ path: Path, _ style: StrokeStyle, _ color: Color) -> Mark? {
        let lines = lines(path)
        return lines.isEmpty ? nil : .stroke(lines, style, color)
    }

    package func parts(of line: [Point], margin: Double) -> [(points: [Point], start: Double)] { runs(of: line) }
}

extension Path {
    fileprivate func bentArea(_ bend: ([Point]) -> [[Point]]) -> Path {
        var result = Path()
        for figure in flatFigures {
            var points = figure.points
            if points.count > 1, points.first == points.last { points.removeLast() }
            for ring in bend(points) { result.addLines(ring, closed: true) }
        }
        return result
    }
}

extension FlatFigure {
    /// Its points; those of a closed one end where they begin.
    fileprivate var wholeLine: [Point] {
        guard isClosed, let first = points.first, points.last != first else { return points }
        return points + [first]
    }
}

/// A sphere, on which strokes in the scale of the ground become narrower with it.
private struct SphereShapes: BentShapes {
    let sphere: SphericalPerspective

    var camera: PlanePerspective { sphere.camera }

    func point(_ p: Point) -> Point? { sphere.shows(p) ? sphere.apply(p) : nil }

    func rings(_ ring: [Point]) -> [[Point]] { sphere.area(of: ring) }

    func lines(of line: [Point]) -> [[Point]] { sphere.lines(of: line) }

    func runs(of line: [Point]) -> [(points: [Point], start: Double)] { sphere.runs(of: line) }

    func parts(of line: [Point], margin: Double) -> [(points: [Point], start: Double)] {
        sphere.runs(of: line, margin: margin)
    }

    /// How much the scale of the ground may change within what is stroked with one width.
    private static let greatestChange = 1.03
    /// How far east and west a stroke may reach, in radians: near a pole, a width of a few pixels would be several turns.
    private static let greatestWidth = 2.0

    func groundStroke(_ path: Path, _ style: StrokeStyle) -> Path {
        var result = Path()
        for figure in path.flatFigures {
            for (run, start) in sphere.runs(of: figure.wholeLine) {
                for (part, along) in evenParts(of: run) {
                    var own = style
                    own.width = min(
                        own.width * sphere.globe.groundScale(at: part[part.count / 2]),
                        Self.greatestWidth * sphere.globe.groundPerRadian)
                    own.dashPhase += start + along
                    Path(part, closed: false).forEachStrokePiece(own) { piece in
                        for ring in sphere.area(of: piece) { result.addLines(ring, closed: true) }
                        return true
                    }
                }
            }
        }
        return result
    }

    /// The parts of a line in each of which the ground has nearly one scale, and the length before each. They meet where the
    /// line is straight.
    private func evenParts(of line: [Point]) -> [(points: [Point], start: Double)] {
        guard let first = line.first else { return [] }
        var parts: [(points: [Point], start: Double)] = []
        var (part, start, along, scale) = ([first], 0.0, 0.0, sphere.globe.groundScale(at: first))
        for (a, b) in zip(line, line.dropFirst()) {
            let next = sphere.globe.groundScale(at: b)
            let length = a.distance(to: b)
            if max(next, scale) > Self.greatestChange * min(next, scale) {
                let middle = a.mix(b, 0.5)
                parts.append((part + [middle], start))
                (part, start, scale) = ([middle], along + length / 2, next)
            }
            part.append(b)
            along += length
        }
        parts.append((part, start))
        return parts
    }
}

/// Another projection, which draws tiles a little beyond the map's edge.
private struct ProjectedShapes: BentShapes {
    let projected: ProjectedPerspective

    var camera: PlanePerspective { projected.camera }

    func point(_ p: Point) -> Point? { projected.shows(p) ? projected.apply(p) : nil }

    func rings(_ ring: [Point]) -> [[Point]] { projected.area(of: ring) }

    func tileRings(_ ring: [Point]) -> [[Point]] { projected.areaOfTile(ring) }

    func lines(of line: [Point]) -> [[Point]] { projected.lines(of: line) }

    func runs(of line: [Point]) -> [(points: [Point], start: Double)] { projected.runs(of: line) }
}
