// SPDX-License-Identifier: MIT
import MapCore

/// Checks one property of a layer and compiles it.
struct PropertyChecker {
    let name: String
    let spec: PropertySpec
    let group: PropertyRow.Group

    /// The compiled property; nil, and reported, when it is invalid.
    func compile(_ field: Field) -> StyleExpression? {
        if let text = field.node.string, spec.takesFeature, !spec.tokens, let token = soleToken(of: text) {
            field.fail(
                .styleUnsupportedExpression,
                """
                "\(name)" does not support interpolation syntax
                Use an identity property function instead: `{ "type": "identity", "property": "\(token)" }`.
                """)
            return nil
        }
        if field.node.object != nil, spec.takesExpressions {
            if name == PropertyName.textFont.rawValue, field.node["type"]?.string == "identity" {
                field.fail(
                    .styleUnsupportedExpression, "\"text-font\" does not support identity functions")
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
                .styleUnsupportedExpression,
                "Invalid data expression for \"text-font\". "
                    + "Output values must be contained as literals within the expression.")
        } else if group == .layout, expression.readsFeatureState {
            field.fail(
                .styleUnsupportedExpression,
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
            return field.fail(.styleInvalidExpression, error)
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
            return fail(.styleUnknownValue, "projection expected, invalid array \(node.compactText) found")
        default: return fail(.styleWrongType, "projection expected, invalid type \"\(node.kindName)\" found")
        }
    }
}

extension JSONNode {
    /// True when all that an expression can come to is written in it: `text-font` asks for that, so that the fonts are
    /// known before the features are.
    var hasLiteralOutput: Bool { hasLiteralOutput(bound: [:]) }

    private func hasLiteralOutput(bound: [String: Bool]) -> Bool {
        guard let items = array, let name = items.first?.string else { return array == nil }
        let arguments = items.dropFirst()
        switch name {
        case "literal": return true
        case "case":
            // Condition, output, condition, output, …, fallback.
            return outputs(of: items, from: 2, by: 2).allSatisfy { $0.hasLiteralOutput(bound: bound) }
        case "match":
            // Input, label, output, label, output, …, fallback.
            return outputs(of: items, from: 3, by: 2).allSatisfy { $0.hasLiteralOutput(bound: bound) }
        case "step":
            // Input, output, stop, output, …
            return stride(from: 2, to: items.count, by: 2).allSatisfy { items[$0].hasLiteralOutput(bound: bound) }
        case "coalesce": return arguments.allSatisfy { $0.hasLiteralOutput(bound: bound) }
        case "array", "string", "number", "boolean", "object", "to-string", "to-color", "to-number", "to-boolean":
            return arguments.allSatisfy { $0.hasLiteralOutput(bound: bound) }
        case "let":
            var inner = bound
            for index in stride(from: 1, to: items.count - 2, by: 2) {
                guard let variable = items[index].string else { continue }
                inner[variable] = items[index + 1].hasLiteralOutput(bound: bound)
            }
            return items.count > 1 && items[items.count - 1].hasLiteralOutput(bound: inner)
        case "var": return arguments.first?.string.flatMap { bound[$0] } ?? false
        default: return false
        }
    }

    /// Every second argument and the last.
    private func outputs(of items: [JSONNode], from first: Int, by step: Int) -> [JSONNode] {
        stride(from: first, to: items.count, by: step).map { items[$0] } + items.suffix(1)
    }
}

extension JSONNode {
    /// True for an array that begins with the name of an operator. Other arrays are constants, such as a font stack.
    var isExpression: Bool {
        array?.first?.string.map { ExpressionParser.operators[$0] != nil } ?? false
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

extension JSONNode {
    /// The name of the value's type, as JavaScript and the reference validator call it.
    var kindName: String {
        switch value {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    /// JavaScript's idea of a value that counts as given: not null, false, 0 or an empty string.
    var isTruthy: Bool {
        switch value {
        case .null: false
        case .bool(let bool): bool
        case .number(let number): number != 0
        case .string(let string): !string.isEmpty
        case .array, .object: true
        }
    }

    /// The value as JSON without spaces; long values are cut.
    var compactText: String {
        var text = ""
        write(to: &text)
        return text.clipped
    }

    private func write(to text: inout String) {
        guard text.utf8.count < String.longestQuoted else { return }
        switch value {
        case .null: text += "null"
        case .bool(let bool): text += bool ? "true" : "false"
        case .number(let number): text += formatted(number)
        case .string(let string): text += quoted(string.clipped)
        case .array(let items):
            text += "["
            for (index, item) in items.enumerated() {
                guard text.utf8.count < String.longestQuoted else { return }
                if index > 0 { text += "," }
                item.write(to: &text)
            }
            text += "]"
        case .object(let object):
            text += "{"
            for (index, member) in object.members.enumerated() {
                guard text.utf8.count < String.longestQuoted else { return }
                if index > 0 { text += "," }
                text += quoted(member.key.clipped) + ":"
                member.node.write(to: &text)
            }
            text += "}"
        }
    }
}

extension String {
    /// Messages quote no more of a value than this many bytes.
    fileprivate static let longestQuoted = 400

    /// The beginning of a string that may be of any length.
    var clipped: String {
        utf8.count <= Self.longestQuoted ? self : prefix(Self.longestQuoted) + "…"
    }
}
