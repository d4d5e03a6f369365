// SPDX-License-Identifier: MIT

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
            let scalars = Array(text.unicodeScalars)
            var part = String.UnicodeScalarView()
            part.append(contentsOf: scalars[range(start, end, count: scalars.count)])
            return .string(String(part))
        case .array(let items): return .array(Array(items[range(start, end, count: items.count)]))
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
