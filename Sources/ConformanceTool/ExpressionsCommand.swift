// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapStyle

/// Compiles and evaluates expressions from standard input, one JSON object per line.
func expressionsCommand() -> Int32 {
    while let line = readLine() {
        if line.isEmpty { continue }
        do {
            let document = try JSONDocument(file: "stdin", text: Array(line.utf8))
            print(ExpressionCase(document.root).answer())
        } catch {
            print("{\"error\":\(jsonText(error.message))}")
        }
    }
    return 0
}

/// One expression of the suite with its inputs.
private struct ExpressionCase {
    private let node: JSONNode

    init(_ node: JSONNode) { self.node = node }

    func answer() -> String {
        let id = jsonText(node["id"]?.string ?? "")
        let expression = node["expression"] ?? JSONNode(.null)
        do {
            let compiled = try CompiledExpression(expression, spec: PropertySpec(suite: node["propertySpec"]))
            let outputs = (node["inputs"]?.array ?? []).map { output(compiled, $0) }
            let result =
                "{\"result\":\"success\",\"type\":\(jsonText(compiled.type)),"
                + "\"isFeatureConstant\":\(compiled.isFeatureConstant),"
                + "\"isZoomConstant\":\(compiled.isZoomConstant)}"
            return "{\"id\":\(id),\"compiled\":\(result),\"outputs\":[\(outputs.joined(separator: ","))]}"
        } catch {
            let errors = error.errors.map {
                "{\"key\":\(jsonText($0.key)),\"error\":\(jsonText($0.message))}"
            }
            let list = errors.joined(separator: ",")
            return "{\"id\":\(id),\"compiled\":{\"result\":\"error\",\"errors\":[\(list)]},\"outputs\":[]}"
        }
    }

    private func output(_ compiled: CompiledExpression, _ input: JSONNode) -> String {
        let globals = input.array?.first
        let tileZoom = globals?["canonicalID"]?["z"]?.number
        let feature = input.array.flatMap { $0.count > 1 ? $0[1] : nil }
        var context = EvaluationContext(
            zoom: globals?["zoom"]?.number ?? 0, feature: feature.map { SuiteFeature($0, tileZoom: tileZoom) })
        context.tileZoom = tileZoom.flatMap(Int.init(exactly:))
        context.heatmapDensity = globals?["heatmapDensity"]?.number
        context.lineProgress = globals?["lineProgress"]?.number
        context.elevation = globals?["elevation"]?.number
        context.accumulated = globals?["accumulated"].map { Value($0) }
        context.availableImages = Set((globals?["availableImages"]?.array ?? []).compactMap(\.string))
        context.globalState = members(node["globalState"])
        context.featureState = members(feature?["featureState"])
        do {
            let value = try compiled.evaluate(context)
            return isInterpolation ? interpolatedText(value) : suiteText(value)
        } catch {
            return "{\"error\":\(jsonText("layers[0].paint.some-property\(error.key): \(error.message)"))}"
        }
    }
}

extension ExpressionCase {
    private var isInterpolation: Bool { node["expression"]?.array?.first?.string == "interpolate" }

    /// A projection between two others is an object in the suite, one that was written out an array.
    private func interpolatedText(_ value: Value) -> String {
        guard case .projection(let from, let to, let transition) = value, from != to || transition != 1 else {
            return suiteText(value)
        }
        return "{\"from\":\(jsonText(from)),\"to\":\(jsonText(to)),\"transition\":\(jsonText(transition))}"
    }
}

func members(_ node: JSONNode?) -> [String: Value] {
    if let node, case .object(let members) = Value(node) { members } else { [:] }
}

extension PropertySpec {
    /// The specification of a property in the suite's form; nil when any type is allowed.
    fileprivate init?(suite node: JSONNode?) {
        guard let node, let kind = node["type"]?.string.flatMap(Kind.init) else { return nil }
        self.init(
            kind: kind, element: node["value"]?.string.flatMap(Kind.init),
            length: node["length"]?.number.flatMap(Int.init(exactly:)),
            propertyType: node["property-type"]?.string.flatMap(PropertyType.init) ?? .dataDriven,
            interpolated: node["expression"]?["interpolated"]?.bool ?? false, tokens: node["tokens"]?.bool ?? false)
        values = (node["values"]?.array ?? []).compactMap(\.string)
        if values.isEmpty { values = (node["values"]?.object?.members ?? []).map(\.key) }
        defaultValue = node["default"].map { Value($0) }
        takesZoom = (node["expression"]?["parameters"]?.array ?? []).contains { $0.string == "zoom" }
    }
}
