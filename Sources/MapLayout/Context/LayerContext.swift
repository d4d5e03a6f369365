// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo
import MapPlane
import MapStyle

/// What every layer's layout needs to know about the picture.
struct LayerContext: Sendable {
    let viewport: Viewport
    let globalState: [String: Value]
    let images: ImageSet
    let fonts: FontLibrary
    /// The style's own glyphs; nil when its text is set in installed fonts.
    let glyphs: GlyphStore?
    let language: String?
    let diagnostics: DiagnosticSink
    /// What earlier pictures found in tiles that are kept; nil where nothing is.
    let layoutCache: TileLayoutCache?

    var scale: Double { viewport.scale }
    /// Widths, sizes and colors are evaluated at the very zoom of the picture.
    var zoom: Double { viewport.zoom }
    /// Filters and what shapes a label are evaluated at the zoom of the tiles, as MapLibre does.
    var tileZoom: Double { max(0, viewport.zoom.rounded(.down)) }

    func paint(_ feature: (any ExpressionFeature)? = nil) -> EvaluationContext {
        context(zoom: zoom, feature)
    }

    func layout(_ feature: (any ExpressionFeature)? = nil) -> EvaluationContext {
        context(zoom: tileZoom, feature)
    }

    /// At the next whole zoom, for which MapLibre lays labels out.
    func nextLayout(_ feature: (any ExpressionFeature)? = nil) -> EvaluationContext {
        context(zoom: tileZoom + 1, feature)
    }

    func at(zoom: Double, _ feature: (any ExpressionFeature)? = nil) -> EvaluationContext {
        context(zoom: zoom, feature)
    }

    /// The same, but for where problems go.
    func reporting(to diagnostics: DiagnosticSink) -> LayerContext {
        LayerContext(
            viewport: viewport, globalState: globalState, images: images, fonts: fonts, glyphs: glyphs,
            language: language, diagnostics: diagnostics, layoutCache: layoutCache)
    }

    /// Sets labels.
    var textShaper: TextShaper {
        TextShaper(glyphs: glyphs, fonts: fonts, language: language, diagnostics: diagnostics)
    }

    /// For features of a tile: `within` compares on the tile's grid.
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

    /// A property that is worked out for the very zoom of the picture.
    func paintProperty(_ layer: StyleLayer, _ name: PropertyName) -> StyleProperty {
        StyleProperty(layer.property(name).expression.specialised(zoom: zoom))
    }

    /// A paint property that stays as it is between whole zooms, such as a pattern.
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

    /// A `*-translate` vector in pixels; with anchor "map" it turns with the map.
    func translation(_ layer: StyleLayer, _ name: PropertyName, anchor: PropertyName) -> Point {
        let v = layer.property(name).numbers(paint())
        guard v.count == 2, v != [0, 0] else { return .zero }
        let offset = Point(v[0], v[1]) * scale
        guard layer.property(anchor).string(paint()) == "map" else { return offset }
        return Transform.rotation(-viewport.bearing * .pi / 180).apply(offset)
    }
}
