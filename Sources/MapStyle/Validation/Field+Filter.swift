// SPDX-License-Identifier: MIT
import MapDiagnostics

extension Field {
    /// Checks and compiles a filter; nil, and reported, when it is invalid.
    func checkFilter() -> Filter? {
        let isExpression = node.isExpressionFilter
        if let mixed = MixedFilter(in: self) {
            mixed.field.fail(.invalidFilter, mixed.message)
            return try? Filter.compile(node)
        }
        if !isExpression, !checkLegacyFilter() { return nil }
        do {
            let filter = try Filter.compile(node)
            if isExpression, node.uses(operators: ["feature-state"]) {
                fail(
                    .unsupportedExpression, "\"feature-state\" data expressions are not supported with filters.")
            }
            return filter
        } catch {
            return fail(.invalidExpression, error)
        }
    }

    /// One of the forms from before expressions, such as `["==", "class", "park"]`.
    private func checkLegacyFilter() -> Bool {
        guard let items = node.array else { return failType("array") }
        guard let head = items.first else {
            return fail(.invalidFilter, "filter array must have at least 1 element")
        }
        guard element(0, head).checkChoice(of: legacyFilterOperators), let name = head.string else { return false }
        switch name {
        case "<", "<=", ">", ">=", "==", "!=": return checkComparison(items, name)
        case "in", "!in": return checkOperands(items)
        case "has", "!has": return checkPresence(items, name)
        default:
            var isValid = true
            for (index, item) in items.enumerated().dropFirst() {
                isValid = element(index, item).checkLegacyFilter() && isValid
            }
            return isValid
        }
    }

    private func checkComparison(_ items: [JSONNode], _ name: String) -> Bool {
        var isValid = true
        if name != "==", name != "!=", items.count >= 2, items[1].string == "$type" {
            isValid = fail(.invalidFilter, "\"$type\" cannot be use with operator \"\(name)\"")
        }
        if items.count != 3 {
            isValid = fail(.invalidFilter, "filter array for operator \"\(name)\" must have 3 elements")
        }
        return checkOperands(items) && isValid
    }

    /// A property's name and the values that it is compared with.
    private func checkOperands(_ items: [JSONNode]) -> Bool {
        guard items.count >= 2 else { return true }
        var isValid = element(1, items[1]).checkString()
        let isGeometryType = items[1].string == "$type"
        for (index, item) in items.enumerated().dropFirst(2) {
            let operand = element(index, item)
            if isGeometryType {
                isValid = operand.checkChoice(of: ["Point", "LineString", "Polygon"]) && isValid
            } else if item.string == nil, item.number == nil, item.bool == nil {
                isValid = operand.failType("string, number, or boolean")
            }
        }
        return isValid
    }

    private func checkPresence(_ items: [JSONNode], _ name: String) -> Bool {
        guard items.count == 2 else {
            return fail(.invalidFilter, "filter array for \"\(name)\" operator must have 2 elements")
        }
        return element(1, items[1]).checkString()
    }
}

private let legacyFilterOperators = [
    "==", "!=", ">", ">=", "<", "<=", "in", "!in", "all", "any", "none", "has", "!has",
]
