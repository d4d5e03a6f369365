// SPDX-License-Identifier: MIT
package import MapDiagnostics

/// The compiled value of a property: a constant, an expression, or a function from before expressions.
package struct StyleExpression: Sendable {
    package let isFeatureConstant: Bool
    package let isZoomConstant: Bool
    private let constant: Value
    /// Nil for a constant.
    private let root: (any ExpressionNode)?
    /// The words that an enumeration allows; empty for all other kinds.
    private let allowed: Set<String>

    package init(constant: Value) {
        isFeatureConstant = true
        isZoomConstant = true
        self.constant = constant
        root = nil
        allowed = []
    }

    private init(_ root: any ExpressionNode, fallback: Value, allowed: Set<String>) {
        let dependencies = root.traits.dependencies
        isFeatureConstant = dependencies.isDisjoint(with: [.feature, .featureState])
        isZoomConstant = !dependencies.contains(.zoom)
        constant = fallback
        self.allowed = allowed
        self.root = root
    }

    /// Compiles a JSON value (constant, expression or function object) against a property's specification.
    /// - Throws: all compile errors.
    package static func compile(_ node: JSONNode, spec: PropertySpec) throws(ExpressionErrors) -> StyleExpression {
        let root: any ExpressionNode
        if node.object != nil || node.isExpression {
            root = try compileRoot(node, spec: spec)
        } else {
            root = try ExpressionParser.constant(node, spec: spec)
        }
        let allowed = spec.kind == .enum ? Set(spec.values) : []
        let expression = StyleExpression(root, fallback: spec.fallback, allowed: allowed)
        guard root is ConstantNode else { return expression }
        return StyleExpression(constant: expression.evaluate(EvaluationContext(zoom: 0)))
    }

    /// The value; the specification's default where evaluation fails.
    package func evaluate(_ context: EvaluationContext) -> Value {
        guard let root else { return constant }
        guard let value = try? root.evaluate(context) else { return constant }
        switch value {
        case .null: return constant
        case .number(let number) where number.isNaN: return constant
        case .string(let string) where !allowed.isEmpty && !allowed.contains(string): return constant
        default: return value
        }
    }

    /// The same expression with all parts that depend on the zoom evaluated for one zoom.
    package func specialised(zoom: Double) -> StyleExpression {
        guard let root, !isZoomConstant else { return self }
        var folder = ZoomFolder(zoom: zoom)
        let folded = StyleExpression(folder.fold(root), fallback: constant, allowed: allowed)
        guard folded.root is ConstantNode else { return folded }
        return StyleExpression(constant: folded.evaluate(EvaluationContext(zoom: zoom)))
    }

    /// The number of nodes that one evaluation visits at most.
    package var steps: Int { root?.traits.cost ?? 0 }

    /// The names of the feature properties that evaluation reads; nil when they depend on the feature.
    package var propertyNames: Set<String>? { root.map(MapStyle.propertyNames) ?? [] }

    static func compileRoot(
        _ node: JSONNode, spec: PropertySpec?
    ) throws(ExpressionErrors) -> any ExpressionNode {
        let source = spec.flatMap { spec in node.object.map { LegacyFunction($0, spec: spec).expression } } ?? node
        let parser = ExpressionParser()
        let location = ExpressionParser.Context(
            expected: spec.flatMap(ExpressionType.init), annotation: spec?.kind == .string ? .coerce : nil)
        guard let root = parser.parse(source, location) else { throw ExpressionErrors(parser.errors) }
        if let problem = root.problem(for: spec) {
            throw ExpressionErrors([ExpressionError(key: "", message: problem)])
        }
        return root
    }
}

extension PropertySpec {
    /// The default, converted to the type of the property's values.
    fileprivate var fallback: Value {
        guard let defaultValue else { return .null }
        guard let type = ExpressionType(self), !type.isArray, type != defaultValue.type,
            case .value(let value) = defaultValue.converted(to: type, EvaluationContext(zoom: 0))
        else { return defaultValue }
        return value
    }
}

/// An expression without a property, for conformance suites.
package struct CompiledExpression: Sendable {
    private let root: any ExpressionNode

    /// Compiles an expression; without a specification, any type is allowed.
    /// - Throws: all compile errors.
    package init(_ node: JSONNode, spec: PropertySpec?) throws(ExpressionErrors) {
        root = try StyleExpression.compileRoot(node, spec: spec)
    }

    package var type: String { root.type.description }
    package var isFeatureConstant: Bool { root.traits.dependencies.isDisjoint(with: [.feature, .featureState]) }
    package var isZoomConstant: Bool { !root.traits.dependencies.contains(.zoom) }

    package func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        try root.evaluate(context)
    }
}
