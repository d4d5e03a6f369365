// SPDX-License-Identifier: MIT

/// `length`: of an array, or of a string in code points.
final class LengthNode: ExpressionNode {
    let traits: NodeTraits
    let children: [any ExpressionNode]

    init(_ argument: any ExpressionNode, key: String) {
        children = [argument]
        traits = NodeTraits(.number, key, children)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        let value = try children[0].evaluate(context)
        switch value {
        case .string(let text): return .number(Double(text.unicodeScalars.count))
        case .array(let items): return .number(Double(items.count))
        default:
            throw traits.failure("Expected value to be of type string or array, but found \(value.type) instead.")
        }
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        LengthNode(children[0], key: traits.key)
    }
}
