// SPDX-License-Identifier: MIT
import MapCore

extension ExpressionParser {
    private static let itemTypes: [String: ExpressionType] = [
        "string": .string, "number": .number, "boolean": .boolean,
    ]

    func assertion(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        guard count(items, context, is: 1...Int.max, else: "Expected at least one argument.") else { return nil }
        var first = 1
        var type = ExpressionType.object
        switch items[0].string {
        case "array":
            guard let array = arrayType(items, context, first: &first) else { return nil }
            type = array
        case let name?: type = Self.itemTypes[name] ?? .object
        case nil: break
        }
        var nodes: [any ExpressionNode] = []
        for index in first..<items.count {
            guard let node = argument(items[index], index, of: context, expected: .value) else { return nil }
            nodes.append(node)
        }
        return AssertionNode(type, nodes, key: context.key)
    }

    /// Reads the item type and length of `["array", type, length, value]`.
    private func arrayType(_ items: [JSONNode], _ context: Context, first: inout Int) -> ExpressionType? {
        guard items.count > 2 else { return .array(.value, length: nil) }
        guard let name = items[1].string, let item = Self.itemTypes[name] else {
            report("The item type argument of \"array\" must be one of string, number, boolean", context, 1)
            return nil
        }
        first = 2
        guard items.count > 3 else { return .array(item, length: nil) }
        first = 3
        if items[2].isNull { return .array(item, length: nil) }
        guard let number = items[2].number, let length = Int(exactly: number), length >= 0 else {
            report("The length argument to \"array\" must be a positive integer literal", context, 2)
            return nil
        }
        return .array(item, length: length)
    }

    func coercion(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        guard count(items, context, is: 1...Int.max, else: "Expected at least one argument.") else { return nil }
        let type: ExpressionType =
            switch items[0].string {
            case "to-boolean": .boolean
            case "to-color": .color
            case "to-number": .number
            default: .string
            }
        if type == .boolean || type == .string {
            guard count(items, context, is: 1...1, else: "Expected one argument.") else { return nil }
        }
        var nodes: [any ExpressionNode] = []
        for index in 1..<items.count {
            guard let node = argument(items[index], index, of: context, expected: .value) else { return nil }
            nodes.append(node)
        }
        return CoercionNode(type, nodes, key: context.key)
    }

    func comparison(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        guard count(items, context, is: 2...3, else: "Expected two or three arguments."),
            let comparison = items[0].string.flatMap(ComparisonNode.Operator.init),
            var left = operand(comparison, items[1], 1, of: context),
            var right = operand(comparison, items[2], 2, of: context)
        else { return nil }
        if left.type != right.type, left.type != .value, right.type != .value {
            report("Cannot compare types '\(left.type)' and '\(right.type)'.", context)
            return nil
        }
        if comparison.isOrder {
            if left.type == .value, right.type != .value {
                left = AssertionNode(right.type, [left], key: context.key)
            } else if left.type != .value, right.type == .value {
                right = AssertionNode(left.type, [right], key: context.key)
            }
        }
        guard items.count == 4 else { return ComparisonNode(comparison, [left, right], key: context.key) }
        guard [left.type, right.type].contains(where: { $0 == .string || $0 == .value }) else {
            report("Cannot use collator to compare non-string types.", context)
            return nil
        }
        guard let collator = argument(items[3], 3, of: context, expected: .collator) else { return nil }
        return ComparisonNode(comparison, [left, right, collator], key: context.key)
    }

    private func operand(
        _ comparison: ComparisonNode.Operator, _ item: JSONNode, _ index: Int, of context: Context
    ) -> (any ExpressionNode)? {
        guard let node = argument(item, index, of: context, expected: .value) else { return nil }
        switch node.type {
        case .string, .number, .value, .error: return node
        case .boolean, .null: if !comparison.isOrder { return node }
        default: break
        }
        report("\"\(comparison.rawValue)\" comparisons are not supported for type '\(node.type)'.", context, index)
        return nil
    }
}

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

/// `to-string`, `to-color` and the like, and the conversions that a property's type implies.
final class CoercionNode: ExpressionNode {
    let traits: NodeTraits
    let children: [any ExpressionNode]

    init(_ type: ExpressionType, _ arguments: [any ExpressionNode], key: String) {
        children = arguments
        traits = NodeTraits(type, key, arguments, adding: type == .resolvedImage ? .images : [])
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        var problem = Conversion.failed(.unparsable(type: traits.type, found: .null))
        for child in children {
            let conversion = try child.evaluate(context).converted(to: traits.type, context)
            if case .value(let value) = conversion {
                if case .string(let text) = value { try traits.checkText(text.utf8.count) }
                return value
            }
            problem = conversion
        }
        guard case .failed(let reason) = problem else { return .null }
        throw EvaluationError(traits.key, reason)
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        CoercionNode(type, children, key: traits.key)
    }
}
