// SPDX-License-Identifier: MIT
package import MapDiagnostics

/// Checks a style as `staticmap check` does, with MapLibre's own words.
package enum StyleValidation {
    /// All that is wrong in a style, in the order of the text; empty when it is fine.
    package static func findings(in document: JSONDocument) -> [ValidationFinding] {
        let findings = ValidationFindings(document: document)
        _ = StyleDecoder(findings: findings, baseFolder: "").decode(Place(node: document.root, path: ""))
        return findings.inOrder
    }
}

extension ValidationFindings {
    /// By place in the text; findings at one place in the order in which they came.
    var inOrder: [ValidationFinding] {
        all.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }.map(\.element)
    }
}

extension StyleSheet {
    /// Reads a style. What is odd but can be drawn is a warning.
    ///
    /// - Parameters:
    ///   - field: the style, which may be a part of another document.
    ///   - baseFolder: where the style's relative addresses begin.
    ///   - language: the language of names; nil for the names that the style asks for.
    /// - Returns: nil after an error, when nothing sensible can be drawn.
    package static func decode(_ field: Field, baseFolder: String, language: LabelLanguage? = nil) -> StyleSheet? {
        let findings = ValidationFindings(document: field.document, root: field.path)
        let sheet = StyleDecoder(findings: findings, baseFolder: baseFolder, language: language)
            .decode(Place(node: field.node, path: ""))
        for finding in findings.inOrder {
            field.diagnostics.add(
                Diagnostic(
                    finding.isFatal ? .error : .warning, file: field.document.file, position: finding.position,
                    path: findings.fullPath(finding.path), finding.message, hint: finding.hint))
        }
        return findings.hasFatal ? nil : sheet
    }
}
