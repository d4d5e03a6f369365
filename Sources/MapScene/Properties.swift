// SPDX-License-Identifier: MIT
package import MapDiagnostics

/// Custom data of an item. It is not drawn, but included in outputs that support it, such as `data-x-…` attributes in
/// SVG.
public struct Properties: Hashable, Sendable {
    /// In the order of their text.
    package var object: JSONObject

    /// Creates properties with text values, sorted by name.
    ///
    /// - Parameter values: the values by name.
    public init(_ values: [String: String] = [:]) {
        object = JSONObject(values.sorted { $0.key < $1.key }.map { JSONObject.Member($0.key, .text($0.value)) })
    }

    /// Nil for JSON that is no object.
    package init?(_ node: JSONNode?) {
        guard let object = node?.object else { return nil }
        self.object = object
    }

    init?(_ field: Field) {
        guard let object = field.node.object else {
            field.report(expected: "an object")
            return nil
        }
        self.object = object
    }

    /// True if there are no properties.
    public var isEmpty: Bool { object.members.isEmpty }

    /// Names and values as text: what is not a text stands as in JSON, and what is null is left out. Of a repeated name
    /// the last value counts.
    package var texts: [(name: String, value: String)] {
        var names: Set<String> = []
        let lasting = object.members.reversed().filter { names.insert($0.key).inserted }.reversed()
        return lasting.compactMap { $0.node.isNull ? nil : ($0.key, $0.node.string ?? $0.node.line) }
    }
}

extension Properties: ExpressibleByDictionaryLiteral {
    /// Creates properties from a dictionary literal, sorted by name.
    ///
    /// - Parameter elements: names and text values; if a name is repeated, its last value is used.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(Dictionary(elements) { _, last in last })
    }
}
