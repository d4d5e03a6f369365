// SPDX-License-Identifier: MIT
import MapGeometry
import MapImages
import MapStyle
import MapText

/// Evaluates the `text-*` properties of a symbol layer. A class, as its many parts would be copied for each feature.
final class TextPropertyEvaluator {
    /// MapLibre's `baselineOffset`: the distance in ems from a block's edge to its letters, which offsets away from the
    /// point exclude.
    private static let baseline = 7.0 / 24

    private let style: StyleLayer
    private let context: LayerContext
    private let layout: EvaluationContext
    private let paint: EvaluationContext
    private let nextLayout: EvaluationContext
    private let placement: SymbolBucket.Placement
    private let writingModes: [String]
    private let followsLine: Bool

    init(_ style: StyleLayer, _ context: LayerContext, _ feature: TileFeature) {
        self.style = style
        self.context = context
        layout = context.layout(feature)
        paint = context.paint(feature)
        nextLayout = context.nextLayout(feature)
        placement = SymbolBucket.Placement(style, layout)
        writingModes = style.property(.textWritingMode).strings(layout)
        followsLine = SymbolBucket.textFollowsLine(style, layout)
    }

    /// Nil when there is no text to draw.
    func evaluate() -> TextProperties? {
        let size = style.property(.textSize).number(paint) * context.scale
        guard size > 0, size < 10_000 else { return nil }
        let transform = style.property(.textTransform).string(layout)
        let sections = sections(style.property(.textField).value(layout), transform: transform)
        let text = sections.map(\.text).joined()
        guard sections.contains(where: { $0.image != nil || !$0.text.isEmpty }) else { return nil }
        let opacity = style.property(.textOpacity).number(paint)
        let haloWidth = style.property(.textHaloWidth).number(paint) * context.scale
        let haloColor = style.property(.textHaloColor).color(paint).opacity(opacity)
        let halo =
            haloWidth > 0 && !haloColor.isInvisible
            ? GlyphRun.Halo(
                // MapLibre's distance fields end a quarter of the text size from the outline.
                color: haloColor, width: context.glyphs == nil ? min(haloWidth, size / 4) : haloWidth,
                blur: style.property(.textHaloBlur).number(paint) * context.scale)
            : nil
        let textSize = style.property(.textSize)
        let layoutSize = max(0, textSize.number(nextLayout)) * context.scale
        var shaping = shaping(size: size)
        shaping.nextZoomSize = layoutSize
        let (options, isVariable) = options(sections, shaping)
        return TextProperties(
            text: text, options: options, verticalOption: verticalOption(sections, shaping),
            isVariable: isVariable, size: size, layoutScale: layoutSize / size,
            largestSize: max(0, textSize.number(context.at(zoom: 18, layout.feature))),
            color: style.property(.textColor).color(paint).opacity(opacity),
            sectionColors: sections.map { $0.color?.opacity(opacity) }, halo: halo,
            rotation: style.property(.textRotate).number(layout) * .pi / 180,
            padding: style.property(.textPadding).number(layout) * context.scale,
            overlap: style.overlap(.textOverlap, .textAllowOverlap, layout),
            ignoresPlacement: style.property(.textIgnorePlacement).bool(layout),
            isOptional: style.property(.textOptional).bool(layout))
    }

    /// How far from its anchor a feature's text may begin, in pixels: each box that it is tried in has a point that is no
    /// farther away.
    var reach: Double {
        let textSize = style.property(.textSize)
        let size = max(textSize.number(paint), textSize.number(nextLayout), 0)
        let variable = placement == .point ? variableAnchors : []
        let offsets = (variable.isEmpty ? [fixedAnchor] : variable).map(\.1.length)
        let padding = style.property(.textPadding).number(layout)
        return ((offsets.max() ?? 0) * size + max(0, -padding)) * context.scale
    }

