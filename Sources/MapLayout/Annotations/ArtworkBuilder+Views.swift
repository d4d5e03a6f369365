// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapScene

extension ArtworkBuilder {
    /// How high a dragged pin or marker hangs, in points.
    private static let lift = 12.0

    func pin(_ annotation: Annotation) -> AnnotationArtwork {
        let lift = annotation.dragState.isLifted ? Self.lift : 0
        let up = Point(0, -lift)
        let pin = PinLayout(tip: up, tint: annotation.tint ?? .systemRed, scale: 1, lift: lift)
        let frame = PinLayout.frame.offset(by: up)
        var sign = AnnotationArtwork(marks: pin.marks, frame: frame, box: PinLayout.extent.offset(by: up))
        sign.level = PinLayout.headY - lift
        return sign
    }

    /// A marker that is selected and opens no callout is larger, and hangs over a dot on the coordinate.
    func marker(_ annotation: Annotation) -> AnnotationArtwork {
        let tint = annotation.tint ?? .systemRed
        let isLarge = annotation.selected && annotation.openCallout == nil
        let lift = (annotation.dragState.isLifted ? Self.lift : 0) + (isLarge ? 7 : 0)
        let scale = (isLarge ? 1.6 : 1) * annotation.markerSize.scale
        let up = Transform.scale(scale, scale).then(.translation(Point(0, -lift)))
        let balloon = MarkerLayout(
            tip: Point(0, -lift), tint: tint, scale: scale, glyph: glyph(annotation),
            glyphTint: glyphTint(annotation), lift: lift)
        var sign = AnnotationArtwork(
            marks: balloon.marks, frame: up.apply(MarkerLayout.frame), box: up.apply(MarkerLayout.extent))
        if isLarge {
            sign.marks += [
                .fill(.circle(center: .zero, radius: 4), .nonZero, .color(.white)),
                .fill(.circle(center: .zero, radius: 2.8), .nonZero, .color(tint)),
            ]
            sign.box.extend(to: Point(0, 5))
        }
        sign.captionFoot = Point(0, max(sign.box.maxY + 2, 4))
        sign.level = up.apply(MarkerLayout.middle).y
        return sign
    }

    /// White, but dark on tints that white would vanish on.
    private func glyphTint(_ annotation: Annotation) -> Color {
        let isLight = (annotation.tint ?? .systemRed).brightness > 0.82
        return annotation.glyphTint ?? (isLight ? Color(rgb: 0x3A3A3C) : .white)
    }

    /// Text or the shape of an image in the middle of a balloon's head.
    private func glyph(_ annotation: Annotation) -> [Mark]? {
        let tint = glyphTint(annotation)
        let chosen = annotation.selected ? annotation.selectedGlyphImage : nil
        if let picture = (chosen ?? annotation.glyphImage).flatMap({ pictures[$0] }) {
            let shrink = min(1, 18 / picture.size.width, 18 / picture.size.height)
            let size = picture.size * shrink
            let rect = Rect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height)
            return [picture.tinted(tint).mark(in: rect)]
        }
        guard let words = annotation.glyphText, words.contains(where: { !$0.isWhitespace }) else { return nil }
        let natural = text.line(words, size: 15, weight: 700)
        // Short text stands larger; long text must fit in the head.
        let size = max(6, min(15, 15 * 21 / max(1, natural.width)))
        let line = text.line(words, size: size, weight: 700, maxWidth: 24)
        let ink = line.inkBounds
        let left = ink.isNull ? -line.width / 2 : -(ink.minX + ink.maxX) / 2
        return [line.mark(at: Point(left, line.capHeight / 2), color: tint)]
    }

    /// A text annotation, centered on the coordinate.
    func label(_ annotation: Annotation) -> AnnotationArtwork {
        let style = annotation.textStyle
        let words = annotation.text ?? annotation.title ?? ""
        let lineHeight = style.size * 1.25
        let shaped: [ShapedLine]
        if let maxWidth = style.maxWidth {
            shaped = text.lines(words, size: style.size, weight: style.weight, maxWidth: maxWidth).lines
        } else {
            let lines = words.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).prefix(100)
            shaped = lines.map { text.line(String($0), size: style.size, weight: style.weight) }
        }
        let lines = TextLines(lines: shaped, lineHeight: lineHeight)
        let size = Size(width: lines.width, height: lines.height)
        let inner = Rect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height)
        let colors = LabelColors(style, appearance)
        let share: Double = style.align == .left ? 0 : style.align == .center ? 0.5 : 1
        let halo = colors.halo.map { GlyphRun.Halo(color: $0, width: style.haloWidth) }
        let marks = lines.looseMarks(
            at: Point(inner.minX, inner.minY), width: size.width, color: colors.text, halo: halo, align: share)
        guard let box = style.box else { return AnnotationArtwork(marks: marks, frame: inner, box: inner) }
        let plate = Rect(
            minX: inner.minX - style.horizontalPadding, minY: inner.minY - style.verticalPadding,
            maxX: inner.maxX + style.horizontalPadding, maxY: inner.maxY + style.verticalPadding)
        let shape = Path.roundedRectangle(plate, radius: style.radius)
        return AnnotationArtwork(marks: [.fill(shape, .nonZero, .color(box))] + marks, frame: plate, box: plate)
    }
}

extension Color {
    /// How bright it looks, 0...1.
    var brightness: Double { 0.299 * red + 0.587 * green + 0.114 * blue }
}

/// The colors of a text annotation, those that nobody chose included.
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
