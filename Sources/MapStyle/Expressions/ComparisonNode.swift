// SPDX-License-Identifier: MIT

/// `==`, `!=`, `<`, `<=`, `>`, `>=`, with or without a collator.
final class ComparisonNode: ExpressionNode {
    enum Operator: String {
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="

        var isOrder: Bool { self != .equal && self != .notEqual }

        func holds<T: Comparable>(_ left: T, _ right: T) -> Bool {
            switch self {
            case .equal: left == right
            case .notEqual: left != right
            case .less: left < right
            case .lessOrEqual: left <= right
            case .greater: left > right
            case .greaterOrEqual: left >= right
            }
        }

        /// Nil for an order of values that have none.
        func holds(_ left: Value?, _ right: Value) -> Bool? {
            switch (left, right) {
            case (.string(let a), .string(let b)): isOrder ? holds(order(a, b), 0) : holds(a, b)
            case (.number(let a), .number(let b)): holds(a, b)
            default: isOrder ? nil : (left?.isSameScalar(as: right) ?? false) == (self == .equal)
            }
        }
    }

    let traits: NodeTraits
    /// Left, right, and optionally the collator.
    let children: [any ExpressionNode]
    private let comparison: Operator
    /// The right operand where it is a literal.
    private let literal: Value?

    init(_ comparison: Operator, _ children: [any ExpressionNode], key: ExpressionKey) {
        self.comparison = comparison
        self.children = children
        literal = children.count == 2 ? (children[1] as? ConstantNode)?.value : nil
        traits = NodeTraits(.boolean, key, children)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value { .bool(try bool(context)) }

    func bool(_ context: EvaluationContext) throws(EvaluationError) -> Bool {
        let left = try children[0].evaluate(context)
        if let literal { return try compare(left, literal) }
        let right = try children[1].evaluate(context)
        if children.count == 2 { return try compare(left, right) }
        guard case .string(let a) = left, case .string(let b) = right,
            case .collator(let collator) = try children[2].evaluate(context)
        else { return try compare(left, right) }
        try traits.spend(a.utf8.count + b.utf8.count)
        return comparison.holds(collator.compare(a, b), 0)
    }

    private func compare(_ left: Value, _ right: Value) throws(EvaluationError) -> Bool {
        guard let answer = comparison.holds(left, right) else { throw wrongOperands(left, right) }
        return answer
    }

    private func wrongOperands(_ left: Value, _ right: Value) -> EvaluationError {
        traits.failure(
            "Expected arguments for \"\(comparison.rawValue)\" to be (string, string) or (number, number), "
                + "but found (\(left.type.kind), \(right.type.kind)) instead.")
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        ComparisonNode(comparison, children, key: traits.key)
    }
}

/// Order by UTF-16 code units, as JavaScript compares strings; negative when `a` comes first.
func order(_ a: String, _ b: String) -> Int {
    if a == b { return 0 }
    return a.utf16.lexicographicallyPrecedes(b.utf16) ? -1 : 1
}

extension Value {
    /// JavaScript's `===` for scalars: arrays and objects are compared by identity, and so are never equal.
    func isSameScalar(as other: Value) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.string(let a), .string(let b)): a == b
        default: false
        }
    }
}
