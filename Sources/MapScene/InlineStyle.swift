// SPDX-License-Identifier: MIT
public import MapDiagnostics

/// A MapLibre style that stands in a scene. It keeps its place there, so that messages can name the line.
public struct InlineStyle: Hashable, Sendable {
    package let node: JSONNode
    package let path: String
    package let document: JSONDocument

    /// Reads a style from JSON text. Only the JSON is checked here; the style is when it is drawn.
    /// - Throws: a `Diagnostic` with line and column when the text is not JSON.
    public init(json: String) throws(Diagnostic) {
        document = try JSONDocument(file: "style", text: Array(json.utf8))
        node = document.root
        path = ""
    }

    package init(_ field: Field) {
        node = field.node
        path = field.path
        document = field.document
    }

    /// The style's root, for a decoder.
    package func field(_ problems: Problems) -> Field {
        Field(node: node, path: path, document: document, problems: problems)
    }

    /// True when the JSON values are the same, wherever they stand.
    public static func == (a: InlineStyle, b: InlineStyle) -> Bool { a.node == b.node }
    /// Feeds the JSON value.
    public func hash(into hasher: inout Hasher) { hasher.combine(node) }
}
