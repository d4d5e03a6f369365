// SPDX-License-Identifier: MIT
public import MapDiagnostics

/// JSON of another kind that stands in a scene: a MapLibre style or a part of one, GeoJSON. It keeps its place there, so
/// that messages can name the line.
public struct InlineJSON: Hashable, Sendable {
    package let node: JSONNode
    package let path: String
    package let document: JSONDocument

    /// Reads JSON text. What it means is checked when it is drawn.
    /// - Throws: a `Diagnostic` with line and column when the text is not JSON.
    public init(json: String) throws(Diagnostic) {
        document = try JSONDocument(file: "json", text: Array(json.utf8))
        node = document.root
        path = ""
    }

    package init(_ field: Field) {
        node = field.node
        path = field.path
        document = field.document
    }

    /// The JSON value, for a decoder.
    package func field(_ diagnostics: DiagnosticSink) -> Field {
        Field(node: node, path: path, document: document, diagnostics: diagnostics)
    }

    /// True when the JSON values are the same, wherever they stand.
    public static func == (a: InlineJSON, b: InlineJSON) -> Bool { a.node == b.node }
    /// Feeds the JSON value.
    public func hash(into hasher: inout Hasher) { hasher.combine(node) }
}
