// SPDX-License-Identifier: MIT

/// `image`.
final class ImageNode: ExpressionNode {
    let traits: NodeTraits
    let children: [any ExpressionNode]

    init(_ name: any ExpressionNode, key: String) {
        children = [name]
        traits = NodeTraits(.resolvedImage, key, children, adding: .images)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        let name = try children[0].string(context)
        if name.isEmpty { return .null }
        return .image(ResolvedImage(name: name, available: context.availableImages.contains(name)))
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        ImageNode(children[0], key: traits.key)
    }
}
