// SPDX-License-Identifier: MIT
import MapDiagnostics

extension LabelLanguage {
    /// A `text-field` (an expression, a string with tokens or a function), as an expression that reads names in this
    /// language.
    func rewritten(textField node: JSONNode, spec: PropertySpec) -> JSONNode {
        if let function = node.object { return rewritten(LegacyFunction(function, spec: spec).expression) }
        return rewritten(node.string.map(tokenExpression) ?? node)
    }

    private func rewritten(_ node: JSONNode) -> JSONNode {
        guard let items = node.array, let operation = items.first?.string, operation != "literal" else { return node }
        if items.count == 2, let property = items[1].string, Self.isName(property) {
            switch operation {
            case "get": return choice(insteadOf: [property], at: node)
            case "has": return presence(of: property, at: node)
            default: break
            }
        }
        switch operation {
        case "coalesce":
            let names = items.dropFirst().compactMap(\.nameRead)
            guard names.count == items.count - 1, !names.isEmpty else { break }
            return choice(insteadOf: names, at: node)
        case "concat":
            let parts = oneName(items.dropFirst().map { Part(content: $0) })
            return expression(operation, parts.map { rewritten($0.content) }, at: node)
        case "format":
            let parts = oneName(Self.sections(items.dropFirst()))
            let arguments = parts.flatMap { [rewritten($0.content)] + ($0.options.map { [$0] } ?? []) }
            return expression(operation, arguments, at: node)
        default: break
        }
        return JSONNode(.array([items[0]] + items.dropFirst().map(rewritten)), offset: node.offset)
    }

    /// The first name that the feature has.
    private func choice(insteadOf properties: [String], at node: JSONNode) -> JSONNode {
        var seen: Set<String> = []
        let names = properties.flatMap(self.properties(insteadOf:)).filter { seen.insert($0).inserted }
        var reads = names.map { read("get", $0, at: node) }
        if let script, let latin = names.firstIndex(of: "name:latin") {
            reads[latin] = expression("get", [localOrLatin(in: script, at: node)], at: node)
        }
        return expression("coalesce", reads, at: node)
    }

    /// The property `name` where it begins with a letter of a script, else `name:latin`. Texts are compared by code points.
    private func localOrLatin(in script: LabelScript, at node: JSONNode) -> JSONNode {
        func text(_ text: String) -> JSONNode { JSONNode(.string(text), offset: node.offset) }
        let name = expression("to-string", [read("get", "name", at: node)], at: node)
        let isOwn = expression(
            "all",
            [
                expression(">=", [name, text(script.first)], at: node),
                expression("<", [name, text(script.end)], at: node),
            ], at: node)
        return expression("case", [isOwn, text("name"), text("name:latin")], at: node)
    }

    /// Whether the feature has any name; names in other scripts are never shown beside it.
    private func presence(of property: String, at node: JSONNode) -> JSONNode {
        guard property != "name:nonlatin" else { return JSONNode(.bool(false), offset: node.offset) }
        return expression("any", properties(insteadOf: property).map { read("has", $0, at: node) }, at: node)
    }

    private func read(_ operation: String, _ property: String, at node: JSONNode) -> JSONNode {
        expression(operation, [JSONNode(.string(property), offset: node.offset)], at: node)
    }

    private func expression(_ operation: String, _ arguments: [JSONNode], at node: JSONNode) -> JSONNode {
        JSONNode(.array([JSONNode(.string(operation), offset: node.offset)] + arguments), offset: node.offset)
    }
}

/// Labels that show a name twice, in Latin and in another script.
extension LabelLanguage {
    /// An argument of `concat`, or a section of `format` with its options.
    private struct Part {
        var content: JSONNode
        var options: JSONNode?

        /// A space, a line break or the like between two names.
        var isSeparator: Bool {
            content.string.map { text in !text.contains { $0.isLetter || $0.isNumber } } ?? false
        }
    }

    private static func sections(_ items: ArraySlice<JSONNode>) -> [Part] {
        var parts: [Part] = []
        for item in items {
            if item.object != nil, let last = parts.indices.last, parts[last].options == nil {
                parts[last].options = item
            } else {
                parts.append(Part(content: item))
            }
        }
        return parts
    }

    /// The parts without all names but the first, and without what stands between those.
    private func oneName(_ parts: [Part]) -> [Part] {
        var result: [Part] = []
        var hasName = false
        var isAfterLeftOut = false
        for part in parts {
            if part.content.readsNamesOnly {
                if hasName {
                    while let last = result.last, last.isSeparator { result.removeLast() }
                    isAfterLeftOut = true
                    continue
                }
                hasName = true
            } else if isAfterLeftOut, part.content.string == ")" {
                continue
            }
            isAfterLeftOut = false
            result.append(part)
        }
        return result
    }
}

extension JSONNode {
    /// The property of a `get` that reads a name.
    fileprivate var nameRead: String? {
        guard let items = array, items.count == 2, items[0].string == "get", let property = items[1].string,
            LabelLanguage.isName(property)
        else { return nil }
        return property
    }

    /// True for an expression that reads names, and nothing else of a feature.
    fileprivate var readsNamesOnly: Bool {
        guard let items = array, let operation = items.first?.string, operation != "literal" else { return false }
        var reads = false
        return holdsNoOtherRead(&reads) && reads
    }

    private func holdsNoOtherRead(_ reads: inout Bool) -> Bool {
        guard let items = array, let operation = items.first?.string, operation != "literal" else { return true }
        switch operation {
        case "get", "has":
            guard items.count == 2, let property = items[1].string, LabelLanguage.isName(property) else { return false }
            reads = reads || operation == "get"
            return true
        case "id", "properties", "geometry-type", "feature-state", "image", "var": return false
        default: return items.dropFirst().allSatisfy { $0.holdsNoOtherRead(&reads) }
        }
    }
}
