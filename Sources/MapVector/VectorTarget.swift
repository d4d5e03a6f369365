// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// What a vector format can do. `VectorRenderer` lowers every mark to these few acts, in pixels of the drawing.
protocol VectorTarget {
    /// Begins what belongs to one thing of the map; parts may hold parts.
    mutating func beginPart(_ part: VectorPart)
    mutating func endPart()
    /// Begins marks that lead to an address; not within another link.
    mutating func beginLink(_ address: String)
    mutating func endLink()

    /// Begins marks that share a clip or are blended as one.
    mutating func beginGroup(clip: Path?, opacity: Double, blend: BlendMode)
    mutating func endGroup()

    mutating func fill(_ path: Path, _ rule: FillRule, _ paint: Paint)
    /// Fills a path and strokes it.
    mutating func fill(_ path: Path, _ color: Color, outlined pen: VectorPen)
    /// Strokes paths one over the other.
    mutating func stroke(_ paths: [Path], _ pen: VectorPen)
    /// Strokes one path with several pens, the first one lowest.
    mutating func stroke(_ path: Path, _ pens: [VectorPen])
    mutating func image(_ image: ImageMark)
    mutating func circle(_ center: Point, _ circle: VectorCircle)
    mutating func glyphs(_ glyphs: VectorGlyphs)
    mutating func maskedFill(_ maskedFill: MaskedFill)
}

/// What a thing of the map is called.
struct VectorPart {
    /// Such as `layer/water`.
    var id: String
    var role: DrawingItem.Role
    /// The name that the scene gives it.
    var name: String?
    /// For people.
    var title: String?
    /// In words, for those who do not see the picture.
    var alt: String?
    /// Where it leads.
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

/// How a line is drawn, and in what color.
struct VectorPen: Hashable {
    var style: StrokeStyle
    var color: Color
}

/// A circle with a stroke, as a format draws it whose edges are smooth by themselves.
struct VectorCircle: Hashable {
    /// To the middle of the outer edge, in pixels.
    var radius: Double
    /// Of the stroke, inside the radius; 0 for none.
    var strokeWidth: Double
    var fill: Color
    var stroke: Color
    /// From the center to the last trace of paint; empty when the edge is sharp.
    var stops: [GradientStop]
    /// The gradient's radius in pixels.
    var gradientRadius: Double
}

/// Glyphs of one color at their places, with a rim below.
struct VectorGlyphs {
    /// Where an outline comes from.
    enum Shape: Hashable {
        /// A glyph of a font; the unit is its em.
        case glyph(FontFace, UInt32)
        /// A shape out of distances; the unit is a pixel of the field.
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
        /// The shape's unit to pixels.
        var transform: Transform
    }

    var pieces: [Piece]
    var color: Color
    /// Strokes around the outlines, the lowest first; widths in pixels.
    var edges: [VectorPen]
    /// What is read, as far as it is known.
    var text: String
    /// The run that the glyphs come from; nil for shapes out of distances.
    var run: GlyphRun?
}
