// SPDX-License-Identifier: MIT
package import MapDiagnostics

/// Checks a style as `staticmap check` does, with the messages of MapLibre's own validator.
package enum StyleValidation {
    /// All problems of a style as errors, in the order of the text; empty for a valid style.
    package static func diagnostics(for document: JSONDocument) -> [Diagnostic] {
        let sink = DiagnosticSink()
        _ = StyleDecoder(baseFolder: "").decode(Field(document, diagnostics: sink))
        return sink.byPosition.map { $0.with(.error) }
    }
}

extension StyleSheet {
    /// Reads a style. What leaves something to draw is reported as a warning.
    ///
    /// - Parameters:
    ///   - field: the style, which may be part of another document.
    ///   - baseFolder: the folder to which the style's relative addresses refer.
    ///   - language: the language of names; nil for the names that the style asks for.
    /// - Returns: nil after an error, when nothing sensible can be drawn.
    package static func decode(_ field: Field, baseFolder: String, language: LabelLanguage? = nil) -> StyleSheet? {
        let sink = DiagnosticSink()
        let sheet = StyleDecoder(baseFolder: baseFolder, language: language).decode(field.reporting(to: sink))
        sink.byPosition.forEach(field.diagnostics.add)
        return sink.hasErrors ? nil : sheet
    }
}

extension DiagnosticSink {
    /// In the order of the text; diagnostics at one position in the order in which they were added.
    var byPosition: [Diagnostic] {
        let start = Position(line: 0, column: 0)
        return all.enumerated().sorted {
            ($0.element.position ?? start, $0.offset) < ($1.element.position ?? start, $1.offset)
        }.map(\.element)
    }
}

extension Diagnostic {
    /// The same with another severity.
    func with(_ severity: Severity) -> Diagnostic {
        var copy = self
        copy.severity = severity
        return copy
    }
}
