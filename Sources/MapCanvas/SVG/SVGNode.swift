// SPDX-License-Identifier: MIT
import MapDiagnostics

/// An element of an SVG document.
struct SVGNode {
    enum Content {
        case element(SVGNode)
        case text(String)
    }

    /// The nesting limit.
    static let maxDepth = 48

    let name: String
    var attributes: [String: String]
    /// The properties of style sheets and of the `style` attribute, which override attributes.
    var style: [String: String] = [:]
    var content: [Content] = []

    /// Reads the rest of an element whose start tag was the scanner's last token.
    ///
    /// - Throws: when the document ends early, is nested too deep, or has too many elements.
    init(
        _ name: String, _ attributes: [String: String], rest scanner: inout XMLScanner, count: inout Int, depth: Int = 0
    ) throws(Diagnostic) {
        count += 1
        guard depth < Self.maxDepth, count <= SVGDocument.maxElements else {
            throw scanner.problem("SVG: too many elements, or nested more than \(Self.maxDepth) deep")
        }
        self.name = name
        self.attributes = attributes
        while let token = try scanner.next() {
            switch token {
            case .open(let child, let attributes):
                content.append(
                    .element(try SVGNode(child, attributes, rest: &scanner, count: &count, depth: depth + 1)))
            case .text(let text): content.append(.text(text))
            case .close(let closed):
                guard closed == name else { throw scanner.problem("SVG: expected </\(name)>, found </\(closed)>") }
                return
            }
        }
        throw scanner.problem("SVG: the document ends inside <\(name)>")
    }

    init(_ name: String, _ attributes: [String: String], _ style: [String: String], _ content: [Content]) {
        (self.name, self.attributes, self.style, self.content) = (name, attributes, style, content)
    }

    var children: [SVGNode] {
        content.compactMap { if case .element(let node) = $0 { node } else { nil } }
    }

    var text: String {
        content.reduce(into: "") { result, part in if case .text(let text) = part { result += text } }
    }

    /// True when there is a text inside.
    var hasText: Bool { name == "text" || children.contains(where: \.hasText) }

    /// A property: from the style, else from the attribute.
    func property(_ name: String) -> String? { style[name] ?? attributes[name] }

    /// The id in a value such as `url(#id)`; nil for `none` and absent properties.
    func reference(_ name: String) -> String? { property(name).flatMap(svgLocalReference) }

    /// The element that `href` names, without the `#`.
    var target: String? { attributes["href"].map { String($0.dropFirst()) } }
}

/// The id in `url(#id)`, with or without quotes.
func svgLocalReference(_ value: String) -> String? {
    guard value.hasPrefix("url("), let end = value.firstIndex(of: ")") else { return nil }
    let inside = value[value.index(value.startIndex, offsetBy: 4)..<end].filter { !"\"' ".contains($0) }
    return inside.hasPrefix("#") ? String(inside.dropFirst()) : nil
}
