// SPDX-License-Identifier: MIT
package import MapCore
package import MapGeometry

/// The compiled value of a property: a constant, an expression, or a function from before expressions.
package struct StyleExpression: Sendable {
    package let isFeatureConstant: Bool
    package let isZoomConstant: Bool
    let readsFeatureState: Bool
    private let constant: Value
    /// Nil for a constant.
    private let root: (any ExpressionNode)?
    /// The words that an enumeration allows; empty for all other kinds.
    private let allowed: [String]

    package init(constant: Value) {
        isFeatureConstant = true
        isZoomConstant = true
        readsFeatureState = false
        self.constant = constant
        root = nil
        allowed = []
    }

    private init(_ root: any ExpressionNode, fallback: Value, allowed: [String]) {
        let dependencies = root.traits.dependencies
        isFeatureConstant = dependencies.isDisjoint(with: [.feature, .featureState])
        isZoomConstant = !dependencies.contains(.zoom)
        readsFeatureState = dependencies.contains(.featureState)
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
        let allowed = spec.kind == .enum ? spec.values : []
        guard let node = root as? ConstantNode else {
            return StyleExpression(root, fallback: spec.fallback, allowed: allowed)
        }
        return StyleExpression(constant: isUsable(node.value, allowed) ? node.value : spec.fallback)
    }

    /// The value; the specification's default where evaluation fails.
    package func evaluate(_ context: EvaluationContext) -> Value {
        guard let root, let value = try? root.evaluate(context), Self.isUsable(value, allowed) else { return constant }
        return value
    }

    /// False for what the property's default stands for.
    private static func isUsable(_ value: Value, _ allowed: [String]) -> Bool {
        switch value {
        case .null: false
        case .number(let number): !number.isNaN
        case .string(let string): allowed.isEmpty || allowed.contains(string)
        default: true
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
            case .value(let value) = defaultValue.converted(to: type)
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
    /// True for a value that is not that of the feature alone.
    var dependsOnView: Bool { !root.traits.dependencies.isDisjoint(with: [.zoom, .featureState]) }

    package func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        try root.evaluate(context)
    }
}

/// The specification of a style property: the part of the reference that a value is compiled against.
package struct PropertySpec: Sendable {
    package enum Kind: String, Sendable {
        case number, string, boolean, color, array, `enum`, formatted, resolvedImage, padding, numberArray
        case colorArray, variableAnchorOffsetCollection, projectionDefinition
    }
    /// `property-type` of the reference.
    package enum PropertyType: String, Sendable {
        case dataDriven = "data-driven"
        case dataConstant = "data-constant"
        case crossFadedDataDriven = "cross-faded-data-driven"
        case crossFaded = "cross-faded"
        case colorRamp = "color-ramp"
        case constant
    }

    package var kind: Kind
    /// The element's kind of an array.
    package var element: Kind?
    package var length: Int?
    package var values: [String]
    package var minimum: Double?
    package var maximum: Double?
    package var defaultValue: Value?
    package var propertyType: PropertyType
    /// True when zoom and feature expressions may interpolate.
    package var interpolated: Bool
    package var tokens: Bool
    /// True when `zoom` is among the expression parameters of the reference.
    package var takesZoom: Bool

    package init(
        kind: Kind, element: Kind? = nil, length: Int? = nil, values: [String] = [], minimum: Double? = nil,
        maximum: Double? = nil, defaultValue: Value? = nil, propertyType: PropertyType = .dataDriven,
        interpolated: Bool = true, tokens: Bool = false
    ) {
        self.kind = kind
        self.element = element
        self.length = length
        self.values = values
        self.minimum = minimum
        self.maximum = maximum
        self.defaultValue = defaultValue
        self.propertyType = propertyType
        self.interpolated = interpolated
        self.tokens = tokens
        takesZoom = propertyType != .colorRamp && propertyType != .constant
    }

    package var takesFeature: Bool { propertyType == .dataDriven || propertyType == .crossFadedDataDriven }
}

/// A feature for which expressions are evaluated, such as one of a vector tile.
package protocol ExpressionFeature: AnyObject {
    var featureID: Value? { get }
    /// "Point", "LineString" or "Polygon" (also for the Multi forms), nil when unknown.
    var geometryType: String? { get }
    func property(_ name: String) -> Value?
    /// All properties, for the `properties` operator.
    var allProperties: [String: Value] { get }
    /// Longitude in x, latitude in y, for `within` and `distance`; parts of the geometry, rings closed or not.
    var lonLatGeometry: [[Point]] { get }
}

/// The inputs of an evaluation.
package struct EvaluationContext {
    package var zoom: Double
    package var feature: (any ExpressionFeature)?
    package var globalState: [String: Value] = [:]
    package var heatmapDensity: Double?
    package var lineProgress: Double?
    package var elevation: Double?
    package var accumulated: Value?
    package var availableImages: Set<String> = []
    /// The state that an application has set for the feature; empty in a static map.
    package var featureState: [String: Value] = [:]
    /// The zoom of the feature's tile: `within` compares on that tile's grid of 8192 units.
    package var tileZoom: Int?
    /// True outside of maps, where `is-supported-script` has nothing to ask.
    package var supportsEveryScript = true

    package init(zoom: Double, feature: (any ExpressionFeature)? = nil) {
        self.zoom = zoom
        self.feature = feature
    }
}
