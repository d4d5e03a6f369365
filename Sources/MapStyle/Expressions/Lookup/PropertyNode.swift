// SPDX-License-Identifier: MIT

/// `["get", "name"]`: a property of the feature. The most frequent node.
final class PropertyNode: ExpressionNode {
    let traits: NodeTraits
    let name: String
    var children: [any ExpressionNode] { [] }

    init(_ name: String, key: String) {
        self.name = name
        traits = NodeTraits(.value, key, adding: .feature)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        context.feature?.property(name) ?? .null
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode { self }
}

/// `["has", "name"]`.
final class HasPropertyNode: ExpressionNode {
    let traits: NodeTraits
    let name: String
    var children: [any ExpressionNode] { [] }

    init(_ name: String, key: String) {
        self.name = name
        traits = NodeTraits(.boolean, key, adding: .feature)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value { .bool(try bool(context)) }

    func bool(_ context: EvaluationContext) throws(EvaluationError) -> Bool {
        context.feature?.property(name) != nil
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode { self }
}
