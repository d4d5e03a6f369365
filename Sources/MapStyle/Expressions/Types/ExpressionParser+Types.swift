// SPDX-License-Identifier: MIT
import MapDiagnostics

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
