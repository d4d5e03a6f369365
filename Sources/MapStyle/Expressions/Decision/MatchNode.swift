// SPDX-License-Identifier: MIT

/// `match`: the output of the label that equals the input.
final class MatchNode: ExpressionNode {
    /// Label to child index.
    enum Labels: Sendable {
        case strings([String: Int])
        case numbers([Double: Int])
    }

    let traits: NodeTraits
    /// Input, outputs, fallback.
    let children: [any ExpressionNode]
    private let labels: Labels

    init(_ children: [any ExpressionNode], labels: Labels, type: ExpressionType, key: String) {
        self.children = children
        self.labels = labels
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
        let index: Int? =
            switch (labels, try children[0].evaluate(context)) {
            case (.strings(let labels), .string(let string)): labels[string]
            case (.numbers(let labels), .number(let number)): labels[number]
            default: nil
            }
        return children[index ?? children.count - 1]
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        MatchNode(children, labels: labels, type: type, key: traits.key)
    }
}
