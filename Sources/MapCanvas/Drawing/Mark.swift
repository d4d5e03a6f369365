// SPDX-License-Identifier: MIT
package import MapGeometry
package import MapImages
package import MapText

/// A painting operation; coordinates are output pixels.
package indirect enum Mark: Sendable {
    case fill(Path, FillRule, Paint)
    /// A fill without antialiasing: each pixel is in or out by its center.
    case aliasedFill(Path, Paint)
    /// The edges of a path as antialiased lines two pixels wide; colors and patterns only.
    case edge(Path, Paint)
    case stroke(Path, StrokeStyle, Color)
    case ribbon(Ribbon)
    case circles(Circles)
    case glyphs(GlyphRun)
    case image(ImageMark)
    case sdf(SDFMark)
    case group(Group)
    case maskedFill(MaskedFill)
    case faces(Faces)
}

package enum FillRule: Sendable { case nonZero, evenOdd }

/// A bitmap under a transform.
package struct ImageMark: Sendable {
    package enum Sampling: Sendable { case nearest, linear }

    package var bitmap: Bitmap
    /// Maps image pixels to output pixels. An integer translation copies pixels unchanged.
    package var transform: Transform
    package var opacity: Double
    package var sampling: Sampling
    /// How near what the bitmap shows is to the camera, for each of its pixels, which are those of the output: the reciprocal
    /// of the distance along the line of sight, 0 where there is nothing. It hides faces that are farther away, and is
    /// hidden by nearer ones. Nil for what lies over everything before it.
    package var inverseDepth: [Float]?
    /// True for a bitmap with pixels whose color is above their opacity: they add light to what is behind them. Vector
    /// formats have no such pixels.
    package var addsLight = false

    package init(_ bitmap: Bitmap, transform: Transform, opacity: Double = 1, sampling: Sampling = .linear) {
        self.bitmap = bitmap
        self.transform = transform
        self.opacity = opacity
        self.sampling = sampling
    }

    package var bounds: Rect {
        transform.apply(Rect(x: 0, y: 0, width: Double(bitmap.width), height: Double(bitmap.height)))
    }
}

/// Marks with a common clip, or composited as one layer.
package struct Group: Sendable {
    /// Clips the marks without antialiasing: each pixel is in or out by its center, so that adjacent clips neither
    /// overlap nor leave a seam.
    package var clip: Path?
    /// Below 1, the marks are painted on a separate layer that is composited once.
    package var opacity: Double
    /// How the layer of the marks is blended with the backdrop.
    package var blend: BlendMode
    package var marks: [Mark]
    /// Set where the marks are a copy of artwork that may be drawn several times.
    package var placement: Placement?

    package init(clip: Path? = nil, opacity: Double = 1, blend: BlendMode = .normal, marks: [Mark]) {
        self.clip = clip
        self.opacity = opacity
        self.blend = blend
        self.marks = marks
    }

    /// Creates a group of artwork, in points around a position in pixels.
    package init(_ artwork: [Mark], scale: Double, at position: Point) {
        self.init(marks: artwork.map { $0.placed(scale: scale, at: position) })
        placement = Placement(artwork: artwork, scale: scale, position: position)
    }

    /// Where a copy of artwork comes from: formats that can refer to shapes write it once.
    package struct Placement: Sendable {
        /// In points around its position.
        package var artwork: [Mark]
        /// Pixels per point.
        package var scale: Double
        /// Pixels.
        package var position: Point

        /// The artwork in pixels around the origin.
        package var marks: [Mark] { artwork.map { $0.placed(scale: scale, at: .zero) } }
    }
}

extension Mark {
    /// The mark scaled around the origin, then translated: places artwork that is drawn in points on the output.
    package func placed(scale: Double, at origin: Point) -> Mark {
        mapped(by: Transform.scale(scale, scale).then(.translation(origin)), scale: scale)
    }

