import MapCanvas
import MapDiagnostics
// SPDX-License-Identifier: MIT
import MapRuntime
import MapStyle
import MapTiles
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A character out of a style's glyph files, in pixels of an em of 24.
struct SDFGlyph: Sendable {
    /// Nil for characters without ink.
    var field: DistanceField?
    /// From the pen to the left edge of the field.
    var left: Double
    /// From the label's upper guide line down to the upper edge of the field.
    var top: Double
    var advance: Double
    /// Of the ink; zero for none.
    var width: Double
    var height: Double
}

/// The glyph files that a style names: `{fontstack}/{range}.pbf`, each read once, when its first character is asked for.
final class GlyphStore: Sendable {
    let location: GlyphFiles.Location
    private let diagnostics: DiagnosticSink
    private let files: GlyphFiles
    /// By the folder, and there by the file's first character: those that this picture needed.
    private let ranges = Mutex<[String: [UInt32: [UInt32: SDFGlyph]]]>([:])
    /// What was told of once.
    private let reported = Mutex<Set<String>>([])

    /// Nil when the style names no glyph files, or none on this machine: its text is then set in installed fonts.
    init?(_ style: StyleSheet, files: GlyphFiles, diagnostics: DiagnosticSink) {
        guard let glyphs = style.glyphs, glyphs.contains("{range}"), glyphs.contains("{fontstack}") else { return nil }
        let warn = { (message: String) in
            let hint = "text is drawn in installed fonts"
            diagnostics.add(
                style.glyphsPlace?.warning(message, hint: hint)
                    ?? Diagnostic(.warning, path: "glyphs", message, hint: hint))
        }
        switch try? StyleAddress.resolve(glyphs, baseFolder: style.baseFolder) {
        case .template(let path):
            // Without the folder there is nothing to warn of for each character.
            let folder = path.prefix { $0 != "{" }
            guard FileManager.default.fileExists(atPath: String(folder)) else {
                warn("there is no folder \"\(folder.prefix(200))\"")
                return nil
            }
            location = .folder(template: path)
        case .mbtiles(let path), .pmtiles(let path):
            location = .archive(path: path)
            do throws(Diagnostic) {
                try files.open(archive: path)
            } catch {
                warn("\(path.prefix(200)): \(error.message)")
                return nil
            }
        case .file, nil: return nil
        }
        self.files = files
        self.diagnostics = diagnostics
    }

    /// True the first time that it is asked about a matter.
    func isFirstReport(_ subject: String) -> Bool {
        reported.withLock { $0.insert(subject).inserted }
    }

    /// A character in the first font of a stack that has it; nil when none has.
    ///
    /// The joined stack is looked for first, as its files were made for just this list of fonts.
    func glyph(_ scalar: Unicode.Scalar, in stack: [String]) -> SDFGlyph? {
        if stack.count == 1 { return glyph(scalar, folder: stack[0]) }
        if let glyph = glyph(scalar, folder: stack.joined(separator: ",")) { return glyph }
        for font in stack {
            if let glyph = glyph(scalar, folder: font) { return glyph }
        }
        return nil
    }

    private func glyph(_ scalar: Unicode.Scalar, folder: String) -> SDFGlyph? {
        let start = scalar.value & ~0xFF
        if let cached = ranges.withLock({ $0[folder]?[start] }) { return cached[scalar.value] }
        let content = files.glyphs(GlyphFiles.Range(location: location, font: folder, start: start))
        if let problem = content.problem { diagnostics.add(problem) }
        ranges.withLock { $0[folder, default: [:]][start] = content.glyphs }
        return content.glyphs[scalar.value]
    }
}

extension SDFGlyph {
    init(_ record: GlyphRecord) {
        let border = Double(GlyphRange.border)
        field =
            record.distances.isEmpty
            ? nil : DistanceField(width: record.width, height: record.height, distances: record.distances)
        left = record.left - border
        top = -record.top - border
        advance = record.advance
        width = max(0, Double(record.width) - 2 * border)
        height = max(0, Double(record.height) - 2 * border)
    }
}
