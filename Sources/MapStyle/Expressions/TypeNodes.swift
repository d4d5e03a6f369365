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
        return arguments(items, from: first, of: context) { _ in .value }
            .map { FunctionNode.assertion(type, $0, key: context.key) }
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
        return arguments(items, from: 1, of: context) { _ in .value }
            .map { FunctionNode.coercion(type, $0, key: context.key) }
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
                left = FunctionNode.assertion(right.type, [left], key: context.key)
            } else if left.type != .value, right.type == .value {
                right = FunctionNode.assertion(left.type, [right], key: context.key)
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

extension FunctionNode {
    /// `string`, `number`, `boolean`, `object`, `array`: the first argument that has the type.
    static func assertion(_ type: ExpressionType, _ arguments: [any ExpressionNode], key: ExpressionKey) -> FunctionNode
    {
        FunctionNode(type, arguments, key: key) { node, context throws(EvaluationError) in
            var value = Value.null
            for child in node.children {
                value = try child.evaluate(context)
                if node.type.holds(value) { return value }
            }
            throw node.wrongType(value, expected: node.type)
        }
    }

    /// `["typeof", value]`.
    static func typeName(_ arguments: [any ExpressionNode], key: ExpressionKey) -> FunctionNode {
        FunctionNode(.string, arguments, key: key) { node, context throws(EvaluationError) in
            .string(try node.children[0].evaluate(context).type.description)
        }
    }

    /// `to-string`, `to-color` and the like, and the conversions that a property's type implies.
    static func coercion(_ type: ExpressionType, _ arguments: [any ExpressionNode], key: ExpressionKey) -> FunctionNode
    {
        let own: Dependencies = type == .resolvedImage ? .images : []
        return FunctionNode(type, arguments, adding: own, key: key) { node, context throws(EvaluationError) in
            var problem = Conversion.failed(.unparsable(type: node.type, found: .null))
            for child in node.children {
                let conversion = try child.evaluate(context).converted(to: node.type)
                if case .value(let value) = conversion {
                    if case .string(let text) = value { try node.traits.checkText(text.utf8.count) }
                    return value
                }
                problem = conversion
            }
            guard case .failed(let reason) = problem else { return .null }
            throw EvaluationError(node.traits.key, reason)
        }
    }
}

extension ExpressionType {
    fileprivate func holds(_ value: Value) -> Bool {
        switch (self, value) {
        case (.string, .string), (.number, .number), (.boolean, .bool), (.object, .object): true
        case (.array, .array): accepts(value.type)
        default: false
        }
    }
}
