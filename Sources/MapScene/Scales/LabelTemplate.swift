// SPDX-License-Identifier: MIT
package import MapCore

/// A text with the properties of a feature in braces: `{name}`, or `{rate|0.0} %` with a pattern for numbers. Two braces are one.
package struct LabelTemplate: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case text(String)
        case property(String, NumberPattern?)
    }

    private var parts: [Part] = []

    /// - Throws: what is wrong with the text.
    package init(_ text: String) throws(Problem) {
        var (plain, rest) = ("", text[...])
        while let character = rest.popFirst() {
            if (character == "{" || character == "}"), rest.first == character {
                plain.append(character)
                rest.removeFirst()
            } else if character == "{" {
                guard let end = rest.firstIndex(of: "}") else { throw Problem("a brace has no end") }
                let inner = rest[..<end].split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
                rest = rest[rest.index(after: end)...]
                guard let name = inner.first, !name.isEmpty else { throw Problem("braces without a property's name") }
                var pattern: NumberPattern?
                if inner.count > 1 {
                    pattern = NumberPattern(String(inner[1]))
                    guard pattern != nil else {
                        throw Problem("\(quoted(String(inner[1]))) is no pattern for numbers, such as 0.0 or #,##0")
                    }
                }
                if !plain.isEmpty { parts.append(.text(plain)) }
                plain = ""
                parts.append(.property(String(name), pattern))
            } else {
                plain.append(character)
            }
        }
        if !plain.isEmpty { parts.append(.text(plain)) }
    }

    /// What is wrong with a template.
    package struct Problem: Error {
        package let message: String
        init(_ message: String) { self.message = message }
    }

    /// The properties that it shows.
    package var properties: [String] {
        parts.compactMap { if case .property(let name, _) = $0 { name } else { nil } }
    }

    /// The text for a feature; nil where one of its properties is missing or empty.
    package func text(_ symbols: NumberSymbols, _ value: (String) -> JSONNode?) -> String? {
        var text = ""
        for part in parts {
            switch part {
            case .text(let plain): text += plain
            case .property(let name, let pattern):
                guard let node = value(name) else { return nil }
                if let number = node.datum, pattern != nil || node.number != nil {
                    text +=
                        pattern?.text(number, symbols)
                        ?? symbols.text(number, decimals: number.decimals(atMost: 6), isGrouped: abs(number) >= 10_000)
                } else if let string = node.string, !string.isEmpty {
                    text += string
                } else {
                    return nil
                }
            }
        }
        return text.isEmpty ? nil : text
    }
}

extension JSONNode {
    /// The number that a property has; programs without types for columns write numbers as texts.
    package var datum: Double? {
        if let number { return number.isFinite ? number : nil }
        guard let string, let last = string.utf8.last, (0x30...0x39).contains(last) || last == UInt8(ascii: "."),
            let number = Double(string), number.isFinite
        else { return nil }
        return number
    }
}
