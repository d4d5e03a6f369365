// SPDX-License-Identifier: MIT
import MapCore

extension ExpressionParser {
    func at(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        let array = ExpressionType.array(context.expected ?? .value, length: nil)
        guard count(items, context, is: 2...2, demand: "Expected 2 arguments"),
            let (index, input) = both(items, of: context, expected: .number, array)
        else { return nil }
        var type = ExpressionType.value
        if case .array(let item, _) = input.type { type = item }
        return FunctionNode.at([index, input], type: type, key: context.key)
    }

    func contains(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        guard count(items, context, is: 2...2, demand: "Expected 2 arguments"),
            let (needle, haystack) = both(items, of: context, expected: .value, .value),
            isNeedle(needle, context)
        else { return nil }
        return FunctionNode.search([needle, haystack], .boolean, key: context.key)
    }

    func indexOf(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        guard count(items, context, is: 2...3, demand: "Expected 2 or 3 arguments"),
            let (needle, haystack) = both(items, of: context, expected: .value, .value),
            isNeedle(needle, context)
        else { return nil }
        guard items.count > 3 else { return FunctionNode.search([needle, haystack], .number, key: context.key) }
        guard let start = argument(items[3], 3, of: context, expected: .number) else { return nil }
        return FunctionNode.search([needle, haystack, start], .number, key: context.key)
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
        guard count(items, context, is: 2...3, demand: "Expected 2 or 3 arguments"),
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
        guard items.count > 3 else { return FunctionNode.slice([input, start], type, key: context.key) }
        guard let end = argument(items[3], 3, of: context, expected: .number) else { return nil }
        return FunctionNode.slice([input, start, end], type, key: context.key)
    }

    func length(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        guard count(items, context, is: 1...1, demand: "Expected 1 argument"),
            let input = argument(items[1], 1, of: context)
        else { return nil }
        switch input.type {
        case .array, .string, .value, .error: return FunctionNode.length(input, key: context.key)
        default:
            report("Expected argument of type string or array, but found \(input.type) instead.", context)
            return nil
        }
    }
}

extension FunctionNode {
    /// `["at", index, array]`.
    static func at(_ arguments: [any ExpressionNode], type: ExpressionType, key: ExpressionKey) -> FunctionNode {
        FunctionNode(type, arguments, key: key) { node, context throws(EvaluationError) in
            let index = try node.children[0].number(context)
            let value = try node.children[1].evaluate(context)
            guard case .array(let items) = value else {
                throw node.wrongType(value, expected: .array(.value, length: nil))
            }
            if index < 0 { throw node.traits.failure("Array index out of bounds: \(javaScriptText(index)) < 0.") }
            if index >= Double(items.count) {
                throw node.traits.failure(
                    "Array index out of bounds: \(javaScriptText(index)) > \(items.count - 1).")
            }
            guard let whole = Int(exactly: index) else {
                throw node.traits.failure(
                    "Array index must be an integer, but found \(javaScriptText(index)) instead.")
            }
            return items[whole]
        }
    }

    /// `length`: of an array, or of a string in code points.
    static func length(_ argument: any ExpressionNode, key: ExpressionKey) -> FunctionNode {
        FunctionNode(.number, [argument], key: key) { node, context throws(EvaluationError) in
            let value = try node.children[0].evaluate(context)
            switch value {
            case .string(let text):
                try node.traits.spend(text.utf8.count)
                return .number(Double(text.unicodeScalars.count))
            case .array(let items): return .number(Double(items.count))
            default:
                throw node.traits.failure(
                    "Expected value to be of type string or array, but found \(value.type) instead.")
            }
        }
    }

    /// `in`, whose type is boolean, and `index-of`, a number: whether and where an item is in an array, or a string in a
    /// string. The arguments are needle, haystack, and optionally the start index.
    static func search(_ arguments: [any ExpressionNode], _ type: ExpressionType, key: ExpressionKey) -> FunctionNode {
        FunctionNode(type, arguments, key: key) { node, context throws(EvaluationError) in
            let needle = try node.children[0].evaluate(context)
            let haystack = try node.children[1].evaluate(context)
            if node.type == .boolean, !haystack.isTruthy { return .bool(false) }
            switch needle {
            case .null, .bool, .number, .string: break
            default:
                throw EvaluationError(
                    node.traits.key,
                    .wrongOperand(ordinal: "first", expected: "boolean, string, number or null", found: needle))
            }
            let start = node.children.count > 2 ? try node.children[2].number(context) : 0
            let position: Int?
            switch haystack {
            case .string(let text):
                try node.traits.spend(text.utf8.count)
                position = text.position(of: needle.jsText, from: start)
            case .array(let items):
                try node.traits.spend(items.count)
                let first = clampedIndex(start, count: items.count)
                position = items[first...].firstIndex { $0.isSameScalar(as: needle) }
            default:
                throw EvaluationError(
                    node.traits.key, .wrongOperand(ordinal: "second", expected: "array or string", found: haystack))
            }
            return node.type == .boolean ? .bool(position != nil) : .number(Double(position ?? -1))
        }
    }

