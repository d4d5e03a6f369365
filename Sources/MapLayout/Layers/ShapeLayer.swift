// SPDX-License-Identifier: MIT
import MapPlane
import MapStyle
import MapTiles

/// What `fill`, `line` and `circle` layers have in common: how their features are evaluated, sorted and translated.
struct ShapeLayer: Sendable {
    let style: StyleLayer
    let context: LayerContext
    /// `*-sort-key`; nil where the style does not set it.
    let sortKey: StyleProperty?
    /// `*-translate`, in pixels.
    let translation: Point

    /// - Parameters:
    ///   - style: the layer.
    ///   - context: the map's.
    ///   - sortKey: nil for layers that have none.
    ///   - translate: the property of the translation.
    ///   - anchor: the property that says whether it turns with the map.
    init(
        _ style: StyleLayer, _ context: LayerContext, sortKey: PropertyName?, translate: PropertyName,
        anchor: PropertyName
    ) {
        self.style = style
        self.context = context
        self.sortKey = sortKey.flatMap { style.sets($0) ? context.layoutProperty(style, $0) : nil }
        translation = context.translation(style, translate, anchor: anchor)
    }

    /// Calls `body` for each feature that passes the filter, has one of the types, and is visible.
    ///
    /// - Parameters:
    ///   - types: the geometry types that the layer draws.
    ///   - tile: the features.
    ///   - isUniform: true when no property depends on the feature: then they are evaluated once per tile.
    ///   - evaluate: takes the paint and the layout context; returns nil for a feature that is not visible.
    ///   - body: takes the feature, its properties, and the paint context for properties that vary along a feature.
    func forEachFeature<Properties>(
        _ types: [GeometryType], of tile: TileLayer, isUniform: Bool,
        evaluate: (_ paint: EvaluationContext, _ layout: EvaluationContext) -> Properties?,
        _ body: (VectorFeature, Properties, EvaluationContext) -> Void
    ) {
        var (paint, layout) = (context.paint(in: tile), context.layout(in: tile))
        var properties: Properties?
        var isEvaluated = false
        let steps = isUniform ? 1 : style.stepsPerFeature
        tile.forEachFeature(of: style, context, steps: steps) { feature, expressionFeature in
            guard types.contains(feature.type) else { return }
            if !isUniform || !isEvaluated {
                (paint.feature, layout.feature) = (expressionFeature, expressionFeature)
                properties = evaluate(paint, layout)
                isEvaluated = true
            }
            if let properties { body(feature, properties, paint) }
        }
    }
}
