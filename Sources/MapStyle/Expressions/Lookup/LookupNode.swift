// SPDX-License-Identifier: MIT

/// `get` and `has` with a computed name or on an object, and `feature-state`.
final class LookupNode: ExpressionNode {
    enum Target { case property, hasProperty, member, hasMember, featureState }

    let traits: NodeTraits
    let target: Target
    let children: [any ExpressionNode]

    init(_ target: Target, _ arguments: [any ExpressionNode], key: String) {
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
