// SPDX-License-Identifier: MIT
import MapCore

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

/// `["at", index, array]`.
final class AtNode: ExpressionNode {
    let traits: NodeTraits
    let children: [any ExpressionNode]

    init(_ arguments: [any ExpressionNode], type: ExpressionType, key: String) {
        children = arguments
        traits = NodeTraits(type, key, arguments)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        let index = try children[0].number(context)
        let value = try children[1].evaluate(context)
        guard case .array(let items) = value else {
            throw EvaluationError(
                traits.key, .wrongType(expected: .array(.value, length: nil), found: value))
        }
        if index < 0 { throw traits.failure("Array index out of bounds: \(javaScriptText(index)) < 0.") }
        if index >= Double(items.count) {
            throw traits.failure("Array index out of bounds: \(javaScriptText(index)) > \(items.count - 1).")
        }
        guard let whole = Int(exactly: index) else {
            throw traits.failure("Array index must be an integer, but found \(javaScriptText(index)) instead.")
        }
        return items[whole]
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        AtNode(children, type: type, key: traits.key)
    }
}

/// `length`: of an array, or of a string in code points.
final class LengthNode: ExpressionNode {
    let traits: NodeTraits
    let children: [any ExpressionNode]

    init(_ argument: any ExpressionNode, key: String) {
        children = [argument]
        traits = NodeTraits(.number, key, children)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        let value = try children[0].evaluate(context)
        switch value {
        case .string(let text):
            try traits.spend(text.utf8.count)
            return .number(Double(text.unicodeScalars.count))
        case .array(let items): return .number(Double(items.count))
        default:
            throw traits.failure("Expected value to be of type string or array, but found \(value.type) instead.")
        }
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        LengthNode(children[0], key: traits.key)
    }
}

/// `in` and `index-of`: the index of an item in an array, or of a string in a string.
final class SearchNode: ExpressionNode {
    enum Operator { case contains, indexOf }

    let traits: NodeTraits
    /// Needle, haystack, and optionally the start index.
    let children: [any ExpressionNode]
    private let operation: Operator

    init(_ operation: Operator, _ arguments: [any ExpressionNode], key: String) {
        self.operation = operation
        children = arguments
        traits = NodeTraits(operation == .contains ? .boolean : .number, key, arguments)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        let needle = try children[0].evaluate(context)
        let haystack = try children[1].evaluate(context)
        if operation == .contains, !haystack.isTruthy { return .bool(false) }
        switch needle {
        case .null, .bool, .number, .string: break
        default:
            throw EvaluationError(
                traits.key,
                .wrongOperand(ordinal: "first", expected: "boolean, string, number or null", found: needle))
        }
        let start = children.count > 2 ? try children[2].number(context) : 0
        let position: Int?
        switch haystack {
        case .string(let text):
            try traits.spend(text.utf8.count)
            position = text.position(of: needle.jsText, from: start)
        case .array(let items):
            try traits.spend(items.count)
            let first = clampedIndex(start, count: items.count)
            position = items[first...].firstIndex { $0.isSameScalar(as: needle) }
        default:
            throw EvaluationError(
                traits.key, .wrongOperand(ordinal: "second", expected: "array or string", found: haystack))
        }
        return operation == .contains ? .bool(position != nil) : .number(Double(position ?? -1))
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        SearchNode(operation, children, key: traits.key)
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

/// `slice`: a part of an array, or of a string in code points.
final class SliceNode: ExpressionNode {
    let traits: NodeTraits
    let children: [any ExpressionNode]

    init(_ arguments: [any ExpressionNode], type: ExpressionType, key: String) {
        children = arguments
        traits = NodeTraits(type, key, arguments)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        let value = try children[0].evaluate(context)
        let start = try children[1].number(context)
        let end = children.count > 2 ? try children[2].number(context) : .infinity
        switch value {
        case .string(let text):
            try traits.spend(text.utf8.count)
            let scalars = Array(text.unicodeScalars)
            var part = String.UnicodeScalarView()
            part.append(contentsOf: scalars[range(start, end, count: scalars.count)])
            return .string(String(part))
        case .array(let items):
            try traits.spend(items.count)
            return .array(Array(items[range(start, end, count: items.count)]))
        default:
            throw EvaluationError(
                traits.key, .wrongOperand(ordinal: "first", expected: "array or string", found: value))
        }
    }

    private func range(_ start: Double, _ end: Double, count: Int) -> Range<Int> {
        let first = clampedIndex(start, count: count)
        return first..<max(first, clampedIndex(end, count: count))
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        SliceNode(children, type: type, key: traits.key)
    }
}

/// An index as JavaScript's `slice` takes it: fractions cut off, negative ones from the end, all within 0...count.
func clampedIndex(_ index: Double, count: Int) -> Int {
    if index.isNaN { return 0 }
    let whole = index.rounded(.towardZero)
    let fromStart = whole < 0 ? whole + Double(count) : whole
    return Int(min(max(fromStart, 0), Double(count)))
}