    private func sections(_ value: Value, transform: String) -> [LabelSection] {
        let fonts = style.property(.textFont).strings(layout)
        switch value {
        case .string(let text): return [LabelSection(transformed(text, transform), fonts: fonts)]
        case .formatted(let formatted):
            return formatted.sections.compactMap { section -> LabelSection? in
                if let image = section.image {
                    guard let sprite = context.images.image(.image(image), context, layer: style.id) else { return nil }
                    var icon = LabelSection("", fonts: fonts, scale: section.scale ?? 1, image: sprite)
                    icon.drop = section.drop
                    return icon
                }
                var letters = LabelSection(
                    transformed(section.text, transform),
                    fonts: section.fontStack.map { $0.split(separator: ",").map(String.init) } ?? fonts,
                    scale: max(0, section.scale ?? 1), color: section.textColor)
                letters.drop = section.drop
                return letters
            }
        default: return []
        }
    }

    private func transformed(_ text: String, _ transform: String) -> String {
        switch transform {
        case "uppercase": text.uppercased()
        case "lowercase": text.lowercased()
        default: text
        }
    }

    /// The ways to set the label in order of preference, and whether they are variable anchors.
    private func options(
        _ sections: [LabelSection], _ shaping: TextShapingOptions
    ) -> ([TextProperties.Option], isVariable: Bool) {
        let variable = placement == .point ? variableAnchors : []
        let isVariable = !variable.isEmpty
        let anchors = isVariable ? variable : [fixedAnchor]
        let justify = style.property(.textJustify).string(layout)
        let anchorBox = VariableAnchorBox(
            rotation: style.property(.textRotate).number(layout) * .pi / 180,
            padding: style.property(.textPadding).number(layout) * context.scale, shaping: shaping)
        var options: [TextProperties.Option] = []
        for mode in modes(sections) {
            var blocks = JustifiedBlocks(isIndependent: \LabelBlock.isLineOfOutlines)
            for (anchor, offset) in anchors {
                let fraction = (justify == "auto" ? anchor.justify : justify)
                var shaping = shaping
                shaping.anchor = isVariable ? Point(0.5, 0.5) : anchor.fraction
                shaping.justify = fraction == "left" ? 0 : fraction == "right" ? 1 : 0.5
                if mode == "vertical" {
                    shaping.isVertical = true
                    shaping.turnsUpright = true
                    shaping.justify = 0
                }
                let block = blocks.block(justify: shaping.justify) {
                    context.textShaper.block(sections, shaping, path: "layers.\(style.id)")
                }
                options.append(
                    isVariable
                        ? TextProperties.Option(
                            block: block, offset: .zero,
                            anchorOffset: anchorBox.shift(of: block, to: anchor, offset: offset))
                        : TextProperties.Option(block: block, offset: offset * shaping.size))
            }
        }
        return (options, isVariable)
    }

    /// The writing modes to try, in order of preference.
    private func modes(_ sections: [LabelSection]) -> [String] {
        let hasColumns = sections.contains { $0.text.unicodeScalars.contains(where: \.standsUprightInColumns) }
        return placement == .point && hasColumns && !writingModes.isEmpty ? writingModes : ["horizontal"]
    }

    /// The label set vertically, for lines that run down the map; nil for scripts that are not set vertically.
    private func verticalOption(
        _ sections: [LabelSection], _ shaping: TextShapingOptions
    ) -> TextProperties.Option? {
        guard followsLine,
            sections.contains(where: { $0.text.unicodeScalars.contains(where: \.standsUprightInColumns) })
        else { return nil }
        let (anchor, offset) = fixedAnchor
        var shaping = shaping
        shaping.anchor = anchor.fraction
        shaping.isVertical = true
        let block = context.textShaper.block(sections, shaping, path: "layers.\(style.id)")
        return TextProperties.Option(block: block, offset: offset * shaping.size)
    }

    private func shaping(size: Double) -> TextShapingOptions {
        TextShapingOptions(
            size: size, tileSize: max(0, style.property(.textSize).number(layout)) * context.scale, nextZoomSize: size,
            pixelRatio: context.scale,
            maxWidth: placement == .point ? style.property(.textMaxWidth).number(layout) : .infinity,
            lineHeight: style.property(.textLineHeight).number(layout),
            letterSpacing: style.property(.textLetterSpacing).number(layout), justify: 0.5, anchor: Point(0.5, 0.5))
    }

