// SPDX-License-Identifier: MIT
import MapDiagnostics

extension ExpressionParser {
    func at(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        let message = "Expected 2 arguments, but found \(items.count - 1) instead."
        let array = ExpressionType.array(context.expected ?? .value, length: nil)
        guard count(items, context, is: 2...2, else: message),
            let (index, input) = both(items, of: context, expected: .number, array)
        else { return nil }
        var type = ExpressionType.value
        if case .array(let item, _) = input.type { type = item }
        return AtNode([index, input], type: type, key: context.key)
    }

    func contains(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        let message = "Expected 2 arguments, but found \(items.count - 1) instead."
        guard count(items, context, is: 2...2, else: message),
            let (needle, haystack) = both(items, of: context, expected: .value, .value),
            isNeedle(needle, context)
        else { return nil }
        return SearchNode(.contains, [needle, haystack], key: context.key)
    }

    func indexOf(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        let message = "Expected 2 or 3 arguments, but found \(items.count - 1) instead."
        guard count(items, context, is: 2...3, else: message),
            let (needle, haystack) = both(items, of: context, expected: .value, .value),
            isNeedle(needle, context)
        else { return nil }
        guard items.count > 3 else { return SearchNode(.indexOf, [needle, haystack], key: context.key) }
        guard let start = argument(items[3], 3, of: context, expected: .number) else { return nil }
        return SearchNode(.indexOf, [needle, haystack, start], key: context.key)
    }

    /// The first two arguments; the second is parsed whatever is wrong with the first, so that one run reports both.
    private func both(
        _ items: [JSONNode], of context: Context, expected first: ExpressionType, _ second: ExpressionType
    ) -> (any ExpressionNode, any ExpressionNode)? {
        let first = argument(items[1], 1, of: context, expected: first)
        let second = argument(items[2], 2, of: context, expected: second)
        guard let first, let second else { return nil }
        return (first, second)
    }

    private func isNeedle(_ node: any ExpressionNode, _ context: Context) -> Bool {
        switch node.type {
        case .boolean, .string, .number, .null, .value, .error: return true
        default:
            report(
                "Expected first argument to be of type boolean, string, number or null, "
                    + "but found \(node.type) instead", context)
            return false
        }
    }

    func slice(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        let message = "Expected 2 or 3 arguments, but found \(items.count - 1) instead."
        guard count(items, context, is: 2...3, else: message),
            let (input, start) = both(items, of: context, expected: .value, .number)
        else { return nil }
        let type: ExpressionType
        switch input.type {
        case .array(let item, _): type = .array(item, length: nil)
        case .string, .value, .error: type = input.type
        default:
            report(
                "Expected first argument to be of type array or string, but found \(input.type) instead", context)
            return nil
        }
        guard items.count > 3 else { return SliceNode([input, start], type: type, key: context.key) }
        guard let end = argument(items[3], 3, of: context, expected: .number) else { return nil }
        return SliceNode([input, start, end], type: type, key: context.key)
    }

    func length(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        let message = "Expected 1 argument, but found \(items.count - 1) instead."
        guard count(items, context, is: 1...1, else: message), let input = argument(items[1], 1, of: context)
        else { return nil }
        switch input.type {
        case .array, .string, .value, .error: return LengthNode(input, key: context.key)
        default:
            report("Expected argument of type string or array, but found \(input.type) instead.", context)
            return nil
        }
    }
}
