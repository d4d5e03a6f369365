// SPDX-License-Identifier: MIT

/// `all` and `any`: evaluates arguments up to the first that decides.
final class LogicNode: ExpressionNode {
    let traits: NodeTraits
    let children: [any ExpressionNode]
    /// The value that decides: false for `all`, true for `any`.
    private let decisive: Bool

    /// True for `any`, false for `all`.
    var isAny: Bool { decisive }

    init(_ arguments: [any ExpressionNode], decisive: Bool, key: String) {
        children = arguments
        self.decisive = decisive
        traits = NodeTraits(.boolean, key, arguments)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value { .bool(try bool(context)) }

    func bool(_ context: EvaluationContext) throws(EvaluationError) -> Bool {
        for child in children where try child.bool(context) == decisive { return decisive }
        return !decisive
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        LogicNode(children, decisive: decisive, key: traits.key)
    }
}

/// `!`.
final class NotNode: ExpressionNode {
    let traits: NodeTraits
    let children: [any ExpressionNode]

    init(_ argument: any ExpressionNode, key: String) {
        children = [argument]
        traits = NodeTraits(.boolean, key, children)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value { .bool(try bool(context)) }
    func bool(_ context: EvaluationContext) throws(EvaluationError) -> Bool { try !children[0].bool(context) }
    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode { NotNode(children[0], key: traits.key) }
}