    /// The mark under a similarity transform, which multiplies lengths by `scale`.
    private func mapped(by map: Transform, scale: Double) -> Mark {
        switch self {
        case .fill(let path, let rule, let paint):
            return .fill(path.transformed(by: map), rule, paint.placed(scale, map))
        case .aliasedFill(let path, let paint):
            return .aliasedFill(path.transformed(by: map), paint.placed(scale, map))
        case .edge(let path, let paint): return .edge(path.transformed(by: map), paint.placed(scale, map))
        case .ribbon(let ribbon): return .ribbon(ribbon.mapped(by: map, scale: scale))
        case .circles(let circles): return .circles(circles.mapped(by: map, scale: scale))
        case .stroke(let path, var style, let color):
            style.width *= scale
            style.dash = style.dash.map { $0 * scale }
            style.dashPhase *= scale
            return .stroke(path.transformed(by: map), style, color)
        case .glyphs(var run):
            run.size *= scale
            let rotation = angle(of: map.applyToVector(Point(1, 0)))
            run.glyphs = run.glyphs.map { glyph in
                var glyph = glyph
                glyph.origin = map.apply(glyph.origin)
                glyph.angle += rotation
                return glyph
            }
            run.halo?.width *= scale
            run.halo?.blur *= scale
            return .glyphs(run)
        case .image(var image):
            image.transform = image.transform.then(map)
            if map != .identity { image.inverseDepth = nil }
            return .image(image)
        case .sdf(var mark):
            mark.pieces = mark.pieces.map { .init($0.field, $0.transform.then(map)) }
            mark.scale *= scale
            mark.halo?.width *= scale
            mark.halo?.blur *= scale
            return .sdf(mark)
        case .group(var group):
            group.clip = group.clip?.transformed(by: map)
            group.marks = group.marks.map { $0.mapped(by: map, scale: scale) }
            group.placement = nil
            return .group(group)
        case .maskedFill(let maskedFill):
            return .maskedFill(maskedFill.placed(scale, map))
        case .faces(var faces):
            faces.faces = faces.faces.map { $0.moved(by: map) }
            return .faces(faces)
        }
    }

    /// The mark under a transform that preserves lengths.
    package func transformed(by map: Transform) -> Mark { mapped(by: map, scale: 1) }

    /// The translated mark.
    package func moved(by v: Point) -> Mark { placed(scale: 1, at: v) }

    /// Encloses everything that the mark paints.
    package var bounds: Rect {
        switch self {
        case .fill(let path, _, _): path.bounds
        case .aliasedFill(let path, _): path.bounds
        case .edge(let path, _): path.bounds.inset(by: -1.5)
        case .ribbon(let ribbon): ribbon.bounds
        case .circles(let circles): circles.bounds
        case .stroke(let path, let style, _): path.bounds.inset(by: -style.outset)
        case .glyphs(let run): run.paintedBounds
        case .image(let image): image.bounds
        case .sdf(let mark): mark.bounds
        case .group(let group):
            group.marks.bounds.intersection(group.clip?.bounds ?? .everything)
        case .maskedFill(let maskedFill): maskedFill.area
        case .faces(let faces): faces.bounds
        }
    }
}

extension [Mark] {
    /// Encloses everything that the marks paint.
    package var bounds: Rect { reduce(into: Rect.null) { $0 = $0.union($1.bounds) } }

    package func moved(by v: Point) -> [Mark] { map { $0.moved(by: v) } }
}

extension MaskedFill {
    fileprivate func placed(_ scale: Double, _ map: Transform) -> MaskedFill {
        let holes = holes.map { $0.mapped(by: map, scale: scale) }
        return MaskedFill(area: map.apply(area), color: color, holes: holes, feather: feather * scale)
    }
}

extension Paint {
    fileprivate func placed(_ scale: Double, _ map: Transform) -> Paint {
        switch self {
        case .color: return self
        case .linearGradient(var gradient):
            gradient.from = map.apply(gradient.from)
            gradient.to = map.apply(gradient.to)
            return .linearGradient(gradient)
        case .radialGradient(var gradient):
            gradient.center = map.apply(gradient.center)
            gradient.radius *= scale
            return .radialGradient(gradient)
        case .pattern(let bitmap, let transform, let opacity):
            return .pattern(bitmap, transform.then(map), opacity: opacity)
        }
    }
}

