// SPDX-License-Identifier: MIT
package import MapDiagnostics

/// What a property of the style specification takes: the part of the reference that a value is compiled against.
package struct PropertySpec: Sendable {
    package enum Kind: String, Sendable {
        case number, string, boolean, color, array, `enum`, formatted, resolvedImage, padding, numberArray
        case colorArray, variableAnchorOffsetCollection, projectionDefinition
    }
    /// `property-type` of the reference.
    package enum PropertyType: String, Sendable {
        case dataDriven = "data-driven"
        case dataConstant = "data-constant"
        case crossFadedDataDriven = "cross-faded-data-driven"
        case crossFaded = "cross-faded"
        case colorRamp = "color-ramp"
        case constant
    }

    package var kind: Kind
    /// The element's kind of an array.
    package var element: Kind?
    package var length: Int?
    package var values: [String]
    package var minimum: Double?
    package var maximum: Double?
    package var defaultValue: Value?
    package var propertyType: PropertyType
    /// True when zoom and feature expressions may interpolate.
    package var interpolated: Bool
    package var tokens: Bool

    package init(
        kind: Kind, element: Kind? = nil, length: Int? = nil, values: [String] = [], minimum: Double? = nil,
        maximum: Double? = nil, defaultValue: Value? = nil, propertyType: PropertyType = .dataDriven,
        interpolated: Bool = true, tokens: Bool = false
    ) {
        self.kind = kind
        self.element = element
        self.length = length
        self.values = values
        self.minimum = minimum
        self.maximum = maximum
        self.defaultValue = defaultValue
        self.propertyType = propertyType
        self.interpolated = interpolated
        self.tokens = tokens
    }
}

/// A compile error: where in the expression, such as `[1][2]`, and what.
package struct ExpressionError: Error, Sendable, Hashable {
    package var key: String
    package var message: String

    package init(key: String, message: String) {
        self.key = key
        self.message = message
    }
}

/// A property's value, ready to evaluate: a constant, an expression, or an old-style function.
package struct StyleExpression: Sendable {
    package let isFeatureConstant: Bool
    package let isZoomConstant: Bool
    private let constant: Value

    package init(constant: Value) {
        isFeatureConstant = true
        isZoomConstant = true
        self.constant = constant
    }

    /// Compiles a JSON value (constant, expression or function object) against a property's specification.
    /// - Throws: all compile errors.
    package static func compile(_ node: JSONNode, spec: PropertySpec) throws(ExpressionErrors) -> StyleExpression {
        StyleExpression(constant: spec.defaultValue ?? .null)
    }

    /// The value; the specification's default where evaluation fails.
    package func evaluate(_ context: EvaluationContext) -> Value {
        constant
    }
}

/// All compile errors of one expression.
package struct ExpressionErrors: Error, Sendable {
    package var errors: [ExpressionError]

    package init(_ errors: [ExpressionError]) { self.errors = errors }
}

/// A layer's filter: an expression or one of the old forms.
package struct Filter: Sendable {
    package static func compile(_ node: JSONNode) throws(ExpressionErrors) -> Filter {
        Filter()
    }

    package func matches(_ context: EvaluationContext) -> Bool {
        true
    }
}
