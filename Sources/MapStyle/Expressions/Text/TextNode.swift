// SPDX-License-Identifier: MIT

/// Functions of texts that evaluate all their arguments.
final class TextNode: ExpressionNode {
    enum Operator: String {
        case upcase, downcase, concat, split, join
        case isSupportedScript = "is-supported-script"
        case resolvedLocale = "resolved-locale"
    }

    let traits: NodeTraits
    let children: [any ExpressionNode]
    private let operation: Operator

    init(_ operation: Operator, _ arguments: [any ExpressionNode], key: String) {
        self.operation = operation
        children = arguments
        let type: ExpressionType =
            switch operation {
            case .split: .array(.string, length: nil)
            case .isSupportedScript: .boolean
            default: .string
            }
        traits = NodeTraits(type, key, arguments, adding: operation == .isSupportedScript ? .unfoldable : [])
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        switch operation {
        case .upcase: return try bounded(try children[0].string(context).uppercased())
        case .downcase: return try bounded(try children[0].string(context).lowercased())
        case .concat:
            var text = ""
            for child in children {
                text += try child.evaluate(context).text
                try traits.checkText(text.utf8.count)
            }
            return .string(text)
        case .split: return split(try children[0].string(context), by: try children[1].string(context))
        case .join:
            guard case .array(let items) = try children[0].evaluate(context) else { return .null }
            let separator = try children[1].string(context)
            var text = ""
            for (index, item) in items.enumerated() {
                if index > 0 { text += separator }
                text += item.text
                try traits.checkText(text.utf8.count)
            }
            return .string(text)
        case .isSupportedScript: return .bool(true)
        case .resolvedLocale:
            guard case .collator(let collator) = try children[0].evaluate(context) else { return .null }
            return .string(collator.locale ?? "en")
        }
    }

    private func bounded(_ text: String) throws(EvaluationError) -> Value {
        try traits.checkText(text.utf8.count)
        return .string(text)
    }

    /// An empty separator splits into UTF-16 units in JavaScript; here into code points, which texts can hold.
    private func split(_ text: String, by separator: String) -> Value {
        if separator.isEmpty { return .array(text.unicodeScalars.map { .string(String($0)) }) }
        let (units, mark) = (Array(text.utf8), Array(separator.utf8))
        var parts: [Value] = []
        var (start, index) = (0, 0)
        while index + mark.count <= units.count {
            if units[index] == mark[0], units[index..<(index + mark.count)].elementsEqual(mark) {
                parts.append(.string(String(decoding: units[start..<index], as: UTF8.self)))
                index += mark.count
                start = index
            } else {
                index += 1
            }
        }
        parts.append(.string(String(decoding: units[start...], as: UTF8.self)))
        return .array(parts)
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        TextNode(operation, children, key: traits.key)
    }
}
