// SPDX-License-Identifier: MIT

/// `["at", index, array]`.
final class AtNode: ExpressionNode {
    let traits: NodeTraits
    let children: [any ExpressionNode]

    init(_ arguments: [any ExpressionNode], type: ExpressionType, key: String) {
        children = arguments
        traits = NodeTraits(type, key, arguments)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        let index = try children[0].number(context)
        let value = try children[1].evaluate(context)
        guard case .array(let items) = value else {
            throw EvaluationError(
                traits.key, .wrongType(expected: .array(.value, length: nil), found: value))
        }
        if index < 0 { throw traits.failure("Array index out of bounds: \(javaScriptText(index)) < 0.") }
        if index >= Double(items.count) {
            throw traits.failure("Array index out of bounds: \(javaScriptText(index)) > \(items.count - 1).")
        }
        guard let whole = Int(exactly: index) else {
            throw traits.failure("Array index must be an integer, but found \(javaScriptText(index)) instead.")
        }
        return items[whole]
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        AtNode(children, type: type, key: traits.key)
    }
}
