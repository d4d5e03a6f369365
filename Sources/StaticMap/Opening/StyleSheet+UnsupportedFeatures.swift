// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapLayout
import MapStyle

extension StyleSheet {
    /// Tells of layers that a flat map without a network draws in another way than the style means, if they are drawn.
    func reportUnsupported(at zoom: Double, sources: [String: LayoutSource], _ diagnostics: DiagnosticSink) {
        let drawn = layers.filter { layer in
            layer.isVisible(at: zoom) && (layer.source.map { sources[$0] != nil } ?? true)
        }
        if drawn.contains(where: { $0.sets(.textField) }), let problem = remoteGlyphs { diagnostics.add(problem) }
    }

    /// What is wrong with an address of glyphs that cannot be read here.
    private var remoteGlyphs: Diagnostic? {
        guard let glyphs, let location = glyphsLocation else { return nil }
        do throws(Diagnostic) {
            _ = try StyleAddress.resolve(glyphs, baseFolder: baseFolder)
            return nil
        } catch {
            return location.warning(
                "\(error.message); text is set in installed fonts", code: StyleCode.missingGlyphs,
                hint: Self.howToKeepGlyphs)
        }
    }

    private static let howToKeepGlyphs =
        "for the style's own letters put its glyph files beside it, and write \"glyphs/{fontstack}/{range}.pbf\""
}
