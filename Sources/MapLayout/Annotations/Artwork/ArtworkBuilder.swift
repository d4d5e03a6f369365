// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapGeometry
import MapImages
import MapScene
import MapText

/// An annotation view without its callout; points around the coordinate.
struct AnnotationArtwork {
    var marks: [Mark]
    /// The frame of MapKit's annotation view, which callouts point at.
    var frame: Rect
    /// The box that labels must avoid.
    var box: Rect
    /// True for artwork made of pixels, which is aligned to whole output pixels.
    var isPixelAligned = false
    /// Where the top center of the caption is; nil for views without captions.
    var captionAnchor: Point?
    /// The y that callouts and captions at the sides are aligned with; nil for the frame's center.
    var sideAlignmentY: Double?
    /// Parts with hit targets of their own, painted above `marks`.
    var parts: [CalloutBody.Part] = []

    var alignmentY: Double { sideAlignmentY ?? frame.center.y }

    mutating func move(by v: Point) {
        guard v != .zero else { return }
        marks = marks.moved(by: v)
        frame = frame.offset(by: v)
        box = box.offset(by: v)
        captionAnchor = captionAnchor.map { $0 + v }
        sideAlignmentY = sideAlignmentY.map { $0 + v.y }
        for index in parts.indices { parts[index].move(by: v) }
    }

    /// Rotates clockwise around the coordinate.
    mutating func rotate(by degrees: Double) {
        let rotate = Transform.rotation(degrees * .pi / 180)
        marks = marks.map { $0.transformed(by: rotate) }
        for index in parts.indices {
            parts[index].marks = parts[index].marks.map { $0.transformed(by: rotate) }
            parts[index].rect = rotate.apply(parts[index].rect)
        }
        frame = rotate.apply(frame)
        box = rotate.apply(box)
        isPixelAligned = false
    }
}

/// Builds the artwork of annotations and the content of callouts.
struct ArtworkBuilder: Sendable {
    var text: AnnotationText
    var images: [ImageAsset: AnnotationImage]
    var appearance: Appearance
    /// Output pixels per point.
    var scale = 1.0

    func artwork(for look: AnnotationLook) -> AnnotationArtwork {
        var artwork = baseArtwork(look)
        artwork.move(by: translation(look, artwork.frame))
        if look.rotation != 0, [.image, .text, .callout].contains(look.view.kind) {
            artwork.rotate(by: look.rotation)
        }
        guard look.alpha < 1 else { return artwork }
        artwork.marks = [
            .group(Group(opacity: look.alpha, marks: artwork.marks + artwork.parts.flatMap(\.marks)))
        ]
        // They are painted with it, and hit on their own.
        for index in artwork.parts.indices { artwork.parts[index].marks = [.group(Group(marks: []))] }
        return artwork
    }

    /// The artwork at its default position: markers and pins have their tip on the coordinate, all other views their
    /// center.
    private func baseArtwork(_ look: AnnotationLook) -> AnnotationArtwork {
        switch look.view {
        case .pin(let tint): return pin(look, tint: tint ?? .systemRed)
        case .marker(let style): return marker(look, style)
        case .text(let text, let style): return textLabel(text ?? look.title ?? "", style)
        case .callout: return calloutView(look.callouts.first ?? Callout())
        case .image(let asset):
            guard let image = images[asset] else { return marker(look, Annotation.Marker()) }
            let frame = Rect(center: .zero, size: image.size * look.imageScale)
            return AnnotationArtwork(marks: [image.mark(in: frame)], frame: frame, box: frame, isPixelAligned: true)
        }
    }

    /// The translation by `anchor` and `centerOffset`.
    private func translation(_ look: AnnotationLook, _ frame: Rect) -> Point {
        var translation = Point.zero
        if let anchor = look.anchor {
            translation = -Point(frame.minX + anchor.x * frame.width, frame.minY + anchor.y * frame.height)
        }
        let offset = look.centerOffset
        return translation + Point(offset.x.points(of: frame.width), offset.y.points(of: frame.height))
    }
}

extension ArtworkBuilder {
    /// How far a dragged pin or marker is raised, in points.
    private static let lift = 12.0

    func pin(_ look: AnnotationLook, tint: Color) -> AnnotationArtwork {
        let lift = look.isLifted ? Self.lift : 0
        let up = Point(0, -lift)
        let pin = PinArtwork(tip: up, tint: tint, scale: 1, lift: lift)
        let frame = PinArtwork.frame.offset(by: up)
        var artwork = AnnotationArtwork(marks: pin.marks, frame: frame, box: PinArtwork.extent.offset(by: up))
        artwork.sideAlignmentY = PinArtwork.headY - lift
        return artwork
    }

