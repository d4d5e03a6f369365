// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics

/// Checks one property of a layer and compiles it.
struct PropertyChecker {
    let name: String
    let spec: PropertySpec
    let group: PropertyRow.Group

    /// The compiled property; nil, and reported, when it is invalid.
    func compile(_ field: Field) -> StyleExpression? {
        if let text = field.node.string, spec.takesFeature, !spec.tokens, let token = soleToken(of: text) {
            field.fail(
                .unsupportedExpression,
                """
                "\(name)" does not support interpolation syntax
                Use an identity property function instead: `{ "type": "identity", "property": "\(token)" }`.
                """)
            return nil
        }
        if field.node.object != nil, spec.takesExpressions {
            if name == PropertyName.textFont.rawValue, field.node["type"]?.string == "identity" {
                field.fail(
                    .unsupportedExpression, "\"text-font\" does not support identity functions")
            }
            return function(field)
        }
        if field.node.isExpression, spec.takesExpressions { return expression(field) }
        return constant(field)
    }

    private func function(_ field: Field) -> StyleExpression? {
        let checker = FunctionChecker(spec: spec)
        if checker.check(field) { return compiled(field) }
        return try? StyleExpression.compile(field.node, spec: spec)
    }

    private func expression(_ field: Field) -> StyleExpression? {
        guard let expression = compiled(field) else { return nil }
        if name == PropertyName.textFont.rawValue, !field.node.hasLiteralOutput {
            field.fail(
                .unsupportedExpression,
                "Invalid data expression for \"text-font\". "
                    + "Output values must be contained as literals within the expression.")
        } else if group == .layout, field.node.uses(operators: ["feature-state"]) {
            field.fail(
                .unsupportedExpression,
                "\"feature-state\" data expressions are not supported with layout properties.")
        }
        return expression
    }

    private func constant(_ field: Field) -> StyleExpression? {
        if spec.kind == .formatted || spec.kind == .resolvedImage { return compiled(field) }
        if field.checkConstant(spec) { return compiled(field) }
        return clamped(field.node)
    }

    private func compiled(_ field: Field) -> StyleExpression? {
        do {
            return try StyleExpression.compile(field.node, spec: spec)
        } catch {
            return field.fail(.invalidExpression, error)
        }
    }

    /// A number beyond its bounds is drawn as the bound.
    private func clamped(_ node: JSONNode) -> StyleExpression? {
        guard spec.kind == .number, let number = node.number else { return nil }
        let bounded = min(max(number, spec.minimum ?? number), spec.maximum ?? number)
        return StyleExpression(constant: .number(bounded))
    }

    /// The name in a text that is nothing but one token, such as `{name}`.
    private func soleToken(of text: String) -> String? {
        guard text.hasPrefix("{"), text.hasSuffix("}") else { return nil }
        let token = text.dropFirst().dropLast()
        return token.isEmpty || token.contains("}") ? nil : String(token)
    }
}

extension Field {
    /// A constant of a property's kind.
    func checkConstant(_ spec: PropertySpec) -> Bool {
        switch spec.kind {
        case .number: checkNumber(from: spec.minimum, to: spec.maximum)
        case .string: checkString()
        case .boolean: checkBoolean()
        case .color: checkColor()
        case .enum: checkChoice(of: spec.values)
        case .array: checkArray(length: spec.length) { $0.checkElement(of: spec) }
        case .padding: checkPadding()
        case .numberArray: checkOneOrMore { $0.checkNumber() }
        case .colorArray: checkOneOrMore { $0.checkColor() }
        case .variableAnchorOffsetCollection: checkAnchorOffsets()
        case .projectionDefinition: checkProjection()
        case .formatted, .resolvedImage: checkString()
        }
    }

    private func checkElement(of spec: PropertySpec) -> Bool {
        switch spec.element {
        case .number: checkNumber()
        case .string: checkString()
        case .boolean: checkBoolean()
        case .color: checkColor()
        case .enum: checkChoice(of: spec.values)
        default: true
        }
    }

    /// A name, or an array of two names and the fraction of the transition between them.
    private func checkProjection() -> Bool {
        switch node.value {
        case .string: return true
        case .array(let items):
            let isTransition =
                items.count == 3 && items[0].string != nil && items[1].string != nil && items[2].number != nil
            if isTransition || ["interpolate", "step", "literal"].contains(items.first?.string) { return true }
            return fail(.unknownValue, "projection expected, invalid array \(node.compactText) found")
        default: return fail(.wrongType, "projection expected, invalid type \"\(node.kindName)\" found")
        }
    }
}
