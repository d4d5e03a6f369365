// SPDX-License-Identifier: MIT
import MapDiagnostics

extension PropertyName {
    package var spec: PropertySpec {
        PropertyTable.rowsByProperty[self]?.spec ?? PropertySpec(kind: .string)
    }

    /// True for a paint property, false for a layout property.
    package var isPaint: Bool { PropertyTable.rowsByProperty[self]?.group == .paint }

    /// The kinds of layer that have the property.
    package var layerKinds: [StyleLayer.Kind] {
        StyleLayer.Kind.allCases.filter { kind in
            PropertyTable.rows(of: kind).contains { $0.name == self }
        }
    }

    /// What the property is when a layer does not set it; null where the specification has no default.
    package var defaultProperty: StyleProperty {
        Self.defaults[self] ?? StyleProperty(StyleExpression(constant: .null))
    }

    private static let defaults: [PropertyName: StyleProperty] = Dictionary(
        uniqueKeysWithValues: allCases.map { name in
            if name == .heatmapColor, let ramp = heatmapRamp { return (name, StyleProperty(ramp)) }
            return (name, StyleProperty(StyleExpression(constant: name.spec.defaultValue ?? .null)))
        })

    /// The one default that is an expression: from clear blue at density 0 to red at 1.
    private static let heatmapRamp: StyleExpression? = {
        let stops: [(Double, String)] = [
            (0, "rgba(0, 0, 255, 0)"), (0.1, "royalblue"), (0.3, "cyan"), (0.5, "lime"), (0.7, "yellow"), (1, "red"),
        ]
        let words = { (word: String) in JSONNode(.string(word)) }
        let head = [
            words("interpolate"), JSONNode(.array([words("linear")])), JSONNode(.array([words("heatmap-density")])),
        ]
        let ramp = head + stops.flatMap { [JSONNode(.number($0.0)), words($0.1)] }
        return try? StyleExpression.compile(JSONNode(.array(ramp)), spec: .colorRamp)
    }()
}
