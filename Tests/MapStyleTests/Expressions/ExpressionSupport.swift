// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
import MapStyle

/// A feature made of literals.
final class TestFeature: ExpressionFeature, Sendable {
    let featureID: Value?
    let geometryType: String?
    let allProperties: [String: Value]
    let lonLatGeometry: [[Point]]

    init(
        featureID: Value? = nil, geometryType: String? = nil, allProperties: [String: Value] = [:],
        lonLatGeometry: [[Point]] = []
    ) {
        self.featureID = featureID
        self.geometryType = geometryType
        self.allProperties = allProperties
        self.lonLatGeometry = lonLatGeometry
    }

    func property(_ name: String) -> Value? { allProperties[name] }
}

func parsed(_ text: String) throws -> JSONNode {
    try JSONDocument(file: "test", text: Array(text.utf8)).root
}

/// Evaluates an expression whose type does not matter; nil when evaluation fails.
func evaluated(
    _ text: String, zoom: Double = 0, _ properties: [String: Value] = [:], spec: PropertySpec? = nil
) throws -> Value? {
    let compiled = try CompiledExpression(try parsed(text), spec: spec)
    return try? compiled.evaluate(
        EvaluationContext(zoom: zoom, feature: TestFeature(allProperties: properties)))
}

/// The first compile error's text; nil when the expression compiles.
func compileError(_ text: String, spec: PropertySpec? = nil) throws -> String? {
    do {
        _ = try CompiledExpression(try parsed(text), spec: spec)
        return nil
    } catch let errors as ExpressionErrors {
        return errors.errors.first?.message
    }
}