    /// The anchor and the offset in ems.
    private var fixedAnchor: (Anchor, Point) {
        let anchor = Anchor(rawValue: style.property(.textAnchor).string(layout)) ?? .center
        if style.sets(.textRadialOffset) {
            let radius = style.property(.textRadialOffset).number(layout)
            if radius != 0 { return (anchor, radial(radius, from: anchor)) }
        }
        let offset = style.property(.textOffset).numbers(layout)
        return (anchor, offset.count == 2 ? Point(offset[0], offset[1]) : .zero)
    }

    private var variableAnchors: [(Anchor, Point)] {
        if style.sets(.textVariableAnchorOffset),
            case .variableAnchorOffsets(let entries) = style.property(.textVariableAnchorOffset).value(layout)
        {
            return entries.map { entry in
                let anchor = Anchor(rawValue: entry.anchor) ?? .center
                return (anchor, Point(entry.x, entry.y + vertical(anchor) * Self.baseline))
            }
        }
        guard style.sets(.textVariableAnchor) else { return [] }
        let anchors = style.property(.textVariableAnchor).strings(layout).compactMap(Anchor.init(rawValue:))
        if style.sets(.textRadialOffset) {
            let radius = style.property(.textRadialOffset).number(layout)
            return anchors.map { ($0, radial(radius, from: $0)) }
        }
        let offset = style.property(.textOffset).numbers(layout)
        let text = offset.count == 2 ? Point(abs(offset[0]), abs(offset[1])) : .zero
        return anchors.map { anchor in
            let direction = Point(0.5, 0.5) - anchor.fraction
            return (
                anchor,
                Point(
                    direction.x * 2 * text.x, direction.y * 2 * text.y + vertical(anchor) * Self.baseline)
            )
        }
    }

    /// -1 for anchors at the top, 1 for anchors at the bottom, 0 otherwise.
    private func vertical(_ anchor: Anchor) -> Double { anchor.fraction.y * 2 - 1 }

    /// The offset in ems for `text-radial-offset`.
    private func radial(_ radius: Double, from anchor: Anchor) -> Point {
        let direction = (Point(0.5, 0.5) - anchor.fraction) * 2
        let diagonal = direction.x != 0 && direction.y != 0
        let length = max(0, radius) * (diagonal ? 0.707_106_781_186_547_5 : 1)
        return Point(direction.x * length, direction.y * length + vertical(anchor) * Self.baseline)
    }
}

extension Formatted.Section {
    /// The vertical alignment of the section in its line: 0 for top, 1 for bottom.
    fileprivate var drop: Double { verticalAlign == "top" ? 0 : verticalAlign == "center" ? 0.5 : 1 }
}

/// The size of a label with a variable anchor, including its padding as in MapLibre.
private struct VariableAnchorBox {
    let rotation: Double
    let padding: Double
    let shaping: TextShapingOptions

    /// From the anchor to the center of the block; `offset` is in ems.
    func shift(of block: LabelBlock, to anchor: Anchor, offset: Point) -> Point {
        guard !block.bounds.isNull, shaping.size > 0 else { return .zero }
        let fraction = shaping.nextZoomSize / shaping.size
        let box = Transform.rotation(rotation + block.rotation)
            .apply(Transform.scale(fraction, fraction).apply(block.bounds).inset(by: -padding))
        let away = Point(0.5, 0.5) - anchor.fraction
        return Point(away.x * box.width, away.y * box.height) + offset * shaping.nextZoomSize
    }
}

/// The blocks of one label by justification, for the anchors to share.
package struct JustifiedBlocks<Block> {
    private let isIndependent: (Block) -> Bool
    private var blocks: [(justify: Double, block: Block)] = []

    /// - Parameter isIndependent: whether a block is the same however it is justified.
    package init(isIndependent: @escaping (Block) -> Bool) {
        self.isIndependent = isIndependent
    }

    /// - Parameters:
    ///   - justify: 0 for left, 0.5 for center, 1 for right.
    ///   - shape: shapes the label; called unless the block is known.
    /// - Returns: the block with that justification.
    package mutating func block(justify: Double, shape: () -> Block) -> Block {
        if let known = blocks.first(where: { $0.justify == justify || isIndependent($0.block) }) { return known.block }
        let block = shape()
        blocks.append((justify, block))
        return block
    }
}
