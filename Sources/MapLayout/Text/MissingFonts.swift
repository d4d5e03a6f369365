// SPDX-License-Identifier: MIT
package import MapCore
package import MapStyle
package import MapText

extension StyleSheet {
    /// Tells of fonts that are not there: neither installed nor, for a style with glyph files that can be read, among those.
    /// Each list of fonts is reported once, where a layer first asks for it.
    ///
    /// - Parameters:
    ///   - layers: those whose text is drawn.
    ///   - zoom: at which they are drawn.
    ///   - fonts: the installed ones.
    ///   - files: reads glyph files.
    ///   - diagnostics: takes the warnings.
    package func reportMissingFonts(
        of layers: some Sequence<StyleLayer>, zoom: Double, fonts: FontLibrary, files: GlyphFiles,
        _ diagnostics: DiagnosticSink
    ) {
        let glyphs = GlyphStore(self, files: files, diagnostics: diagnostics)
        var seen: Set<[String]> = []
        for layer in layers where layer.kind == .symbol && layer.sets(.textField) && layer.sets(.textFont) {
            let property = layer.property(.textFont)
            guard property.isFeatureConstant else { continue }
            let stack = property.strings(EvaluationContext(zoom: zoom))
            guard !stack.isEmpty, seen.insert(stack).inserted else { continue }
            let isThere = glyphs?.hasFont(of: stack) ?? !fonts.families.isDisjoint(with: stack.familyNames)
            guard !isThere, let location = layer.location else { continue }
            let place = glyphs == nil ? "is installed" : "is among the style's glyph files"
            diagnostics.add(
                location.warning(
                    "no font \(stack.map { "\"\($0.prefix(60))\"" }.joined(separator: " or ")) \(place); its text is set in "
                        + "another one", code: .textMissingFont,
                    hint: "install the font, or name its folder with --fonts"))
        }
    }
}

extension [String] {
    /// The names under which families of a `text-font` may be known: with and without words for weight and slant.
    fileprivate var familyNames: [String] {
        (FontRequest(stack: self).families + self).map { $0.lowercased() }
    }
}

extension GlyphStore {
    /// True if a font of the stack has Latin letters or Han characters.
    fileprivate func hasFont(of stack: [String]) -> Bool { ["A", "中"].contains { glyph($0, in: stack) != nil } }
}
