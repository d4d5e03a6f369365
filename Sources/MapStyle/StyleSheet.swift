// SPDX-License-Identifier: MIT
package import MapCore
package import MapImages

/// A decoded MapLibre style (specification version 8).
package struct StyleSheet: Sendable {
    package var name: String?
    /// The folder to which relative addresses refer: that of the style's file.
    package var baseFolder: String
    package var sources: [String: StyleSource]
    package var layers: [StyleLayer]
    /// Sprite addresses by id; a single sprite is called "default".
    package var sprites: [(id: String, url: String)]
    package var glyphs: String?
    /// The location of `glyphs`.
    package var glyphsLocation: StyleLocation?
    /// Defaults of the `global-state` operator.
    package var globalState: [String: Value]
    /// The style's own camera, for a scene without one.
    package var camera: StyleCamera
    var lighting = StyleLighting(nil)
    /// Nil for a style whose tilted maps end at the horizon.
    package var sky: StyleSky?
    /// Nil for Web Mercator.
    package var projection: StyleProjection?
    /// Nil for a style whose ground is level.
    package var terrain: StyleTerrain?

    package init(
        name: String?, baseFolder: String, sources: [String: StyleSource], layers: [StyleLayer],
        sprites: [(id: String, url: String)], glyphs: String?, globalState: [String: Value],
        camera: StyleCamera = StyleCamera()
    ) {
        self.name = name
        self.baseFolder = baseFolder
        self.sources = sources
        self.layers = layers
        self.sprites = sprites
        self.glyphs = glyphs
        self.globalState = globalState
        self.camera = camera
    }

    /// The style with all its colors changed: those of layers, of the sky and of the light. Sprites and raster tiles stay.
    package func recolored(_ recoloring: Recoloring) -> StyleSheet {
        var copy = self
        for index in copy.layers.indices { copy.layers[index].recoloring = recoloring }
        copy.sky?.recolor(recoloring)
        copy.lighting.recolor(recoloring)
        return copy
    }

    /// The light at a zoom.
    package func light(atZoom zoom: Double) -> StyleLight {
        var context = EvaluationContext(zoom: zoom)
        context.globalState = globalState
        return lighting.light(context)
    }

    /// The layer of an id.
    package func layer(id: String) -> StyleLayer? {
        layers.first { $0.id == id }
    }
}

/// The view that a style proposes.
package struct StyleCamera: Sendable, Hashable {
    /// Longitude and latitude in degrees, as written.
    package var center: [Double]?
    package var zoom: Double?
    /// Degrees clockwise from north.
    package var bearing: Double?

    package init(center: [Double]? = nil, zoom: Double? = nil, bearing: Double? = nil) {
        self.center = center
        self.zoom = zoom
        self.bearing = bearing
    }
}

extension StyleSheet {
    /// Reads a style from a file; its relative addresses refer to the file's folder.
    ///
    /// - Parameters:
    ///   - path: the file; messages repeat it.
    ///   - diagnostics: receives errors and warnings.
    /// - Returns: nil after an error.
    package static func load(_ path: String, diagnostics: DiagnosticSink) -> StyleSheet? {
        do {
            let document = try JSONDocument(.style, file: path, text: try readFile(path, limit: maxStyleFileSize))
            return decode(Field(document, diagnostics: diagnostics), baseFolder: folder(of: path))
        } catch {
            diagnostics.add(error)
            return nil
        }
    }
}

/// The location of a value in the text of a style or scene, for diagnostics reported after decoding.
package struct StyleLocation: Sendable {
    private let document: JSONDocument
    private let offset: Int
    private let path: String

    init(_ field: Field) {
        document = field.document
        offset = field.node.offset
        path = field.path
    }

    /// A warning at this location.
    package func warning(_ message: String, code: Diagnostic.Code, hint: String? = nil) -> Diagnostic {
        Diagnostic(
            .warning, code: code, file: document.file, position: document.position(of: offset), path: path, message,
            hint: hint)
    }
}

