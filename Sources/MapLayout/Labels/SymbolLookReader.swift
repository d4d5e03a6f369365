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
    /// What tells one feature's look from another's: a street's name comes again with each piece of the street. Nil where
    /// there is much of it, or it changes with the zoom, at several of which it is asked for.
    private let varying: [StyleProperty]?
    private let known = KnownLooks()

    init(_ style: StyleLayer, _ context: LayerContext) {
        self.style = style
        self.context = context
        texts = TextLookReader(style, context)
        icons = IconLookReader(style, context)
        let varying = style.properties.values.filter { !$0.isFeatureConstant }
        self.varying = varying.count <= 4 && varying.allSatisfy(\.isZoomConstant) ? Array(varying) : nil
    }

    /// Nil when the feature has neither text nor icon to show.
    func look(of feature: TileFeature) -> SymbolLook? {
        guard let varying else { return read(feature) }
        let evaluation = context.layout(feature)
        let key = varying.map { $0.value(evaluation) }
        if let look = known.looks[key] { return look }
        let look = read(feature)
        known.looks.updateValue(look, forKey: key)
        return look
    }

    private func read(_ feature: TileFeature) -> SymbolLook? {
        let text = style.sets(.textField) ? texts.look(of: feature) : nil
        let icon = style.sets(.iconImage) ? icons.look(of: feature, around: text) : nil
        guard text != nil || icon != nil else { return nil }
        let key = style.sets(.symbolSortKey) ? style.property(.symbolSortKey).number(context.layout(feature)) : 0
        return SymbolLook(text: text, icon: icon, sortKey: key)
    }
}

/// The looks that a layer's features in one tile have had, by what their varying properties are.
private final class KnownLooks {
    var looks: [[Value]: SymbolLook?] = [:]
}

extension StyleLayer {
    /// `*-overlap` takes the place of the older `*-allow-overlap`.
    func overlap(_ name: PropertyName, _ older: PropertyName, _ layout: EvaluationContext) -> Overlap {
        if sets(name), let overlap = Overlap(rawValue: property(name).string(layout)) { return overlap }
        return property(older).bool(layout) ? .always : .never
    }
}
