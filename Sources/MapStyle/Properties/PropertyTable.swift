// SPDX-License-Identifier: MIT

/// A property in the reference of one layer kind.
package struct PropertyRow: Sendable {
    /// The member of a layer that contains the property.
    package enum Group: String, Sendable { case layout, paint }

    package let name: PropertyName
    package let group: Group
    package let spec: PropertySpec
    /// True when the property has a `<name>-transition`, which is ignored in a static map.
    package let hasTransition: Bool

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
