// SPDX-License-Identifier: MIT
import MapCore

/// Compiles JSON to nodes and checks their types. One parser serves one expression.
///
/// The parser of an operator reports errors and returns nil.
final class ExpressionParser {
    /// How a value of unknown type is made to have the expected one.
    enum Annotation { case assert, coerce, omit }

    typealias Scope = [String: any ExpressionNode]

    /// The location of a subexpression, its expected type and the variables in scope.
    struct Context {
        var key = ExpressionKey.root
        var expected: ExpressionType?
        var scope: Scope = [:]
        var annotation: Annotation?
        var depth = 0
    }

    private(set) var errors: [ExpressionError] = []
    /// The number of nodes that may still be parsed: far beyond any style, so that hostile ones end soon.
    private var budget = 500_000
    /// Limits compilation to half a megabyte of stack; MapLibre's own styles reach a depth of about 20.
    private static let maxDepth = 96

    func report(_ message: String, _ context: Context, _ indices: Int...) {
        errors.append(
            ExpressionError(key: indices.reduce(context.key) { $0.element($1) }.description, message: message))
    }

    /// Removes and returns the errors after the first `mark` ones.
    func errors(since mark: Int) -> [ExpressionError] {
        let recent = Array(errors[mark...])
        errors.removeSubrange(mark...)
        return recent
    }

    /// Parses an operator's argument.
    func argument(
        _ node: JSONNode, _ index: Int, of context: Context, expected: ExpressionType? = nil,
        annotation: Annotation? = nil, binding scope: Scope? = nil
    ) -> (any ExpressionNode)? {
        parse(
            node,
            Context(
                key: context.key.element(index), expected: expected, scope: scope ?? context.scope,
                annotation: annotation,
                depth: context.depth + 1))
    }

    /// Parses the arguments from an index on, up to the first that is wrong.
    func arguments(
        _ items: [JSONNode], from first: Int, of context: Context, expected: (Int) -> ExpressionType?
    ) -> [any ExpressionNode]? {
        var nodes: [any ExpressionNode] = []
        for (index, item) in items.enumerated().dropFirst(first) {
            guard let node = argument(item, index, of: context, expected: expected(index)) else { return nil }
            nodes.append(node)
        }
        return nodes
    }

    func parse(_ node: JSONNode, _ context: Context) -> (any ExpressionNode)? {
        budget -= 1
        guard budget > 0, context.depth < ExpressionParser.maxDepth else {
            if errors.isEmpty || budget > 0 { report("The expression is nested too deeply or too large.", context) }
            return nil
        }
        let parsed: (any ExpressionNode)?
        switch node.value {
        case .array(let items): parsed = operation(items, context)
        case .object:
            report("Bare objects invalid. Use [\"literal\", {...}] instead.", context)
            return nil
        default: parsed = literal(node, context)
        }
        return parsed.flatMap { typed($0, context) }.flatMap { folded($0, context) }
    }

    private func operation(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        let hint = "If you wanted a literal array, use [\"literal\", [...]]."
        guard let first = items.first else {
            report(
                "Expected an array with at least one element. If you wanted a literal array, use [\"literal\", []].",
                context)
            return nil
        }
        guard let name = first.string else {
            report("Expression name must be a string, but found \(first.javaScriptType) instead. \(hint)", context, 0)
            return nil
        }
        guard let parse = ExpressionParser.operators[name] else {
            report("Unknown expression \"\(name)\". \(hint)", context, 0)
            return nil
        }
        return parse(self, items, context)
    }

    func literal(_ node: JSONNode, _ context: Context) -> (any ExpressionNode)? {
        let value = Value(node)
        var type = value.type
        // An empty array fits whatever array is expected.
        if case .array(_, 0) = type, case .array(_, let length)? = context.expected, length == nil || length == 0 {
            type = context.expected ?? type
        }
        return ConstantNode(value, type: type, key: context.key)
    }

