// SPDX-License-Identifier: MIT

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
    /// False when `visibility` is "none".
    package var isVisible: Bool
    /// The properties that the style sets; others have the specification's default.
    package var properties: [PropertyName: StyleProperty] { didSet { rules = Rules() } }
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
        properties[name] ?? name.defaultProperty
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
