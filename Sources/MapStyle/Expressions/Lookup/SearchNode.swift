// SPDX-License-Identifier: MIT

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
        case .string(let text): position = text.position(of: needle.jsText, from: start)
        case .array(let items):
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
        guard let index = occurrence(of: sought, in: units[first...]) else { return nil }
        return units[..<index].count { !UTF16.isTrailSurrogate($0) }
    }
}

/// Where some units first occur within others, in a time linear in both.
///
/// - SeeAlso: Knuth, Morris and Pratt, *Fast Pattern Matching in Strings*, 1977.
private func occurrence(of sought: [UInt16], in units: ArraySlice<UInt16>) -> Int? {
    guard !sought.isEmpty else { return units.startIndex }
    // For each prefix that matches, the length of the longest one that still matches when the next unit does not.
    var shorter = [0]
    var matched = 0
    for unit in sought.dropFirst() {
        while matched > 0, sought[matched] != unit { matched = shorter[matched - 1] }
        if sought[matched] == unit { matched += 1 }
        shorter.append(matched)
    }
    matched = 0
    for (index, unit) in zip(units.indices, units) {
        while matched > 0, sought[matched] != unit { matched = shorter[matched - 1] }
        if sought[matched] == unit { matched += 1 }
        if matched == sought.count { return index - matched + 1 }
    }
    return nil
}
