// SPDX-License-Identifier: MIT
import MapDiagnostics

/// Checks a filter and compiles it.
struct FilterChecker {
    let values: ValueChecker

    /// The compiled filter; nil when it is broken, which has been reported then.
    func check(_ place: Place) -> Filter? {
        let isExpression = place.node.isExpressionFilter
        if !isExpression, !oldForm(place) { return nil }
        do {
            let filter = try Filter.compile(place.node)
            if isExpression, place.node.uses(operators: ["feature-state"]) {
                _ = fault(place, "\"feature-state\" data expressions are not supported with filters.")
            }
            return filter
        } catch {
            for problem in error.errors {
                values.findings.add(Place(node: place.node, path: place.path + problem.key), problem.message)
            }
            return nil
        }
    }

    /// One of the forms that came before expressions, such as `["==", "class", "park"]`.
    private func oldForm(_ place: Place) -> Bool {
        guard let items = place.node.array else { return values.wrongType(place, "array") }
        guard let head = items.first else { return fault(place, "filter array must have at least 1 element") }
        guard values.choice(place.element(0, head), of: Self.operators), let name = head.string else { return false }
        switch name {
        case "<", "<=", ">", ">=", "==", "!=": return comparison(place, items, name)
        case "in", "!in": return operands(place, items)
        case "has", "!has": return presence(place, items, name)
        default:
            var isRight = true
            for (index, item) in items.enumerated().dropFirst() {
                isRight = oldForm(place.element(index, item)) && isRight
            }
            return isRight
        }
    }

    private func comparison(_ place: Place, _ items: [JSONNode], _ name: String) -> Bool {
        var isRight = true
        if name != "==", name != "!=", items.count >= 2, items[1].string == "$type" {
            isRight = fault(place, "\"$type\" cannot be use with operator \"\(name)\"")
        }
        if items.count != 3 {
            isRight = fault(place, "filter array for operator \"\(name)\" must have 3 elements")
        }
        return operands(place, items) && isRight
    }

    /// A property's name and the values that it is compared with.
    private func operands(_ place: Place, _ items: [JSONNode]) -> Bool {
        guard items.count >= 2 else { return true }
        var isRight = values.string(place.element(1, items[1]))
        let isGeometryType = items[1].string == "$type"
        for (index, item) in items.enumerated().dropFirst(2) {
            let operand = place.element(index, item)
            if isGeometryType {
                isRight = values.choice(operand, of: ["Point", "LineString", "Polygon"]) && isRight
            } else if item.string == nil, item.number == nil, item.bool == nil {
                isRight = values.wrongType(operand, "string, number, or boolean")
            }
        }
        return isRight
    }

    private func presence(_ place: Place, _ items: [JSONNode], _ name: String) -> Bool {
        guard items.count == 2 else {
            return fault(place, "filter array for \"\(name)\" operator must have 2 elements")
        }
        return values.string(place.element(1, items[1]))
    }

    private func fault(_ place: Place, _ message: String) -> Bool {
        values.findings.add(place, message)
        return false
    }

    private static let operators = ["==", "!=", ">", ">=", "<", "<=", "in", "!in", "all", "any", "none", "has", "!has"]
}
