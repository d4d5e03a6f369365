// SPDX-License-Identifier: MIT
package import MapDiagnostics
import MapRuntime

extension StyleSheet {
    /// Reads a style from a file; its relative addresses refer to the file's folder.
    ///
    /// - Parameters:
    ///   - path: the file; messages repeat it.
    ///   - diagnostics: receives errors and warnings.
    /// - Returns: nil after an error.
    package static func load(_ path: String, diagnostics: DiagnosticSink) -> StyleSheet? {
        do {
            let document = try JSONDocument(.style, file: path, text: try readFile(path, limit: maxStyleFileSize))
            return decode(Field(document, diagnostics: diagnostics), baseFolder: folder(of: path))
        } catch {
            diagnostics.add(error)
            return nil
        }
    }
}
