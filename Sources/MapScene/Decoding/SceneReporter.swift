// SPDX-License-Identifier: MIT
package import MapDiagnostics

/// Reports what is wrong with a scene after it was decoded, at the place in its document if it has one.
package struct SceneReporter: Sendable {
    /// Nil for a scene that was built in Swift.
    package let document: JSONDocument?
    package let diagnostics: DiagnosticSink

    package init(document: JSONDocument? = nil, diagnostics: DiagnosticSink) {
        self.document = document
        self.diagnostics = diagnostics
    }

    /// A path as diagnostics have it, such as `overlays[0].handles.image`.
    package static func path(of keys: [String]) -> String {
        keys.reduce("") { path, key in
            Int(key) != nil ? "\(path)[\(key)]" : path.isEmpty ? key : "\(path).\(key)"
        }
    }

    /// Reports at the value that these keys, or numbers of array elements, lead to, or at the innermost object on the
    /// way that the document has.
    package func report(
        _ keys: String..., severity: Diagnostic.Severity = .error, code: any DiagnosticCode, message: String,
        hint: String? = nil
    ) {
        report(at: keys, severity: severity, code: code.rawValue, message: message, hint: hint)
    }

    /// As `report`, for a path that was put together.
    package func report(
        at keys: [String], severity: Diagnostic.Severity = .error, code: String, message: String, hint: String? = nil
    ) {
        guard let document else {
            diagnostics.add(Diagnostic(severity, code: code, path: Self.path(of: keys), message, hint: hint))
            return
        }
        var field = Field(document, diagnostics: diagnostics)
        for key in keys {
            if let index = Int(key), let elements = field.node.array, elements.indices.contains(index) {
                field = field.element(index, elements[index])
            } else if let node = field.node[key] {
                field = field.member(key, node)
            } else {
                break
            }
        }
        field.report(message, severity: severity, code: code, hint: hint)
    }
}
