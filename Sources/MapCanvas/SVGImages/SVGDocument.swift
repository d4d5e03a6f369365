// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
import MapImages

/// An SVG image reduced to what is known to be harmless.
///
/// librsvg and cairo crash, hang, or draw later images differently after coordinates, sizes or filters beyond what they
/// can represent, and both run in this process. So the document is read here, its style sheets are applied, and only
/// known elements, attributes and properties with values in range are written out again for librsvg. What has no
/// visible effect is dropped; what would be visible but is not drawn is an error. `SVGCost` bounds what is left.
struct SVGDocument {
    /// Bytes.
    static let maxSize = 4 << 20
    static let maxElements = 20_000
    /// The largest chain of gradients that inherit from each other.
    private static let maxGradientChain = 8

    let root: SVGNode
    /// The elements by id.
    private(set) var elements: [String: SVGNode] = [:]

    /// - Throws: for documents that are damaged, too large, or contain what is not drawn.
    init(_ bytes: [UInt8]) throws(Diagnostic) {
        guard bytes.count <= Self.maxSize else { throw Self.problem("the image is larger than 4 MiB") }
        var scanner = XMLScanner(bytes, file: nil, code: .imageUndecodable, keepsPrefixes: true)
        var parsed: SVGNode?
        var count = 0
        while parsed == nil, let token = try scanner.next() {
            guard case .open(let name, let attributes) = token else { continue }
            parsed = try SVGNode(name, attributes, rest: &scanner, count: &count)
        }
        guard let parsed else { throw Self.problem("there is no <svg> element") }
        // Programs may call the SVG namespace "svg:" instead of making it the default.
        let prefix = parsed.name.firstIndex(of: ":").map { String(parsed.name[...$0]) } ?? ""
        guard parsed.name == prefix + "svg" else { throw Self.problem("there is no <svg> element") }
        var sheet = SVGStyleSheet()
        try Self.collectStyles(parsed, prefix, into: &sheet)
        sheet.finish()
        guard let root = try Self.reduced(parsed, prefix, sheet) else {
            throw Self.problem("there is no <svg> element")
        }
        self.root = root
        collectElements(root)
        for element in elements.values { try checkGradient(element) }
    }

    static func problem(_ message: String) -> Diagnostic {
        Diagnostic(code: .imageUndecodable, "SVG: \(message)")
    }

    private static func collectStyles(
        _ node: SVGNode, _ prefix: String, into sheet: inout SVGStyleSheet
    ) throws(Diagnostic) {
        if node.name == prefix + "style" { try sheet.add(node.text) }
        for child in node.children { try collectStyles(child, prefix, into: &sheet) }
    }

    private mutating func collectElements(_ node: SVGNode) {
        // The first one of an id counts, as in librsvg.
        if let id = node.attributes["id"], elements[id] == nil { elements[id] = node }
        for child in node.children { collectElements(child) }
    }

    /// The element with what is drawn of it; nil for elements that are invisible.
    private static func reduced(
        _ node: SVGNode, _ prefix: String, _ sheet: SVGStyleSheet
    ) throws(Diagnostic) -> SVGNode? {
        guard node.name.hasPrefix(prefix) else { return nil }
        var local = node
        local = SVGNode(String(node.name.dropFirst(prefix.count)), node.attributes, [:], node.content)
        guard !SVGVocabulary.isRefused(local.name) else {
            throw Diagnostic(
                code: .imageUndecodable, "SVG: <\(local.name)> is not drawn in images",
                hint: "draw it with shapes, or save the image as PNG")
        }
        guard SVGVocabulary.elements.contains(local.name) else { return nil }
        if let href = local.attributes["xlink:href"], local.attributes["href"] == nil {
            local.attributes["href"] = href
        }
        var attributes: [String: String] = [:]
        for (name, value) in local.attributes where !(local.name == "a" && name == "href") {
            guard let kind = SVGVocabulary.kind(ofAttribute: name) ?? SVGVocabulary.kind(ofProperty: name) else {
                try refuse(name, value)
                continue
            }
            attributes[name] = try kind.checked(value, name)
        }
        var style: [String: String] = [:]
        for (name, value) in sheet.properties(of: local) {
            guard let kind = SVGVocabulary.kind(ofProperty: name) else {
                guard name != "transform" else { throw problem("transform: expected an attribute, found a style") }
                try refuse(name, value)
                continue
            }
            guard !value.contains(";") else { continue }
            style[name] = try kind.checked(value, name)
        }
        var content: [SVGNode.Content] = []
        let holdsText = ["text", "tspan", "a"].contains(local.name)
        for part in local.content {
            switch part {
            case .element(let child):
                if let child = try reduced(child, prefix, sheet) { content.append(.element(child)) }
            case .text(let text): if holdsText { content.append(.text(text)) }
            }
        }
        return SVGNode(local.name, attributes, style, content)
    }

    private static func refuse(_ property: String, _ value: String) throws(Diagnostic) {
        guard SVGVocabulary.refusedProperties.contains(property), value != "none" else { return }
        throw problem("\(property) is not drawn in images")
    }

    private func checkGradient(_ element: SVGNode) throws(Diagnostic) {
        guard element.name.hasSuffix("Gradient") else { return }
        var (next, length) = (element.target, 0)
        while let id = next {
            length += 1
            guard length <= Self.maxGradientChain else { throw Self.problem("gradients refer to each other") }
            next = elements[id]?.target
        }
    }

    /// The document for librsvg.
    var xml: [UInt8] {
        // Without a language, fontconfig would take that of the environment.
        var text = #"<svg xmlns="http://www.w3.org/2000/svg" xml:lang="en""#
        write(root, into: &text, isRoot: true)
        return Array(text.utf8)
    }

    private func write(_ node: SVGNode, into text: inout String, isRoot: Bool = false) {
        if !isRoot { text += "<\(node.name)" }
        for (name, value) in node.attributes.sorted(by: { $0.key < $1.key }) {
            text += " \(name)=\"\(markupEscaped(value))\""
        }
        if !node.style.isEmpty {
            let style = node.style.sorted(by: { $0.key < $1.key }).map { "\($0.key):\($0.value)" }
            text += " style=\"\(markupEscaped(style.joined(separator: ";")))\""
        }
        text += ">"
        for part in node.content {
            switch part {
            case .element(let child): write(child, into: &text)
            case .text(let value): text += markupEscaped(value)
            }
        }
        text += "</\(node.name)>"
    }
}

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
