// SPDX-License-Identifier: MIT

/// One element of an XML document with everything inside it.
package struct XMLElement {
    /// The nesting limit; KML of real programs stays below 20.
    package static let maxDepth = 64

    package let name: String
    package let attributes: [String: String]
    package var children: [XMLElement] = []
    /// The character data directly inside the element, joined.
    package var text = ""

    /// Reads the rest of an element whose start tag was the scanner's last token.
    /// - Throws: when the document ends early, or is nested deeper than `maxDepth`.
    package init(
        _ name: String, _ attributes: [String: String], rest scanner: inout XMLScanner, depth: Int = 0
    ) throws(Diagnostic) {
        guard depth < Self.maxDepth else {
            throw scanner.problem("elements are nested more than \(Self.maxDepth) deep")
        }
        try scanner.countElement()
        self.name = name
        self.attributes = attributes
        while let token = try scanner.next() {
            switch token {
            case .open(let child, let attributes):
                children.append(try XMLElement(child, attributes, rest: &scanner, depth: depth + 1))
            case .text(let more): text += more
            case .close(let closed):
                guard closed == name else { throw scanner.problem("expected </\(name)>, found </\(closed)>") }
                return
            }
        }
        throw scanner.problem("the file ends inside <\(name)>")
    }

    /// The first child of a name.
    package subscript(_ name: String) -> XMLElement? { children.first { $0.name == name } }

    package func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

    /// The text of the first child of a name without surrounding white space; nil when absent or empty.
    package func text(_ name: String) -> String? {
        guard let text = self[name]?.trimmedText, !text.isEmpty else { return nil }
        return text
    }

    package var trimmedText: String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}
