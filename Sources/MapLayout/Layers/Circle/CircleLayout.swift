// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapPlane
import MapStyle
import MapTiles

/// One circle, positioned.
struct CircleShape: Sendable {
    var key: Double
    /// In pixels.
    var center: Point
    var style: Circles.Style
}

/// Circles of `circle` layers.
final class CircleLayout: Sendable {
    private let layer: ShapeLayer
    private let radius: StyleProperty
    private let strokeWidth: StyleProperty
    private let blur: StyleProperty
    private let color: StyleProperty
    private let opacity: StyleProperty
    private let strokeColor: StyleProperty
    private let strokeOpacity: StyleProperty
    /// True when no property depends on the feature.
    private let isUniform: Bool

    init(_ style: StyleLayer, _ context: LayerContext) {
        layer = ShapeLayer(
            style, context, sortKey: .circleSortKey, translate: .circleTranslate, anchor: .circleTranslateAnchor)
        let property = { context.paintProperty(style, $0) }
        (radius, blur) = (property(.circleRadius), property(.circleBlur))
        (color, opacity) = (property(.circleColor), property(.circleOpacity))
        strokeWidth = property(.circleStrokeWidth)
        (strokeColor, strokeOpacity) = (property(.circleStrokeColor), property(.circleStrokeOpacity))
        isUniform = [radius, blur, color, opacity, strokeWidth, strokeColor, strokeOpacity, layer.sortKey]
            .compactMap(\.self).allSatisfy(\.isFeatureConstant)
    }

    func marks(of tile: TileLayer) -> [CircleShape] {
        var shapes: [CircleShape] = []
        let (projection, translation) = (tile.projection, layer.translation)
        layer.forEachFeature(
            [.unknown, .point, .lineString, .polygon], of: tile, isUniform: isUniform, evaluate: properties
        ) { feature, properties, _ in
            let square = projection.square
            let visible = projection.clipRect(margin: properties.style.outerRadius + translation.length)
            for p in feature.geometry().points
            where p.x >= square.minX && p.x < square.maxX && p.y >= square.minY && p.y < square.maxY
                && visible.contains(p)
            {
                let center = projection.toPixel.apply(p) + translation
                shapes.append(CircleShape(key: properties.key, center: center, style: properties.style))
            }
        }
        return shapes
    }

    /// The circles of all tiles; tile edges do not clip them. With a sort key they are ordered across tiles.
    func items(_ tiles: [(tile: TileOutline, shapes: [CircleShape])], id: String, within rect: Rect) -> [DrawingItem] {
        maskedRuns(tiles).compactMap { mask, shapes in
            var circles = Circles()
            for shape in layer.sortKey == nil ? shapes : shapes.sortedByKey(\.key) {
                circles.add(shape.center, shape.style)
            }
            return DrawingItem(layer: id, .circles(circles), bounds: circles.bounds, mask: mask, within: rect)
        }
    }

    /// Nil for a circle that is not visible.
    private func properties(
        _ paint: EvaluationContext, _ layout: EvaluationContext
    ) -> (style: Circles.Style, key: Double)? {
        let scale = layer.context.scale
        let style = Circles.Style(
            radius: max(0, radius.number(paint)) * scale, strokeWidth: max(0, strokeWidth.number(paint)) * scale,
            blur: blur.number(paint), fill: color.color(paint).opacity(opacity.number(paint)),
            stroke: strokeColor.color(paint).opacity(strokeOpacity.number(paint)))
        guard style.outerRadius > 0, !(style.fill.isInvisible && style.stroke.isInvisible) else { return nil }
        return (style, layer.sortKey?.number(layout) ?? 0)
    }
}
