// SPDX-License-Identifier: MIT
import MapDiagnostics

extension StyleEdits {
    /// Reads the members of a base map that change its style. Only their form is checked: what a property or filter
    /// means is known to the style.
    init(_ object: inout ObjectReader) {
        hide = object.optional("hide") { $0.array { $0.filled() } } ?? []
        show = object.optional("show") { $0.array { $0.filled() } } ?? []
        filters = object.optional("setFilter") { $0.byName(Self.filter) } ?? [:]
        paint = object.optional("setPaint") { $0.byName(Self.object) } ?? [:]
        layout = object.optional("setLayout") { $0.byName(Self.object) } ?? [:]
        sources = object.optional("addSources") { $0.byName(Self.object) } ?? [:]
        layers = object.optional("addLayers") { $0.array(Self.layer) } ?? []
    }

    private static func filter(_ field: Field) -> InlineJSON? {
        guard field.node.array != nil || field.node.bool != nil || field.node.isNull else {
            return field.expected("a filter: an array, or null for none")
        }
        return InlineJSON(field)
    }

    private static func object(_ field: Field) -> InlineJSON? {
        field.node.object == nil ? field.expected("an object") : InlineJSON(field)
    }

    /// A layer of a style; the members that the style specification does not have are checked here.
    private static func layer(_ field: Field) -> InlineJSON? {
        guard var object = field.object() else { return nil }
        let id = object.required("id") { $0.filled() }
        let type = object.required("type") { $0.filled() }
        if let before = object.field("before"), before.filled() == nil { return nil }
        if let source = object.field("source"), source.node.string == nil, source.node.object == nil {
            return source.expected("a source's name, or a source")
        }
        return id == nil || type == nil ? nil : InlineJSON(field)
    }
}

extension Field {
    /// An object with a value of one kind under each of its names; the wrong ones are reported and left out.
    fileprivate func byName<T>(_ decode: (Field) -> T?) -> [String: T]? {
        guard let object = node.object else { return expected("an object") }
        var values: [String: T] = [:]
        for entry in object.members where !entry.key.hasPrefix("x-") {
            if let value = decode(member(entry.key, entry.node)) { values[entry.key] = value }
        }
        return values
    }

    /// The tag of a language: subtags of letters and digits, the first of two or three letters (RFC 5646, §2.1).
    func languageTag() -> String? {
        guard let tag = string() else { return nil }
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        let isTag =
            tag.utf8.count <= 35
            && parts.allSatisfy { part in
                (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
        guard tag == "local" || isTag && (2...3).contains(parts[0].count) && parts[0].allSatisfy(\.isLetter) else {
            let hint = tag.contains("_") ? "write \"\(tag.replacingUnderscores)\"" : nil
            return expected("a language such as \"de\" or \"zh-Hant\", or \"local\"", hint: hint)
        }
        return tag
    }
}

extension String {
    fileprivate var replacingUnderscores: String { String(map { $0 == "_" ? "-" : $0 }) }
}
