import MapCanvas
import MapGeo
import MapPlane
import MapStyle
// SPDX-License-Identifier: MIT
import MapTiles

/// Polygons of `fill` layers, and the footprints of `fill-extrusion` layers.
struct FillLayout {
    private let style: StyleLayer
    private let context: LayerContext
    private let color: StyleProperty
    private let opacity: StyleProperty
    private let outline: StyleProperty?
    private let pattern: StyleProperty?
    private let sortKey: StyleProperty?
    private let antialias: Bool
    private let shift: Point

    init(_ style: StyleLayer, _ context: LayerContext) {
        self.style = style
        self.context = context
        let flat = style.kind == .fill
        color = style.property(flat ? .fillColor : .fillExtrusionColor)
        opacity = style.property(flat ? .fillOpacity : .fillExtrusionOpacity)
        outline = flat && style.sets(.fillOutlineColor) ? style.property(.fillOutlineColor) : nil
        let patternName: PropertyName = flat ? .fillPattern : .fillExtrusionPattern
        pattern = style.sets(patternName) ? style.property(patternName) : nil
        sortKey = flat && style.sets(.fillSortKey) ? style.property(.fillSortKey) : nil
        antialias = flat ? style.property(.fillAntialias).bool(context.paint()) : true
        shift =
            flat
            ? context.translation(style, .fillTranslate, anchor: .fillTranslateAnchor)
            : context.translation(style, .fillExtrusionTranslate, anchor: .fillExtrusionTranslateAnchor)
    }

    /// True when every feature gets the same opaque paint: then tiles can be joined into one path.
    var joinsTiles: Bool {
        guard color.isFeatureConstant, opacity.isFeatureConstant, outline == nil, pattern == nil, sortKey == nil,
            antialias
        else { return false }
        let paint = context.paint()
        return color.color(paint).isOpaque && opacity.number(paint) >= 1
    }

    func marks(of tile: TileLayer) -> TileMarks {
        var result = TileMarks(clip: tile.placed.outline(in: context.viewport), mask: tile.mask)
        let cutting = tile.projection.cutting(reach: shift.length + 1)
        var evaluation = context.paint()
        tile.forEachFeature(of: style, context) { feature, seen in
            guard feature.type == .polygon else { return }
            evaluation.feature = seen
            let opacity = opacity.number(evaluation)
            guard opacity > 0, let paint = paint(evaluation, opacity, tile),
                var path = tile.projection.polygon(feature.geometry(), cutting: cutting)
            else { return }
            if shift != .zero { path = path.transformed(by: .translation(shift)) }
            let key = sortKey?.number(evaluation) ?? 0
            result.marks.append((key, PaintedShape(path: path, look: .fill(paint, antialias: antialias))))
            if antialias, let rim = outline?.color(evaluation).opacity(opacity), !rim.isInvisible {
                // MapLibre draws outlines one device pixel wide, whatever the scale.
                let stroke = StrokeStyle(width: 1, join: .round)
                result.marks.append((key, PaintedShape(path: path, look: .stroke(stroke, rim))))
            }
        }
        return result
    }

    private func paint(_ evaluation: EvaluationContext, _ opacity: Double, _ tile: TileLayer) -> Paint? {
        if let pattern {
            guard let image = context.images.image(pattern.value(evaluation), context, layer: style.id) else {
                return nil
            }
            return context.patternPaint(image, opacity: opacity)
        }
        let color = color.color(evaluation).opacity(opacity)
        return color.isInvisible ? nil : .color(color)
    }
}

extension LayerContext {
    /// A pattern lies fixed on the world, in its natural size at whole zooms, and grows with the map between them.
    func patternPaint(_ image: SpriteImage, opacity: Double) -> Paint {
        let whole = max(0, zoom.rounded(.down))
        let pixelsPerWorld = 512 * powerOfTwo(whole)
        let imagePoint = 1 / (image.pixelRatio * pixelsPerWorld)
        // A world's width is no multiple of most patterns: count from the tile at the center to keep numbers small.
        let middle = viewport.mercatorBounds.center
        let originX = (middle.x * pixelsPerWorld / image.width).rounded(.down) * image.width / pixelsPerWorld
        let originY = (middle.y * pixelsPerWorld / image.height).rounded(.down) * image.height / pixelsPerWorld
        let transform = Transform(a: imagePoint, b: 0, c: 0, d: imagePoint, tx: originX, ty: originY)
            .then(viewport.mercatorToPixel)
        return .pattern(image.bitmap, transform, opacity: opacity)
    }
}
