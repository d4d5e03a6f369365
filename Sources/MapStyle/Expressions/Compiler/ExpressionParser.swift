// SPDX-License-Identifier: MIT
import MapDiagnostics

/// Compiles JSON to nodes and checks their types. One parser serves one expression.
///
/// The parser of an operator reports errors and returns nil.
final class ExpressionParser {
    /// How a value of unknown type is made to have the expected one.
    enum Annotation { case assert, coerce, omit }

    typealias Scope = [String: any ExpressionNode]

    /// The location of a subexpression, its expected type and the variables in scope.
    struct Context {
        var key = ""
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
        errors.append(ExpressionError(key: context.key + indices.map { "[\($0)]" }.joined(), message: message))
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
                key: context.key + "[\(index)]", expected: expected, scope: scope ?? context.scope,
                annotation: annotation,
                depth: context.depth + 1))
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
        return parse(self)(items, context)
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
        case .assert: AssertionNode(expected, [node], key: context.key)
        case .coerce: CoercionNode(expected, [node], key: context.key)
        case .omit: node
        }
    }

    /// The value of the node, if it depends on nothing.
    private func folded(_ node: any ExpressionNode, _ context: Context) -> (any ExpressionNode)? {
        guard node.traits.cost <= NodeTraits.maxCost, node.traits.depth <= NodeTraits.maxDepth else {
            report("The expression takes too long to evaluate.", context)
            return nil
        }
        guard node.traits.dependencies.isEmpty, !(node is ConstantNode) else { return node }
        do {
            return ConstantNode(try node.evaluate(EvaluationContext(zoom: 0)), type: node.type, key: context.key)
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
