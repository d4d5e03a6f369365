// SPDX-License-Identifier: MIT

/// `["get", "name"]`: a property of the feature. The most frequent node.
final class PropertyNode: LeafNode {
    let traits: NodeTraits
    let name: String

    init(_ name: String, key: ExpressionKey) {
        self.name = name
        traits = NodeTraits(.value, key, adding: .feature, reading: .property(name))
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        context.feature?.property(name) ?? .null
    }
}

/// `["has", "name"]`.
final class HasPropertyNode: LeafNode {
    let traits: NodeTraits
    let name: String

    init(_ name: String, key: ExpressionKey) {
        self.name = name
        traits = NodeTraits(.boolean, key, adding: .feature, reading: .property(name))
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value { .bool(try bool(context)) }

    func bool(_ context: EvaluationContext) throws(EvaluationError) -> Bool {
        context.feature?.property(name) != nil
    }
}

/// A value of the evaluation context: zoom, geometry type and the like.
final class ContextNode: LeafNode {
    enum Source: String {
        case zoom, properties, id, elevation, accumulated
        case geometryType = "geometry-type"
        case heatmapDensity = "heatmap-density"
        case lineProgress = "line-progress"
    }

    let traits: NodeTraits
    let source: Source

    init(_ source: Source, key: ExpressionKey) {
        self.source = source
        traits =
            switch source {
            case .zoom: NodeTraits(.number, key, adding: .zoom)
            case .heatmapDensity, .lineProgress, .elevation: NodeTraits(.number, key, adding: .ramp)
            case .properties: NodeTraits(.object, key, adding: .feature)
            case .id: NodeTraits(.value, key, adding: .feature)
            case .geometryType: NodeTraits(.string, key, adding: .feature, reading: .shape)
            case .accumulated: NodeTraits(.value, key, adding: .accumulated)
            }
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        switch source {
        case .zoom: .number(context.zoom)
        case .heatmapDensity: .number(context.heatmapDensity ?? 0)
        case .lineProgress: .number(context.lineProgress ?? 0)
        case .elevation: .number(context.elevation ?? 0)
        case .properties: .object(try properties(context))
        case .id: context.feature?.featureID ?? .null
        case .geometryType: context.feature?.geometryType.map(Value.string) ?? .null
        case .accumulated: context.accumulated ?? .null
        }
    }

    private func properties(_ context: EvaluationContext) throws(EvaluationError) -> [String: Value] {
        let properties = context.feature?.allProperties ?? [:]
        try traits.spend(64 * properties.count)
        return properties
    }
}

/// `["global-state", name]`.
final class GlobalStateNode: LeafNode {
    let traits: NodeTraits
    private let name: String

    init(_ name: String, key: ExpressionKey) {
        self.name = name
        traits = NodeTraits(.value, key, adding: .globalState)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        context.globalState[name] ?? .null
    }
}

/// `get` and `has` with a computed name or on an object, and `feature-state`.
final class LookupNode: ExpressionNode {
    enum Target { case property, hasProperty, member, hasMember, featureState }

    let traits: NodeTraits
    let target: Target
    let children: [any ExpressionNode]

    init(_ target: Target, _ arguments: [any ExpressionNode], key: ExpressionKey) {
        self.target = target
        children = arguments
        let own: Dependencies =
            switch target {
            case .property, .hasProperty: .feature
            case .featureState: .featureState
            case .member, .hasMember: []
            }
        let isTest = target == .hasProperty || target == .hasMember
        traits = NodeTraits(isTest ? .boolean : .value, key, arguments, adding: own)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        let name = try children[0].string(context)
        switch target {
        case .property: return context.feature?.property(name) ?? .null
        case .hasProperty: return .bool(context.feature?.property(name) != nil)
        case .featureState: return context.featureState[name] ?? .null
        case .member: return try object(context)[name] ?? .null
        case .hasMember: return .bool(try object(context)[name] != nil)
        }
    }

    private func object(_ context: EvaluationContext) throws(EvaluationError) -> [String: Value] {
        let value = try children[1].evaluate(context)
        guard case .object(let members) = value else {
            throw EvaluationError(traits.key, .wrongType(expected: .object, found: value))
        }
        return members
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        LookupNode(target, children, key: traits.key)
    }
}

/// `["var", name]`: evaluates the expression bound to the name.
final class VariableNode: BranchNode {
    let traits: NodeTraits
    private let bound: any ExpressionNode
    var children: [any ExpressionNode] { [bound] }

    init(_ bound: any ExpressionNode, key: ExpressionKey) {
        self.bound = bound
        traits = NodeTraits(bound.type, key, [bound])
    }

    func branch(_ context: EvaluationContext) -> any ExpressionNode { bound }
    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode { children[0] }
}

/// `let`: evaluates its result, whose variables refer to the bound expressions.
final class LetNode: BranchNode {
    let traits: NodeTraits
    let result: any ExpressionNode
    let children: [any ExpressionNode]

    init(bindings: [any ExpressionNode], result: any ExpressionNode, key: ExpressionKey) {
        self.result = result
        children = bindings + [result]
        traits = NodeTraits(result.type, key, children)
    }

    func branch(_ context: EvaluationContext) -> any ExpressionNode { result }
    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode { children.last ?? self }
}

/// A literal, or a constant expression evaluated at compile time.
final class ConstantNode: LeafNode {
    let traits: NodeTraits
    let value: Value

    init(_ value: Value, type: ExpressionType, key: ExpressionKey) {
        self.value = value
        traits = NodeTraits(type, key)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value { value }
}

/// `["error", text]`, or an expression that failed when it was evaluated for one zoom.
final class FailingNode: ExpressionNode {
    let traits: NodeTraits
    private let message: any ExpressionNode
    var children: [any ExpressionNode] { [message] }

    init(_ message: any ExpressionNode, type: ExpressionType = .error, key: ExpressionKey) {
        self.message = message
        traits = NodeTraits(type, key, [message], adding: .unfoldable)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        throw traits.failure(try message.string(context))
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        FailingNode(children[0], type: type, key: traits.key)
    }
}
