// SPDX-License-Identifier: MIT

/// `["at", index, array]`.
final class AtNode: ExpressionNode {
    let site: NodeSite
    let children: [any ExpressionNode]

    init(_ arguments: [any ExpressionNode], type: ExpressionType, key: String) {
        children = arguments
        site = NodeSite(type, key, arguments)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        let index = try children[0].number(context)
        let value = try children[1].evaluate(context)
        guard case .array(let items) = value else {
            throw EvaluationError(
                site.key, .wrongType(expected: .array(.value, length: nil), found: value))
        }
        if index < 0 { throw site.failure("Array index out of bounds: \(javaScriptText(index)) < 0.") }
        if index >= Double(items.count) {
            throw site.failure("Array index out of bounds: \(javaScriptText(index)) > \(items.count - 1).")
        }
        guard let whole = Int(exactly: index) else {
            throw site.failure("Array index must be an integer, but found \(javaScriptText(index)) instead.")
        }
        return items[whole]
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        AtNode(children, type: type, key: site.key)
    }
}

/// `in` and `index-of`: where an item lies in an array, or a text in a text.
final class SearchNode: ExpressionNode {
    enum Question { case isContained, position }

    let site: NodeSite
    /// Needle, haystack, and perhaps where to begin.
    let children: [any ExpressionNode]
    private let question: Question

    init(_ question: Question, _ arguments: [any ExpressionNode], key: String) {
        self.question = question
        children = arguments
        site = NodeSite(question == .isContained ? .boolean : .number, key, arguments)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        let needle = try children[0].evaluate(context)
        let haystack = try children[1].evaluate(context)
        if question == .isContained, !haystack.isTruthy { return .bool(false) }
        switch needle {
        case .null, .bool, .number, .string: break
        default:
            throw EvaluationError(
                site.key,
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
                site.key, .wrongOperand(ordinal: "second", expected: "array or string", found: haystack))
        }
        return question == .isContained ? .bool(position != nil) : .number(Double(position ?? -1))
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        SearchNode(question, children, key: site.key)
    }
}

/// `slice`: a part of an array, or of a text by code points.
final class SliceNode: ExpressionNode {
    let site: NodeSite
    let children: [any ExpressionNode]

    init(_ arguments: [any ExpressionNode], type: ExpressionType, key: String) {
        children = arguments
        site = NodeSite(type, key, arguments)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        let value = try children[0].evaluate(context)
        let start = try children[1].number(context)
        let end = children.count > 2 ? try children[2].number(context) : .infinity
        switch value {
        case .string(let text):
            let scalars = Array(text.unicodeScalars)
            var part = String.UnicodeScalarView()
            part.append(contentsOf: scalars[range(start, end, count: scalars.count)])
            return .string(String(part))
        case .array(let items): return .array(Array(items[range(start, end, count: items.count)]))
        default:
            throw EvaluationError(
                site.key, .wrongOperand(ordinal: "first", expected: "array or string", found: value))
        }
    }

    private func range(_ start: Double, _ end: Double, count: Int) -> Range<Int> {
        let first = clampedIndex(start, count: count)
        return first..<max(first, clampedIndex(end, count: count))
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        SliceNode(children, type: type, key: site.key)
    }
}

/// `length` of an array, or of a text in code points.
final class LengthNode: ExpressionNode {
    let site: NodeSite
    let children: [any ExpressionNode]

    init(_ argument: any ExpressionNode, key: String) {
        children = [argument]
        site = NodeSite(.number, key, children)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        let value = try children[0].evaluate(context)
        switch value {
        case .string(let text): return .number(Double(text.unicodeScalars.count))
        case .array(let items): return .number(Double(items.count))
        default:
            throw site.failure("Expected value to be of type string or array, but found \(value.type) instead.")
        }
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        LengthNode(children[0], key: site.key)
    }
}

/// `semiliteral`: an array of computed items.
final class SemiliteralNode: ExpressionNode {
    let site: NodeSite
    let children: [any ExpressionNode]

    init(_ items: [any ExpressionNode], type: ExpressionType, key: String) {
        children = items
        site = NodeSite(type, key, items)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        var items: [Value] = []
        items.reserveCapacity(children.count)
        for child in children { items.append(try child.evaluate(context)) }
        return .array(items)
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        SemiliteralNode(children, type: type, key: site.key)
    }
}

/// An index as JavaScript's `slice` takes it: fractions cut off, negative ones from the end, all within 0...count.
func clampedIndex(_ index: Double, count: Int) -> Int {
    if index.isNaN { return 0 }
    let whole = index.rounded(.towardZero)
    let fromStart = whole < 0 ? whole + Double(count) : whole
    return Int(min(max(fromStart, 0), Double(count)))
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
        for index in first...(units.count - sought.count) where units[index...].starts(with: sought) {
            return units[..<index].count { !UTF16.isTrailSurrogate($0) }
        }
        return nil
    }
}
