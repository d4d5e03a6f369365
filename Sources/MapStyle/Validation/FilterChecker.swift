// SPDX-License-Identifier: MIT
import MapCore

extension Field {
    /// Checks and compiles a filter; nil, and reported, when it is invalid.
    func checkFilter() -> Filter? {
        let isExpression = node.isExpressionFilter
        if let mixed = MixedFilter(in: self) {
            mixed.field.fail(.styleInvalidFilter, mixed.message)
            return try? Filter.compile(node)
        }
        if !isExpression, !checkLegacyFilter() { return nil }
        do {
            let filter = try Filter.compile(node)
            if isExpression, filter.readsFeatureState {
                fail(
                    .styleUnsupportedExpression, "\"feature-state\" data expressions are not supported with filters.")
            }
            return filter
        } catch {
            return fail(.styleInvalidExpression, error)
        }
    }

    /// One of the forms from before expressions, such as `["==", "class", "park"]`.
    private func checkLegacyFilter() -> Bool {
        guard let items = node.array else { return failType("array") }
        guard let head = items.first else {
            return fail(.styleInvalidFilter, "filter array must have at least 1 element")
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
            isValid = fail(.styleInvalidFilter, "\"$type\" cannot be use with operator \"\(name)\"")
        }
        if items.count != 3 {
            isValid = fail(.styleInvalidFilter, "filter array for operator \"\(name)\" must have 3 elements")
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
            return fail(.styleInvalidFilter, "filter array for \"\(name)\" operator must have 2 elements")
        }
        return element(1, items[1]).checkString()
    }
}

private let legacyFilterOperators = [
    "==", "!=", ">", ">=", "<", "<=", "in", "!in", "all", "any", "none", "has", "!has",
]

/// A filter from before expressions inside one with expressions. MapLibre's validator refuses the whole; it is drawn here,
/// as older versions of MapLibre do.
struct MixedFilter {
    /// The filter from before expressions.
    let field: Field

    /// The first one in a filter; nil if there is none, or if all of it is from before expressions.
    init?(in filter: Field) {
        guard filter.node.hasExpressions, let field = Self.first(in: filter) else { return nil }
        self.field = field
    }

    private static func first(in filter: Field) -> Field? {
        guard let items = filter.node.array, let name = items.first?.string else { return nil }
        let indices: [Int] =
            switch name {
            case "all", "any", "none": Array(1..<items.count)
            case "!": items.count > 1 ? [1] : []
            case "case": Array(stride(from: 1, to: items.count - 1, by: 2))
            default: []
            }
        for index in indices where items[index].array != nil {
            let child = filter.element(index, items[index])
            guard child.node.isExpressionFilter || child.node.hasExpressions else { return child }
            if let found = first(in: child) { return found }
        }
        return nil
    }

    /// In the words of MapLibre's own validator.
    var message: String {
        let items = field.node.array ?? []
        let name = items.first?.string ?? ""
        if ["<", "<=", ">", ">="].contains(name), items.count > 1, items[1].string == "$type" {
            return "\"$type\" cannot be use with operator \"\(name)\""
        }
        let advice =
            replacement(name, items).map { "Replace \(field.node.compactText) with \($0.compactText)." }
            ?? "Convert \(field.node.compactText) to expression syntax."
        return "Mixing deprecated filter syntax with expression syntax is not supported. \(advice)"
    }

    /// The same filter as an expression; nil if it has none.
    private func replacement(_ name: String, _ items: [JSONNode]) -> JSONNode? {
        guard items.count > 1, let property = items[1].string else { return nil }
        let value =
            switch property {
            case "$type": json("geometry-type")
            case "$id": json("id")
            default: json("get", items[1])
            }
        switch name {
        case "==", "!=", "<", "<=", ">", ">=": return items.count == 3 ? json(name, value, items[2]) : nil
        case "in", "!in":
            let search = json("in", value, json("literal", JSONNode(.array(Array(items.dropFirst(2))))))
            return name == "in" ? search : json("!", search)
        case "has", "!has":
            guard items.count == 2, property != "$type", property != "$id" else { return nil }
            return name == "has" ? json("has", items[1]) : json("!", json("has", items[1]))
        default: return nil
        }
    }
}

extension JSONNode {
    /// True for a filter that is an expression, or has one among its parts; `has` is both and does not tell.
    fileprivate var hasExpressions: Bool {
        guard let items = array, let name = items.first?.string, ["all", "any", "none"].contains(name) else {
            return isExpressionFilter && array?.first?.string != "has"
        }
        return items.dropFirst().contains { $0.bool == nil && $0.hasExpressions }
    }
}
