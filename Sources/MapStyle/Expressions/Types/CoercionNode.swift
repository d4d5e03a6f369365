// SPDX-License-Identifier: MIT

/// `to-string`, `to-color` and the like, and the conversions that a property's type implies.
final class CoercionNode: ExpressionNode {
    let traits: NodeTraits
    let children: [any ExpressionNode]

    init(_ type: ExpressionType, _ arguments: [any ExpressionNode], key: String) {
        children = arguments
        traits = NodeTraits(type, key, arguments, adding: type == .resolvedImage ? .images : [])
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        var problem = Conversion.failed(.unparsable(type: traits.type, found: .null))
        for child in children {
            let conversion = try child.evaluate(context).converted(to: traits.type, context)
            if case .value(let value) = conversion {
                if case .string(let text) = value { try traits.checkText(text.utf8.count) }
                return value
            }
            problem = conversion
        }
        guard case .failed(let reason) = problem else { return .null }
        throw EvaluationError(traits.key, reason)
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        CoercionNode(type, children, key: traits.key)
    }
}