    /// A balloon; a selected marker without an open callout is enlarged, and raised above a dot on the coordinate.
    func marker(_ look: AnnotationLook, _ style: Annotation.Marker) -> AnnotationArtwork {
        let tint = style.tint ?? .systemRed
        let lift = (look.isLifted ? Self.lift : 0) + (look.isEnlarged ? 7 : 0)
        let scale = (look.isEnlarged ? 1.6 : 1) * style.size.scale
        let up = Transform.scale(scale, scale).then(.translation(Point(0, -lift)))
        let balloon = MarkerArtwork(
            tip: Point(0, -lift), tint: tint, scale: scale,
            glyph: glyph(style, isSelected: look.isSelected), glyphTint: glyphTint(style), lift: lift)
        var artwork = AnnotationArtwork(
            marks: balloon.marks, frame: up.apply(MarkerArtwork.frame), box: up.apply(MarkerArtwork.extent))
        if look.isEnlarged {
            artwork.marks += [
                .fill(.circle(center: .zero, radius: 4), .nonZero, .color(.white)),
                .fill(.circle(center: .zero, radius: 2.8), .nonZero, .color(tint)),
            ]
            artwork.box.extend(to: Point(0, 5))
        }
        artwork.captionAnchor = Point(0, max(artwork.box.maxY + 2, 4))
        artwork.sideAlignmentY = up.apply(MarkerArtwork.headCenter).y
        return artwork
    }

    /// White, or dark gray on light tints.
    private func glyphTint(_ style: Annotation.Marker) -> Color {
        let isLight = (style.tint ?? .systemRed).brightness > 0.82
        return style.glyphTint ?? (isLight ? Color(rgb: 0x3A3A3C) : .white)
    }

    /// The glyph in the balloon's head: an image used as a template, or text.
    private func glyph(_ style: Annotation.Marker, isSelected: Bool) -> [Mark]? {
        let tint = glyphTint(style)
        let chosen = isSelected ? style.selectedGlyphImage : nil
        if let image = (chosen ?? style.glyphImage).flatMap({ images[$0] }) {
            let shrink = min(1, 18 / image.size.width, 18 / image.size.height)
            let rect = Rect(center: .zero, size: image.size * shrink)
            return [image.tinted(tint).mark(in: rect)]
        }
        guard let string = style.glyphText, string.contains(where: { !$0.isWhitespace }) else { return nil }
        let unscaled = text.line(string, size: 15, weight: 700)
        guard unscaled.glyphs.contains(where: { !$0.isBlank }) else { return nil }
        // Short text is set at the full size; long text shrinks to fit the head.
        let size = max(6, min(15, 15 * 21 / max(1, unscaled.width)))
        let line = text.line(string, size: size, weight: 700, maxWidth: 24)
        let glyphBounds = line.inkBounds
        let left = glyphBounds.isNull ? -line.width / 2 : -(glyphBounds.minX + glyphBounds.maxX) / 2
        let mark = line.mark(at: Point(left, line.capHeight / 2), color: tint)
        // Emoji have colors of their own, which no tint of the balloon may swallow.
        guard line.glyphs.contains(where: \.face.isColored) else { return [mark] }
        return [.fill(.circle(center: .zero, radius: 11.5), .nonZero, .color(.white)), mark]
    }

    /// A text annotation, centered on the coordinate.
    ///
    /// - Parameters:
    ///   - string: the text.
    ///   - style: of the text.
    ///   - panel: the color of what it lies on; nil for the map.
    /// - Returns: its marks around the coordinate.
    func textLabel(_ string: String, _ style: AnnotationTextStyle, on panel: Color? = nil) -> AnnotationArtwork {
        let lineHeight = style.size * 1.25
        let shaped: [ShapedLine]
        if let maxWidth = style.maxWidth {
            shaped = text.lines(string, size: style.size, weight: style.weight, maxWidth: maxWidth).lines
        } else {
            let lines = string.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).prefix(100)
            shaped = lines.map { text.line(String($0), size: style.size, weight: style.weight) }
        }
        let lines = TextLines(lines: shaped, lineHeight: lineHeight)
        let size = Size(width: lines.width, height: lines.height)
        let inner = Rect(center: .zero, size: size)
        let colors = LabelColors(style, appearance, panel)
        let alignment: Double = style.align == .left ? 0 : style.align == .center ? 0.5 : 1
        let halo = colors.halo.map { GlyphRun.Halo(color: $0, width: style.haloWidth) }
        let marks = lines.looseMarks(
            at: Point(inner.minX, inner.minY), width: size.width, color: colors.text, halo: halo, align: alignment)
        guard let box = style.box else { return AnnotationArtwork(marks: marks, frame: inner, box: inner) }
        let calloutView = Rect(
            minX: inner.minX - style.horizontalPadding, minY: inner.minY - style.verticalPadding,
            maxX: inner.maxX + style.horizontalPadding, maxY: inner.maxY + style.verticalPadding)
        let shape = Path.roundedRectangle(calloutView, radius: style.radius)
        return AnnotationArtwork(
            marks: [.fill(shape, .nonZero, .color(box))] + marks, frame: calloutView, box: calloutView)
    }
}

