// SPDX-License-Identifier: MIT
import MapCore

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

/// The part of a feature from which a value is computed.
enum FeatureInput: Sendable {
    case nothing
    /// The geometry's type only.
    case shape
    /// A single property.
    case property(String)
    case all

    mutating func formUnion(_ other: FeatureInput) {
        switch (self, other) {
        case (_, .nothing), (.shape, .shape): return
        case (.property(let name), .property(let other)) where name == other: return
        case (.nothing, _): self = other
        default: self = .all
        }
    }
}

/// Where a part of an expression is in it. The text is for messages, which most parts never have.
struct ExpressionKey: Sendable, CustomStringConvertible {
    /// The last of the indices that lead there.
    private final class Step: Sendable {
        let parent: ExpressionKey
        let index: Int

        init(_ parent: ExpressionKey, _ index: Int) {
            self.parent = parent
            self.index = index
        }
    }

    private let last: Step?

    /// The key of the whole expression.
    static let root = ExpressionKey(last: nil)

    func element(_ index: Int) -> ExpressionKey { ExpressionKey(last: Step(self, index)) }

    /// Such as `[1][2]`; empty for the whole expression.
    var description: String { last.map { "\($0.parent)[\($0.index)]" } ?? "" }
}

/// The properties of a node that are known without evaluating it.
struct NodeTraits: Sendable {
    let type: ExpressionType
    let key: ExpressionKey
    let dependencies: Dependencies
    let input: FeatureInput
    /// The number of nodes that one evaluation visits at most: a variable costs as much as the expression bound to it.
    let cost: Int
    /// The depth of nested calls of one evaluation.
    let depth: Int

    init(
        _ type: ExpressionType, _ key: ExpressionKey, _ children: [any ExpressionNode] = [],
        adding own: Dependencies = [], reading input: FeatureInput? = nil, steps: Int = 1
    ) {
        self.type = type
        self.key = key
        var (dependencies, cost, depth) = (own, min(max(1, steps), NodeTraits.maxCost / 2), 1)
        var input = input ?? (own.contains(.feature) ? .all : .nothing)
        for child in children {
            let traits = child.traits
            dependencies.formUnion(traits.dependencies)
            input.formUnion(traits.input)
            cost = min(cost + traits.cost, NodeTraits.maxCost * 2)
            depth = max(depth, traits.depth + 1)
        }
        self.dependencies = dependencies
        self.input = input
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

/// A node without arguments.
protocol LeafNode: ExpressionNode {}

extension LeafNode {
    var children: [any ExpressionNode] { [] }
    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode { self }
}

/// A node whose value is that of one of its children.
protocol BranchNode: ExpressionNode {
    func branch(_ context: EvaluationContext) throws(EvaluationError) -> any ExpressionNode
}

extension BranchNode {
    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        try branch(context).evaluate(context)
    }
    func number(_ context: EvaluationContext) throws(EvaluationError) -> Double {
        try branch(context).number(context)
    }
    func bool(_ context: EvaluationContext) throws(EvaluationError) -> Bool { try branch(context).bool(context) }
}

/// An operator that is a function of its arguments.
final class FunctionNode: ExpressionNode {
    typealias Function = @Sendable (FunctionNode, EvaluationContext) throws(EvaluationError) -> Value

    let traits: NodeTraits
    let children: [any ExpressionNode]
    private let own: Dependencies
    private let function: Function

    init(
        _ type: ExpressionType, _ children: [any ExpressionNode], adding own: Dependencies = [], key: ExpressionKey,
        _ function: @escaping Function
    ) {
        traits = NodeTraits(type, key, children, adding: own)
        self.children = children
        self.own = own
        self.function = function
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value { try function(self, context) }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        FunctionNode(type, children, adding: own, key: traits.key, function)
    }

    func wrongType(_ value: Value, expected: ExpressionType) -> EvaluationError {
        EvaluationError(traits.key, .wrongType(expected: expected, found: value))
    }
}

/// The names of the feature properties that an expression reads; nil when they depend on the feature.
func propertyNames(_ root: any ExpressionNode) -> Set<String>? {
    var names: Set<String> = []
    var seen: Set<ObjectIdentifier> = []
    var pending = [root]
    while let node = pending.popLast() {
        guard node.traits.dependencies.contains(.feature), seen.insert(ObjectIdentifier(node)).inserted else {
            continue
        }
        switch node {
        case let node as PropertyNode: names.insert(node.name)
        case let node as HasPropertyNode: names.insert(node.name)
        case let node as LookupNode where node.target == .property || node.target == .hasProperty: return nil
        case let node as ContextNode where node.source == .properties: return nil
        default: break
        }
        pending += node.children
    }
    return names
}

extension ExpressionNode {
    /// Why an expression is not allowed for a property; nil when it is.
    func problem(for spec: PropertySpec?) -> String? {
        let isFeatureConstant = traits.dependencies.isDisjoint(with: [.feature, .featureState])
        let isZoomConstant = !traits.dependencies.contains(.zoom)
        if let spec {
            if !isFeatureConstant, !spec.takesFeature { return "data expressions not supported" }
            if !isZoomConstant, !spec.takesZoom { return "zoom expressions not supported" }
        }
        switch zoomCurve(of: self) {
        case .none: return isZoomConstant ? nil : ZoomCurve.misplaced
        case .wrong(let problem): return problem
        case .curve(let curve):
            let isRefused = curve is InterpolateNode && spec?.interpolated == false
            return isRefused ? "\"interpolate\" expressions cannot be used with this property" : nil
        }
    }
}

/// The `step` or `interpolate` of an expression that has `zoom` as its input: at most one is allowed.
private enum ZoomCurve {
    case none
    case curve(any ExpressionNode)
    case wrong(String)

