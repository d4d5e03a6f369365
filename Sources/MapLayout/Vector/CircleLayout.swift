import MapCanvas
import MapGeo
import MapPlane
import MapStyle
// SPDX-License-Identifier: MIT
import MapTiles

/// Points of `circle` layers.
struct CircleLayout {
    private let style: StyleLayer
    private let context: LayerContext
    private let sortKey: StyleProperty?
    private let shift: Point

    init(_ style: StyleLayer, _ context: LayerContext) {
        self.style = style
        self.context = context
        sortKey = style.sets(.circleSortKey) ? style.property(.circleSortKey) : nil
        shift = context.translation(style, .circleTranslate, anchor: .circleTranslateAnchor)
    }

    func marks(of tile: TileLayer) -> TileMarks {
        var result = TileMarks(clip: .rectangle(context.viewport.pixelRect), mask: tile.mask)
        var evaluation = context.paint()
        tile.forEachFeature(of: style, context) { feature, seen in
            evaluation.feature = seen
            let circle = Circle(style, evaluation, scale: context.scale)
            guard circle.reach > 0 else { return }
            let key = sortKey?.number(evaluation) ?? 0
            let square = tile.projection.square
            let visible = tile.projection.cutting(reach: circle.reach + shift.length)
            for p in feature.geometry().points
            where p.x >= square.minX && p.x < square.maxX && p.y >= square.minY && p.y < square.maxY
                && visible.contains(p)
            {
                for shape in circle.shapes(at: tile.projection.toPixel.apply(p) + shift) {
                    result.marks.append((key, shape))
                }
            }
        }
        return result
    }
}

/// One feature's circle; lengths in pixels.
private struct Circle {
    let radius: Double
    let strokeWidth: Double
    let blur: Double
    let fill: Color
    let stroke: Color

    init(_ style: StyleLayer, _ evaluation: EvaluationContext, scale: Double) {
        radius = max(0, style.property(.circleRadius).number(evaluation)) * scale
        strokeWidth = max(0, style.property(.circleStrokeWidth).number(evaluation)) * scale
        blur = max(0, style.property(.circleBlur).number(evaluation))
        fill = style.property(.circleColor).color(evaluation)
            .opacity(style.property(.circleOpacity).number(evaluation))
        stroke = style.property(.circleStrokeColor).color(evaluation)
            .opacity(style.property(.circleStrokeOpacity).number(evaluation))
    }

    var reach: Double { radius + strokeWidth }

    func shapes(at center: Point) -> [PaintedShape] {
        var shapes: [PaintedShape] = []
        if blur > 0, !fill.isInvisible {
            // Full at the inner edge of the blur, gone at the rim.
            let stops = [GradientStop(max(0, 1 - blur), fill), GradientStop(1, fill.opacity(0))]
            let gradient = RadialGradient(center: center, radius: radius, stops: stops)
            shapes.append(
                PaintedShape(
                    path: .circle(center: center, radius: radius),
                    look: .fill(.radialGradient(gradient), antialias: true)))
        } else if radius > 0, !fill.isInvisible {
            shapes.append(
                PaintedShape(path: .circle(center: center, radius: radius), look: .fill(.color(fill), antialias: true)))
        }
        if strokeWidth > 0, !stroke.isInvisible {
            shapes.append(
                PaintedShape(
                    path: .circle(center: center, radius: radius + strokeWidth / 2),
                    look: .stroke(StrokeStyle(width: strokeWidth), stroke)))
        }
        return shapes
    }
}
