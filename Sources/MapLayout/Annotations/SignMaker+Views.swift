// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapScene

extension SignMaker {
    /// How high a dragged pin or marker hangs, in points.
    private static let lift = 12.0

    func pin(_ annotation: Annotation) -> Sign {
        let lift = annotation.dragState.isLifted ? Self.lift : 0
        let up = Point(0, -lift)
        let pin = PinLayout(tip: up, tint: annotation.tint ?? .systemRed, scale: 1, lift: lift)
        let frame = PinLayout.frame.offset(by: up)
        return Sign(marks: pin.marks, frame: frame, box: PinLayout.extent.offset(by: up))
    }

    /// A marker that is selected and opens no callout is larger, and hangs over a dot on the coordinate.
    func marker(_ annotation: Annotation) -> Sign {
        let tint = annotation.tint ?? .systemRed
        let isLarge = annotation.selected && annotation.openCallout == nil
        let lift = (annotation.dragState.isLifted ? Self.lift : 0) + (isLarge ? 7 : 0)
        let scale = isLarge ? 1.6 : 1
        let up = Transform.scale(scale, scale).then(.translation(Point(0, -lift)))
        let balloon = MarkerLayout(
            tip: Point(0, -lift), tint: tint, scale: scale, glyph: glyph(annotation),
            glyphTint: annotation.glyphTint ?? .white, lift: lift)
        var sign = Sign(marks: balloon.marks, frame: up.apply(MarkerLayout.frame), box: up.apply(MarkerLayout.extent))
        if isLarge {
            sign.marks += [
                .fill(.circle(center: .zero, radius: 4), .nonZero, .color(.white)),
                .fill(.circle(center: .zero, radius: 2.8), .nonZero, .color(tint)),
            ]
            sign.box.extend(to: Point(0, 5))
        }
        // An open callout says it already.
        sign.caption = caption(annotation, below: isLarge ? 7 : 4)
        return sign
    }

    /// Text or the shape of an image in the middle of a balloon's head.
    private func glyph(_ annotation: Annotation) -> [Mark]? {
        let tint = annotation.glyphTint ?? .white
        if let picture = annotation.glyphImage.flatMap({ pictures[$0] }) {
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

    private func caption(_ annotation: Annotation, below top: Double) -> Sign.Caption? {
        guard annotation.openCallout == nil else { return nil }
        var (title, subtitle) = (annotation.title ?? "", annotation.subtitle ?? "")
        if annotation.titleVisibility == .hidden { title = "" }
        let showsSubtitle = annotation.subtitleVisibility == .visible
        if !showsSubtitle, annotation.subtitleVisibility == .hidden || !annotation.selected { subtitle = "" }
        guard !(title.isEmpty && subtitle.isEmpty) else { return nil }
        let palette = CaptionPalette(appearance)
        var marks: [Mark] = []
        var (y, width) = (top, 0.0)
        for (words, size, weight) in [(title, 11.5, 600), (subtitle, 10.5, 500)] where !words.isEmpty {
            let block = text.fonts.layout(
                [TextSection(String(words.prefix(400)), font: .interface(weight: weight))],
                options: TextBlockOptions(size: size, maxWidth: 130, lineHeight: size * 1.15, justify: .center))
            let runs = block.runs(
                anchor: .zero, at: Point(-block.width / 2, y),
                colors: [weight == 600 ? palette.title : palette.subtitle],
                halo: GlyphRun.Halo(color: palette.halo, width: 1.6))
            marks += runs.map { .glyphs($0) }
            (y, width) = (y + block.height, max(width, block.width))
        }
        let rect = Rect(x: -width / 2, y: top, width: width, height: y - top)
        let isRequired = annotation.titleVisibility == .visible || showsSubtitle || annotation.selected
        return Sign.Caption(marks: marks, rect: rect, isRequired: isRequired)
    }

    /// A text annotation, centered on the coordinate.
    func label(_ annotation: Annotation) -> Sign {
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
        guard let box = style.box else { return Sign(marks: marks, frame: inner, box: inner) }
        let plate = Rect(
            minX: inner.minX - style.horizontalPadding, minY: inner.minY - style.verticalPadding,
            maxX: inner.maxX + style.horizontalPadding, maxY: inner.maxY + style.verticalPadding)
        let shape = Path.roundedRectangle(plate, radius: style.radius)
        return Sign(marks: [.fill(shape, .nonZero, .color(box))] + marks, frame: plate, box: plate)
    }
}

/// The colors of titles on the map.
private struct CaptionPalette {
    var title: Color
    var subtitle: Color
    var halo: Color

    init(_ appearance: Appearance) {
        switch appearance {
        case .light:
            (title, subtitle) = (Color(rgb: 0x1C1C1E), Color(rgb: 0x55555A))
            halo = Color.white.opacity(0.92)
        case .dark:
            (title, subtitle) = (.white, Color(rgb: 0xC7C7CC))
            halo = Color(rgb: 0x1C1C1E).opacity(0.92)
        }
    }
}

/// The colors of a text annotation, those that nobody chose included.
private struct LabelColors {
    var text: Color
    var halo: Color?

    init(_ style: AnnotationTextStyle, _ appearance: Appearance) {
        let dark = Color(rgb: 0x1C1C1E)
        let ground = style.box ?? (appearance == .dark ? dark : .white)
        let isDark = 0.299 * ground.red + 0.587 * ground.green + 0.114 * ground.blue < 0.55
        text = style.color ?? (isDark ? .white : dark)
        halo = style.halo ?? (style.box == nil ? ground.opacity(0.92) : nil)
    }
}
