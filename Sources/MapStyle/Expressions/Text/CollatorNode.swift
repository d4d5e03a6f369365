// SPDX-License-Identifier: MIT

/// `collator`.
final class CollatorNode: ExpressionNode {
    let traits: NodeTraits
    /// Case-sensitive, diacritic-sensitive, and perhaps the locale.
    let children: [any ExpressionNode]

    init(_ options: [any ExpressionNode], key: String) {
        children = options
        traits = NodeTraits(.collator, key, options, adding: .unfoldable)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        .collator(
            Collator(
                caseSensitive: try children[0].bool(context), diacriticSensitive: try children[1].bool(context),
                locale: children.count > 2 ? try children[2].string(context) : nil))
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        CollatorNode(children, key: traits.key)
    }
}