    static let misplaced =
        "\"zoom\" expression may only be used as input to a top-level \"step\" or \"interpolate\" expression."
    static let repeated =
        "Only one zoom-based \"step\" or \"interpolate\" subexpression may be used in an expression."
}

/// A node as a curve, if it is one. Asking for the protocol would look for it among all of the program, once for each class.
private func curve(_ node: any ExpressionNode) -> (any CurveNode)? {
    if let node = node as? InterpolateNode { return node }
    return node as? StepNode
}

/// Finds the curve where it is allowed: at the top level, or inside `let` and `coalesce` there.
private func zoomCurve(of node: any ExpressionNode) -> ZoomCurve {
    // The bound expression is checked where it is bound. A curve depends on zoom, and so does what it is in.
    guard node.traits.dependencies.contains(.zoom), !(node is VariableNode) else { return .none }
    var result = ZoomCurve.none
    if let node = node as? LetNode {
        result = zoomCurve(of: node.result)
    } else if node is CoalesceNode {
        for child in node.children {
            result = zoomCurve(of: child)
            if case .none = result { continue }
            break
        }
    } else if let curve = curve(node), curve.readsZoom {
        result = .curve(curve)
    }
    if case .wrong = result { return result }
    for child in node.children {
        switch (result, zoomCurve(of: child)) {
        case (_, .none): continue
        case (_, .wrong(let problem)): return .wrong(problem)
        case (.none, .curve): return .wrong(ZoomCurve.misplaced)
        case (.curve(let own), .curve(let other)): if own !== other { return .wrong(ZoomCurve.repeated) }
        case (.wrong, .curve): return result
        }
    }
    return result
}

/// Evaluates all parts of an expression that depend on the zoom only, for one zoom.
struct ZoomFolder {
    let zoom: Double
    /// Nodes that variables share are folded once.
    private var folded: [ObjectIdentifier: any ExpressionNode] = [:]

    init(zoom: Double) { self.zoom = zoom }

    mutating func fold(_ node: any ExpressionNode) -> any ExpressionNode {
        guard node.traits.dependencies.contains(.zoom) else { return node }
        if let known = folded[ObjectIdentifier(node)] { return known }
        let result: any ExpressionNode
        if node.traits.dependencies == .zoom {
            do {
                let value = try node.evaluate(EvaluationContext(zoom: zoom))
                result = ConstantNode(value, type: node.type, key: node.traits.key)
            } catch {
                let message = ConstantNode(.string(error.message), type: .string, key: node.traits.key)
                result = FailingNode(message, type: node.type, key: node.traits.key)
            }
        } else {
            result = node.rebuilt(node.children.map { fold($0) })
        }
        folded[ObjectIdentifier(node)] = result
        return result
    }
}

extension NodeTraits {
    /// UTF-8 bytes of a text that needs no look at the limits.
    private static let alwaysAllowed = 1024
    /// UTF-8 bytes of a text that is too long where nothing else is limited.
    private static let neverAllowed = 16 << 20

    /// Counts work whose length is that of texts and arrays as steps; what short ones take is among the steps of the node.
    ///
    /// - Parameter count: the bytes or items that are looked at.
    /// - Throws: past a limit of the map.
    func spend(_ count: Int) throws(EvaluationError) {
        guard count > Self.alwaysAllowed else { return }
        guard RenderBudget.spend(count / 16, .expressionSteps, at: "expression\(key)"), !WorkContext.isCancelled else {
            throw failure("Evaluation takes too long.")
        }
    }

    /// - Parameter count: the UTF-8 bytes of a text that the node makes, or is about to make.
    /// - Throws: when the text is longer than texts of expressions may be, past which the map ends.
    func checkText(_ count: Int) throws(EvaluationError) {
        guard count > Self.alwaysAllowed else { return }
        guard RenderBudget.check(count, .textBytes, at: "expression\(key)"), count <= Self.neverAllowed else {
            throw failure("The text is too long.")
        }
    }
}
