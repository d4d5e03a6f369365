// SPDX-License-Identifier: MIT

/// The specification of a style property: the part of the reference that a value is compiled against.
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
    /// True when `zoom` is among the expression parameters of the reference.
    package var takesZoom: Bool

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
        takesZoom = propertyType != .colorRamp && propertyType != .constant
    }

    package var takesFeature: Bool { propertyType == .dataDriven || propertyType == .crossFadedDataDriven }
}
