// SPDX-License-Identifier: MIT

/// A value of the evaluation context: zoom, geometry type and the like.
final class ContextNode: ExpressionNode {
    enum Source: String {
        case zoom, properties, id, elevation, accumulated
        case geometryType = "geometry-type"
        case heatmapDensity = "heatmap-density"
        case lineProgress = "line-progress"
    }

    let traits: NodeTraits
    let source: Source
    var children: [any ExpressionNode] { [] }

    init(_ source: Source, key: String) {
        self.source = source
        traits =
            switch source {
            case .zoom: NodeTraits(.number, key, adding: .zoom)
            case .heatmapDensity, .lineProgress, .elevation: NodeTraits(.number, key, adding: .ramp)
            case .properties: NodeTraits(.object, key, adding: .feature)
            case .id: NodeTraits(.value, key, adding: .feature)
            case .geometryType: NodeTraits(.string, key, adding: .feature)
            case .accumulated: NodeTraits(.value, key, adding: .accumulated)
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
    let traits: NodeTraits
    private let name: String
    var children: [any ExpressionNode] { [] }

    init(_ name: String, key: String) {
        self.name = name
        traits = NodeTraits(.value, key, adding: .globalState)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        context.globalState[name] ?? .null
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode { self }
}
