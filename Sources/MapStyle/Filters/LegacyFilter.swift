// SPDX-License-Identifier: MIT
import MapCore

/// A filter in the form from before expressions. An expression is one kind of condition.
indirect enum LegacyFilter: Sendable {
    /// The part of a feature that is compared.
    enum Operand: Sendable {
        case property(String)
        case geometryType
        case id

        init(_ name: String) {
            switch name {
            case "$type": self = .geometryType
            case "$id": self = .id
            default: self = .property(name)
            }
        }

        func value(_ context: EvaluationContext) -> Value? {
            switch self {
            case .property(let name): context.feature?.property(name)
            case .geometryType: context.feature?.geometryType.map(Value.string)
            case .id: context.feature?.featureID
            }
        }
    }

    case always(Bool)
    case comparison(Operand, ComparisonNode.Operator, Value)
    case isIn(Operand, Set<Value>)
    case has(Operand)
    case not(LegacyFilter)
    case all([LegacyFilter])
    case any([LegacyFilter])
    case expression(any ExpressionNode)

    /// Limits compilation and evaluation to a small stack.
    private static let maxDepth = 64

    init(_ node: JSONNode, depth: Int) throws(ExpressionErrors) {
        guard depth < LegacyFilter.maxDepth else { throw LegacyFilter.failure("The filter is nested too deeply.") }
        if node.isExpressionFilter {
            self = try LegacyFilter.compiled(node)
            return
        }
        guard let items = node.array, let operation = items.first?.string else {
            throw LegacyFilter.failure("array expected, \(node.summary) found")
        }
        guard items.count > 1 else {
            self = .always(operation != "any")
            return
        }
        switch operation {
        case "all": self = .all(try LegacyFilter.list(items, depth))
        case "any": self = .any(try LegacyFilter.list(items, depth))
        case "none": self = .not(.any(try LegacyFilter.list(items, depth)))
        default: self = try LegacyFilter.simple(operation, items)
        }
    }

    private static func failure(_ message: String) -> ExpressionErrors {
        ExpressionErrors([ExpressionError(key: "", message: message)])
    }

    private static func compiled(_ node: JSONNode) throws(ExpressionErrors) -> LegacyFilter {
        let parser = ExpressionParser()
        guard let root = parser.parse(node, ExpressionParser.Context(expected: .boolean)) else {
            throw ExpressionErrors(parser.errors)
        }
        return .expression(root)
    }

    private static func list(_ items: [JSONNode], _ depth: Int) throws(ExpressionErrors) -> [LegacyFilter] {
        var filters: [LegacyFilter] = []
        for item in items.dropFirst() { filters.append(try LegacyFilter(item, depth: depth + 1)) }
        return filters
    }

    private static func simple(_ operation: String, _ items: [JSONNode]) throws(ExpressionErrors) -> LegacyFilter {
        guard let name = items[1].string else { throw failure("a filter's key must be a string") }
        let operand = Operand(name)
        switch operation {
        case "has", "!has":
            var has = LegacyFilter.has(operand)
            if case .geometryType = operand { has = .always(true) }
            return operation == "has" ? has : .not(has)
        case "in", "!in":
            let isIn = LegacyFilter.isIn(operand, Set(items.dropFirst(2).map { Value($0) }))
            return operation == "in" ? isIn : .not(isIn)
        default:
            guard let comparison = ComparisonNode.Operator(rawValue: operation), items.count == 3 else {
                throw failure("\"\(operation)\" is not a filter of \(items.count - 1) arguments")
            }
            return .comparison(operand, comparison, Value(items[2]))
        }
    }

    func matches(_ context: EvaluationContext) -> Bool {
        switch self {
        case .always(let answer): return answer
        case .comparison(let operand, let comparison, let literal):
            return comparison.holds(operand.value(context), literal) ?? false
        case .isIn(let operand, let values): return operand.value(context).map(values.contains) ?? false
        case .has(let operand): return operand.value(context) != nil
        case .not(let filter): return !filter.matches(context)
        case .all(let filters): return filters.allSatisfy { $0.matches(context) }
        case .any(let filters): return filters.contains { $0.matches(context) }
        case .expression(let root): return (try? root.bool(context)) ?? false
        }
    }
}

extension LegacyFilter {
    var propertyNames: Set<String>? {
        switch self {
        case .always: return []
        case .comparison(let operand, _, _), .isIn(let operand, _), .has(let operand):
            if case .property(let name) = operand { return [name] } else { return [] }
        case .not(let filter): return filter.propertyNames
        case .all(let filters), .any(let filters):
            var names: Set<String> = []
            for filter in filters {
                guard let own = filter.propertyNames else { return nil }
                names.formUnion(own)
            }
            return names
        case .expression(let root): return MapStyle.propertyNames(root)
        }
    }

    /// What the answer depends on, but for the feature where that is not compared by an expression.
    var dependencies: Dependencies {
        switch self {
        case .always, .comparison, .isIn, .has: []
        case .not(let filter): filter.dependencies
        case .all(let filters), .any(let filters): filters.reduce(into: []) { $0.formUnion($1.dependencies) }
        case .expression(let root): root.traits.dependencies
        }
    }

    /// The steps of one evaluation, about.
    var steps: Int {
        switch self {
        case .always, .comparison, .has: 1
        case .isIn: 2
        case .not(let filter): 1 + filter.steps
        case .all(let filters), .any(let filters): filters.reduce(1) { $0 + $1.steps }
        case .expression(let root): root.traits.cost
        }
    }

    func specialised(zoom: Double) -> LegacyFilter {
        switch self {
        case .always, .comparison, .isIn, .has: return self
        case .not(let filter): return .not(filter.specialised(zoom: zoom))
        case .all(let filters): return .all(filters.map { $0.specialised(zoom: zoom) })
        case .any(let filters): return .any(filters.map { $0.specialised(zoom: zoom) })
        case .expression(let root):
            var folder = ZoomFolder(zoom: zoom)
            return .expression(folder.fold(root))
        }
    }
}
