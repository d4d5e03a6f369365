// SPDX-License-Identifier: MIT
public import MapDiagnostics

/// A JSON value in another format inside a scene, such as a MapLibre style or GeoJSON. It keeps its position in the
/// document, so that diagnostics can give the line.
public struct InlineJSON: Hashable, Sendable {
    package let node: JSONNode
    package let path: String
    package let document: JSONDocument

    /// Creates a value from JSON text. Its contents are checked when the scene is rendered.
    ///
    /// - Parameter json: one JSON value.
    /// - Throws: a `Diagnostic` with line and column if the text is not valid JSON.
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

    /// Compares JSON values, regardless of their position in a document.
    ///
    /// - Parameters:
    ///   - a: a JSON value.
    ///   - b: another JSON value.
    /// - Returns: true if both are the same value.
    public static func == (a: InlineJSON, b: InlineJSON) -> Bool { a.node == b.node }
    /// Hashes the JSON value.
    ///
    /// - Parameter hasher: the hasher to use.
    public func hash(into hasher: inout Hasher) { hasher.combine(node) }
}
