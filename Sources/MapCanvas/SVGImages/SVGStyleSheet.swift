// SPDX-License-Identifier: MIT
import MapCore

/// The CSS of an SVG image: rules with element names, classes and ids, as drawing programs write them. Combinators are
/// refused; rules with pseudo-classes never apply to an image that stands still.
struct SVGStyleSheet {
    private struct Rule {
        var element: String?
        var ids: [String]
        var classes: [String]
        var declarations: [(name: String, value: String, isImportant: Bool)]

        var specificity: Int { ids.count * 10_000 + classes.count * 100 + (element == nil ? 0 : 1) }
    }

    private static let maxRules = 1000

    private var rules: [Rule] = []
    var isEmpty: Bool { rules.isEmpty }

    /// Adds the rules of a `style` element.
    mutating func add(_ text: String) throws(Diagnostic) {
        for block in withoutComments(text).split(separator: "}", omittingEmptySubsequences: true) {
            let parts = block.split(separator: "{", omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                if block.allSatisfy(\.isWhitespace) { continue }
                throw SVGDocument.problem("a style sheet is not understood near \"\(block.prefix(20))\"")
            }
            let declarations = Self.declarations(String(parts[1]))
            for selector in parts[0].split(separator: ",") {
                guard var rule = try rule(trimmed(selector)) else { continue }
                rule.declarations = declarations
                guard rules.count < Self.maxRules else {
                    throw SVGDocument.problem("a style sheet has over \(Self.maxRules) rules")
                }
                rules.append(rule)
            }
        }
    }

    /// Sorts the rules, so that later ones override earlier ones.
    mutating func finish() {
        rules = rules.enumerated().sorted {
            ($0.element.specificity, $0.offset) < ($1.element.specificity, $1.offset)
        }.map(\.element)
    }

    /// The properties of an element, with those of its own `style` attribute.
    func properties(of node: SVGNode) -> [String: String] {
        let own = Self.declarations(node.attributes["style"] ?? "")
        guard !rules.isEmpty || !own.isEmpty else { return [:] }
        let classes = Set((node.attributes["class"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init))
        var (normal, important): ([String: String], [String: String]) = ([:], [:])
        func apply(_ declarations: [(name: String, value: String, isImportant: Bool)]) {
            for (name, value, isImportant) in declarations {
                if isImportant { important[name] = value } else { normal[name] = value }
            }
        }
        for rule in rules where rule.element.map({ $0 == node.name }) ?? true {
            guard rule.ids.allSatisfy({ $0 == node.attributes["id"] }), rule.classes.allSatisfy(classes.contains)
            else { continue }
            apply(rule.declarations)
        }
        apply(own)
        return normal.merging(important) { $1 }
    }

    /// Nil for a selector that can never match.
    private func rule(_ selector: Substring) throws(Diagnostic) -> Rule? {
        guard !selector.contains(":") else { return nil }
        var rule = Rule(element: nil, ids: [], classes: [], declarations: [])
        var rest = selector
        guard !rest.isEmpty else { return nil }
        if rest.first == "*" { rest = rest.dropFirst() }
        if let first = rest.first, first != ".", first != "#" {
            let name = rest.prefix(while: isNameCharacter)
            rule.element = String(name)
            rest = rest.dropFirst(name.count)
        }
        while let mark = rest.first, mark == "." || mark == "#" {
            let name = rest.dropFirst().prefix(while: isNameCharacter)
            guard !name.isEmpty else { break }
            if mark == "." { rule.classes.append(String(name)) } else { rule.ids.append(String(name)) }
            rest = rest.dropFirst(name.count + 1)
        }
        guard rest.isEmpty, rule.element?.isEmpty != true else {
            throw SVGDocument.problem(
                "expected style rules for names, classes and ids, found \"\(selector.prefix(40))\"")
        }
        return rule
    }

    private func isNameCharacter(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "-" || character == "_"
    }

    /// The declarations of a rule or a `style` attribute, in order.
    private static func declarations(_ text: String) -> [(name: String, value: String, isImportant: Bool)] {
        text.split(separator: ";").compactMap { part in
            guard let colon = part.firstIndex(of: ":") else { return nil }
            var value = trimmed(part[part.index(after: colon)...])
            let isImportant = value.hasSuffix("!important")
            if isImportant { value = trimmed(value.dropLast(10)) }
            return (String(trimmed(part[..<colon])), String(value), isImportant)
        }
    }

    private func withoutComments(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.range(of: "/*") {
            result += rest[..<start.lowerBound]
            guard let end = rest[start.upperBound...].range(of: "*/") else { return result }
            rest = rest[end.upperBound...]
        }
        return result + rest
    }
}

private func trimmed(_ text: Substring) -> Substring {
    let start = text.drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return start[...last]
}

extension Substring {
    /// The first occurrence of a short text.
    fileprivate func range(of text: String) -> Range<Index>? {
        var at = startIndex
        while at < endIndex {
            if self[at...].hasPrefix(text) { return at..<index(at, offsetBy: text.count) }
            at = index(after: at)
        }
        return nil
    }
}
