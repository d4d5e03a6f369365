// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import MapStyle
import MapTiles

/// One circle, positioned.
struct CircleShape: Sendable {
    var key: Double
    /// In pixels.
    var center: Point
    var style: Circles.Style
    /// For circles that lie on the ground of a tilted map: the disc and the ring around it, in the image.
    var areas: [Mark] = []
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
    /// True for circles that lie on the ground of a tilted map, false for those that face the camera.
    private let isOnGround: Bool
    /// True for circles that are smaller in the distance.
    private let scalesWithMap: Bool

    init(_ style: StyleLayer, _ context: LayerContext) {
        layer = ShapeLayer(
            style, context, sortKey: style.sets(.circleSortKey) ? context.layoutProperty(style, .circleSortKey) : nil,
            translate: .circleTranslate, anchor: .circleTranslateAnchor)
        let property = { context.paintProperty(style, $0) }
        (radius, blur) = (property(.circleRadius), property(.circleBlur))
        (color, opacity) = (property(.circleColor), property(.circleOpacity))
        strokeWidth = property(.circleStrokeWidth)
        (strokeColor, strokeOpacity) = (property(.circleStrokeColor), property(.circleStrokeOpacity))
        isOnGround = style.property(.circlePitchAlignment).string(context.paint()) == "map"
        scalesWithMap = style.property(.circlePitchScale).string(context.paint()) == "map"
        isUniform = [radius, blur, color, opacity, strokeWidth, strokeColor, strokeOpacity, layer.sortKey]
            .compactMap(\.self).allSatisfy(\.isFeatureConstant)
    }

    func marks(of tile: TileLayer) -> [CircleShape] {
        if let ground = tile.projection.ground { return tiltedMarks(of: tile, ground) }
        var shapes: [CircleShape] = []
        let (projection, translation) = (tile.projection, layer.translation)
        layer.forEachFeature(
            [.unknown, .point, .lineString, .polygon], of: tile, isUniform: isUniform, evaluate: properties
        ) { feature, properties, _ in
            let square = projection.square
            let visible = projection.clipRect(margin: properties.style.outerRadius + translation.length)
            for p in feature.countedPoints
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
            let shapes = layer.sortKey == nil ? shapes : shapes.sortedByKey(\.key)
            let areas = shapes.flatMap(\.areas)
            if !areas.isEmpty {
                return DrawingItem(
                    layer: id, .group(Group(marks: areas)), bounds: areas.bounds, mask: mask, within: rect)
            }
            var circles = Circles()
            for shape in shapes { circles.add(shape.center, shape.style) }
            return DrawingItem(layer: id, .circles(circles), bounds: circles.bounds, mask: mask, within: rect)
        }
    }

    /// The circles of a tilted map, which those beyond the image's edge reach into.
    private func tiltedMarks(of tile: TileLayer, _ ground: GroundProjection) -> [CircleShape] {
        var shapes: [CircleShape] = []
        let projection = tile.projection
        layer.forEachFeature(
            [.unknown, .point, .lineString, .polygon], of: tile, isUniform: isUniform, evaluate: properties
        ) { feature, properties, _ in
            let square = projection.square
            for p in feature.countedPoints
            where p.x >= square.minX && p.x < square.maxX && p.y >= square.minY && p.y < square.maxY {
                let center = projection.toPixel.apply(p) + layer.translation
                guard let perspective = projection.perspective(at: center), perspective.shows(center) else { continue }
                var shape = CircleShape(
                    key: properties.key, center: perspective.apply(center), style: properties.style)
                let magnification = perspective.magnification(center)
                if isOnGround {
                    let ground =
                        projection.terrainView == nil ? ground : GroundProjection(perspective, margin: 8)
                    let factor = (scalesWithMap ? 1 : 1 / magnification) * perspective.groundScale(at: center)
                    shape.areas = areas(properties.style, around: center, factor, ground)
                } else if scalesWithMap {
                    shape.style.radius *= magnification
                    shape.style.strokeWidth *= magnification
                }
                shapes.append(shape)
            }
        }
        return shapes
    }

    /// A disc on the ground and the ring around it, enlarged by a factor.
    private func areas(
        _ style: Circles.Style, around center: Point, _ factor: Double, _ ground: GroundProjection
    ) -> [Mark] {
        func disc(_ radius: Double) -> Path {
            ground.area(radius > 0 ? .circle(center: center, radius: radius * factor) : Path())
        }
        let inner = disc(style.radius)
        var ring = disc(style.outerRadius)
        ring.append(inner)
        var marks: [Mark] = []
        if !inner.isEmpty, !style.fill.isInvisible { marks.append(.fill(inner, .nonZero, .color(style.fill))) }
        if style.strokeWidth > 0, !ring.isEmpty, !style.stroke.isInvisible {
            marks.append(.fill(ring, .evenOdd, .color(style.stroke)))
        }
        return marks
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
