// SPDX-License-Identifier: MIT

/// `["var", name]`: evaluates the expression bound to the name.
final class VariableNode: ExpressionNode {
    let traits: NodeTraits
    private let bound: any ExpressionNode
    var children: [any ExpressionNode] { [bound] }

    init(_ bound: any ExpressionNode, key: String) {
        self.bound = bound
        traits = NodeTraits(bound.type, key, [bound])
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value { try bound.evaluate(context) }
    func number(_ context: EvaluationContext) throws(EvaluationError) -> Double { try bound.number(context) }
    func bool(_ context: EvaluationContext) throws(EvaluationError) -> Bool { try bound.bool(context) }
    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode { children[0] }
}

/// `let`: evaluates its result, whose variables refer to the bound expressions.
final class LetNode: ExpressionNode {
    let traits: NodeTraits
    let result: any ExpressionNode
    let children: [any ExpressionNode]

    init(bindings: [any ExpressionNode], result: any ExpressionNode, key: String) {
        self.result = result
        children = bindings + [result]
        traits = NodeTraits(result.type, key, children)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value { try result.evaluate(context) }
    func number(_ context: EvaluationContext) throws(EvaluationError) -> Double { try result.number(context) }
    func bool(_ context: EvaluationContext) throws(EvaluationError) -> Bool { try result.bool(context) }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        children.last ?? self
    }
}
