// SPDX-License-Identifier: MIT

/// What a compiled expression looks at besides its own constants.
struct Dependencies: OptionSet, Sendable {
    let rawValue: UInt16

    static let feature = Dependencies(rawValue: 1)
    static let featureState = Dependencies(rawValue: 2)
    static let zoom = Dependencies(rawValue: 4)
    static let globalState = Dependencies(rawValue: 8)
    /// Heatmap density, line progress, elevation.
    static let ramp = Dependencies(rawValue: 16)
    static let accumulated = Dependencies(rawValue: 32)
    static let images = Dependencies(rawValue: 64)
    /// Set for what must stay as written though it looks at nothing: collators and `error`.
    static let unfoldable = Dependencies(rawValue: 128)
}

/// What all nodes know of themselves.
struct NodeSite: Sendable {
    let type: ExpressionType
    /// Where in the source, such as `[1][2]`.
    let key: String
    let dependencies: Dependencies
    /// Evaluations that one evaluation can take: a variable costs as much as what it is bound to.
    let cost: Int
    /// Nested calls of one evaluation.
    let depth: Int

    init(
        _ type: ExpressionType, _ key: String, _ children: [any ExpressionNode] = [],
        adding own: Dependencies = []
    ) {
        self.type = type
        self.key = key
        var (dependencies, cost, depth) = (own, 1, 1)
        for child in children {
            dependencies.formUnion(child.site.dependencies)
            cost = min(cost + child.site.cost, NodeSite.maxCost * 2)
            depth = max(depth, child.site.depth + 1)
        }
        self.dependencies = dependencies
        self.cost = cost
        self.depth = depth
    }

    /// Far beyond any style; nested `let`s that double their variable would take hours.
    static let maxCost = 1_000_000
    /// Keeps evaluation within half a megabyte of stack.
    static let deepest = 256

    func failure(_ text: String) -> EvaluationError { EvaluationError(key, .text(text)) }
}

/// A node of a compiled expression; frozen when built.
protocol ExpressionNode: AnyObject, Sendable {
    var site: NodeSite { get }
    var children: [any ExpressionNode] { get }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value
    /// The value of a node whose type is number.
    func number(_ context: EvaluationContext) throws(EvaluationError) -> Double
    /// The value of a node whose type is boolean.
    func bool(_ context: EvaluationContext) throws(EvaluationError) -> Bool
    /// The same node over other children of the same types, as many and in the same order.
    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode
}

extension ExpressionNode {
    var type: ExpressionType { site.type }

    func number(_ context: EvaluationContext) throws(EvaluationError) -> Double {
        let value = try evaluate(context)
        if case .number(let number) = value { return number }
        throw EvaluationError(site.key, .wrongType(expected: .number, found: value))
    }

    func bool(_ context: EvaluationContext) throws(EvaluationError) -> Bool {
        let value = try evaluate(context)
        if case .bool(let bool) = value { return bool }
        throw EvaluationError(site.key, .wrongType(expected: .boolean, found: value))
    }

    func string(_ context: EvaluationContext) throws(EvaluationError) -> String {
        let value = try evaluate(context)
        if case .string(let string) = value { return string }
        throw EvaluationError(site.key, .wrongType(expected: .string, found: value))
    }
}

/// A literal, or what was folded into one.
final class ConstantNode: ExpressionNode {
    let site: NodeSite
    let value: Value
    var children: [any ExpressionNode] { [] }

    init(_ value: Value, type: ExpressionType, key: String) {
        self.value = value
        site = NodeSite(type, key)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value { value }
    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode { self }
}

/// `["error", text]`, and what failed while it was folded for one zoom.
final class FailingNode: ExpressionNode {
    let site: NodeSite
    private let message: any ExpressionNode
    var children: [any ExpressionNode] { [message] }

    init(_ message: any ExpressionNode, type: ExpressionType = .error, key: String) {
        self.message = message
        site = NodeSite(type, key, [message], adding: .unfoldable)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        throw site.failure(try message.string(context))
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        FailingNode(children[0], type: type, key: site.key)
    }
}

/// `["var", name]`: evaluates what the name is bound to.
final class VariableNode: ExpressionNode {
    let site: NodeSite
    private let bound: any ExpressionNode
    var children: [any ExpressionNode] { [bound] }

    init(_ bound: any ExpressionNode, key: String) {
        self.bound = bound
        site = NodeSite(bound.type, key, [bound])
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value { try bound.evaluate(context) }
    func number(_ context: EvaluationContext) throws(EvaluationError) -> Double { try bound.number(context) }
    func bool(_ context: EvaluationContext) throws(EvaluationError) -> Bool { try bound.bool(context) }
    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode { children[0] }
}

/// `let`: its result, which holds the bound expressions where it names them.
final class LetNode: ExpressionNode {
    let site: NodeSite
    let result: any ExpressionNode
    let children: [any ExpressionNode]

    init(bindings: [any ExpressionNode], result: any ExpressionNode, key: String) {
        self.result = result
        children = bindings + [result]
        site = NodeSite(result.type, key, children)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value { try result.evaluate(context) }
    func number(_ context: EvaluationContext) throws(EvaluationError) -> Double { try result.number(context) }
    func bool(_ context: EvaluationContext) throws(EvaluationError) -> Bool { try result.bool(context) }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        children.last ?? self
    }
}
