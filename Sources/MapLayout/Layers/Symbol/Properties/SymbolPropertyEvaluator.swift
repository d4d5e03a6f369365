// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
import MapImages
import MapStyle
import MapText
import MapTiles

/// The properties of one symbol.
struct EvaluatedSymbol: Sendable {
    /// Nil when the feature has neither text nor icon to show.
    var properties: SymbolProperties?
    /// What is to be reported for each map that has the symbol.
    var diagnostics: [Diagnostic]
    /// What is to be reported unless another symbol of the map has the same.
    var fallback: [FallbackWarning] = []

    func report(to context: LayerContext) {
        diagnostics.forEach(context.diagnostics.add)
        context.report(fallback)
    }
}

extension LayerContext {
    /// Reports what was not reported yet.
    func report(_ warnings: [FallbackWarning]) {
        for warning in warnings where glyphs?.isFirstReport(warning.subject) == true {
            diagnostics.add(warning.diagnostic)
        }
    }
}

/// Evaluates a symbol layer's properties for one feature after another. A class, because it runs for each feature: its many
/// parts would be copied.
final class SymbolPropertyEvaluator {
    private var textEvaluator: TextPropertyEvaluator
    private var iconEvaluator: IconPropertyEvaluator
    private let style: StyleLayer
    private let context: LayerContext
    /// Is moved from one feature to the next.
    let feature: TileFeature
    private let layout: EvaluationContext
    /// The properties that depend on the feature: features with equal values share one result, such as the many segments of
    /// a street. Nil where there are too many of them, or where they depend on the zoom, as sizes are evaluated at several.
    private let varying: [StyleProperty]?
    /// The results for features of the tile, by the values of their varying properties.
    private var known: [[Value]: EvaluatedSymbol] = [:]
    /// The same by the numbers of all properties of features that share their tables, which are found without evaluating any.
    private var numbered: [UInt64: EvaluatedSymbol] = [:]
    private var last: VectorFeature?
    /// Receives what is reported of one symbol.
    private var diagnostics: DiagnosticSink

    init(_ style: StyleLayer, _ context: LayerContext, _ feature: TileFeature) {
        diagnostics = DiagnosticSink()
        self.style = style
        self.context = context
        self.feature = feature
        layout = context.layout(feature)
        let collecting = context.reporting(to: diagnostics)
        textEvaluator = TextPropertyEvaluator(style, collecting, feature)
        iconEvaluator = IconPropertyEvaluator(style, collecting, feature)
        let varying = style.properties.values.filter { !$0.isFeatureConstant }
        self.varying = varying.count <= 4 && varying.allSatisfy(\.isZoomConstant) ? Array(varying) : nil
    }

    /// How far outside of an area the anchor of the feature's symbol may be that lies in it, in pixels. Icons fitted to text have
    /// none.
    var reach: Double {
        let text = style.sets(.textField) ? textEvaluator.reach : 0
        let icon = style.sets(.iconImage) ? iconEvaluator.reach : 0
        return max(
            text + context.translation(style, .textTranslate, anchor: .textTranslateAnchor).length,
            icon + context.translation(style, .iconTranslate, anchor: .iconTranslateAnchor).length)
    }

    func evaluate() -> EvaluatedSymbol {
        let current = feature.feature
        let sharesNumbers = last.map(current.sharesKeys) ?? false
        last = current
        if !sharesNumbers { numbered = [:] }
        if let symbol = numbered[current.propertiesNumber] { return symbol }
        feature.isReadBeyondProperties = false
        let symbol = evaluated()
        // What was found without anything else is the same for all that have these properties.
        if sharesNumbers, !feature.isReadBeyondProperties { numbered[current.propertiesNumber] = symbol }
        return symbol
    }

    private func evaluated() -> EvaluatedSymbol {
        guard let varying else { return evaluateUncached() }
        let key = varying.map { $0.value(layout) }
        if let symbol = known[key] { return symbol }
        let symbol = evaluateUncached()
        known[key] = symbol
        return symbol
    }

    private func evaluateUncached() -> EvaluatedSymbol {
        let text = style.sets(.textField) ? textEvaluator.evaluate() : nil
        let icon = style.sets(.iconImage) ? iconEvaluator.evaluate(around: text) : nil
        let reported = diagnostics.all
        if !reported.isEmpty {
            // A sink takes each diagnostic once.
            diagnostics = DiagnosticSink()
            let collecting = context.reporting(to: diagnostics)
            textEvaluator = TextPropertyEvaluator(style, collecting, feature)
            iconEvaluator = IconPropertyEvaluator(style, collecting, feature)
        }
        var symbol = EvaluatedSymbol(diagnostics: reported)
        if let text, context.glyphs != nil {
            let scalars = text.fallbackCharacters
            if !scalars.isEmpty {
                symbol.fallback = FallbackWarning.warnings(about: scalars, of: text.text, "layers.\(style.id)")
            }
        }
        guard text != nil || icon != nil else { return symbol }
        let key = style.sets(.symbolSortKey) ? style.property(.symbolSortKey).number(layout) : 0
        symbol.properties = SymbolProperties(text: text, icon: icon, sortKey: key)
        return symbol
    }
}

extension TextProperties {
    /// Those that come from another font than the style's.
    fileprivate var fallbackCharacters: [Unicode.Scalar] {
        options.flatMap(\.block.fallback) + (verticalOption?.block.fallback ?? [])
    }
}

extension StyleLayer {
    /// The value of `*-overlap`, which takes precedence over the older `*-allow-overlap`.
    func overlap(_ name: PropertyName, _ older: PropertyName, _ layout: EvaluationContext) -> Overlap {
        if sets(name), let overlap = Overlap(rawValue: property(name).string(layout)) { return overlap }
        return property(older).bool(layout) ? .always : .never
    }
}

/// Evaluates the `icon-*` properties of a symbol layer. A class as that of texts.
final class IconPropertyEvaluator {
    private let style: StyleLayer
    private let context: LayerContext
    private let layout: EvaluationContext
    private let paint: EvaluationContext
    private let nextLayout: EvaluationContext
    /// True when icons are upright and unscaled, so that they can be aligned to whole pixels.
    private let isPixelAligned: Bool

    init(_ style: StyleLayer, _ context: LayerContext, _ feature: TileFeature) {
        self.style = style
        self.context = context
        layout = context.layout(feature)
        paint = context.paint(feature)
        nextLayout = context.nextLayout(feature)
        let size = style.property(.iconSize)
        let isPlain = size.isFeatureConstant && size.isZoomConstant && size.number(paint) == 1
        let rotation = style.property(.iconRotate)
        let isRotated = !rotation.isFeatureConstant || rotation.number(layout) != 0
        isPixelAligned = isPlain && !isRotated && !SymbolBucket.iconFollowsMap(style, layout)
    }

    /// As `TextPropertyEvaluator.reach`, for icons that are not fitted to text.
    var reach: Double {
        let iconSize = style.property(.iconSize)
        let size = max(iconSize.number(paint), iconSize.number(nextLayout), 0)
        let offset = style.property(.iconOffset).numbers(layout)
        let length = offset.count == 2 ? Point(offset[0], offset[1]).length : 0
        let padding = style.property(.iconPadding).numbers(layout).min() ?? 0
        return (length * size + max(0, -padding)) * context.scale
    }

    /// Nil when there is no icon to draw.
    func evaluate(around text: TextProperties?) -> IconProperties? {
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
            layoutScale: max(0, style.property(.iconSize).number(nextLayout)) / size,
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
