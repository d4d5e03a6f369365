// SPDX-License-Identifier: MIT

/// `string`, `number`, `boolean`, `object`, `array`: the first argument that has the type.
final class AssertionNode: ExpressionNode {
    let traits: NodeTraits
    let children: [any ExpressionNode]

    init(_ type: ExpressionType, _ arguments: [any ExpressionNode], key: String) {
        children = arguments
        traits = NodeTraits(type, key, arguments)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        var value = Value.null
        for child in children {
            value = try child.evaluate(context)
            if fits(value) { return value }
        }
        throw EvaluationError(traits.key, .wrongType(expected: traits.type, found: value))
    }

    private func fits(_ value: Value) -> Bool {
        switch (traits.type, value) {
        case (.string, .string), (.number, .number), (.boolean, .bool), (.object, .object): true
        case (.array, .array): traits.type.accepts(value.type)
        default: false
        }
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        AssertionNode(type, children, key: traits.key)
    }
}

/// `["typeof", value]`.
final class TypeofNode: ExpressionNode {
    let traits: NodeTraits
    let children: [any ExpressionNode]

    init(_ arguments: [any ExpressionNode], key: String) {
        children = arguments
        traits = NodeTraits(.string, key, arguments)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        .string(try children[0].evaluate(context).type.description)
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        TypeofNode(children, key: traits.key)
    }
}
