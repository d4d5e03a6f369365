// SPDX-License-Identifier: MIT

/// `semiliteral`: an array of expressions.
final class SemiliteralNode: ExpressionNode {
    let traits: NodeTraits
    let children: [any ExpressionNode]

    init(_ items: [any ExpressionNode], type: ExpressionType, key: String) {
        children = items
        traits = NodeTraits(type, key, items)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        var items: [Value] = []
        items.reserveCapacity(children.count)
        for child in children { items.append(try child.evaluate(context)) }
        return .array(items)
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        SemiliteralNode(children, type: type, key: traits.key)
    }
}

/// A literal, or a constant expression evaluated at compile time.
final class ConstantNode: ExpressionNode {
    let traits: NodeTraits
    let value: Value
    var children: [any ExpressionNode] { [] }

    init(_ value: Value, type: ExpressionType, key: String) {
        self.value = value
        traits = NodeTraits(type, key)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value { value }
    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode { self }
}

/// `["error", text]`, or an expression that failed when it was evaluated for one zoom.
final class FailingNode: ExpressionNode {
    let traits: NodeTraits
    private let message: any ExpressionNode
    var children: [any ExpressionNode] { [message] }

    init(_ message: any ExpressionNode, type: ExpressionType = .error, key: String) {
        self.message = message
        traits = NodeTraits(type, key, [message], adding: .unfoldable)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        throw traits.failure(try message.string(context))
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        FailingNode(children[0], type: type, key: traits.key)
    }
}
