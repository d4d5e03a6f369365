// SPDX-License-Identifier: MIT
import MapDiagnostics

extension JSONNode {
    /// True when all that an expression can come to is written in it: `text-font` asks for that, so that the fonts are
    /// known before the features are.
    var hasLiteralOutput: Bool { hasLiteralOutput(bound: [:]) }

    private func hasLiteralOutput(bound: [String: Bool]) -> Bool {
        guard let items = array, let name = items.first?.string else { return array == nil }
        let arguments = items.dropFirst()
        switch name {
        case "literal": return true
        case "case":
            // Condition, output, condition, output, …, fallback.
            return outputs(of: items, from: 2, by: 2).allSatisfy { $0.hasLiteralOutput(bound: bound) }
        case "match":
            // Input, label, output, label, output, …, fallback.
            return outputs(of: items, from: 3, by: 2).allSatisfy { $0.hasLiteralOutput(bound: bound) }
        case "step":
            // Input, output, stop, output, …
            return stride(from: 2, to: items.count, by: 2).allSatisfy { items[$0].hasLiteralOutput(bound: bound) }
        case "coalesce": return arguments.allSatisfy { $0.hasLiteralOutput(bound: bound) }
        case "array", "string", "number", "boolean", "object", "to-string", "to-color", "to-number", "to-boolean":
            return arguments.allSatisfy { $0.hasLiteralOutput(bound: bound) }
        case "let":
            var inner = bound
            for index in stride(from: 1, to: items.count - 2, by: 2) {
                guard let variable = items[index].string else { continue }
                inner[variable] = items[index + 1].hasLiteralOutput(bound: bound)
            }
            return items.count > 1 && items[items.count - 1].hasLiteralOutput(bound: inner)
        case "var": return arguments.first?.string.flatMap { bound[$0] } ?? false
        default: return false
        }
    }

    /// Every second argument and the last.
    private func outputs(of items: [JSONNode], from first: Int, by step: Int) -> [JSONNode] {
        stride(from: first, to: items.count, by: step).map { items[$0] } + items.suffix(1)
    }
}
