// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapPlane
import MapStyle

/// The properties of one symbol, and whether they may be cached.
struct EvaluatedSymbol {
    /// Nil when the feature has neither text nor icon to show.
    var properties: SymbolProperties?
    /// False when diagnostics were reported, which must be reported again for the next map.
    var isCacheable: Bool
}

/// Evaluates a symbol layer's properties for one feature after another. A class, as it is asked for each feature: its many
/// parts would be copied.
final class SymbolPropertyEvaluator {
    private let textEvaluator: TextPropertyEvaluator
    private let iconEvaluator: IconPropertyEvaluator
    private let style: StyleLayer
    private let context: LayerContext
    /// The properties that depend on the feature: features with equal values share one result, such as the many segments of
    /// a street. Nil where there are too many of them, or where they depend on the zoom, as sizes are evaluated at several.
    private let varying: [StyleProperty]?
    private let cache = Cache()
    private let diagnostics: DiagnosticSink

    /// The results for a layer's features in one tile, by the values of their varying properties.
    private final class Cache {
        var symbols: [[Value]: EvaluatedSymbol] = [:]
    }

    init(_ style: StyleLayer, _ context: LayerContext) {
        diagnostics = DiagnosticSink()
        self.style = style
        self.context = context
        let collecting = context.reporting(to: diagnostics)
        textEvaluator = TextPropertyEvaluator(style, collecting)
        iconEvaluator = IconPropertyEvaluator(style, collecting)
        let varying = style.properties.values.filter { !$0.isFeatureConstant }
        self.varying = varying.count <= 4 && varying.allSatisfy(\.isZoomConstant) ? Array(varying) : nil
    }

    /// How far outside of an area the anchor of a symbol may be that lies in it, in pixels. Icons fitted to text have none.
    func reach(_ feature: TileFeature) -> Double {
        let text = style.sets(.textField) ? textEvaluator.reach(feature) : 0
        let icon = style.sets(.iconImage) ? iconEvaluator.reach(feature) : 0
        return max(
            text + context.translation(style, .textTranslate, anchor: .textTranslateAnchor).length,
            icon + context.translation(style, .iconTranslate, anchor: .iconTranslateAnchor).length)
    }

    func evaluate(_ feature: TileFeature) -> EvaluatedSymbol {
        guard let varying else { return evaluateUncached(feature) }
        let evaluation = context.layout(feature)
        let key = varying.map { $0.value(evaluation) }
        if let symbol = cache.symbols[key] { return symbol }
        let symbol = evaluateUncached(feature)
        cache.symbols[key] = symbol
        return symbol
    }

    private func evaluateUncached(_ feature: TileFeature) -> EvaluatedSymbol {
        let before = diagnostics.count
        let text = style.sets(.textField) ? textEvaluator.evaluate(feature) : nil
        let icon = style.sets(.iconImage) ? iconEvaluator.evaluate(feature, around: text) : nil
        var isCacheable = text?.usesFallbackGlyphs != true
        if diagnostics.count > before {
            isCacheable = false
            diagnostics.all[before...].forEach(context.diagnostics.add)
        }
        guard text != nil || icon != nil else { return EvaluatedSymbol(properties: nil, isCacheable: isCacheable) }
        let key = style.sets(.symbolSortKey) ? style.property(.symbolSortKey).number(context.layout(feature)) : 0
        return EvaluatedSymbol(
            properties: SymbolProperties(text: text, icon: icon, sortKey: key), isCacheable: isCacheable)
    }
}

extension TextProperties {
    /// True when a character comes from another font than the style's, which is reported once per map.
    fileprivate var usesFallbackGlyphs: Bool {
        options.contains { !$0.block.fallback.isEmpty } || verticalOption?.block.fallback.isEmpty == false
    }
}

extension StyleLayer {
    /// The value of `*-overlap`, which takes precedence over the older `*-allow-overlap`.
    func overlap(_ name: PropertyName, _ older: PropertyName, _ layout: EvaluationContext) -> Overlap {
        if sets(name), let overlap = Overlap(rawValue: property(name).string(layout)) { return overlap }
        return property(older).bool(layout) ? .always : .never
    }
}
