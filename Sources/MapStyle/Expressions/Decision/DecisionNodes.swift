// SPDX-License-Identifier: MIT

/// `case`: the output of the first condition that holds.
final class CaseNode: ExpressionNode {
    let site: NodeSite
    /// Condition, output, condition, output, …, fallback.
    let children: [any ExpressionNode]

    init(_ children: [any ExpressionNode], type: ExpressionType, key: String) {
        self.children = children
        site = NodeSite(type, key, children)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        try branch(context).evaluate(context)
    }
    func number(_ context: EvaluationContext) throws(EvaluationError) -> Double {
        try branch(context).number(context)
    }
    func bool(_ context: EvaluationContext) throws(EvaluationError) -> Bool { try branch(context).bool(context) }

    private func branch(_ context: EvaluationContext) throws(EvaluationError) -> any ExpressionNode {
        var index = 0
        while index + 1 < children.count {
            if try children[index].bool(context) { return children[index + 1] }
            index += 2
        }
        return children[children.count - 1]
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        CaseNode(children, type: type, key: site.key)
    }
}

/// `match`: the output of the label that equals the input.
final class MatchNode: ExpressionNode {
    /// Label to child index.
    enum Labels: Sendable {
        case strings([String: Int])
        case numbers([Double: Int])
    }

    let site: NodeSite
    /// Input, outputs, fallback.
    let children: [any ExpressionNode]
    private let labels: Labels

    init(_ children: [any ExpressionNode], labels: Labels, type: ExpressionType, key: String) {
        self.children = children
        self.labels = labels
        site = NodeSite(type, key, children)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        try branch(context).evaluate(context)
    }
    func number(_ context: EvaluationContext) throws(EvaluationError) -> Double {
        try branch(context).number(context)
    }
    func bool(_ context: EvaluationContext) throws(EvaluationError) -> Bool { try branch(context).bool(context) }

    private func branch(_ context: EvaluationContext) throws(EvaluationError) -> any ExpressionNode {
        let index: Int? =
            switch (labels, try children[0].evaluate(context)) {
            case (.strings(let labels), .string(let string)): labels[string]
            case (.numbers(let labels), .number(let number)): labels[number]
            default: nil
            }
        return children[index ?? children.count - 1]
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        MatchNode(children, labels: labels, type: type, key: site.key)
    }
}

/// `coalesce`: the first argument that is neither null nor an image the sprite lacks.
final class CoalesceNode: ExpressionNode {
    let site: NodeSite
    let children: [any ExpressionNode]

    init(_ arguments: [any ExpressionNode], type: ExpressionType, key: String) {
        children = arguments
        site = NodeSite(type, key, arguments)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        var missing: Value?
        for child in children {
            let value = try child.evaluate(context)
            switch value {
            case .null: continue
            case .image(let image) where !image.available: missing = missing ?? value
            default: return value
            }
        }
        return missing ?? .null
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        CoalesceNode(children, type: type, key: site.key)
    }
}

/// `all` and `any`: stop at the first argument that decides.
final class LogicNode: ExpressionNode {
    let site: NodeSite
    let children: [any ExpressionNode]
    /// The argument that decides: false for `all`, true for `any`.
    private let decisive: Bool

    /// True for `any`, false for `all`.
    var isAny: Bool { decisive }

    init(_ arguments: [any ExpressionNode], decisive: Bool, key: String) {
        children = arguments
        self.decisive = decisive
        site = NodeSite(.boolean, key, arguments)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value { .bool(try bool(context)) }

    func bool(_ context: EvaluationContext) throws(EvaluationError) -> Bool {
        for child in children where try child.bool(context) == decisive { return decisive }
        return !decisive
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        LogicNode(children, decisive: decisive, key: site.key)
    }
}

/// `!`.
final class NotNode: ExpressionNode {
    let site: NodeSite
    let children: [any ExpressionNode]

    init(_ argument: any ExpressionNode, key: String) {
        children = [argument]
        site = NodeSite(.boolean, key, children)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value { .bool(try bool(context)) }
    func bool(_ context: EvaluationContext) throws(EvaluationError) -> Bool { try !children[0].bool(context) }
    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode { NotNode(children[0], key: site.key) }
}
