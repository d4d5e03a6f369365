// SPDX-License-Identifier: MIT

/// `case`: the output of the first condition that holds.
final class CaseNode: ExpressionNode {
    let traits: NodeTraits
    /// Condition, output, condition, output, …, fallback.
    let children: [any ExpressionNode]

    init(_ children: [any ExpressionNode], type: ExpressionType, key: String) {
        self.children = children
        traits = NodeTraits(type, key, children)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        try branch(context).evaluate(context)
    }
    func number(_ context: EvaluationContext) throws(EvaluationError) -> Double {
        try branch(context).number(context)
    }
    func bool(_ context: EvaluationContext) throws(EvaluationError) -> Bool { try branch(context).bool(context) }

    private func branch(_ context: EvaluationContext) throws(EvaluationError) -> any ExpressionNode {
        var index = 0
        while index + 1 < children.count {
            if try children[index].bool(context) { return children[index + 1] }
            index += 2
        }
        return children[children.count - 1]
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        CaseNode(children, type: type, key: traits.key)
    }
}
