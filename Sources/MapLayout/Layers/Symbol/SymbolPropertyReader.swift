// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapPlane
import MapStyle

/// A symbol's look as it was read.
struct EvaluatedSymbol {
    /// Nil when the feature has neither text nor icon to show.
    var look: SymbolProperties?
    /// False when something had to be told of it: it must be read again for the next picture, to be told again.
    var isQuiet: Bool
}

/// Evaluates a symbol layer's properties for one feature after another.
struct SymbolPropertyReader {
    private let texts: TextPropertyReader
    private let icons: IconPropertyReader
    private let style: StyleLayer
    private let context: LayerContext
    /// What tells one feature's look from another's: a street's name comes again with each piece of the street. Nil where
    /// there is much of it, or it changes with the zoom, at several of which it is asked for.
    private let varying: [StyleProperty]?
    private let known = EvaluatedSymbolCache()
    private let findings: DiagnosticSink

    init(_ style: StyleLayer, _ context: LayerContext) {
        let findings = DiagnosticSink()
        let own = context.reporting(to: findings)
        self.findings = findings
        self.style = style
        self.context = context
        texts = TextPropertyReader(style, own)
        icons = IconPropertyReader(style, own)
        let varying = style.properties.values.filter { !$0.isFeatureConstant }
        self.varying = varying.count <= 4 && varying.allSatisfy(\.isZoomConstant) ? Array(varying) : nil
    }

    func look(of feature: TileFeature) -> EvaluatedSymbol {
        guard let varying else { return read(feature) }
        let evaluation = context.layout(feature)
        let key = varying.map { $0.value(evaluation) }
        if let look = known.looks[key] { return look }
        let look = read(feature)
        known.looks[key] = look
        return look
    }

    private func read(_ feature: TileFeature) -> EvaluatedSymbol {
        let before = findings.count
        let text = style.sets(.textField) ? texts.look(of: feature) : nil
        let icon = style.sets(.iconImage) ? icons.look(of: feature, around: text) : nil
        var isQuiet = text?.hasBorrowedLetters != true
        if findings.count > before {
            isQuiet = false
            findings.all[before...].forEach(context.diagnostics.add)
        }
        guard text != nil || icon != nil else { return EvaluatedSymbol(look: nil, isQuiet: isQuiet) }
        let key = style.sets(.symbolSortKey) ? style.property(.symbolSortKey).number(context.layout(feature)) : 0
        return EvaluatedSymbol(look: SymbolProperties(text: text, icon: icon, sortKey: key), isQuiet: isQuiet)
    }
}

/// The looks that a layer's features in one tile have had, by what their varying properties are.
private final class EvaluatedSymbolCache {
    var looks: [[Value]: EvaluatedSymbol] = [:]
}

extension TextProperties {
    /// True when letters come from another font than the style's, which is told once a picture.
    fileprivate var hasBorrowedLetters: Bool {
        options.contains { !$0.block.borrowed.isEmpty } || column?.block.borrowed.isEmpty == false
    }
}

extension StyleLayer {
    /// `*-overlap` takes the place of the older `*-allow-overlap`.
    func overlap(_ name: PropertyName, _ older: PropertyName, _ layout: EvaluationContext) -> Overlap {
        if sets(name), let overlap = Overlap(rawValue: property(name).string(layout)) { return overlap }
        return property(older).bool(layout) ? .always : .never
    }
}
