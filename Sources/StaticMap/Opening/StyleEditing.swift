// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapScene
import MapStyle

/// Makes the changes to a style that a scene asks for.
struct StyleEditing {
    let document: SceneDocument
    let diagnostics: DiagnosticSink

    func apply(_ base: BaseMap, to style: StyleSheet) -> StyleSheet {
        let edits = base.edits
        guard edits != StyleEdits() else { return style }
        var editor = StyleEditor(style, language: base.language.map(LabelLanguage.init))
        for (id, filter) in inOrder(edits.filters) { editor.setFilter(matching: id, filter) }
        for (id, properties) in inOrder(edits.paint) { editor.setPaint(of: id, properties) }
        for (id, properties) in inOrder(edits.layout) { editor.setLayout(of: id, properties) }
        setVisibility(false, edits.hide, key: "hide", &editor)
        setVisibility(true, edits.show, key: "show", &editor)
        for (name, source) in inOrder(edits.sources) { editor.addSource(name, source, folder: document.folder) }
        for layer in edits.layers { editor.addLayer(layer.field(diagnostics), folder: document.folder) }
        return editor.style
    }

    /// By position in the scene, then by name.
    private func inOrder(_ parts: [String: InlineJSON]) -> [(String, Field)] {
        parts.sorted { ($0.value.node.offset, $0.key) < ($1.value.node.offset, $1.key) }
            .map { ($0.key, $0.value.field(diagnostics)) }
    }

    private func setVisibility(_ isVisible: Bool, _ patterns: [String], key: String, _ editor: inout StyleEditor) {
        for (index, pattern) in patterns.enumerated() {
            guard let problem = editor.setVisibility(isVisible, matching: pattern) else { continue }
            document.reporter(diagnostics).report(
                "basemap", key, String(index), severity: .warning, code: StyleCode.unknownLayer,
                message: problem.message, hint: problem.hint)
        }
    }
}
