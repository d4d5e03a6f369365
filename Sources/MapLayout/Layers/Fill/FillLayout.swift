// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapPlane
import MapStyle
import MapTiles

/// Polygons of `fill` layers, and the footprints of `fill-extrusion` layers.
final class FillLayout: Sendable {
    private let style: StyleLayer
    private let context: LayerContext
    private let color: StyleProperty
    private let opacity: StyleProperty
    private let outline: StyleProperty?
    private let pattern: StyleProperty?
    private let sortKey: StyleProperty?
    private let antialias: Bool
    private let shift: Point
    private let isRoof: Bool
    /// True when all features of a tile look the same.
    private let isUniform: Bool
    /// Of the layer as a whole.
    let layerOpacity: Double

    init(_ style: StyleLayer, _ context: LayerContext) {
        self.style = style
        self.context = context
        let flat = style.kind == .fill
        isRoof = !flat
        color = context.paintProperty(style, flat ? .fillColor : .fillExtrusionColor)
        // The opacity of an extrusion is one of the whole layer.
        opacity =
            flat ? context.paintProperty(style, .fillOpacity) : StyleProperty(StyleExpression(constant: .number(1)))
        layerOpacity = style.property(flat ? .fillLayerOpacity : .fillExtrusionOpacity).number(context.paint())
        outline = flat && style.sets(.fillOutlineColor) ? context.paintProperty(style, .fillOutlineColor) : nil
        let patternName: PropertyName = flat ? .fillPattern : .fillExtrusionPattern
        pattern = style.sets(patternName) ? context.tilePaintProperty(style, patternName) : nil
        sortKey = flat && style.sets(.fillSortKey) ? context.layoutProperty(style, .fillSortKey) : nil
        antialias = flat && style.property(.fillAntialias).bool(context.paint())
        shift =
            flat
            ? context.translation(style, .fillTranslate, anchor: .fillTranslateAnchor)
            : context.translation(style, .fillExtrusionTranslate, anchor: .fillExtrusionTranslateAnchor)
        isUniform = [color, opacity, outline, pattern].compactMap(\.self).allSatisfy(\.isFeatureConstant)
    }

    /// What the layer's properties say for one feature.
    private struct Properties {
        var paint: Paint
        var edgePaint: Paint?
    }

    /// True when every feature gets the same opaque paint: then tiles can be joined into one path.
    private var joinsTiles: Bool {
        guard color.isFeatureConstant, opacity.isFeatureConstant, outline == nil, pattern == nil, sortKey == nil
        else { return false }
        let paint = context.paint()
        return color.color(paint).isOpaque && opacity.number(paint) >= 1
    }

    func marks(of tile: TileLayer) -> [FillShape] {
        var shapes: [FillShape] = []
        var cutting = tile.projection.cutting(reach: shift.length + 2)
        if joinsTiles {
            // No clip keeps a joined tile off its neighbours: what it has beyond its edge is theirs to show.
            cutting = cutting.intersection(tile.projection.square)
        }
        var evaluation = context.paint(in: tile)
        var layoutEvaluation = context.layout(in: tile)
        var look: Properties?
        var isRead = false
        let projection = tile.projection
        tile.forEachFeature(of: style, context) { feature, seen in
            guard feature.type == .polygon else { return }
            if !isUniform || !isRead {
                evaluation.feature = seen
                look = self.look(evaluation)
                isRead = true
            }
            guard let look,
                var (path, edges) = projection.polygon(feature.geometry(), cutting: cutting)
            else { return }
            if shift != .zero {
                path = path.transformed(by: .translation(shift))
                edges = edges?.transformed(by: .translation(shift))
            }
            var key = 0.0
            if let sortKey {
                layoutEvaluation.feature = seen
                key = sortKey.number(layoutEvaluation)
            }
            shapes.append(FillShape(key: key, path: path, paint: look.paint, edges: edges, edgePaint: look.edgePaint))
        }
        if sortKey != nil { shapes = shapes.sortedByKey(\.key) }
        return shapes
    }

    func items(_ tiles: [(tile: TileOutline, shapes: [FillShape])], id: String, within rect: Rect) -> [DrawingItem] {
        joinsTiles
            ? FillAssembly.joined(tiles, id: id, within: rect)
            : FillAssembly.clipped(tiles, id: id, within: rect)
    }

    /// Nil for a polygon that does not show.
    private func look(_ evaluation: EvaluationContext) -> Properties? {
        let opacity = opacity.number(evaluation)
        guard opacity > 0, let paint = paint(evaluation, opacity) else { return nil }
        guard antialias else { return Properties(paint: paint, edgePaint: nil) }
        guard let outline, pattern == nil else { return Properties(paint: paint, edgePaint: paint) }
        return Properties(paint: paint, edgePaint: .color(outline.color(evaluation).opacity(opacity)))
    }

    private func paint(_ evaluation: EvaluationContext, _ opacity: Double) -> Paint? {
        if let pattern {
            guard let image = context.images.image(pattern.value(evaluation), context, layer: style.id) else {
                return nil
            }
            return context.patternPaint(image, opacity: opacity)
        }
        var color = color.color(evaluation)
        if isRoof { color = color.litFromAbove }
        color = color.opacity(opacity)
        // An invisible fill may still have a visible outline.
        return color.isInvisible && (outline == nil || !antialias) ? nil : .color(color)
    }
}

extension Color {
    /// A level roof in the light that a style has when it does not say otherwise.
    ///
    /// - SeeAlso: MapLibre style specification, light: intensity 0.5 from 30° off the zenith; its fill-extrusion shader
    ///   adds 3 % of ambient light, and brightens dark colors.
    fileprivate var litFromAbove: Color {
        let luminance = red * 0.2126 + green * 0.7152 + blue * 0.0722
        // The light's height: 1.15 · cos 30°.
        let height = 0.995_929
        let factor = 0.5 + (max(1.5 - luminance, 1) - 0.5) * height
        func lit(_ component: Double) -> Double { min(1, 0.03 + min(1, component * factor)) }
        return Color(red: lit(red), green: lit(green), blue: lit(blue), alpha: alpha)
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
