// SPDX-License-Identifier: MIT
import MapCore

extension ExpressionParser {
    /// The type that all branches must have: the expected one, else nil for that of the first branch.
    private func branchType(_ context: Context) -> ExpressionType? {
        context.expected == .value ? nil : context.expected
    }

    func caseOperator(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        let found = items.count - 1
        guard count(items, context, is: 3...Int.max, else: "Expected at least 3 arguments, but found only \(found).")
        else { return nil }
        guard items.count % 2 == 0 else {
            report("Expected an odd number of arguments.", context)
            return nil
        }
        var type = branchType(context)
        var nodes: [any ExpressionNode] = []
        for index in 1..<items.count {
            let isTest = index % 2 == 1 && index < items.count - 1
            guard let node = argument(items[index], index, of: context, expected: isTest ? .boolean : type)
            else { return nil }
            if !isTest { type = type ?? node.type }
            nodes.append(node)
        }
        return CaseNode(nodes, type: type ?? .value, key: context.key)
    }

    func match(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        let found = items.count - 1
        guard count(items, context, is: 4...Int.max, else: "Expected at least 4 arguments, but found only \(found).")
        else { return nil }
        guard items.count % 2 == 1 else {
            report("Expected an even number of arguments.", context)
            return nil
        }
        var type = branchType(context)
        var outputs: [any ExpressionNode] = []
        var labels = LabelReader()
        for index in stride(from: 2, to: items.count - 1, by: 2) {
            if let problem = labels.add(items[index], child: outputs.count + 1) {
                report(problem, context, index)
                return nil
            }
            guard let output = argument(items[index + 1], index, of: context, expected: type) else { return nil }
            type = type ?? output.type
            outputs.append(output)
        }
        let last = items.count - 1
        guard let input = argument(items[1], 1, of: context, expected: .value),
            let fallback = argument(items[last], last, of: context, expected: type)
        else { return nil }
        if input.type != .value, let mismatch = labels.type.mismatch(input.type) {
            report(mismatch, context, 1)
            return nil
        }
        return MatchNode(
            [input] + outputs + [fallback], labels: labels.labels, type: type ?? .value, key: context.key)
    }

    func coalesce(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        guard count(items, context, is: 1...Int.max, else: "Expectected at least one argument.") else { return nil }
        var type = branchType(context)
        var nodes: [any ExpressionNode] = []
        for index in 1..<items.count {
            guard let node = argument(items[index], index, of: context, expected: type, annotation: .omit)
            else { return nil }
            type = type ?? node.type
            nodes.append(node)
        }
        // Arguments that could not be annotated one by one are annotated as a whole.
        let isMixed = context.expected.map { expected in nodes.contains { !expected.accepts($0.type) } } ?? false
        return CoalesceNode(nodes, type: isMixed ? .value : type ?? .value, key: context.key)
    }

    func logic(_ items: [JSONNode], _ context: Context) -> (any ExpressionNode)? {
        let mark = errors.count
        var nodes: [any ExpressionNode] = []
        for index in 1..<max(1, items.count) {
            guard let node = argument(items[index], index, of: context, expected: .boolean) else { break }
            nodes.append(node)
        }
        if nodes.count == items.count - 1 {
            return LogicNode(nodes, decisive: items[0].string == "any", key: context.key)
        }
        guard items.count == 3 else { return nil }
        // Two arguments have a signature of their own, so that the message names both.
        _ = errors(since: mark)
        reportSignatures("(boolean, boolean) | (boolean...)", items, context)
        return nil
    }

    /// Reports the expected and actual types of an operator's arguments, or the errors in the arguments themselves.
    func reportSignatures(_ signatures: String, _ items: [JSONNode], _ context: Context) {
        var types: [String] = []
        for index in 1..<max(1, items.count) {
            guard let node = argument(items[index], index, of: context) else { return }
            types.append(node.type.description)
        }
        report(
            "Expected arguments of type \(signatures), but found (\(types.joined(separator: ", "))) instead.", context)
    }
}

/// Reads the labels of `match`.
private struct LabelReader {
    private var strings: [String: Int] = [:]
    private var numbers: [Double: Int] = [:]

    var labels: MatchNode.Labels { numbers.isEmpty ? .strings(strings) : .numbers(numbers) }
    var type: ExpressionType { numbers.isEmpty ? .string : .number }

    /// - Returns: an error message; nil when the labels are valid.
    mutating func add(_ node: JSONNode, child: Int) -> String? {
        let labels = node.array ?? [node]
        if labels.isEmpty { return "Expected at least one branch label." }
        for label in labels {
            if let problem = add(label: label, child: child) { return problem }
        }
        return nil
    }

