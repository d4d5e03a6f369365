// SPDX-License-Identifier: MIT

/// `coalesce`: the first argument that is neither null nor an image that the sprite lacks.
final class CoalesceNode: ExpressionNode {
    let traits: NodeTraits
    let children: [any ExpressionNode]

    init(_ arguments: [any ExpressionNode], type: ExpressionType, key: String) {
        children = arguments
        traits = NodeTraits(type, key, arguments)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        var missing: Value?
        for child in children {
            let value = try child.evaluate(context)
            switch value {
            case .null: continue
            case .image(let image) where !image.available: missing = missing ?? value
            default: return value
            }
        }
        return missing ?? .null
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        CoalesceNode(children, type: type, key: traits.key)
    }
}
