// SPDX-License-Identifier: MIT

/// `["get", "name"]`: a property of the feature, the most frequent of all nodes.
final class PropertyNode: ExpressionNode {
    let site: NodeSite
    let name: String
    var children: [any ExpressionNode] { [] }

    init(_ name: String, key: String) {
        self.name = name
        site = NodeSite(.value, key, adding: .feature)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        context.feature?.property(name) ?? .null
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode { self }
}

/// `["has", "name"]`.
final class HasPropertyNode: ExpressionNode {
    let site: NodeSite
    let name: String
    var children: [any ExpressionNode] { [] }

    init(_ name: String, key: String) {
        self.name = name
        site = NodeSite(.boolean, key, adding: .feature)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value { .bool(try bool(context)) }

    func bool(_ context: EvaluationContext) throws(EvaluationError) -> Bool {
        context.feature?.property(name) != nil
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode { self }
}

/// Lookups whose name is computed, or in an object that is not the feature's properties.
final class LookupNode: ExpressionNode {
    enum Place { case property, hasProperty, member, hasMember, featureState }

    let site: NodeSite
    let place: Place
    let children: [any ExpressionNode]

    init(_ place: Place, _ arguments: [any ExpressionNode], key: String) {
        self.place = place
        children = arguments
        let own: Dependencies =
            switch place {
            case .property, .hasProperty: .feature
            case .featureState: .featureState
            case .member, .hasMember: []
            }
        let isTest = place == .hasProperty || place == .hasMember
        site = NodeSite(isTest ? .boolean : .value, key, arguments, adding: own)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        let name = try children[0].string(context)
        switch place {
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
            throw EvaluationError(site.key, .wrongType(expected: .object, found: value))
        }
        return members
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        LookupNode(place, children, key: site.key)
    }
}

/// What an expression sees of its surroundings: zoom, geometry type and the like.
final class ContextNode: ExpressionNode {
    enum Source: String {
        case zoom, properties, id, elevation, accumulated
        case geometryType = "geometry-type"
        case heatmapDensity = "heatmap-density"
        case lineProgress = "line-progress"
    }

    let site: NodeSite
    let source: Source
    var children: [any ExpressionNode] { [] }

    init(_ source: Source, key: String) {
        self.source = source
        site =
            switch source {
            case .zoom: NodeSite(.number, key, adding: .zoom)
            case .heatmapDensity, .lineProgress, .elevation: NodeSite(.number, key, adding: .ramp)
            case .properties: NodeSite(.object, key, adding: .feature)
            case .id: NodeSite(.value, key, adding: .feature)
            case .geometryType: NodeSite(.string, key, adding: .feature)
            case .accumulated: NodeSite(.value, key, adding: .accumulated)
            }
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        switch source {
        case .zoom: .number(context.zoom)
        case .heatmapDensity: .number(context.heatmapDensity ?? 0)
        case .lineProgress: .number(context.lineProgress ?? 0)
        case .elevation: .number(context.elevation ?? 0)
        case .properties: .object(context.feature?.allProperties ?? [:])
        case .id: context.feature?.featureID ?? .null
        case .geometryType: context.feature?.geometryType.map(Value.string) ?? .null
        case .accumulated: context.accumulated ?? .null
        }
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode { self }
}

/// `["global-state", name]`.
final class GlobalStateNode: ExpressionNode {
    let site: NodeSite
    private let name: String
    var children: [any ExpressionNode] { [] }

    init(_ name: String, key: String) {
        self.name = name
        site = NodeSite(.value, key, adding: .globalState)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        context.globalState[name] ?? .null
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode { self }
}
