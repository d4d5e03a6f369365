// SPDX-License-Identifier: MIT
package import MapCore

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

/// The part of a feature on which a part of a filter depends.
enum FilterDependencies {
    case nothing
    /// The geometry's type only.
    case shape
    /// A single property.
    case property(String)
    case all

    init(_ operand: LegacyFilter.Operand) {
        switch operand {
        case .property(let name): self = .property(name)
        case .geometryType: self = .shape
        case .id: self = .all
        }
    }

    init(_ root: any ExpressionNode) {
        var names: Set<String> = []
        var readsShape = false
        var seen: Set<ObjectIdentifier> = []
        var pending = [root]
        while let node = pending.popLast() {
            guard node.traits.dependencies.contains(.feature), seen.insert(ObjectIdentifier(node)).inserted else {
                continue
            }
            pending += node.children
            switch node {
            case let node as PropertyNode: names.insert(node.name)
            case let node as HasPropertyNode: names.insert(node.name)
            case let node as ContextNode where node.source == .geometryType: readsShape = true
            // Depends only on what its children depend on.
            case _ where !node.children.isEmpty && !(node is LookupNode): continue
            default:
                self = .all
                return
            }
        }
        switch (names.count, names.first, readsShape) {
        case (0, _, false): self = .nothing
        case (0, _, true): self = .shape
        case (1, let name?, false): self = .property(name)
        default: self = .all
        }
    }
}
