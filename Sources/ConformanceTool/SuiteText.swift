// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapStyle

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