extension Color {
    /// Luma by ITU-R BT.601, 0...1.
    var brightness: Double { 0.299 * red + 0.587 * green + 0.114 * blue }
}

/// The colors of a text annotation, with defaults that contrast with its background.
private struct LabelColors {
    var text: Color
    var halo: Color?

    init(_ style: AnnotationTextStyle, _ appearance: Appearance, _ panel: Color?) {
        let dark = Color(rgb: 0x1C1C1E)
        let ground = style.box ?? panel ?? (appearance == .dark ? dark : .white)
        let isDark = ground.brightness < 0.55
        let text = style.color ?? (isDark ? .white : dark)
        // A halo in the text's own color would only make it bold.
        let isLost = panel == nil && abs(text.brightness - ground.brightness) < 0.2
        let halo = isLost ? (isDark ? Color.white : dark) : ground
        self.text = text
        self.halo = style.halo ?? (style.box == nil ? halo.opacity(0.92) : nil)
    }
}

extension ArtworkBuilder {
    /// A callout's content; titles and texts end with "…" or are wrapped at the width, images and accessories are not
    /// reduced.
    func body(_ callout: Callout, maxWidth: Double = .infinity) -> CalloutBody {
        let palette = CalloutPalette(callout, scene: appearance)
        // A card's texts have a limit of their own.
        return callout.content.map { CalloutBody($0, palette, text, images, maxWidth: maxWidth) }
            ?? CalloutBody(callout, palette, text, images, maxWidth: min(CalloutBody.maxWidth, maxWidth))
    }

    /// The placement request of a callout; `position` is the coordinate's, in points.
    func request(_ callout: Callout, _ body: CalloutBody, _ artwork: AnnotationArtwork, at position: Point)
        -> CalloutPlacer.Request
    {
        CalloutPlacer.Request(
            size: body.size, anchor: position, frame: artwork.frame.offset(by: position),
            alignmentY: artwork.alignmentY + position.y,
            offset: callout.offset, overlap: callout.overlap, preferred: callout.placement, hasTail: callout.tail)
    }

    /// A callout's content in a bubble without a tail, centered on the coordinate.
    func calloutView(_ callout: Callout) -> AnnotationArtwork {
        let body = body(callout)
        // A size in whole pixels leaves no seams between the parts of the shadow.
        let size = Size(
            width: (body.size.width * scale).rounded(.up) / scale,
            height: (body.size.height * scale).rounded(.up) / scale)
        let rect = Rect(center: .zero, size: size)
        let bubble = CalloutBubble(shape: CalloutShape(rect: rect, radius: body.radius))
        var artwork = AnnotationArtwork(
            marks: bubble.marks(CalloutPalette(callout, scene: appearance), scale: scale), frame: rect, box: rect)
        artwork.isPixelAligned = true
        artwork.parts = body.parts
        for index in artwork.parts.indices { artwork.parts[index].move(by: Point(rect.minX, rect.minY)) }
        return artwork
    }
}

/// Caches artwork by appearance, so that equal annotations are built once.
struct ArtworkCache {
    let builder: ArtworkBuilder
    private var cached: [AnnotationLook: AnnotationArtwork] = [:]
    /// What was asked for last: most annotations look like the one before, and to compare two takes less time than to look one up.
    private var last: Entry?

    init(_ builder: ArtworkBuilder) {
        self.builder = builder
    }

    @inline(__always)
    mutating func artwork(for annotation: Annotation) -> AnnotationArtwork {
        let look = AnnotationLook(annotation)
        if let last, last.look == look { return last.artwork }
        let artwork = cached[look] ?? builder.artwork(for: look)
        cached[look] = artwork
        last = Entry(look, artwork)
        return artwork
    }

    private final class Entry: Sendable {
        let look: AnnotationLook
        let artwork: AnnotationArtwork

        init(_ look: AnnotationLook, _ artwork: AnnotationArtwork) { (self.look, self.artwork) = (look, artwork) }
    }
}

