// SPDX-License-Identifier: MIT
package import MapDiagnostics

/// A layer's filter: an expression or one of the old forms.
package struct Filter: Sendable {
    private let condition: LegacyFilter

    /// - Throws: all compile errors.
    package static func compile(_ node: JSONNode) throws(ExpressionErrors) -> Filter {
        if node.isNull { return Filter(condition: .always(true)) }
        return Filter(condition: try LegacyFilter(node, depth: 0))
    }

    /// False also where evaluation fails.
    package func matches(_ context: EvaluationContext) -> Bool { condition.matches(context) }

    /// The same test for features in columns, all evaluated in the same surroundings; `context.feature` is not looked at.
    package func program(over columns: any FeatureColumns, _ context: EvaluationContext) -> FilterProgram {
        FilterProgram(condition, columns: columns, context: context)
    }

    /// The feature properties that the filter can ask for; nil when any may be.
    package var propertyNames: Set<String>? { condition.propertyNames }

    /// True when the filter asks for the zoom.
    package var dependsOnZoom: Bool { condition.dependsOnZoom }

    /// The same filter with all that depends on the zoom worked out for one zoom.
    package func specialised(zoom: Double) -> Filter {
        dependsOnZoom ? Filter(condition: condition.specialised(zoom: zoom)) : self
    }
}