    /// The node with an assertion or coercion to the expected type where necessary.
    private func typed(_ node: any ExpressionNode, _ context: Context) -> (any ExpressionNode)? {
        guard let expected = context.expected else { return node }
        let actual = node.type
        let annotation: Annotation
        switch (expected, actual) {
        case (.string, .value), (.number, .value), (.boolean, .value), (.object, .value), (.array, .value):
            annotation = context.annotation ?? .assert
        case (.color, .value), (.color, .string), (.formatted, .value), (.formatted, .string),
            (.resolvedImage, .value), (.resolvedImage, .string), (.projectionDefinition, .value),
            (.projectionDefinition, .string), (.projectionDefinition, .array), (.padding, .value),
            (.padding, .number), (.padding, .array), (.numberArray, .value), (.numberArray, .number),
            (.numberArray, .array), (.colorArray, .value), (.colorArray, .string), (.colorArray, .array),
            (.variableAnchorOffsetCollection, .value), (.variableAnchorOffsetCollection, .array):
            annotation = context.annotation ?? .coerce
        default:
            guard let mismatch = expected.mismatch(actual) else { return node }
            report(mismatch, context)
            return nil
        }
        return switch annotation {
        case .assert: FunctionNode.assertion(expected, [node], key: context.key)
        case .coerce: FunctionNode.coercion(expected, [node], key: context.key)
        case .omit: node
        }
    }

    /// The value of the node, if it depends on nothing.
    private func folded(_ node: any ExpressionNode, _ context: Context) -> (any ExpressionNode)? {
        let traits = node.traits
        guard traits.cost <= NodeTraits.maxCost, traits.depth <= NodeTraits.maxDepth else {
            report("The expression takes too long to evaluate.", context)
            return nil
        }
        guard traits.dependencies.isEmpty, !(node is ConstantNode) else { return node }
        do {
            return ConstantNode(try node.evaluate(EvaluationContext(zoom: 0)), type: traits.type, key: context.key)
        } catch {
            report(error.message, context)
            return nil
        }
    }
}

extension JSONNode {
    /// The name that JavaScript's `typeof` gives.
    var javaScriptType: String {
        switch value {
        case .null, .array, .object: "object"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        }
    }
}

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
        guard let type = ExpressionType(spec) else { return ConstantNode(value, type: .value, key: .root) }
        let plain = ConstantNode(value, type: value.type, key: .root)
        switch type {
        case .string, .number, .boolean, .array: return plain
        // Whether the sprite has the image is known at evaluation only.
        case .resolvedImage: return FunctionNode.coercion(type, [plain], key: .root)
        default: break
        }
        switch value.converted(to: type) {
        case .value(let converted): return ConstantNode(converted, type: type, key: .root)
        case .failed(let reason):
            throw ExpressionErrors([ExpressionError(key: "", message: EvaluationError(.root, reason).message)])
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
            plain += String(rest[...open])
            rest = inside
            continue
        }
        plain += String(rest[..<open])
        if !plain.isEmpty { parts.append(JSONNode(.string(plain))) }
        plain = ""
        parts.append(json("get", JSONNode(.string(String(inside[..<end])))))
        rest = inside[inside.index(after: end)...]
    }
    plain += String(rest)
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
            if case .failed = converted(to: .color) { return "color expected, \(json) found" }
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
        return items.firstNonNil { $0.problem(for: item) }
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

/// A compile error and its location in the expression, such as `[1][2]`.
package struct ExpressionError: Error, Sendable, Hashable {
    package var key: String
    package var message: String
}

/// All compile errors of one expression.
package struct ExpressionErrors: Error, Sendable {
    package var errors: [ExpressionError]

    package init(_ errors: [ExpressionError]) { self.errors = errors }
}

/// Why an expression has no value for a feature. The message is put together on demand, since an expression can fail for
/// thousands of features.
package struct EvaluationError: Error, Sendable {
    enum Reason: Sendable {
        case text(String)
        case wrongType(expected: ExpressionType, found: Value)
        case unparsable(type: ExpressionType, found: Value)
        case wrongOperand(ordinal: String, expected: String, found: Value)
    }

    private let place: ExpressionKey
    let reason: Reason

    init(_ place: ExpressionKey, _ reason: Reason) {
        self.place = place
        self.reason = reason
    }

    /// The location in the expression, such as `[1][2]`.
    package var key: String { place.description }

    package var message: String {
        switch reason {
        case .text(let text): text
        case .wrongType(let expected, let found):
            "Expected value to be of type \(expected), but found \(found.type) instead."
        case .unparsable(let type, let found):
            "Could not parse \(type) from value '\(found.string ?? found.json)'"
        case .wrongOperand(let ordinal, let expected, let found):
            "Expected \(ordinal) argument to be of type \(expected), but found \(found.type) instead."
        }
    }
}