/// All of an annotation that its artwork depends on.
struct AnnotationLook: Hashable {
    let view: Annotation.View
    /// Of text that has none of its own.
    let title: String?
    /// What a view of a callout shows; empty for other views.
    let callouts: [Callout]
    let isSelected: Bool
    /// Whether it is selected without an open callout, which enlarges a marker.
    let isEnlarged: Bool
    let isLifted: Bool
    let alpha: Double
    let anchor: Point?
    let centerOffset: AnnotationOffset
    let rotation: Double
    let imageScale: Double

    /// Inlined, as a call would copy the annotation.
    @inline(__always)
    init(_ annotation: Annotation) {
        view = annotation.view
        let kind = view.kind
        title = kind == .text ? annotation.title : nil
        callouts = kind == .callout ? [annotation.filledCallout] : []
        isSelected = annotation.selected
        isEnlarged = annotation.selected && annotation.openCallout == nil
        isLifted = annotation.dragState.isLifted
        (alpha, anchor, centerOffset) = (annotation.alpha, annotation.anchor, annotation.centerOffset)
        (rotation, imageScale) = (annotation.rotation, annotation.imageScale)
    }
}

/// Blurred shadows built from gradients and strokes, which all output formats can draw.
enum SoftShadow {
    /// The opacity across the shadow's edge, which approximates a Gaussian blur by a smoothstep.
    private static let profile: [(step: Double, fraction: Double)] = (0...8).map { index in
        let t = Double(index) / 8
        return (t, 1 - t * t * (3 - 2 * t))
    }

    /// How far the shadow of a radius reaches, and its colors from the center to there.
    private static func edge(_ radius: Double, _ blur: Double, _ color: Color) -> (Double, [GradientStop]) {
        let (inner, outer) = (max(0, radius - blur), radius + blur)
        let stops = profile.map { step, fraction in
            GradientStop((inner + (outer - inner) * step) / outer, color.opacity(fraction))
        }
        return (outer, stops)
    }

    /// A disc whose edge fades from `blur` inside to `blur` outside.
    static func circle(center: Point, radius: Double, blur: Double, color: Color) -> Mark {
        let (outer, stops) = edge(radius, blur, color)
        return .fill(
            .circle(center: center, radius: outer), .nonZero,
            .radialGradient(RadialGradient(center: center, radius: outer, stops: stops)))
    }

    /// A rounded rectangle whose edge fades from `blur` inside to `blur` outside, as nine parts: center, sides and
    /// corners.
    ///
    /// The parts meet `radius` inside the rectangle; no seam shows where that is on whole pixels.
    static func roundedRectangle(_ rect: Rect, radius: Double, blur: Double, color: Color) -> [Mark] {
        let core = rect.inset(by: radius)
        guard core.width >= 0, core.height >= 0 else { return [] }
        let (outer, stops) = edge(radius, blur, color)
        var marks: [Mark] = [.fill(.rectangle(core), .nonZero, .color(color))]
        func side(_ piece: Rect, _ from: Point, _ to: Point) {
            guard piece.width > 0, piece.height > 0 else { return }
            let gradient = LinearGradient(from: from, to: to, stops: stops)
            marks.append(.fill(.rectangle(piece), .nonZero, .linearGradient(gradient)))
        }
        let (l, t, r, b) = (core.minX, core.minY, core.maxX, core.maxY)
        side(Rect(minX: l, minY: t - outer, maxX: r, maxY: t), Point(l, t), Point(l, t - outer))
        side(Rect(minX: l, minY: b, maxX: r, maxY: b + outer), Point(l, b), Point(l, b + outer))
        side(Rect(minX: l - outer, minY: t, maxX: l, maxY: b), Point(l, t), Point(l - outer, t))
        side(Rect(minX: r, minY: t, maxX: r + outer, maxY: b), Point(r, t), Point(r + outer, t))
        let corners = [(l, t, -1.0, -1.0), (r, t, 1, -1), (r, b, 1, 1), (l, b, -1, 1)]
        for (x, y, dx, dy) in corners {
            let piece = Rect(
                minX: min(x, x + dx * outer), minY: min(y, y + dy * outer), maxX: max(x, x + dx * outer),
                maxY: max(y, y + dy * outer))
            let gradient = RadialGradient(center: Point(x, y), radius: outer, stops: stops)
            marks.append(.fill(.rectangle(piece), .nonZero, .radialGradient(gradient)))
        }
        return marks
    }

    /// A blur around any shape, as strokes of increasing width that add up to the color's opacity. The shape itself
    /// must be painted over them.
    static func blurred(_ path: Path, blur: Double, color: Color, steps: Int = 6) -> [Mark] {
        let ring = color.opacity(1 / Double(max(1, steps)))
        return (0..<steps).map { step in
            let outset = blur * Double(steps - step) / Double(steps)
            return .stroke(path, StrokeStyle(width: 2 * outset, cap: .round, join: .round), ring)
        }
    }
}
