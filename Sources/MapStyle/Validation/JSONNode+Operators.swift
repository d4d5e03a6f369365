// SPDX-License-Identifier: MIT
import MapDiagnostics

extension JSONNode {
    /// True for an array that begins with the name of an operator. Other arrays are constants, such as a font stack.
    var isExpression: Bool {
        array?.first?.string.map { ExpressionParser.operators[$0] != nil } ?? false
    }

    /// True when an operator is used somewhere within an expression; quoted arrays do not count.
    func uses(operators names: Set<String>) -> Bool {
        switch value {
        case .array(let items):
            if let name = items.first?.string {
                if names.contains(name) { return true }
                if name == "literal" { return false }
            }
            return items.contains { $0.uses(operators: names) }
        case .object(let object): return object.members.contains { $0.node.uses(operators: names) }
        default: return false
        }
    }

    /// Whether a filter is an expression, as opposed to one of the forms that came before expressions.
    var isExpressionFilter: Bool {
        if bool != nil { return true }
        guard let items = array, let name = items.first else { return false }
        switch name.string {
        case "has": return items.count >= 2 && items[1].string != "$id" && items[1].string != "$type"
        case "in": return items.count >= 3 && (items[1].string == nil || items[2].array != nil)
        case "!in", "!has", "none": return false
        case "==", "!=", ">", ">=", "<", "<=":
            return items.count != 3 || items[1].array != nil || items[2].array != nil
        case "any", "all": return items.dropFirst().allSatisfy(\.isExpressionFilter)
        default: return true
        }
    }
}
