// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics

/// Checks one property of a layer and compiles it.
struct PropertyChecker {
    let values: ValueChecker
    let name: String
    let spec: PropertySpec
    let group: PropertyRow.Group

    /// The compiled property; nil when nothing can be made of it. What is wrong has been reported then.
    func compile(_ place: Place) -> StyleExpression? {
        if let text = place.node.string, spec.takesFeature, !spec.tokens, let token = soleToken(of: text) {
            values.findings.add(
                place,
                """
                "\(name)" does not support interpolation syntax
                Use an identity property function instead: `{ "type": "identity", "property": "\(token)" }`.
                """)
            return nil
        }
        if place.node.object != nil, spec.takesExpressions {
            if name == PropertyName.textFont.rawValue, place.node["type"]?.string == "identity" {
                values.findings.add(place, "\"text-font\" does not support identity functions")
            }
            return function(place)
        }
        if place.node.isExpression, spec.takesExpressions { return expression(place) }
        return constant(place)
    }

    private func function(_ place: Place) -> StyleExpression? {
        let checker = FunctionChecker(values: values, spec: spec)
        if checker.check(place) { return compiled(place) }
        return try? StyleExpression.compile(place.node, spec: spec)
    }

    private func expression(_ place: Place) -> StyleExpression? {
        guard let expression = compiled(place) else { return nil }
        if name == PropertyName.textFont.rawValue, !place.node.hasLiteralOutput {
            values.findings.add(
                place,
                "Invalid data expression for \"text-font\". "
                    + "Output values must be contained as literals within the expression.")
        } else if group == .layout, place.node.uses(operators: ["feature-state"]) {
            values.findings.add(
                place, "\"feature-state\" data expressions are not supported with layout properties.")
        }
        return expression
    }

    private func constant(_ place: Place) -> StyleExpression? {
        if spec.kind == .formatted || spec.kind == .resolvedImage { return compiled(place) }
        if values.constant(place, spec) { return compiled(place) }
        return clamped(place.node)
    }

    private func compiled(_ place: Place) -> StyleExpression? {
        do {
            return try StyleExpression.compile(place.node, spec: spec)
        } catch {
            for fault in error.errors {
                values.findings.add(Place(node: place.node, path: place.path + fault.key), fault.message)
            }
            return nil
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

extension ValueChecker {
    /// A constant of a property's kind.
    func constant(_ place: Place, _ spec: PropertySpec) -> Bool {
        switch spec.kind {
        case .number: number(place, from: spec.minimum, to: spec.maximum)
        case .string: string(place)
        case .boolean: boolean(place)
        case .color: color(place)
        case .enum: choice(place, of: spec.values)
        case .array: array(place, length: spec.length) { element($0, spec) }
        case .padding: padding(place)
        case .numberArray: oneOrMore(place) { number($0) }
        case .colorArray: oneOrMore(place) { color($0) }
        case .variableAnchorOffsetCollection: anchorOffsets(place)
        case .projectionDefinition: projection(place)
        case .formatted, .resolvedImage: string(place)
        }
    }

    private func element(_ place: Place, _ spec: PropertySpec) -> Bool {
        switch spec.element {
        case .number: number(place)
        case .string: string(place)
        case .boolean: boolean(place)
        case .color: color(place)
        case .enum: choice(place, of: spec.values)
        default: true
        }
    }

    /// A name, or an array of two names and the share of the way between them.
    private func projection(_ place: Place) -> Bool {
        switch place.node.value {
        case .string: return true
        case .array(let items):
            let isMix =
                items.count == 3 && items[0].string != nil && items[1].string != nil && items[2].number != nil
            if isMix || ["interpolate", "step", "literal"].contains(items.first?.string) { return true }
            findings.add(place, "projection expected, invalid array \(place.node.compactText) found")
        default: findings.add(place, "projection expected, invalid type \"\(place.node.kindName)\" found")
        }
        return false
    }
}
