// SPDX-License-Identifier: MIT
import MapDiagnostics

extension ExpressionParser {
    /// A property's plain value.
    /// - Throws: why the value is not allowed.
    static func constant(_ node: JSONNode, spec: PropertySpec) throws(ExpressionErrors) -> any ExpressionNode {
        if spec.tokens, let text = node.string, text.utf8.contains(UInt8(ascii: "{")) {
            return try tokens(text, spec)
        }
        let value = Value(node)
        if let problem = value.problem(for: spec) {
            throw ExpressionErrors([ExpressionError(key: "", message: problem)])
        }
        guard let type = ExpressionType(spec) else { return ConstantNode(value, type: .value, key: "") }
        let plain = ConstantNode(value, type: value.type, key: "")
        switch type {
        case .string, .number, .boolean, .array: return plain
        // Whether the sprite has the image is known at evaluation only.
        case .resolvedImage: return CoercionNode(type, [plain], key: "")
        default: break
        }
        switch value.converted(to: type, EvaluationContext(zoom: 0)) {
        case .value(let converted): return ConstantNode(converted, type: type, key: "")
        case .failed(let reason):
            throw ExpressionErrors([ExpressionError(key: "", message: EvaluationError("", reason).message)])
        }
    }

    /// Text with `{property}` in it.
    private static func tokens(_ text: String, _ spec: PropertySpec) throws(ExpressionErrors) -> any ExpressionNode {
        let parser = ExpressionParser()
        let context = Context(expected: ExpressionType(spec), annotation: spec.kind == .string ? .coerce : nil)
        guard let root = parser.parse(tokenExpression(text), context) else { throw ExpressionErrors(parser.errors) }
        return root
    }
}

/// Text with `{property}` in it as an expression; plain text stays as it is.
func tokenExpression(_ text: String) -> JSONNode {
    var parts: [JSONNode] = []
    var rest = Substring(text)
    var plain = ""
    while let open = rest.firstIndex(of: "{") {
        let inside = rest[rest.index(after: open)...]
        guard let end = inside.firstIndex(where: { $0 == "{" || $0 == "}" }), inside[end] == "}",
            end > inside.startIndex
        else {
            plain += rest[...open]
            rest = inside
            continue
        }
        plain += rest[..<open]
        if !plain.isEmpty { parts.append(JSONNode(.string(plain))) }
        plain = ""
        parts.append(json("get", JSONNode(.string(String(inside[..<end])))))
        rest = inside[inside.index(after: end)...]
    }
    plain += rest
    if parts.isEmpty { return JSONNode(.string(text)) }
    if !plain.isEmpty { parts.append(JSONNode(.string(plain))) }
    if parts.count == 1 { return json("to-string", parts[0]) }
    return JSONNode(.array([JSONNode(.string("concat"))] + parts))
}

/// An operator with its arguments.
func json(_ operation: String, _ arguments: JSONNode...) -> JSONNode {
    JSONNode(.array([JSONNode(.string(operation))] + arguments))
}

extension Value {
    /// Why a constant is not allowed for a property, in the words of the reference validator; nil when it is.
    fileprivate func problem(for spec: PropertySpec) -> String? {
        switch spec.kind {
        case .number:
            guard let number else { return "number expected, \(jsonTypeName) found" }
            if let minimum = spec.minimum, number < minimum {
                return "\(javaScriptText(number)) is less than the minimum value \(javaScriptText(minimum))"
            }
            if let maximum = spec.maximum, number > maximum {
                return "\(javaScriptText(number)) is greater than the maximum value \(javaScriptText(maximum))"
            }
            return nil
        case .string: return string == nil ? "string expected, \(jsonTypeName) found" : nil
        case .boolean: if case .bool = self { return nil } else { return "boolean expected, \(jsonTypeName) found" }
        case .enum:
            if let string, spec.values.contains(string) { return nil }
            return "expected one of [\(spec.values.joined(separator: ", "))], \(json) found"
        case .color:
            guard string != nil else { return "color expected, \(jsonTypeName) found" }
            if case .failed = converted(to: .color, EvaluationContext(zoom: 0)) {
                return "color expected, \(json) found"
            }
            return nil
        case .array: return arrayProblem(spec)
        default: return nil
        }
    }

    private func arrayProblem(_ spec: PropertySpec) -> String? {
        guard case .array(let items) = self else { return "array expected, \(jsonTypeName) found" }
        if let length = spec.length, items.count != length {
            return "array length \(length) expected, length \(items.count) found"
        }
        guard let element = spec.element else { return nil }
        var item = spec
        item.kind = element
        return items.lazy.compactMap { $0.problem(for: item) }.first
    }

    private var jsonTypeName: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        default: "object"
        }
    }
}
