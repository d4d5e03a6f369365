// SPDX-License-Identifier: MIT
import Libc
import MapCanvas
import MapCore
import MapGeometry
import MapImages
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

/// A feature of the expression suite; its geometry is rounded to the grid of a tile when the case names one.
final class SuiteFeature: ExpressionFeature {
    let featureID: Value?
    let geometryType: String?
    let allProperties: [String: Value]
    let lonLatGeometry: [[Point]]

    init(_ node: JSONNode, tileZoom: Double?) {
        featureID = node["id"].map { Value($0) }
        allProperties = members(node["properties"])
        let geometry = node["geometry"]
        let type = geometry?["type"]?.string ?? node["type"]?.string
        geometryType = type.map { $0.hasPrefix("Multi") ? String($0.dropFirst(5)) : $0 }
        let coordinates = geometry?["coordinates"] ?? JSONNode(.array([]))
        let parts: [[Point]] =
            switch type {
            case "Point": [[point(coordinates)]]
            case "MultiPoint": (coordinates.array ?? []).map { [point($0)] }
            case "LineString": [line(coordinates)]
            case "MultiLineString", "Polygon": (coordinates.array ?? []).map(line)
            case "MultiPolygon": (coordinates.array ?? []).flatMap { ($0.array ?? []).map(line) }
            default: []
            }
        lonLatGeometry = tileZoom.map { zoom in parts.map { $0.map { snap($0, zoom: zoom) } } } ?? parts
    }

    func property(_ name: String) -> Value? { allProperties[name] }
}

private func point(_ node: JSONNode) -> Point {
    let numbers = (node.array ?? []).compactMap(\.number)
    return numbers.count > 1 ? Point(numbers[0], numbers[1]) : .zero
}

private func line(_ node: JSONNode) -> [Point] { (node.array ?? []).map(point) }

/// The nearest point on a tile's grid of 8192 units.
private func snap(_ p: Point, zoom: Double) -> Point {
    let world = pow(2, zoom) * 8192
    let x = ((180 + p.x) / 360 * world).rounded() / world
    let y = ((180 - 180 / .pi * log(tan(.pi / 4 + p.y * .pi / 360))) / 360 * world).rounded() / world
    return Point(x * 360 - 180, 360 / .pi * atan(exp((180 - y * 360) * .pi / 180)) - 90)
}

/// A value in the suite's JSON, with premultiplied colours.
func suiteText(_ value: Value) -> String {
    switch value {
    case .null: return "null"
    case .bool(let bool): return bool ? "true" : "false"
    case .number(let number): return jsonText(number)
    case .string(let string): return jsonText(string)
    case .color(let color):
        return list([color.red * color.alpha, color.green * color.alpha, color.blue * color.alpha, color.alpha])
    case .array(let items): return "[" + items.map(suiteText).joined(separator: ",") + "]"
    case .object(let members):
        return "{" + members.map { jsonText($0.key) + ":" + suiteText($0.value) }.joined(separator: ",") + "}"
    case .formatted(let formatted):
        return "{\"sections\":[" + formatted.sections.map(suiteText).joined(separator: ",") + "]}"
    case .image(let image): return suiteText(image)
    case .padding(let numbers), .numberArray(let numbers): return "{\"values\":\(list(numbers))}"
    case .colorArray(let colors): return "{\"values\":[" + colors.map(suiteText).joined(separator: ",") + "]}"
    case .variableAnchorOffsets(let offsets):
        let items = offsets.flatMap { [jsonText($0.anchor), list([$0.x, $0.y])] }
        return "{\"values\":[" + items.joined(separator: ",") + "]}"
    case .projection(let from, let to, let transition):
        if from == to { return jsonText(from) }
        return "[\(jsonText(from)),\(jsonText(to)),\(jsonText(transition))]"
    case .collator: return "{}"
    }
}

private func suiteText(_ image: ResolvedImage) -> String {
    "{\"name\":\(jsonText(image.name)),\"available\":\(image.available)}"
}

private func suiteText(_ color: Color) -> String {
    let (r, g, b) = (color.red * color.alpha, color.green * color.alpha, color.blue * color.alpha)
    return "{\"r\":\(jsonText(r)),\"g\":\(jsonText(g)),\"b\":\(jsonText(b)),\"a\":\(jsonText(color.alpha))}"
}

private func suiteText(_ section: Formatted.Section) -> String {
    "{\"text\":\(jsonText(section.text)),\"image\":\(section.image.map(suiteText) ?? "null"),"
        + "\"scale\":\(section.scale.map { jsonText($0) } ?? "null"),"
        + "\"fontStack\":\(section.fontStack.map { jsonText($0) } ?? "null"),"
        + "\"textColor\":\(section.textColor.map(suiteText) ?? "null"),"
        + "\"verticalAlign\":\(section.verticalAlign.map { jsonText($0) } ?? "null")}"
}

private func list(_ numbers: [Double]) -> String { "[" + numbers.map { jsonText($0) }.joined(separator: ",") + "]" }

/// A number as JSON; infinities and NaN become null, as in `JSON.stringify`.
func jsonText(_ number: Double) -> String { number.isFinite ? "\(number)" : "null" }

func jsonText(_ string: String) -> String { quoted(string) }
