// SPDX-License-Identifier: MIT
import MapCore

/// `{{column}}`, `{{column:type}}` or `{{column:type|default}}` in a template.
struct Placeholder: Hashable, Sendable {
    /// What a value must be, or is made of.
    enum Kind: String, CaseIterable, Sendable {
        /// A number, a Boolean or a text, whichever a cell looks like; other values stay what they are.
        case automatic = "auto"
        case text, number, bool
        /// JSON in a text.
        case json
    }

    let column: String
    let kind: Kind
    /// In place of a missing value.
    let fallback: String?

    /// - Parameter text: what stands between the braces.
    /// - Throws: what is wrong with it, for the user.
    init(_ text: Substring) throws(PlaceholderError) {
        let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        fallback = parts.count > 1 ? String(parts[1]) : nil
        let name = parts[0]
        // A colon may be part of a column's name, such as in keys of OpenStreetMap.
        if let colon = name.lastIndex(of: ":"),
            let kind = Kind(rawValue: trimmed(String(name[name.index(after: colon)...])))
        {
            self.kind = kind
            column = trimmed(String(name[..<colon]))
        } else {
            kind = .automatic
            column = trimmed(String(name))
        }
        guard !column.isEmpty else { throw PlaceholderError(message: "the placeholder {{\(text)}} names no column") }
    }

    /// The value of a row as JSON.
    ///
    /// - Throws: when the row has none, or one of another type.
    func value(in row: Row) throws(PlaceholderError) -> JSONNode {
        guard let node = row[column] ?? fallback.map(JSONNode.text) else {
            throw PlaceholderError(
                code: .batchMissingValue, column: column, message: "there is no value for {{\(column)}}",
                hint: "write {{\(column)|…}} for a value in its place")
        }
        let isCell = !row.isTyped || row[column] == nil
        switch kind {
        case .automatic: return isCell ? node.string.map(Self.seen) ?? node : node
        case .text: return .text(try text(of: node))
        case .number:
            if node.number != nil { return node }
            guard let number = node.string.flatMap({ Double(trimmed($0)) }), number.isFinite else {
                throw wrong(node, "a number")
            }
            return .number(number)
        case .bool:
            if node.bool != nil { return node }
            switch node.string?.lowercased() {
            case "true", "yes", "1": return true
            case "false", "no", "0": return false
            default: throw wrong(node, "true or false")
            }
        case .json:
            guard let text = node.string else { return node }
            guard let parsed = try? JSONDocument(file: "", text: Array(text.utf8)).root else {
                throw wrong(node, "JSON")
            }
            return parsed
        }
    }

    /// The value of a row as a part of a text.
    func text(in row: Row) throws(PlaceholderError) -> String {
        guard row[column] != nil else {
            guard let fallback else { return try text(of: value(in: row)) }
            return fallback
        }
        return try text(of: row.isTyped && kind == .automatic ? value(in: row) : (row[column] ?? .null))
    }

    private func text(of node: JSONNode) throws(PlaceholderError) -> String {
        switch node.value {
        case .string(let text): return text
        case .number(let number): return formatted(number)
        case .bool(let bool): return bool ? "true" : "false"
        case .null, .array, .object: throw wrong(node, "a text or number")
        }
    }

    private func wrong(_ node: JSONNode, _ expected: String) -> PlaceholderError {
        PlaceholderError(
            code: .batchWrongValue, column: column,
            message: "{{\(column)}}: expected \(expected), found \(node.briefly)", hint: nil)
    }

    /// A cell as the value that it looks like: what is written as JSON writes numbers, true or false; else a text.
    private static func seen(_ cell: String) -> JSONNode {
        let text = trimmed(cell)
        guard text.utf8.count <= 40, let first = text.utf8.first,
            first == 0x2D || (0x30...0x39).contains(first) || first == 0x74 || first == 0x66,
            let node = try? JSONDocument(file: "", text: Array(text.utf8)).root
        else { return .text(cell) }
        return node.number != nil || node.bool != nil ? node : .text(cell)
    }
}

/// What is wrong with a placeholder, or with the value for it.
struct PlaceholderError: Error {
    var code = Diagnostic.Code.batchInvalidPlaceholder
    var column = ""
    var message: String
    var hint: String?
}

/// Texts with placeholders between them.
struct PlaceholderText: Sendable {
    enum Part: Sendable {
        case literal(String)
        case placeholder(Placeholder)
    }

    let parts: [Part]

    /// Two braces that are meant are written as `{{{{`.
    init(_ text: String) throws(PlaceholderError) {
        var parts: [Part] = []
        var literal = ""
        var rest = text[...]
        while let open = rest.firstRange(of: "{{") {
            literal += rest[..<open.lowerBound]
            rest = rest[open.upperBound...]
            if rest.hasPrefix("{{") {
                literal += "{{"
                rest = rest.dropFirst(2)
                continue
            }
            guard let close = rest.firstRange(of: "}}") else {
                throw PlaceholderError(
                    message: "{{ has no }}", hint: "write {{{{ for two braces that are meant as they are")
            }
            if !literal.isEmpty { parts.append(.literal(literal)) }
            literal = ""
            parts.append(.placeholder(try Placeholder(rest[..<close.lowerBound])))
            rest = rest[close.upperBound...]
        }
        literal += rest
        if !literal.isEmpty { parts.append(.literal(literal)) }
        self.parts = parts
    }

    var placeholders: [Placeholder] {
        parts.compactMap { if case .placeholder(let placeholder) = $0 { placeholder } else { nil } }
    }

    /// The text for a row.
    func text(for row: Row) throws(PlaceholderError) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            case .placeholder(let placeholder): text += try placeholder.text(in: row)
            }
        }
        return text
    }
}
