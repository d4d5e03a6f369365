// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapStyle

/// Evaluates the `icon-*` properties of a symbol layer.
struct IconPropertyEvaluator {
    private let style: StyleLayer
    private let context: LayerContext
    /// True when icons are upright and unscaled, so that they can be aligned to whole pixels.
    private let isPixelAligned: Bool

    init(_ style: StyleLayer, _ context: LayerContext) {
        self.style = style
        self.context = context
        let size = style.property(.iconSize)
        let isPlain = size.isFeatureConstant && size.isZoomConstant && size.number(context.paint()) == 1
        let rotation = style.property(.iconRotate)
        let isRotated = !rotation.isFeatureConstant || rotation.number(context.layout()) != 0
        isPixelAligned = isPlain && !isRotated && !SymbolBucket.iconFollowsMap(style, context.layout())
    }

    /// As `TextPropertyEvaluator.reach(_:)`, for icons that are not fitted to text.
    func reach(_ feature: TileFeature) -> Double {
        let layout = context.layout(feature)
        let iconSize = style.property(.iconSize)
        let size = max(iconSize.number(context.paint(feature)), iconSize.number(context.nextLayout(feature)), 0)
        let offset = style.property(.iconOffset).numbers(layout)
        let length = offset.count == 2 ? Point(offset[0], offset[1]).length : 0
        let padding = style.property(.iconPadding).numbers(layout).min() ?? 0
        return (length * size + max(0, -padding)) * context.scale
    }

    /// Nil when there is no icon to draw.
    func evaluate(_ feature: TileFeature, around text: TextProperties?) -> IconProperties? {
        let layout = context.layout(feature)
        let paint = context.paint(feature)
        let size = style.property(.iconSize).number(paint)
        let value = style.property(.iconImage).value(layout)
        guard let image = context.images.image(value, context, layer: style.id), size > 0, size < 1000 else {
            return nil
        }
        let opacity = style.property(.iconOpacity).number(paint)
        let color = style.property(.iconColor).color(paint).opacity(opacity)
        let haloColor = style.property(.iconHaloColor).color(paint).opacity(opacity)
        let haloWidth = style.property(.iconHaloWidth).number(paint) * context.scale
        let offsetValues = style.property(.iconOffset).numbers(layout)
        let offset = offsetValues.count == 2 ? Point(offsetValues[0], offsetValues[1]) : .zero
        let padding = style.property(.iconPadding).numbers(layout)
        var properties = IconProperties(
            image: image, frame: .null, contentInsets: [0, 0, 0, 0], fit: nil, fitsText: false,
            scale: size * context.scale, pixelRatio: context.scale,
            layoutScale: max(0, style.property(.iconSize).number(context.nextLayout(feature))) / size,
            isPixelAligned: isPixelAligned && !image.isSDF && image.pixelRatio == context.scale, offset: offset,
            rotation: style.property(.iconRotate).number(layout) * .pi / 180,
            padding: (padding.count == 4 ? padding : [2, 2, 2, 2]).map { $0 * context.scale }, opacity: opacity,
            color: color,
            halo: haloWidth > 0 && !haloColor.isInvisible
                ? GlyphRun.Halo(
                    color: haloColor, width: haloWidth,
                    blur: style.property(.iconHaloBlur).number(paint) * context.scale) : nil,
            overlap: style.overlap(.iconOverlap, .iconAllowOverlap, layout),
            ignoresPlacement: style.property(.iconIgnorePlacement).bool(layout),
            isOptional: style.property(.iconOptional).bool(layout))
        let anchor = (Anchor(rawValue: style.property(.iconAnchor).string(layout)) ?? .center).fraction
        properties.frame = Rect(
            x: offset.x - image.width * anchor.x, y: offset.y - image.height * anchor.y, width: image.width,
            height: image.height)
        let fit = style.property(.iconTextFit).string(layout)
        if fit != "none" {
            let margin = style.property(.iconTextFitPadding).numbers(layout)
            properties.fit = IconFit(
                fitsWidth: fit != "height", fitsHeight: fit != "width",
                padding: margin.count == 4 ? margin : [0, 0, 0, 0],
                needsText: text?.isVariable ?? SymbolBucket.hasVariableAnchors(style, layout))
            if let option = text?.options.first, let text { properties = properties.fitted(to: option, of: text) }
        }
        return properties
    }
}
