// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapStyle

/// Evaluates a symbol layer's properties for one feature after another.
struct SymbolLookReader {
    private let style: StyleLayer
    private let context: LayerContext

    init(_ style: StyleLayer, _ context: LayerContext) {
        self.style = style
        self.context = context
    }

    /// Nil when the feature has neither text nor icon to show.
    func look(of feature: TileFeature) -> SymbolLook? {
        let layout = context.layout(feature)
        let paint = context.paint(feature)
        let icon = style.sets(.iconImage) ? icon(layout, paint) : nil
        let text = style.sets(.textField) ? text(layout, paint) : nil
        guard text != nil || icon != nil else { return nil }
        let key = style.sets(.symbolSortKey) ? style.property(.symbolSortKey).number(layout) : 0
        return SymbolLook(text: text, icon: icon, sortKey: key)
    }

    private func text(_ layout: EvaluationContext, _ paint: EvaluationContext) -> TextLook? {
        let size = style.property(.textSize).number(paint) * context.scale
        let opacity = style.property(.textOpacity).number(paint)
        guard size > 0, opacity > 0 else { return nil }
        let font = FontRequest(stack: style.property(.textFont).strings(layout))
        let transform = style.property(.textTransform).string(layout)
        let sections = sections(style.property(.textField).value(layout), font: font, transform: transform)
        let plain = sections.map(\.text).joined()
        guard plain.contains(where: { !$0.isWhitespace }) else { return nil }

        let haloWidth = style.property(.textHaloWidth).number(paint) * context.scale
        let haloColor = style.property(.textHaloColor).color(paint).opacity(opacity)
        // MapLibre's distance fields end a quarter of the text size away from the outline.
        let halo =
            haloWidth > 0 && !haloColor.isInvisible
            ? GlyphRun.Halo(
                color: haloColor, width: min(haloWidth, size / 4),
                blur: style.property(.textHaloBlur).number(paint) * context.scale)
            : nil
        return TextLook(
            plain: plain, sections: sections, size: size,
            color: style.property(.textColor).color(paint).opacity(opacity), halo: halo,
            anchors: anchors(layout, size: size),
            maxWidth: style.property(.textMaxWidth).number(layout) * size,
            lineHeight: style.property(.textLineHeight).number(layout) * size,
            letterSpacing: style.property(.textLetterSpacing).number(layout) * size,
            justify: style.property(.textJustify).string(layout),
            rotation: style.property(.textRotate).number(paint) * .pi / 180,
            padding: style.property(.textPadding).number(paint) * context.scale,
            allowsOverlap: overlaps(.textOverlap, .textAllowOverlap, layout),
            ignoresPlacement: style.property(.textIgnorePlacement).bool(layout),
            isOptional: style.property(.textOptional).bool(layout))
    }

    private func sections(_ value: Value, font: FontRequest, transform: String) -> [TextSection] {
        switch value {
        case .string(let text): [TextSection(transformed(text, transform), font: font)]
        case .formatted(let formatted):
            formatted.sections.map { section in
                TextSection(
                    transformed(section.text, transform),
                    font: section.fontStack.map { FontRequest(stack: $0.split(separator: ",").map(String.init)) }
                        ?? font,
                    scale: section.scale ?? 1, color: section.textColor)
            }
        default: []
        }
    }

    private func transformed(_ text: String, _ transform: String) -> String {
        switch transform {
        case "uppercase": text.uppercased()
        case "lowercase": text.lowercased()
        default: text
        }
    }

    /// The anchors to try: one, or those of `text-variable-anchor`, each with its offset.
    private func anchors(_ layout: EvaluationContext, size: Double) -> [(anchor: Anchor, offset: Point)] {
        let offset = style.property(.textOffset).numbers(layout)
        let plain = offset.count == 2 ? Point(offset[0], offset[1]) * size : .zero
        let radial = style.sets(.textRadialOffset) ? style.property(.textRadialOffset).number(layout) * size : nil
        if style.sets(.textVariableAnchorOffset),
            case .variableAnchorOffsets(let entries) = style.property(.textVariableAnchorOffset).value(layout),
            !entries.isEmpty
        {
            return entries.map { (Anchor(rawValue: $0.anchor) ?? .center, Point($0.x, $0.y) * size) }
        }
        let variable =
            style.sets(.textVariableAnchor)
            ? style.property(.textVariableAnchor).strings(layout).compactMap(Anchor.init(rawValue:)) : []
        if !variable.isEmpty {
            return variable.map { ($0, away(from: $0, radial: radial, plain: plain)) }
        }
        let anchor = Anchor(rawValue: style.property(.textAnchor).string(layout)) ?? .center
        return [(anchor, radial.map { away(from: anchor, radial: $0, plain: .zero) } ?? plain)]
    }

    /// The offset that moves a label away from its place: radially, or by the plain offset's lengths.
    private func away(from anchor: Anchor, radial: Double?, plain: Point) -> Point {
        let direction = Point(0.5, 0.5) - anchor.fraction
        if let radial {
            let diagonal = direction.x != 0 && direction.y != 0
            let length = radial * (diagonal ? 0.707_106_781_186_547_5 : 1)
            return Point(direction.x * 2 * length, direction.y * 2 * length)
        }
        return Point(direction.x * 2 * abs(plain.x), direction.y * 2 * abs(plain.y))
    }

    private func icon(_ layout: EvaluationContext, _ paint: EvaluationContext) -> IconLook? {
        let value = style.property(.iconImage).value(layout)
        let size = style.property(.iconSize).number(paint)
        let opacity = style.property(.iconOpacity).number(paint)
        guard size > 0, opacity > 0, let image = context.images.image(value, context, layer: style.id) else {
            return nil
        }
        let offset = style.property(.iconOffset).numbers(layout)
        return IconLook(
            image: image, pixelScale: size * context.scale / image.pixelRatio,
            anchor: Anchor(rawValue: style.property(.iconAnchor).string(layout)) ?? .center,
            offset: offset.count == 2 ? Point(offset[0], offset[1]) * (size * context.scale) : .zero,
            rotation: style.property(.iconRotate).number(paint) * .pi / 180,
            padding: (style.property(.iconPadding).numbers(paint).max() ?? 2) * context.scale,
            opacity: opacity, allowsOverlap: overlaps(.iconOverlap, .iconAllowOverlap, layout),
            ignoresPlacement: style.property(.iconIgnorePlacement).bool(layout),
            isOptional: style.property(.iconOptional).bool(layout))
    }

    /// `*-overlap` takes the place of the older `*-allow-overlap`.
    private func overlaps(_ name: PropertyName, _ older: PropertyName, _ layout: EvaluationContext) -> Bool {
        if style.sets(name) { return style.property(name).string(layout) != "never" }
        return style.property(older).bool(layout)
    }
}
