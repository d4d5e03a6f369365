// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapStyle

/// Evaluates a symbol layer's properties for one feature after another.
struct SymbolLookReader {
    private let texts: TextLookReader
    private let icons: IconLookReader
    private let style: StyleLayer
    private let context: LayerContext

    init(_ style: StyleLayer, _ context: LayerContext) {
        self.style = style
        self.context = context
        texts = TextLookReader(style, context)
        icons = IconLookReader(style, context)
    }

    /// Nil when the feature has neither text nor icon to show.
    func look(of feature: TileFeature) -> SymbolLook? {
        let text = style.sets(.textField) ? texts.look(of: feature) : nil
        let icon = style.sets(.iconImage) ? icons.look(of: feature, around: text) : nil
        guard text != nil || icon != nil else { return nil }
        let key = style.sets(.symbolSortKey) ? style.property(.symbolSortKey).number(context.layout(feature)) : 0
        return SymbolLook(text: text, icon: icon, sortKey: key)
    }
}

extension StyleLayer {
    /// `*-overlap` takes the place of the older `*-allow-overlap`.
    func overlap(_ name: PropertyName, _ older: PropertyName, _ layout: EvaluationContext) -> Overlap {
        if sets(name), let overlap = Overlap(rawValue: property(name).string(layout)) { return overlap }
        return property(older).bool(layout) ? .always : .never
    }
}
