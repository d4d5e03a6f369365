// SPDX-License-Identifier: MIT
package import MapDiagnostics

extension StyleSheet {
    /// Reads a style's file; its relative addresses begin in the folder in which it lies.
    ///
    /// - Parameters:
    ///   - path: the file as the user named it, which messages repeat.
    ///   - diagnostics: takes errors and warnings.
    /// - Returns: nil after an error.
    package static func load(_ path: String, diagnostics: DiagnosticSink) -> StyleSheet? {
        do {
            let document = try JSONDocument(.style, file: path, text: try StyleFile.bytes(of: path))
            return decode(Field(document, diagnostics: diagnostics), baseFolder: StyleFile.folder(of: path))
        } catch {
            diagnostics.add(error)
            return nil
        }
    }
}
