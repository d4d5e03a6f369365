// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import MapText

/// The operations of a vector format. `VectorRenderer` lowers every mark to them, in pixels of the drawing.
protocol VectorTarget {
    /// Begins a part; parts may be nested.
    mutating func beginPart(_ part: VectorPart)
    mutating func endPart()
    /// Begins a link; links are not nested.
    mutating func beginLink(_ address: String)
    mutating func endLink()

    /// Begins a group of marks with a common clip, or composited as one layer.
    mutating func beginGroup(clip: Path?, opacity: Double, blend: BlendMode)
    mutating func endGroup()

    /// True for formats that write a shape once and refer to it.
    static var sharesArtwork: Bool { get }
    /// Begins artwork around the origin; artwork is not nested.
    mutating func beginArtwork()
    /// Places the artwork, which may equal an earlier one.
    mutating func endArtwork(at position: Point)

    mutating func fill(_ path: Path, _ rule: FillRule, _ paint: Paint)
    /// Fills and strokes a path.
    mutating func fill(_ path: Path, _ color: Color, outlined pen: VectorPen)
    /// Strokes paths in order.
    mutating func stroke(_ paths: [Path], _ pen: VectorPen)
    /// Strokes one path with several pens, the first one lowest.
    mutating func stroke(_ path: Path, _ pens: [VectorPen])
    mutating func image(_ image: ImageMark)
    mutating func circle(_ center: Point, _ circle: VectorCircle)
    mutating func glyphs(_ glyphs: VectorGlyphs)
    mutating func maskedFill(_ maskedFill: MaskedFill)

    /// Takes what prevents a part from being drawn; the first one is thrown at the end.
    mutating func fail(_ error: CairoError)
}

/// A named part of the drawing.
struct VectorPart {
    /// An identifier such as `layer/water`.
    var id: String
    var role: DrawingItem.Role
    /// The name that the scene gives it.
    var name: String?
    /// The human-readable title.
    var title: String?
    /// The alternative text.
    var alt: String?
    /// The link.
    var href: String?

    init(_ items: ArraySlice<DrawingItem>) {
        id = items.first?.id ?? ""
        role = items.first?.role ?? .layer
        let targets = items.flatMap(\.targets)
        guard let target = targets.first(where: { [id] in $0.path == id }) ?? targets.first else { return }
        (name, title, alt) = (target.name, target.title, target.alt)
        href = target.href.flatMap { refusedScheme(of: $0) == nil && !$0.isEmpty ? $0 : nil }
    }
}

/// A stroke style with a color.
struct VectorPen: Hashable {
    var style: StrokeStyle
    var color: Color
}

extension StrokeStyle {
    /// The lengths of dashes and gaps. A dash without length is a dot under a cap; librsvg and cairo draw none unless there is some
    /// length.
    var drawnDash: [Double] { cap == .butt ? dash : dash.map { max(0.01, $0) } }
}

/// A circle with a stroke, for formats with antialiased edges.
struct VectorCircle: Hashable {
    /// The outer radius in pixels.
    var radius: Double
    /// The width of the stroke inside the radius; 0 for none.
    var strokeWidth: Double
    var fill: Color
    var stroke: Color
    /// A radial gradient from the center to the outer edge; empty when the edge is sharp.
    var stops: [GradientStop]
    /// The gradient's radius in pixels.
    var gradientRadius: Double

    /// The radius of the middle of the stroke.
    var strokeRadius: Double { max(0, radius - strokeWidth / 2) }
    /// That of the fill, which reaches below the stroke unless it would be seen through it.
    var fillRadius: Double { stroke.isOpaque ? strokeRadius : max(0, radius - strokeWidth) }
    var hasStroke: Bool { strokeWidth > 0 && !stroke.isInvisible }
}

/// Positioned glyphs in one color, with a halo below.
struct VectorGlyphs {
    /// The source of an outline.
    enum Shape: Hashable {
        /// A glyph of a font, in ems.
        case glyph(FontFace, UInt32)
        /// A distance field, in field pixels.
        case field(DistanceField)

        static func == (a: Shape, b: Shape) -> Bool {
            switch (a, b) {
            case (.glyph(let face, let id), .glyph(let other, let otherID)): face === other && id == otherID
            case (.field(let field), .field(let other)): field === other
            case (.glyph, .field), (.field, .glyph): false
            }
        }

        func hash(into hasher: inout Hasher) {
            switch self {
            case .glyph(let face, let id):
                hasher.combine(ObjectIdentifier(face))
                hasher.combine(id)
            case .field(let field): hasher.combine(ObjectIdentifier(field))
            }
        }
    }

