// SPDX-License-Identifier: MIT
package import MapDiagnostics

/// A layer's filter: an expression, or one of the forms from before expressions.
package struct Filter: Sendable {
    private let condition: LegacyFilter

    /// - Throws: all compile errors.
    package static func compile(_ node: JSONNode) throws(ExpressionErrors) -> Filter {
        if node.isNull { return Filter(condition: .always(true)) }
        return Filter(condition: try LegacyFilter(node, depth: 0))
    }

    /// False also when evaluation fails.
    package func matches(_ context: EvaluationContext) -> Bool { condition.matches(context) }

    /// The same filter for features in columns, all evaluated in one context; `context.feature` is ignored.
    package func program(over columns: any FeatureColumns, _ context: EvaluationContext) -> FilterProgram {
        FilterProgram(condition, columns: columns, context: context)
    }

    /// The names of the feature properties that the filter reads; nil when they depend on the feature.
    package var propertyNames: Set<String>? { condition.propertyNames }

    /// The steps of one evaluation, about.
    package var steps: Int { condition.steps }

    /// True when the filter depends on the zoom.
    package var dependsOnZoom: Bool { condition.dependsOnZoom }

    /// The same filter with all parts that depend on the zoom evaluated for one zoom.
    package func specialised(zoom: Double) -> Filter {
        dependsOnZoom ? Filter(condition: condition.specialised(zoom: zoom)) : self
    }
}
