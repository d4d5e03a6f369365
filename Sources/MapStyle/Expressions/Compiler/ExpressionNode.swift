// SPDX-License-Identifier: MIT

/// What the value of a node depends on besides constants.
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
    /// Of nodes that must not be evaluated at compile time although they depend on nothing: collators and `error`.
    static let unfoldable = Dependencies(rawValue: 128)
}

/// The properties of a node that are known without evaluating it.
struct NodeTraits: Sendable {
    let type: ExpressionType
    /// The location in the source, such as `[1][2]`.
    let key: String
    let dependencies: Dependencies
    /// The number of nodes that one evaluation visits at most: a variable costs as much as the expression bound to it.
    let cost: Int
    /// The depth of nested calls of one evaluation.
    let depth: Int

    init(
        _ type: ExpressionType, _ key: String, _ children: [any ExpressionNode] = [],
        adding own: Dependencies = [], steps: Int = 1
    ) {
        self.type = type
        self.key = key
        var (dependencies, cost, depth) = (own, min(max(1, steps), NodeTraits.maxCost / 2), 1)
        for child in children {
            dependencies.formUnion(child.traits.dependencies)
            cost = min(cost + child.traits.cost, NodeTraits.maxCost * 2)
            depth = max(depth, child.traits.depth + 1)
        }
        self.dependencies = dependencies
        self.cost = cost
        self.depth = depth
    }

    /// Far beyond any style: nested `let`s that each use their variable twice would take hours.
    static let maxCost = 1_000_000
    /// Limits evaluation to half a megabyte of stack.
    static let maxDepth = 256

    func failure(_ text: String) -> EvaluationError { EvaluationError(key, .text(text)) }
}

/// A node of a compiled expression; immutable.
protocol ExpressionNode: AnyObject, Sendable {
    var traits: NodeTraits { get }
    var children: [any ExpressionNode] { get }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value
    /// The value of a node whose type is number.
    func number(_ context: EvaluationContext) throws(EvaluationError) -> Double
    /// The value of a node whose type is boolean.
    func bool(_ context: EvaluationContext) throws(EvaluationError) -> Bool
    /// The same node with other children: as many, of the same types and in the same order.
    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode
}

extension ExpressionNode {
    var type: ExpressionType { traits.type }

    func number(_ context: EvaluationContext) throws(EvaluationError) -> Double {
        let value = try evaluate(context)
        if case .number(let number) = value { return number }
        throw EvaluationError(traits.key, .wrongType(expected: .number, found: value))
    }

    func bool(_ context: EvaluationContext) throws(EvaluationError) -> Bool {
        let value = try evaluate(context)
        if case .bool(let bool) = value { return bool }
        throw EvaluationError(traits.key, .wrongType(expected: .boolean, found: value))
    }

    func string(_ context: EvaluationContext) throws(EvaluationError) -> String {
        let value = try evaluate(context)
        if case .string(let string) = value { return string }
        throw EvaluationError(traits.key, .wrongType(expected: .string, found: value))
    }
}
