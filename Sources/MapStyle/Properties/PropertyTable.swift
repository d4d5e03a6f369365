// SPDX-License-Identifier: MIT
import MapImages

/// A property in the reference of one layer kind.
struct PropertyRow: Sendable {
    /// The member of a layer that contains the property.
    enum Group: String, Sendable { case layout, paint }

    let name: PropertyName
    let group: Group
    let spec: PropertySpec
    /// True when the property has a `<name>-transition`, which is ignored in a static map.
    let hasTransition: Bool

    static func layout(_ name: PropertyName, _ spec: PropertySpec) -> PropertyRow {
        PropertyRow(name: name, group: .layout, spec: spec, hasTransition: false)
    }

    /// Enumerations and booleans have no transition; other paint properties have one by default.
    static func paint(_ name: PropertyName, _ spec: PropertySpec, transition: Bool = true) -> PropertyRow {
        let hasTransition = transition && spec.kind != .enum && spec.kind != .boolean
        return PropertyRow(name: name, group: .paint, spec: spec, hasTransition: hasTransition)
    }
}

/// The style specification's reference of properties, version 8 (`layout_*` and `paint_*` of MapLibre's v8.json).
enum PropertyTable {
    /// All properties of a layer kind, layout before paint.
    static func rows(of kind: StyleLayer.Kind) -> [PropertyRow] {
        switch kind {
        case .background: background
        case .fill: fill
        case .line: line
        case .symbol: symbol
        case .circle: circle
        case .raster: raster
        case .heatmap: heatmap
        case .hillshade: hillshade
        case .fillExtrusion: fillExtrusion
        case .colorRelief: colorRelief
        }
    }

    /// A property by its name as written; nil when the kind has none of that name in that group.
    static func row(named name: String, in group: PropertyRow.Group, of kind: StyleLayer.Kind) -> PropertyRow? {
        guard let row = rowsByName[kind]?[name], row.group == group else { return nil }
        return row
    }

    /// The first row of each property; a property of several kinds has the same specification in all of them.
    static let rowsByProperty: [PropertyName: PropertyRow] = Dictionary(
        StyleLayer.Kind.allCases.flatMap { rows(of: $0).map { ($0.name, $0) } }, uniquingKeysWith: { first, _ in first }
    )

    private static let rowsByName: [StyleLayer.Kind: [String: PropertyRow]] = Dictionary(
        uniqueKeysWithValues: StyleLayer.Kind.allCases.map { kind in
            (kind, Dictionary(uniqueKeysWithValues: rows(of: kind).map { ($0.name.rawValue, $0) }))
        })
}

/// The kinds of style properties, named so that the tables of each layer type read like the reference: default first, then
/// bounds, then the property type.
extension PropertySpec {
    /// The nine anchors of `icon-anchor`, `text-anchor` and `text-variable-anchor`.
    static let anchors = [
        "center", "left", "right", "top", "bottom", "top-left", "top-right", "bottom-left", "bottom-right",
    ]

    /// `visibility`, which every layer has.
    /// Its expressions can only use the global state.
    static let visibility: PropertySpec = {
        var spec = choice("visible", of: ["visible", "none"], .dataConstant)
        spec.takesZoom = false
        return spec
    }()

    static func number(
        _ value: Double, from minimum: Double? = nil, to maximum: Double? = nil, _ type: PropertyType
    ) -> PropertySpec {
        PropertySpec(
            kind: .number, minimum: minimum, maximum: maximum, defaultValue: .number(value), propertyType: type)
    }

    /// The order of features within a layer; absent means the order of the source.
    static let sortKey = PropertySpec(kind: .number, interpolated: false)

    static func color(_ value: Color?, _ type: PropertyType) -> PropertySpec {
        PropertySpec(kind: .color, defaultValue: value.map(Value.color), propertyType: type)
    }

    /// A color for each density, elevation or fraction of a line.
    static let colorRamp = color(nil, .colorRamp)

    static func boolean(_ value: Bool) -> PropertySpec {
        PropertySpec(kind: .boolean, defaultValue: .bool(value), propertyType: .dataConstant, interpolated: false)
    }

    static func choice(_ value: String?, of values: [String], _ type: PropertyType) -> PropertySpec {
        PropertySpec(
            kind: .enum, values: values, defaultValue: value.map(Value.string), propertyType: type, interpolated: false)
    }

    /// Whether an offset or size is relative to the map or to the viewport.
    static func frame(of value: String) -> PropertySpec {
        choice(value, of: ["map", "viewport"], .dataConstant)
    }

    /// An array of words, each one of `values`.
    static func choices(of values: [String]) -> PropertySpec {
        PropertySpec(kind: .array, element: .enum, values: values, propertyType: .dataConstant, interpolated: false)
    }

    /// As many numbers as the default has.
    static func numbers(_ value: [Double], _ type: PropertyType) -> PropertySpec {
        PropertySpec(
            kind: .array, element: .number, length: value.count, defaultValue: .array(value.map(Value.number)),
            propertyType: type)
    }

    /// Lengths of dashes and gaps in line widths.
    static let dashes = PropertySpec(
        kind: .array, element: .number, minimum: 0, propertyType: .crossFadedDataDriven, interpolated: false)

    static func fonts(_ value: [String]) -> PropertySpec {
        PropertySpec(
            kind: .array, element: .string, defaultValue: .array(value.map(Value.string)), interpolated: false)
    }

    static func image(_ type: PropertyType, tokens: Bool = false) -> PropertySpec {
        PropertySpec(kind: .resolvedImage, propertyType: type, interpolated: false, tokens: tokens)
    }

    /// `text-field`.
    static let text = PropertySpec(
        kind: .formatted, defaultValue: .formatted(Formatted(sections: [Formatted.Section(text: "")])),
        interpolated: false, tokens: true)

    /// The same space on all sides.
    static func padding(_ value: Double) -> PropertySpec {
        PropertySpec(kind: .padding, defaultValue: .padding([value, value, value, value]))
    }

    /// One number or several, such as a direction for each light.
    static func numberArray(_ value: Double, to maximum: Double) -> PropertySpec {
        PropertySpec(
            kind: .numberArray, minimum: 0, maximum: maximum, defaultValue: .numberArray([value]),
            propertyType: .dataConstant)
    }

    static func colorArray(_ value: Color) -> PropertySpec {
        PropertySpec(kind: .colorArray, defaultValue: .colorArray([value]), propertyType: .dataConstant)
    }

    /// `text-variable-anchor-offset`.
    static let anchorOffsets = PropertySpec(kind: .variableAnchorOffsetCollection)
}

extension PropertySpec {
    /// True when functions and expressions are allowed.
    var takesExpressions: Bool { propertyType != .constant }
}