    private mutating func add(label: JSONNode, child: Int) -> String? {
        switch label.value {
        case .string(let string):
            if !numbers.isEmpty { return ExpressionType.number.mismatch(.string) }
            return strings.updateValue(child, forKey: string) == nil ? nil : "Branch labels must be unique."
        case .number(let number):
            // ECMA-262, Number.MAX_SAFE_INTEGER.
            if abs(number) > 9_007_199_254_740_991 {
                return "Branch labels must be integers no larger than 9007199254740991."
            }
            if number != number.rounded() { return "Numeric branch labels must be integer values." }
            if !strings.isEmpty { return ExpressionType.string.mismatch(.number) }
            return numbers.updateValue(child, forKey: number) == nil ? nil : "Branch labels must be unique."
        default: return "Branch labels must be numbers or strings."
        }
    }
}

/// `case`: the output of the first condition that holds.
final class CaseNode: BranchNode {
    let traits: NodeTraits
    /// Condition, output, condition, output, …, fallback.
    let children: [any ExpressionNode]

    init(_ children: [any ExpressionNode], type: ExpressionType, key: ExpressionKey) {
        self.children = children
        traits = NodeTraits(type, key, children)
    }

    func branch(_ context: EvaluationContext) throws(EvaluationError) -> any ExpressionNode {
        var index = 0
        while index + 1 < children.count {
            if try children[index].bool(context) { return children[index + 1] }
            index += 2
        }
        return children[children.count - 1]
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        CaseNode(children, type: type, key: traits.key)
    }
}

/// `coalesce`: the first argument that is neither null nor an image that the sprite lacks; when the last one is such an image,
/// the name of the first.
final class CoalesceNode: ExpressionNode {
    let traits: NodeTraits
    let children: [any ExpressionNode]

    init(_ arguments: [any ExpressionNode], type: ExpressionType, key: ExpressionKey) {
        children = arguments
        traits = NodeTraits(type, key, arguments)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value {
        var missing: String?
        var endsWithMissing = false
        for child in children {
            let value = try child.evaluate(context)
            endsWithMissing = false
            switch value {
            case .null: continue
            case .image(let image) where !image.available:
                missing = missing ?? image.name
                endsWithMissing = true
            default: return value
            }
        }
        return endsWithMissing ? missing.map(Value.string) ?? .null : .null
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        CoalesceNode(children, type: type, key: traits.key)
    }
}

/// `all` and `any`: evaluates arguments up to the first that decides.
final class LogicNode: ExpressionNode {
    let traits: NodeTraits
    let children: [any ExpressionNode]
    /// The value that decides: false for `all`, true for `any`.
    private let decisive: Bool

    /// True for `any`, false for `all`.
    var isAny: Bool { decisive }

    init(_ arguments: [any ExpressionNode], decisive: Bool, key: ExpressionKey) {
        children = arguments
        self.decisive = decisive
        traits = NodeTraits(.boolean, key, arguments)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value { .bool(try bool(context)) }

    func bool(_ context: EvaluationContext) throws(EvaluationError) -> Bool {
        for child in children where try child.bool(context) == decisive { return decisive }
        return !decisive
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        LogicNode(children, decisive: decisive, key: traits.key)
    }
}

/// `!`.
final class NotNode: ExpressionNode {
    let traits: NodeTraits
    let children: [any ExpressionNode]

    init(_ argument: any ExpressionNode, key: ExpressionKey) {
        children = [argument]
        traits = NodeTraits(.boolean, key, children)
    }

    func evaluate(_ context: EvaluationContext) throws(EvaluationError) -> Value { .bool(try bool(context)) }
    func bool(_ context: EvaluationContext) throws(EvaluationError) -> Bool { try !children[0].bool(context) }
    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode { NotNode(children[0], key: traits.key) }
}

/// `match`: the output of the label that equals the input.
final class MatchNode: BranchNode {
    /// Label to child index.
    enum Labels: Sendable {
        case strings([String: Int])
        case numbers([Double: Int])
    }

    let traits: NodeTraits
    /// Input, outputs, fallback.
    let children: [any ExpressionNode]
    private let labels: Labels

    init(_ children: [any ExpressionNode], labels: Labels, type: ExpressionType, key: ExpressionKey) {
        self.children = children
        self.labels = labels
        traits = NodeTraits(type, key, children)
    }

    func branch(_ context: EvaluationContext) throws(EvaluationError) -> any ExpressionNode {
        let index: Int? =
            switch (labels, try children[0].evaluate(context)) {
            case (.strings(let labels), .string(let string)): labels[string]
            case (.numbers(let labels), .number(let number)): labels[number]
            default: nil
            }
        return children[index ?? children.count - 1]
    }

    func rebuilt(_ children: [any ExpressionNode]) -> any ExpressionNode {
        MatchNode(children, labels: labels, type: type, key: traits.key)
    }
}
