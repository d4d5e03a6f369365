// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
import MapStyle

extension FuzzTarget {
    /// An expression, compiled without a type and as a color, and evaluated for features at several zooms.
    static let expression = FuzzTarget("expression", maxLength: 2048) { bytes throws(BrokenPromise) in
        guard let document = accepted({ () throws(Diagnostic) in try JSONDocument(file: "input", text: bytes) }) else {
            return
        }
        let specs = [nil, PropertySpec(kind: .color), PropertySpec(kind: .number)]
        for spec in specs {
            let compiled = accepted { () throws(ExpressionErrors) in try CompiledExpression(document.root, spec: spec) }
            guard let compiled else { continue }
            for feature in FuzzedFeature.samples {
                var context = EvaluationContext(zoom: 13.5, feature: feature)
                context.tileZoom = 13
                context.heatmapDensity = 0.5
                context.lineProgress = 0.25
                context.elevation = 100
                context.availableImages = ["pin"]
                let first = accepted { () throws(EvaluationError) in try compiled.evaluate(context) }
                let second = accepted { () throws(EvaluationError) in try compiled.evaluate(context) }
                try promise("\(first as Any)" == "\(second as Any)", "an expression has two values")
            }
        }
    }
}

/// A feature for expressions.
private final class FuzzedFeature: ExpressionFeature, Sendable {
    let featureID: Value?
    let geometryType: String?
    let allProperties: [String: Value]
    let lonLatGeometry: [[Point]]

    init(_ id: Value?, _ type: String, _ properties: [String: Value], _ geometry: [[Point]]) {
        featureID = id
        geometryType = type
        allProperties = properties
        lonLatGeometry = geometry
    }

    func property(_ name: String) -> Value? { allProperties[name] }

    static let samples = [
        FuzzedFeature(.number(7), "Point", ["name": .string("Æøå 東京"), "rank": .number(3)], [[Point(10, 50)]]),
        FuzzedFeature(
            nil, "LineString", ["class": .string("road"), "rank": .number(-0.5), "list": .array([.number(1), .null])],
            [[Point(0, 0), Point(1, 1), Point(2, 0)]]),
        FuzzedFeature(
            .string("a"), "Polygon", ["flag": .bool(true), "rank": .number(1e300)],
            [[Point(0, 0), Point(1, 0), Point(1, 1), Point(0, 0)]]),
    ]
}
