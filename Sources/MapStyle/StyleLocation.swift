// SPDX-License-Identifier: MIT
package import MapDiagnostics

/// The location of a value in the text of a style or scene, for diagnostics reported after decoding.
package struct StyleLocation: Sendable {
    private let document: JSONDocument
    private let offset: Int
    private let path: String

    init(_ field: Field) {
        document = field.document
        offset = field.node.offset
        path = field.path
    }

    /// A warning at this location.
    package func warning(_ message: String, code: any DiagnosticCode, hint: String? = nil) -> Diagnostic {
        Diagnostic(
            .warning, code: code, file: document.file, position: document.position(of: offset), path: path, message,
            hint: hint)
    }
}
