// SPDX-License-Identifier: MIT
import MapCanvas
package import MapCore
package import MapStyle
package import MapText
import MapTiles
import Synchronization

/// A glyph of a style's glyph files, in pixels of a 24-pixel em.
struct SDFGlyph: Sendable {
    /// Nil for blank characters.
    var field: DistanceField?
    /// From the pen to the field's left edge.
    var left: Double
    /// From the line's top down to the field's top edge.
    var top: Double
    var advance: Double
    /// Of the visible glyph; zero for blank characters.
    var width: Double
    var height: Double
}

/// The glyphs that a style names (`{fontstack}/{range}.pbf`; a missing placeholder stands for all); each file is read when its first character is needed.
final class GlyphStore: Sendable {
    let location: GlyphFiles.Location
    private let diagnostics: DiagnosticSink
    private let files: GlyphFiles
    private struct Ranges {
        /// The glyphs that this map needed, by font and first character of the file.
        var known: [String: [UInt32: [UInt32: SDFGlyph]]] = [:]
        /// Those that were asked for last: most of a text are in one file.
        var last: (font: String, start: UInt32, glyphs: [UInt32: SDFGlyph])?

        mutating func glyphs(_ font: String, _ start: UInt32) -> [UInt32: SDFGlyph]? {
            if let last, last.start == start, last.font == font { return last.glyphs }
            guard let glyphs = known[font]?[start] else { return nil }
            last = (font, start, glyphs)
            return glyphs
        }
    }

    private let ranges = Mutex(Ranges())
    /// The subjects that were reported.
    private let reported = Mutex<Set<String>>([])

    /// Nil when the style names no glyph files, or they are not available: its text is then set in installed fonts.
    init?(_ style: StyleSheet, files: GlyphFiles, diagnostics: DiagnosticSink) {
        guard let glyphs = style.glyphs else { return nil }
        let warn = { (message: String) in
            let hint = "text is drawn with installed fonts"
            diagnostics.add(
                style.glyphsLocation?.warning(message, code: .styleMissingGlyphs, hint: hint)
                    ?? Diagnostic(.warning, code: .styleMissingGlyphs, path: "glyphs", message, hint: hint))
        }
        switch try? StyleAddress.resolve(glyphs, baseFolder: style.baseFolder) {
        case .template(let path):
            // Without the folder, a warning for each missing character would be redundant.
            let folder = path.prefix { $0 != "{" }
            guard fileExists(String(folder)) else {
                warn("the glyph folder does not exist: \"\(folder.prefix(200))\"")
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
        case .file(let path):
            // Without placeholders one file serves all fonts and characters, as in MapLibre.
            guard path.hasSuffix(".pbf") else { return nil }
            location = .folder(template: path)
        case nil: return nil
        }
        self.files = files
        self.diagnostics = diagnostics
    }

    /// True the first time that it is called for a subject.
    func isFirstReport(_ subject: String) -> Bool {
        reported.withLock { $0.insert(subject).inserted }
    }

    /// The glyph in the first font of a stack that has it; nil when none has.
    ///
    /// Files of the joined stack are preferred, as they were made for exactly this list of fonts.
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
        if let cached = ranges.withLock({ $0.glyphs(folder, start) }) { return cached[scalar.value] }
        let content = files.glyphs(GlyphFiles.FileKey(location: location, font: folder, start: start))
        if let problem = content.problem { diagnostics.add(problem) }
        ranges.withLock { $0.known[folder, default: [:]][start] = content.glyphs }
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

/// Caches decoded glyph files for further maps.
package final class GlyphFiles: Sendable {
    /// Where a style's glyph files are.
    enum Location: Hashable {
        /// A path with `{fontstack}` and `{range}`.
        case folder(template: String)
        case archive(path: String)
    }

    /// A file with the glyphs of 256 characters.
    struct FileKey: Hashable {
        var location: Location
        var font: String
        var start: UInt32
    }

    struct Content: Sendable {
        var glyphs: [UInt32: SDFGlyph] = [:]
        /// The problem that prevented reading the file.
        var problem: Diagnostic?
    }

    private let cache: SharedCache<FileKey, Content>
    private let archives = Mutex<[String: GlyphArchive]>([:])

    /// Creates a cache of at most so many bytes.
    package init(limit: Int) {
        cache = SharedCache(limit: limit)
    }

    /// The glyphs of a file; none when it does not exist.
    func glyphs(_ range: FileKey) -> Content {
        cache.value(
            for: range,
            cost: { content in
                content.glyphs.values.reduce(256) { $0 + 128 + ($1.field.map { $0.width * $0.height } ?? 0) }
            }
        ) {
            read(range)
        }
    }

    /// Opens an archive, so that its problems are reported once and not for each file.
    func open(archive path: String) throws(Diagnostic) {
        _ = try archive(path)
    }

    private func archive(_ path: String) throws(Diagnostic) -> GlyphArchive {
        try archives.withLock { archives throws(Diagnostic) in
            if let cached = archives[path] { return cached }
            let opened = try GlyphArchive(path: path)
            archives[path] = opened
            return opened
        }
    }

    private func read(_ range: FileKey) -> Content {
        do throws(Diagnostic) {
            guard let bytes = try bytes(of: range) else { return Content() }
            return Content(
                glyphs: Dictionary(
                    try GlyphRange.decode(bytes).map { ($0.scalar, SDFGlyph($0)) }, uniquingKeysWith: { $1 }))
        } catch {
            return Content(
                problem: Diagnostic(.warning, code: error.code, file: error.file ?? name(of: range), error.message))
        }
    }

    private func name(of range: FileKey) -> String {
        switch range.location {
        case .folder(let template): Self.path(of: range, template)
        case .archive(let path): "\(path), \(range.font) \(range.start)"
        }
    }

    private func bytes(of range: FileKey) throws(Diagnostic) -> [UInt8]? {
        switch range.location {
        case .folder(let template): return try Self.fileBytes(of: range, template)
        case .archive(let path): return try archive(path).file(of: range.font, start: range.start)
        }
    }

    private static func path(of range: FileKey, _ template: String) -> String {
        template.replacing("{fontstack}", with: range.font)
            .replacing("{range}", with: "\(range.start)-\(range.start + 255)")
    }

    /// Nil where there is no file.
    private static func fileBytes(of range: FileKey, _ template: String) throws(Diagnostic) -> [UInt8]? {
        // A font name must not escape the folder.
        guard !range.font.isEmpty, !range.font.contains("/"), range.font != "..", !range.font.contains("\0")
        else { return nil }
        let path = path(of: range, template)
        return fileExists(path) ? try readFile(path, limit: GlyphRange.maxFileSize) : nil
    }
}

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
            let isThere = glyphs?.hasFont(of: stack) ?? fonts.hasFamily(among: stack.familyNames)
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
