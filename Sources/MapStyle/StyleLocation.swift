// SPDX-License-Identifier: MIT
package import MapDiagnostics

/// Where something stands in the text of a style or scene, for what is to be said about it later.
package struct StyleLocation: Sendable {
    private let document: JSONDocument
    private let offset: Int
    private let path: String

    init(_ node: JSONNode, path: String, in document: JSONDocument) {
        self.document = document
        offset = node.offset
        self.path = path
    }

    /// A warning about what stands here.
    package func warning(_ message: String, hint: String? = nil) -> Diagnostic {
        Diagnostic(
            .warning, file: document.file, position: document.position(of: offset), path: path, message, hint: hint)
    }
}
