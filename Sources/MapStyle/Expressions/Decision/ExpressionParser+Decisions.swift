// SPDX-License-Identifier: MIT
import MapDiagnostics

extension ExpressionParser {
    /// The type that branches are held to: the expected one, else that of the first branch.
    private func branchType(_ place: Place) -> ExpressionType? { place.expected == .value ? nil : place.expected }

    func caseOperator(_ items: [JSONNode], _ place: Place) -> (any ExpressionNode)? {
        let found = items.count - 1
        guard count(items, place, is: 3...Int.max, else: "Expected at least 3 arguments, but found only \(found).")
        else { return nil }
        guard items.count % 2 == 0 else {
            report("Expected an odd number of arguments.", place)
            return nil
        }
        var type = branchType(place)
        var nodes: [any ExpressionNode] = []
        for index in 1..<items.count {
            let isTest = index % 2 == 1 && index < items.count - 1
            guard let node = argument(items[index], index, of: place, expected: isTest ? .boolean : type)
            else { return nil }
            if !isTest { type = type ?? node.type }
            nodes.append(node)
        }
        return CaseNode(nodes, type: type ?? .value, key: place.key)
    }

    func match(_ items: [JSONNode], _ place: Place) -> (any ExpressionNode)? {
        let found = items.count - 1
        guard count(items, place, is: 4...Int.max, else: "Expected at least 4 arguments, but found only \(found).")
        else { return nil }
        guard items.count % 2 == 1 else {
            report("Expected an even number of arguments.", place)
            return nil
        }
        var type = branchType(place)
        var outputs: [any ExpressionNode] = []
        var labels = LabelReader()
        for index in stride(from: 2, to: items.count - 1, by: 2) {
            if let problem = labels.add(items[index], child: outputs.count + 1) {
                report(problem, place, index)
                return nil
            }
            guard let output = argument(items[index + 1], index, of: place, expected: type) else { return nil }
            type = type ?? output.type
            outputs.append(output)
        }
        let last = items.count - 1
        guard let input = argument(items[1], 1, of: place, expected: .value),
            let fallback = argument(items[last], last, of: place, expected: type)
        else { return nil }
        if input.type != .value, let mismatch = labels.type.mismatch(input.type) {
            report(mismatch, place, 1)
            return nil
        }
        return MatchNode(
            [input] + outputs + [fallback], labels: labels.labels, type: type ?? .value, key: place.key)
    }

    func coalesce(_ items: [JSONNode], _ place: Place) -> (any ExpressionNode)? {
        guard count(items, place, is: 1...Int.max, else: "Expectected at least one argument.") else { return nil }
        var type = branchType(place)
        var nodes: [any ExpressionNode] = []
        for index in 1..<items.count {
            guard let node = argument(items[index], index, of: place, expected: type, annotation: .omit)
            else { return nil }
            type = type ?? node.type
            nodes.append(node)
        }
        // Arguments that could not be annotated one by one are annotated as a whole.
        let isMixed = place.expected.map { expected in nodes.contains { !expected.accepts($0.type) } } ?? false
        return CoalesceNode(nodes, type: isMixed ? .value : type ?? .value, key: place.key)
    }

    func logic(_ items: [JSONNode], _ place: Place) -> (any ExpressionNode)? {
        let mark = errors.count
        var nodes: [any ExpressionNode] = []
        for index in 1..<max(1, items.count) {
            guard let node = argument(items[index], index, of: place, expected: .boolean) else { break }
            nodes.append(node)
        }
        if nodes.count == items.count - 1 {
            return LogicNode(nodes, decisive: items[0].string == "any", key: place.key)
        }
        guard items.count == 3 else { return nil }
        // Two arguments have a signature of their own, so that the message names both.
        _ = errors(since: mark)
        reportSignatures("(boolean, boolean) | (boolean...)", items, place)
        return nil
    }

    /// Reports what an operator takes and what stands there, or what is wrong with the arguments themselves.
    func reportSignatures(_ signatures: String, _ items: [JSONNode], _ place: Place) {
        var types: [String] = []
        for index in 1..<max(1, items.count) {
            guard let node = argument(items[index], index, of: place) else { return }
            types.append(node.type.description)
        }
        report(
            "Expected arguments of type \(signatures), but found (\(types.joined(separator: ", "))) instead.", place)
    }
}

/// Gathers the labels of `match`.
private struct LabelReader {
    private var strings: [String: Int] = [:]
    private var numbers: [Double: Int] = [:]

    var labels: MatchNode.Labels { numbers.isEmpty ? .strings(strings) : .numbers(numbers) }
    var type: ExpressionType { numbers.isEmpty ? .string : .number }

    /// - Returns: what is wrong with the labels.
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
