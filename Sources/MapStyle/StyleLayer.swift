// SPDX-License-Identifier: MIT
package import MapCanvas

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
    package var minZoom: Double
    package var maxZoom: Double
    package var filter: Filter?
    package var isVisible: Bool
    /// What the style sets, by the property's name; what it leaves out has the specification's default.
    package var properties: [PropertyName: StyleProperty]

    package init(id: String, kind: Kind) {
        self.id = id
        self.kind = kind
        minZoom = 0
        maxZoom = 24
        isVisible = true
        properties = [:]
    }

    /// A property's value or its default.
    package func property(_ name: PropertyName) -> StyleProperty {
        properties[name] ?? name.defaultProperty
    }

    /// True when the style sets the property.
    package func sets(_ name: PropertyName) -> Bool { properties[name] != nil }
}

/// The name of a paint or layout property.
package enum PropertyName: String, Sendable, CaseIterable {
    case fillColor = "fill-color"

    package var spec: PropertySpec { PropertySpec(kind: .color, defaultValue: .color(.black)) }

    package var defaultProperty: StyleProperty {
        StyleProperty(StyleExpression(constant: spec.defaultValue ?? .null))
    }
}

/// A paint or layout property, ready to evaluate.
package struct StyleProperty: Sendable {
    package let expression: StyleExpression

    package init(_ expression: StyleExpression) { self.expression = expression }

    package var isFeatureConstant: Bool { expression.isFeatureConstant }
    package var isZoomConstant: Bool { expression.isZoomConstant }

    package func value(_ context: EvaluationContext) -> Value { expression.evaluate(context) }

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
    package func strings(_ context: EvaluationContext) -> [String] {
        switch value(context) {
        case .array(let items): items.compactMap { if case .string(let s) = $0 { s } else { nil } }
        case .string(let s): [s]
        default: []
        }
    }
}