    struct Piece {
        var shape: Shape
        /// Maps the shape's unit to pixels.
        var transform: Transform
    }

    var pieces: [Piece]
    var color: Color
    /// The strokes of the halo, the lowest first.
    var edges: [VectorPen]
    /// The text, as far as it is known.
    var text: String
    /// The source run; nil for distance fields.
    var run: GlyphRun?
    /// False when some glyphs of the text are drawn as images or fills instead.
    var isComplete = true

    /// True where a halo shows through letters that are distance fields: it is cut off at their outlines, as MapLibre does it.
    var isHaloAround: Bool { run == nil && !edges.isEmpty && !color.isOpaque }
    /// True where the halo shows through the glyphs of a font: it is there as if they were not.
    var isHaloBelow: Bool { run != nil && !edges.isEmpty && !color.isOpaque }
    /// How far the halo reaches, in pixels.
    var reach: Double { (edges.map(\.style.width).max() ?? 0) / 2 + 1 }
}

extension VectorGlyphs {
    /// The outlines of a run; `GlyphRun.colorMarks` has the rest.
    init(_ run: GlyphRun) {
        let isDrawable = run.size > 0 && run.size.isFinite
        let count = run.glyphs.count
        let run = run.outlined
        self.init(
            pieces: !isDrawable
                ? []
                : run.glyphs.filter { $0.origin.isDrawable }.map { glyph in
                    Piece(
                        shape: .glyph(glyph.face, glyph.id),
                        transform: Transform.scale(run.size, run.size).then(.rotation(glyph.angle))
                            .then(.translation(glyph.origin)))
                },
            color: run.color, edges: run.halo?.pens ?? [], text: run.text, run: run,
            isComplete: run.glyphs.count == count)
    }

    init(_ mark: SDFMark) {
        var halo = mark.halo
        // MapLibre's `symbol_sdf` shader multiplies the blur of halos by 1.19.
        halo?.blur *= 1.19
        let isDrawable = mark.scale > 0 && mark.scale.isFinite
        self.init(
            pieces: !isDrawable
                ? []
                : mark.pieces.filter { Point($0.transform.tx, $0.transform.ty).isDrawable }.map {
                    Piece(shape: .field($0.field), transform: $0.transform)
                },
            color: mark.color, edges: halo?.pens ?? [], text: mark.text, run: nil)
    }
}

extension GlyphRun.Halo {
    fileprivate var pens: [VectorPen] {
        guard !color.isInvisible, width + blur > 0 else { return [] }
        return rings.map {
            VectorPen(
                style: StrokeStyle(width: 2 * $0.radius, cap: .round, join: .round), color: color.opacity($0.opacity))
        }
    }
}

extension Point {
    fileprivate var isDrawable: Bool { abs(x) <= 1e7 && abs(y) <= 1e7 }
}

extension VectorCircle {
    /// MapLibre's circle shader fades over the outermost pixel, so that half the opacity is reached half a pixel
    /// inside.
    init(_ style: Circles.Style) {
        let outerRadius = max(1e-6, style.outerRadius)
        let hasStroke = style.strokeWidth >= 0.01
        self.init(
            radius: max(0, outerRadius - 0.5), strokeWidth: hasStroke ? min(style.strokeWidth, outerRadius) : 0,
            fill: style.fill,
            stroke: style.stroke, stops: [], gradientRadius: outerRadius)
        guard abs(style.blur) * outerRadius > 1 else { return }
        stops = (0...16).map { step in
            let position = Double(step) / 16
            return GradientStop(
                position, style.color(at: position, inner: style.radius / outerRadius, hasStroke: hasStroke))
        }
    }
}

extension Circles.Style {
    /// The shader's color at a fraction of the radius.
    fileprivate func color(at position: Double, inner: Double, hasStroke: Bool) -> Color {
        let edge = 1 / max(1e-6, outerRadius)
        let ramp = max(abs(blur), edge)
        var opacity = smoothstep((1 - position) / (blur < 0 ? edge : ramp))
        if blur < 0 { opacity *= smoothstep((position - 1 + ramp) / ramp) }
        let strokeWeight = hasStroke ? smoothstep((position - inner + ramp) / ramp) : 0
        let alpha = fill.alpha * (1 - strokeWeight) + stroke.alpha * strokeWeight
        guard alpha > 0 else { return fill.opacity(0) }
        let mixed = { (a: Double, b: Double) in
            (a * fill.alpha * (1 - strokeWeight) + b * stroke.alpha * strokeWeight) / alpha
        }
        return Color(
            red: mixed(fill.red, stroke.red), green: mixed(fill.green, stroke.green),
            blue: mixed(fill.blue, stroke.blue), alpha: alpha * opacity)
    }
}