/// One layer of a style with its compiled properties.
package struct StyleLayer: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case background, fill, line, symbol, circle, raster, heatmap, hillshade
        case fillExtrusion = "fill-extrusion"
        case colorRelief = "color-relief"
    }

    package var id: String
    package var kind: Kind
    package var source: String?
    package var sourceLayer: String?
    /// The lowest zoom at which the layer is drawn; 0 or less means at all zooms.
    package var minZoom: Double
    /// The zoom from which on the layer is no longer drawn; 24 means never.
    package var maxZoom: Double
    package var filter: Filter? { didSet { rules = Rules() } }
    /// True for a layer that only tilted maps show, such as buildings in three dimensions: `"camera": "tilted"` in its
    /// metadata.
    package var isForTiltedMaps = false
    /// True for polygons whose corners are rounded where their tiles are drawn much larger than they were made for, such as a
    /// coast: `"corners": "round"` in its metadata.
    package var hasRoundCorners = false
    /// False when `visibility` is "none".
    package var isVisible: Bool
    /// The properties that the style sets; others have the specification's default.
    package var properties: [PropertyName: StyleProperty] { didSet { rules = Rules() } }
    /// What becomes of all colors of the layer; nil for nothing.
    var recoloring: Recoloring? { didSet { rules = Rules() } }
    /// Where the layer is defined; nil for layers created in Swift.
    package var location: StyleLocation?
    /// The same object as long as neither filter nor properties change: a cache key for their results.
    package private(set) var rules = Rules()

    package final class Rules: Sendable {}

    package init(id: String, kind: Kind) {
        self.id = id
        self.kind = kind
        minZoom = 0
        maxZoom = Self.noMaxZoom
        isVisible = true
        properties = [:]
    }

    /// A property's value or its default.
    package func property(_ name: PropertyName) -> StyleProperty {
        var property = properties[name] ?? name.defaultProperty
        property.recoloring = recoloring
        return property
    }

    /// The steps of evaluating once all properties that depend on the feature.
    package var stepsPerFeature: Int {
        properties.values.reduce(1) { $1.isFeatureConstant ? $0 : $0 + $1.expression.steps }
    }

    /// True when the style sets the property.
    package func sets(_ name: PropertyName) -> Bool { properties[name] != nil }

    /// True when the layer is drawn at a zoom: from `minZoom` on, and below `maxZoom`.
    package func isVisible(at zoom: Double) -> Bool {
        isVisible && (minZoom <= 0 || zoom >= minZoom) && (maxZoom >= Self.noMaxZoom || zoom < maxZoom)
    }

    /// The same layer with its filter specialised for a zoom.
    package func withFilter(at zoom: Double) -> StyleLayer {
        var copy = self
        copy.filter = filter?.specialised(zoom: zoom)
        copy.rules = rules
        return copy
    }

    /// The maximum zoom of the specification.
    private static let noMaxZoom = 24.0
}

/// A paint or layout property, ready to evaluate.
package struct StyleProperty: Sendable {
    package let expression: StyleExpression
    /// What becomes of the colors that it has.
    var recoloring: Recoloring?

    package init(_ expression: StyleExpression) { self.expression = expression }

    package var isFeatureConstant: Bool { expression.isFeatureConstant }
    package var isZoomConstant: Bool { expression.isZoomConstant }

    package func value(_ context: EvaluationContext) -> Value {
        let value = expression.evaluate(context)
        guard let recoloring else { return value }
        switch value {
        case .color(let color): return .color(recoloring.apply(to: color))
        case .colorArray(let colors): return .colorArray(colors.map(recoloring.apply))
        case .formatted(let text): return .formatted(text.recolored(recoloring))
        default: return value
        }
    }

    /// The same property with its expression specialised for a zoom.
    package func specialised(zoom: Double) -> StyleProperty {
        var copy = StyleProperty(expression.specialised(zoom: zoom))
        copy.recoloring = recoloring
        return copy
    }

    package func number(_ context: EvaluationContext) -> Double {
        if case .number(let n) = value(context) { n } else { 0 }
    }
    package func color(_ context: EvaluationContext) -> Color {
        if case .color(let c) = value(context) { c } else { .transparent }
    }
    package func string(_ context: EvaluationContext) -> String {
        if case .string(let s) = value(context) { s } else { "" }
    }
    package func bool(_ context: EvaluationContext) -> Bool {
        if case .bool(let b) = value(context) { b } else { false }
    }
    package func numbers(_ context: EvaluationContext) -> [Double] {
        switch value(context) {
        case .array(let items): items.compactMap { if case .number(let n) = $0 { n } else { nil } }
        case .padding(let p): p
        case .numberArray(let n): n
        case .number(let n): [n]
        default: []
        }
    }
    package func colors(_ context: EvaluationContext) -> [Color] {
        switch value(context) {
        case .colorArray(let colors): colors
        case .color(let color): [color]
        default: []
        }
    }
    package func strings(_ context: EvaluationContext) -> [String] {
        switch value(context) {
        case .array(let items): items.compactMap { if case .string(let s) = $0 { s } else { nil } }
        case .string(let s): [s]
        default: []
        }
    }
}
