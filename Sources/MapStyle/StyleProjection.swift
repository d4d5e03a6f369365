// SPDX-License-Identifier: MIT
import MapDiagnostics

/// How a style's maps show the round Earth: `projection`.
package enum StyleProjection: Sendable {
    case mercator, globe, verticalPerspective
    /// What an expression says for each zoom.
    case byZoom(StyleProperty)

    /// Nil for a value that was reported.
    init?(_ projection: JSONObject) {
        guard let type = projection["type"] else { return nil }
        switch type.string {
        case "mercator": self = .mercator
        case "globe": self = .globe
        case "vertical-perspective": self = .verticalPerspective
        default:
            let spec = PropertySpec(kind: .projectionDefinition, propertyType: .dataConstant)
            guard let expression = try? StyleExpression.compile(type, spec: spec) else { return nil }
            self = .byZoom(StyleProperty(expression))
        }
    }
}

extension StyleProperty {
    /// How much of a globe a projection is: 0 for Web Mercator, 1 for the globe, or what lies between them.
    package func globeBlend(atZoom zoom: Double) -> Double {
        let context = EvaluationContext(zoom: zoom)
        switch value(context) {
        case .projection(let from, let to, let transition):
            return amount(from) + (amount(to) - amount(from)) * transition
        case .string(let name): return amount(name)
        default: return 0
        }
    }

    private func amount(_ name: String) -> Double { name == "mercator" ? 0 : 1 }
}
