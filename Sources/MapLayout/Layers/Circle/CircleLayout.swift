// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapPlane
import MapStyle
import MapTiles

/// A circle and where it goes.
struct CircleShape: Sendable {
    var key: Double
    var center: Point
    var look: Circles.Style
}

/// Points of `circle` layers.
final class CircleLayout: Sendable {
    private let style: StyleLayer
    private let context: LayerContext
    private let radius: StyleProperty
    private let strokeWidth: StyleProperty
    private let blur: StyleProperty
    private let fill: StyleProperty
    private let opacity: StyleProperty
    private let stroke: StyleProperty
    private let strokeOpacity: StyleProperty
    private let sortKey: StyleProperty?
    private let shift: Point

    init(_ style: StyleLayer, _ context: LayerContext) {
        self.style = style
        self.context = context
        radius = context.paintProperty(style, .circleRadius)
        strokeWidth = context.paintProperty(style, .circleStrokeWidth)
        blur = context.paintProperty(style, .circleBlur)
        fill = context.paintProperty(style, .circleColor)
        opacity = context.paintProperty(style, .circleOpacity)
        stroke = context.paintProperty(style, .circleStrokeColor)
        strokeOpacity = context.paintProperty(style, .circleStrokeOpacity)
        sortKey = style.sets(.circleSortKey) ? context.layoutProperty(style, .circleSortKey) : nil
        shift = context.translation(style, .circleTranslate, anchor: .circleTranslateAnchor)
    }

    func marks(of tile: TileLayer) -> [CircleShape] {
        var shapes: [CircleShape] = []
        var evaluation = context.paint(in: tile)
        var layoutEvaluation = context.layout(in: tile)
        tile.forEachFeature(of: style, context) { feature, seen in
            evaluation.feature = seen
            let look = look(evaluation)
            guard look.reach > 0, !(look.fill.isInvisible && look.stroke.isInvisible) else { return }
            var key = 0.0
            if let sortKey {
                layoutEvaluation.feature = seen
                key = sortKey.number(layoutEvaluation)
            }
            let square = tile.projection.square
            let visible = tile.projection.cutting(reach: look.reach + shift.length)
            for p in feature.geometry().points
            where p.x >= square.minX && p.x < square.maxX && p.y >= square.minY && p.y < square.maxY
                && visible.contains(p)
            {
                shapes.append(
                    CircleShape(key: key, center: tile.projection.toPixel.apply(p) + shift, look: look))
            }
        }
        return shapes
    }

    /// All tiles' circles: no tile edge cuts them. With sort keys the lowest one comes first, whatever its tile.
    func items(_ tiles: [(tile: TileOutline, shapes: [CircleShape])], id: String, within rect: Rect) -> [DrawingItem] {
        maskedRuns(tiles).compactMap { mask, shapes in
            var circles = Circles()
            for shape in sortKey == nil ? shapes : shapes.sortedByKey(\.key) { circles.add(shape.center, shape.look) }
            return DrawingItem(layer: id, .circles(circles), bounds: circles.bounds, mask: mask, within: rect)
        }
    }

    private func look(_ evaluation: EvaluationContext) -> Circles.Style {
        Circles.Style(
            radius: max(0, radius.number(evaluation)) * context.scale,
            strokeWidth: max(0, strokeWidth.number(evaluation)) * context.scale,
            blur: blur.number(evaluation), fill: fill.color(evaluation).opacity(opacity.number(evaluation)),
            stroke: stroke.color(evaluation).opacity(strokeOpacity.number(evaluation)))
    }
}
