// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry
package import MapStyle
import MapText
import Synchronization

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
    /// Differs for most views.
    let viewHash: Int

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
            language: language, diagnostics: diagnostics, layoutCache: layoutCache, viewHash: viewHash)
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
        let property = layer.property(name)
        return property.isZoomConstant ? property : property.specialised(zoom: zoom)
    }

    /// A paint property specialized to the tiles' zoom, such as a pattern, which does not change between integer zooms.
    func tilePaintProperty(_ layer: StyleLayer, _ name: PropertyName) -> StyleProperty {
        let property = layer.property(name)
        return property.isZoomConstant ? property : property.specialised(zoom: tileZoom)
    }

    func layoutProperty(_ layer: StyleLayer, _ name: PropertyName) -> StyleProperty {
        tilePaintProperty(layer, name)
    }

    private func context(zoom: Double, _ feature: (any ExpressionFeature)?) -> EvaluationContext {
        var context = EvaluationContext(zoom: zoom, feature: feature)
        context.globalState = globalState
        context.availableImages = images.names
        context.supportsEveryScript = false
        return context
    }

    /// A `*-translate` vector in pixels; with the anchor "map" it rotates with the map.
    func translation(_ layer: StyleLayer, _ name: PropertyName, anchor: PropertyName) -> Point {
        guard layer.sets(name) else { return .zero }
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

/// The style's sprite images by name.
package struct ImageSet: Sendable {
    package let names: Set<String>
    private let sheet: SpriteSheet
    private let suggestions = SpriteNameSuggestions()
    /// Identifies this set of images in cache keys.
    var identity: ObjectIdentity<SpriteNameSuggestions> { ObjectIdentity(suggestions) }

    /// The images of all styles that have none: one object, so that what is kept of their maps is found again.
    package static let none = ImageSet(SpriteSheet())

    package init(_ sheet: SpriteSheet) {
        self.sheet = sheet
        names = Set(sheet.images.keys)
    }

    /// The approximate memory in bytes once all images are cut out: in the sheet, alone, and with a border.
    package var byteCount: Int {
        sheet.images.values.reduce(1024) { $0 + 512 + 12 * $1.pixelWidth * $1.pixelHeight }
    }

    /// The names of images by those of their bitmaps that were used, for output formats that can record them.
    package var bitmapNames: [ObjectIdentifier: String] {
        var names: [ObjectIdentifier: String] = [:]
        for (name, image) in sheet.images {
            for bitmap in image.madeBitmaps { names[ObjectIdentifier(bitmap)] = name }
        }
        return names
    }

    /// The image that a property names; nil for none. A name that no sprite has is reported once.
    func image(_ value: Value, _ context: LayerContext, layer: String) -> SpriteImage? {
        let name: String
        switch value {
        case .string(let string): name = string
        case .image(let image): name = image.name
        default: return nil
        }
        guard !name.isEmpty else { return nil }
        if let image = sheet[name] { return image }
        context.diagnostics.add(
            Diagnostic(
                .warning, code: .styleMissingImage, path: "layers.\(layer)", "no sprite has an image \"\(name)\"",
                hint: suggestions.hint(for: name, among: names)))
        return nil
    }
}

/// Caches "did you mean" suggestions: the same missing name is requested for feature after feature.
final class SpriteNameSuggestions: Sendable {
    private let cache = Mutex<[String: String?]>([:])

    func hint(for name: String, among names: Set<String>) -> String? {
        if let hint = cache.withLock({ $0[name] }) { return hint }
        let hint = didYouMean(name, names.sorted())
        cache.withLock { cache in
            // Names can come from data, so their number is unbounded.
            if cache.count < 1024 { cache.updateValue(hint, forKey: name) }
        }
        return hint
    }
}
