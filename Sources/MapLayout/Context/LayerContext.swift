// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo
import MapPlane
import MapStyle

/// The state of a map that all layer layouts share.
struct LayerContext: Sendable {
    let viewport: Viewport
    let globalState: [String: Value]
    let light: StyleLight
    let images: ImageSet
    let fonts: FontLibrary
    /// The style's own glyphs; nil when its text is set in installed fonts.
    let glyphs: GlyphStore?
    let language: String?
    let diagnostics: DiagnosticSink
    /// The layout results of earlier maps; nil to keep none.
    let layoutCache: TileLayoutCache?

    var scale: Double { viewport.scale }
    /// Paint properties and sizes are evaluated at the exact zoom.
    var zoom: Double { viewport.zoom }
    /// Filters and layout properties are evaluated at the tiles' integer zoom, as in MapLibre.
    var tileZoom: Double { max(0, viewport.zoom.rounded(.down)) }

    func paint(_ feature: (any ExpressionFeature)? = nil) -> EvaluationContext {
        context(zoom: zoom, feature)
    }

    func layout(_ feature: (any ExpressionFeature)? = nil) -> EvaluationContext {
        context(zoom: tileZoom, feature)
    }

    /// A layout context at the next integer zoom, at which MapLibre decides collisions.
    func nextLayout(_ feature: (any ExpressionFeature)? = nil) -> EvaluationContext {
        context(zoom: tileZoom + 1, feature)
    }

    func at(zoom: Double, _ feature: (any ExpressionFeature)? = nil) -> EvaluationContext {
        context(zoom: zoom, feature)
    }

    /// The same context with another diagnostic sink.
    func reporting(to diagnostics: DiagnosticSink) -> LayerContext {
        LayerContext(
            viewport: viewport, globalState: globalState, light: light, images: images, fonts: fonts, glyphs: glyphs,
            language: language, diagnostics: diagnostics, layoutCache: layoutCache)
    }

    var textShaper: TextShaper {
        TextShaper(glyphs: glyphs, fonts: fonts, language: language, diagnostics: diagnostics)
    }

    /// A context for a tile's features: `within` compares positions on the tile's grid.
    func paint(in tile: TileLayer) -> EvaluationContext {
        var context = paint()
        context.tileZoom = tile.placed.id.z
        return context
    }

    func layout(in tile: TileLayer) -> EvaluationContext {
        var context = layout()
        context.tileZoom = tile.placed.id.z
        return context
    }

    /// A paint property specialized to the exact zoom.
    func paintProperty(_ layer: StyleLayer, _ name: PropertyName) -> StyleProperty {
        StyleProperty(layer.property(name).expression.specialised(zoom: zoom))
    }

    /// A paint property specialized to the tiles' zoom, such as a pattern, which does not change between integer zooms.
    func tilePaintProperty(_ layer: StyleLayer, _ name: PropertyName) -> StyleProperty {
        StyleProperty(layer.property(name).expression.specialised(zoom: tileZoom))
    }

    func layoutProperty(_ layer: StyleLayer, _ name: PropertyName) -> StyleProperty {
        tilePaintProperty(layer, name)
    }

    private func context(zoom: Double, _ feature: (any ExpressionFeature)?) -> EvaluationContext {
        var context = EvaluationContext(zoom: zoom, feature: feature)
        context.globalState = globalState
        context.availableImages = images.names
        return context
    }

    /// A `*-translate` vector in pixels; with the anchor "map" it rotates with the map.
    func translation(_ layer: StyleLayer, _ name: PropertyName, anchor: PropertyName) -> Point {
        let v = layer.property(name).numbers(paint())
        guard v.count == 2, v != [0, 0] else { return .zero }
        let offset = Point(v[0], v[1]) * scale
        let turnsWithMap = layer.property(anchor).string(paint()) == "map"
        if let drape = viewport.drape {
            return turnsWithMap ? offset : Transform.rotation(drape.camera.bearing * .pi / 180).apply(offset)
        }
        guard turnsWithMap else { return offset }
        return Transform.rotation(-viewport.bearing * .pi / 180).apply(offset)
    }
}
