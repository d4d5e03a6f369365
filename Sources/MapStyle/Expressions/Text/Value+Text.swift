// SPDX-License-Identifier: MIT
import MapCanvas
package import MapDiagnostics

extension Value {
    /// A JSON tree as a value; of a repeated key the last member counts.
    package init(_ node: JSONNode) {
        switch node.value {
        case .null: self = .null
        case .bool(let bool): self = .bool(bool)
        case .number(let number): self = .number(number)
        case .string(let string): self = .string(string)
        case .array(let items): self = .array(items.map(Value.init))
        case .object(let object):
            self = .object(Dictionary(object.members.map { ($0.key, Value($0.node)) }) { _, last in last })
        }
    }

    var string: String? { if case .string(let string) = self { string } else { nil } }
    var number: Double? { if case .number(let number) = self { number } else { nil } }

    /// As `to-string` writes it: nothing for null, JSON for arrays and objects.
    package var text: String {
        switch self {
        case .null: ""
        case .string(let string): string
        case .number(let number): javaScriptText(number)
        case .bool(let bool): bool ? "true" : "false"
        case .color(let color): color.cssText
        case .formatted(let formatted): formatted.text
        case .image(let image): image.name
        default: json
        }
    }

    /// As `JSON.stringify` writes it, but members sorted by key.
    var json: String {
        switch self {
        case .null: "null"
        case .number(let number): number.isFinite ? javaScriptText(number) : "null"
        case .bool(let bool): bool ? "true" : "false"
        case .string(let string): quoted(string)
        case .color(let color): quoted(color.cssText)
        case .formatted(let formatted): quoted(formatted.text)
        case .image(let image): quoted(image.name)
        case .array(let items): "[" + items.map(\.json).joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + members.sorted { $0.key < $1.key }.map { quoted($0.key) + ":" + $0.value.json }
                .joined(separator: ",") + "}"
        case .padding(let numbers), .numberArray(let numbers):
            "[" + numbers.map(javaScriptText).joined(separator: ",") + "]"
        case .colorArray(let colors): "[" + colors.map { quoted($0.cssText) }.joined(separator: ",") + "]"
        case .variableAnchorOffsets(let offsets):
            "["
                + offsets.map { "\(quoted($0.anchor)),[\(javaScriptText($0.x)),\(javaScriptText($0.y))]" }
                .joined(separator: ",") + "]"
        case .projection(let from, let to, let transition):
            from == to ? quoted(from) : "[\(quoted(from)),\(quoted(to)),\(javaScriptText(transition))]"
        case .collator: "{}"
        }
    }
}