    /// `slice`: a part of an array, or of a string in code points.
    static func slice(_ arguments: [any ExpressionNode], _ type: ExpressionType, key: ExpressionKey) -> FunctionNode {
        FunctionNode(type, arguments, key: key) { node, context throws(EvaluationError) in
            let value = try node.children[0].evaluate(context)
            let start = try node.children[1].number(context)
            let end = node.children.count > 2 ? try node.children[2].number(context) : .infinity
            func range(count: Int) -> Range<Int> {
                let first = clampedIndex(start, count: count)
                return first..<max(first, clampedIndex(end, count: count))
            }
            switch value {
            case .string(let text):
                try node.traits.spend(text.utf8.count)
                let scalars = Array(text.unicodeScalars)
                var part = String.UnicodeScalarView()
                part.append(contentsOf: scalars[range(count: scalars.count)])
                return .string(String(part))
            case .array(let items):
                try node.traits.spend(items.count)
                return .array(Array(items[range(count: items.count)]))
            default:
                throw EvaluationError(
                    node.traits.key, .wrongOperand(ordinal: "first", expected: "array or string", found: value))
            }
        }
    }

    /// `semiliteral`: an array of expressions.
    static func list(_ items: [any ExpressionNode], _ type: ExpressionType, key: ExpressionKey) -> FunctionNode {
        FunctionNode(type, items, key: key) { node, context throws(EvaluationError) in
            var items: [Value] = []
            items.reserveCapacity(node.children.count)
            for child in node.children { items.append(try child.evaluate(context)) }
            return .array(items)
        }
    }
}

extension Value {
    /// As JavaScript's `String()`.
    fileprivate var jsText: String { if case .null = self { "null" } else { text } }
}

extension String {
    /// The code point at which another text begins; the start is in UTF-16 code units, as the reference counts.
    fileprivate func position(of needle: String, from start: Double) -> Int? {
        let units = Array(utf16)
        let sought = Array(needle.utf16)
        let first = start > 0 ? clampedIndex(start, count: units.count) : 0
        guard units.count - first >= sought.count else { return nil }
        guard let index = Needle(sought).index(in: units[first...]) else { return nil }
        return units[..<index].count { !UTF16.isTrailSurrogate($0) }
    }
}

/// Units that are looked for within others, in a time linear in both.
///
/// - SeeAlso: Knuth, Morris and Pratt, *Fast Pattern Matching in Strings*, 1977.
struct Needle<Unit: Equatable> {
    private let units: [Unit]
    /// For each prefix that matches, the length of the longest one that still matches when the next unit does not.
    private let shorter: [Int]

    init(_ units: [Unit]) {
        self.units = units
        var shorter = [0]
        var matched = 0
        for unit in units.dropFirst() {
            while matched > 0, units[matched] != unit { matched = shorter[matched - 1] }
            if units[matched] == unit { matched += 1 }
            shorter.append(matched)
        }
        self.shorter = shorter
    }

    /// Where they first occur; nil where they do not.
    func index(in other: ArraySlice<Unit>) -> Int? {
        guard !units.isEmpty else { return other.startIndex }
        var matched = 0
        for (index, unit) in zip(other.indices, other) {
            while matched > 0, units[matched] != unit { matched = shorter[matched - 1] }
            if units[matched] == unit { matched += 1 }
            if matched == units.count { return index - matched + 1 }
        }
        return nil
    }
}

/// An index as JavaScript's `slice` takes it: fractions cut off, negative ones from the end, all within 0...count.
func clampedIndex(_ index: Double, count: Int) -> Int {
    if index.isNaN { return 0 }
    let whole = index.rounded(.towardZero)
    let fromStart = whole < 0 ? whole + Double(count) : whole
    return Int(min(max(fromStart, 0), Double(count)))
}
