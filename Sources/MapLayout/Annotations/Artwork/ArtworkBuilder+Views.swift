// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapScene

extension ArtworkBuilder {
    /// How far a dragged pin or marker is raised, in points.
    private static let lift = 12.0

    func pin(_ annotation: Annotation, tint: Color) -> AnnotationArtwork {
        let lift = annotation.dragState.isLifted ? Self.lift : 0
        let up = Point(0, -lift)
        let pin = PinArtwork(tip: up, tint: tint, scale: 1, lift: lift)
        let frame = PinArtwork.frame.offset(by: up)
        var artwork = AnnotationArtwork(marks: pin.marks, frame: frame, box: PinArtwork.extent.offset(by: up))
        artwork.sideAlignmentY = PinArtwork.headY - lift
        return artwork
    }

    /// A balloon; a selected marker without an open callout is enlarged, and raised above a dot on the coordinate.
    func marker(_ annotation: Annotation, _ style: Annotation.Marker) -> AnnotationArtwork {
        let tint = style.tint ?? .systemRed
        let isLarge = annotation.selected && annotation.openCallout == nil
        let lift = (annotation.dragState.isLifted ? Self.lift : 0) + (isLarge ? 7 : 0)
        let scale = (isLarge ? 1.6 : 1) * style.size.scale
        let up = Transform.scale(scale, scale).then(.translation(Point(0, -lift)))
        let balloon = MarkerArtwork(
            tip: Point(0, -lift), tint: tint, scale: scale,
            glyph: glyph(style, isSelected: annotation.selected), glyphTint: glyphTint(style), lift: lift)
        var artwork = AnnotationArtwork(
            marks: balloon.marks, frame: up.apply(MarkerArtwork.frame), box: up.apply(MarkerArtwork.extent))
        if isLarge {
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
            let size = image.size * shrink
            let rect = Rect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height)
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
        return [line.mark(at: Point(left, line.capHeight / 2), color: tint)]
    }

    /// A text annotation, centered on the coordinate.
    func textLabel(_ string: String, _ style: AnnotationTextStyle) -> AnnotationArtwork {
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
        let inner = Rect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height)
        let colors = LabelColors(style, appearance)
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

    init(_ style: AnnotationTextStyle, _ appearance: Appearance) {
        let dark = Color(rgb: 0x1C1C1E)
        let ground = style.box ?? (appearance == .dark ? dark : .white)
        let isDark = ground.brightness < 0.55
        text = style.color ?? (isDark ? .white : dark)
        halo = style.halo ?? (style.box == nil ? ground.opacity(0.92) : nil)
    }
}
