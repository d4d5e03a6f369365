// SPDX-License-Identifier: MIT
import MapDiagnostics

/// Reads a layer's `layout` or `paint`.
struct PropertyReader {
    let globalState: [String: Value]
    /// Nil for the names that the style asks for.
    let language: LabelLanguage?

    /// Reads a group of properties into a layer; the properties of an unknown layer type cannot be checked.
    func read(
        _ field: Field, _ group: PropertyRow.Group, _ kind: StyleLayer.Kind?, into layer: inout StyleLayer
    ) {
        guard let object = field.node.object else {
            field.failType("object")
            return
        }
        guard let kind else { return }
        for member in object.members {
            let property = field.child(member.key, member.node)
            guard let row = PropertyTable.row(named: member.key, in: group, of: kind) else {
                unknown(property, member.key, group, kind)
                continue
            }
            let checker = PropertyChecker(name: member.key, spec: row.spec, group: group)
            guard let expression = checker.compile(property) else { continue }
            layer.properties[row.name] = StyleProperty(localized(expression, row, member.node))
            if row.name == .visibility { layer.isVisible = isVisible(member.node, StyleProperty(expression)) }
        }
    }

    /// The `text-field` rewritten for the language; other properties unchanged.
    private func localized(_ expression: StyleExpression, _ row: PropertyRow, _ node: JSONNode) -> StyleExpression {
        guard row.name == .textField, let language else { return expression }
        let rewritten = language.rewritten(textField: node, spec: row.spec)
        return (try? StyleExpression.compile(rewritten, spec: row.spec)) ?? expression
    }

    /// Visibility may depend on the global state only.
    private func isVisible(_ node: JSONNode, _ property: StyleProperty) -> Bool {
        if let word = node.string { return word != "none" }
        var context = EvaluationContext(zoom: 0)
        context.globalState = globalState
        return property.string(context) != "none"
    }

    private func unknown(_ field: Field, _ key: String, _ group: PropertyRow.Group, _ kind: StyleLayer.Kind) {
        if group == .paint, key.hasSuffix("-transition") {
            let row = PropertyTable.row(named: String(key.dropLast(11)), in: .paint, of: kind)
            if row?.hasTransition == true {
                field.checkObject(.transition)
                return
            }
        }
        field.fail(.unknownProperty, "unknown property \"\(key)\"", hint: hint(key, group, kind))
    }

    /// Where a misplaced property belongs, or the name that was meant.
    private func hint(_ key: String, _ group: PropertyRow.Group, _ kind: StyleLayer.Kind) -> String? {
        let other = group == .paint ? PropertyRow.Group.layout : .paint
        if PropertyTable.row(named: key, in: other, of: kind) != nil {
            return "\"\(key)\" belongs in \"\(other.rawValue)\""
        }
        if let name = PropertyName(rawValue: key) {
            return "\"\(key)\" is for layers of type \(listing(name.layerKinds.map(\.rawValue)))"
        }
        return didYouMean(key, PropertyTable.rows(of: kind).lazy.filter { $0.group == group }.map(\.name.rawValue))
    }
}