/// Circles with soft edges, composited one over the other in order.
package struct Circles: Sendable {
    /// The appearance of a circle; lengths are in pixels.
    package struct Style: Hashable, Sendable {
        /// Excludes the stroke, which lies outside of it.
        package var radius: Double
        package var strokeWidth: Double
        /// The fraction of the outer radius over which the edge fades out, inwards; negative values fade towards the
        /// center, as `circle-blur` of MapLibre does.
        package var blur: Double
        package var fill: Color
        package var stroke: Color

        package init(radius: Double, strokeWidth: Double, blur: Double, fill: Color, stroke: Color) {
            self.radius = radius
            self.strokeWidth = strokeWidth
            self.blur = blur
            self.fill = fill
            self.stroke = stroke
        }

        /// The distance from the center to the outer edge of the stroke.
        package var outerRadius: Double { radius + strokeWidth }
    }

    struct Circle: Equatable, Sendable {
        var center: Point
        var style: Int
    }

    private(set) var circles: [Circle] = []
    private(set) var styles: [Style] = []
    package private(set) var bounds = Rect.null

    package init() {}

    package var isEmpty: Bool { circles.isEmpty }

    /// The circles in painting order.
    package var instances: some Sequence<(center: Point, style: Style)> {
        circles.lazy.map { ($0.center, styles[$0.style]) }
    }

    package mutating func add(_ center: Point, _ style: Style) {
        guard abs(center.x) + abs(center.y) + style.outerRadius < 1e9 else { return }
        if styles.last != style { styles.append(style) }
        circles.append(Circle(center: center, style: styles.count - 1))
        bounds = bounds.union(
            Rect(minX: center.x, minY: center.y, maxX: center.x, maxY: center.y).inset(by: -style.outerRadius))
    }
}

/// A solid fill of a rectangle with soft-edged holes, such as fog of war.
///
/// Overlapping holes are united: their soft edges do not accumulate.
package struct MaskedFill: Sendable {
    /// A hole in the fill.
    package struct Hole: Sendable {
        /// The path around which the fill is cleared.
        package var path: Path
        /// The distance from the path at which the fill has half its opacity, in pixels.
        package var radius: Double
        /// Also clears the inside of the path, by the even-odd rule.
        package var isFilled: Bool
        /// The area around the path that each of the fill's `rings` clears, where the radius is not the same everywhere;
        /// filled with the rule `nonZero`.
        package var contours: [Path]?

        package init(path: Path, radius: Double, isFilled: Bool = false, contours: [Path]? = nil) {
            self.path = path
            self.radius = radius
            self.isFilled = isFilled
            self.contours = contours
        }

        package func mapped(by map: Transform, scale: Double) -> Hole {
            Hole(
                path: path.transformed(by: map), radius: radius * scale, isFilled: isFilled,
                contours: contours.map { $0.map { $0.transformed(by: map) } })
        }
    }

    /// The rectangle that is filled.
    package var area: Rect
    package var color: Color
    package var holes: [Hole]
    /// The width over which the fill fades at a hole's edge, in pixels; half of it on each side.
    package var feather: Double

    package init(area: Rect, color: Color, holes: [Hole], feather: Double) {
        self.area = area
        self.color = color
        self.holes = holes
        self.feather = feather
    }
}

extension MaskedFill {
    /// A contour around all holes, and the opacity that the fill has inside of it.
    package struct Ring: Hashable, Sendable {
        /// The distance outwards from the holes' radius, in pixels.
        package var distance: Double
        /// 0...1.
        package var opacity: Double
    }

    /// Contours from the outermost to the innermost, each painted over the previous one: a smoothstep in so many
    /// steps that banding is invisible.
    package var rings: [Ring] {
        let width = min(max(0, feather), 4096)
        guard width > 0.5 else { return [Ring(distance: 0, opacity: 0)] }
        let steps = Int(max(2, min(64, (width * 1.5).rounded(.up))))
        return (0..<steps).map { step in
            // Each step has the smoothstep's value at its middle.
            let position = (Double(step) + 0.5) / Double(steps)
            let opacity = step == steps - 1 ? 0 : 1 - position * position * (3 - 2 * position)
            return Ring(distance: width * (0.5 - Double(step) / Double(steps)), opacity: opacity)
        }
    }
}
