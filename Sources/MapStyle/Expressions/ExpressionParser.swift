// SPDX-License-Identifier: MIT
import MapDiagnostics

/// Turns JSON into nodes, checking types on the way. One parser serves one expression.
///
/// An operator's parser reports what is wrong and returns nil.
final class ExpressionParser {
    /// What to do with a value of unknown type where a certain one is expected.
    enum Annotation { case assert, coerce, omit }

    typealias Scope = [String: any ExpressionNode]

    /// Where a subexpression stands and what is expected there.
    struct Place {
        var key = ""
        var expected: ExpressionType?
        var scope: Scope = [:]
        var annotation: Annotation?
        var depth = 0
    }

    private(set) var errors: [ExpressionError] = []
    /// Far beyond any style; bounds the time that hostile ones take.
    private var budget = 500_000
    /// Keeps compilation within half a megabyte of stack; MapLibre's own styles go to about 20.
    private static let deepest = 96

    func report(_ message: String, _ place: Place, _ indices: Int...) {
        errors.append(ExpressionError(key: place.key + indices.map { "[\($0)]" }.joined(), message: message))
    }

    /// Forgets the errors since a mark and hands them over.
    func errors(since mark: Int) -> [ExpressionError] {
        let recent = Array(errors[mark...])
        errors.removeSubrange(mark...)
        return recent
    }

    func restore(_ recent: [ExpressionError]) { errors += recent }

    /// Parses an operator's argument.
    func argument(
        _ node: JSONNode, _ index: Int, of place: Place, expected: ExpressionType? = nil,
        annotation: Annotation? = nil, binding scope: Scope? = nil
    ) -> (any ExpressionNode)? {
        parse(
            node,
            Place(
                key: place.key + "[\(index)]", expected: expected, scope: scope ?? place.scope, annotation: annotation,
                depth: place.depth + 1))
    }

    func parse(_ node: JSONNode, _ place: Place) -> (any ExpressionNode)? {
        budget -= 1
        guard budget > 0, place.depth < ExpressionParser.deepest else {
            if errors.isEmpty || budget > 0 { report("The expression is nested too deeply or too large.", place) }
            return nil
        }
        let parsed: (any ExpressionNode)?
        switch node.value {
        case .array(let items): parsed = operation(items, place)
        case .object:
            report("Bare objects invalid. Use [\"literal\", {...}] instead.", place)
            return nil
        default: parsed = literal(node, place)
        }
        return parsed.flatMap { typed($0, place) }.flatMap { folded($0, place) }
    }

    private func operation(_ items: [JSONNode], _ place: Place) -> (any ExpressionNode)? {
        let hint = "If you wanted a literal array, use [\"literal\", [...]]."
        guard let first = items.first else {
            report(
                "Expected an array with at least one element. If you wanted a literal array, use [\"literal\", []].",
                place)
            return nil
        }
        guard let name = first.string else {
            report("Expression name must be a string, but found \(first.javaScriptType) instead. \(hint)", place, 0)
            return nil
        }
        guard let parse = ExpressionParser.operators[name] else {
            report("Unknown expression \"\(name)\". \(hint)", place, 0)
            return nil
        }
        return parse(self)(items, place)
    }

    func literal(_ node: JSONNode, _ place: Place) -> (any ExpressionNode)? {
        let value = Value(node)
        var type = value.type
        // An empty array fits whatever array is expected.
        if case .array(_, 0) = type, case .array(_, let length)? = place.expected, length == nil || length == 0 {
            type = place.expected ?? type
        }
        return ConstantNode(value, type: type, key: place.key)
    }

    /// The node, made to have the expected type.
    private func typed(_ node: any ExpressionNode, _ place: Place) -> (any ExpressionNode)? {
        guard let expected = place.expected else { return node }
        let actual = node.type
        let annotation: Annotation
        switch (expected, actual) {
        case (.string, .value), (.number, .value), (.boolean, .value), (.object, .value), (.array, .value):
            annotation = place.annotation ?? .assert
        case (.color, .value), (.color, .string), (.formatted, .value), (.formatted, .string),
            (.resolvedImage, .value), (.resolvedImage, .string), (.projectionDefinition, .value),
            (.projectionDefinition, .string), (.projectionDefinition, .array), (.padding, .value),
            (.padding, .number), (.padding, .array), (.numberArray, .value), (.numberArray, .number),
            (.numberArray, .array), (.colorArray, .value), (.colorArray, .string), (.colorArray, .array),
            (.variableAnchorOffsetCollection, .value), (.variableAnchorOffsetCollection, .array):
            annotation = place.annotation ?? .coerce
        default:
            guard let mismatch = expected.mismatch(actual) else { return node }
            report(mismatch, place)
            return nil
        }
        return switch annotation {
        case .assert: AssertionNode(expected, [node], key: place.key)
        case .coerce: CoercionNode(expected, [node], key: place.key)
        case .omit: node
        }
    }

    /// The node, evaluated now if it looks at nothing.
    private func folded(_ node: any ExpressionNode, _ place: Place) -> (any ExpressionNode)? {
        guard node.site.cost <= NodeSite.maxCost, node.site.depth <= NodeSite.deepest else {
            report("The expression takes too long to evaluate.", place)
            return nil
        }
        guard node.site.dependencies.isEmpty, !(node is ConstantNode) else { return node }
        do {
            return ConstantNode(try node.evaluate(EvaluationContext(zoom: 0)), type: node.type, key: place.key)
        } catch {
            report(error.message, place)
            return nil
        }
    }
}

extension JSONNode {
    /// As JavaScript's `typeof` names it.
    var javaScriptType: String {
        switch value {
        case .null, .array, .object: "object"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        }
    }
}
