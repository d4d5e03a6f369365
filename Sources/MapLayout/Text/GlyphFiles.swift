// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapRuntime
import MapTiles
import Synchronization

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
        case .folder(let template): return Self.fileBytes(of: range, template)
        case .archive(let path): return try archive(path).file(of: range.font, start: range.start)
        }
    }

    private static func path(of range: FileKey, _ template: String) -> String {
        template.replacing("{fontstack}", with: range.font)
            .replacing("{range}", with: "\(range.start)-\(range.start + 255)")
    }

    private static func fileBytes(of range: FileKey, _ template: String) -> [UInt8]? {
        // A font name must not escape the folder.
        guard !range.font.isEmpty, !range.font.contains("/"), range.font != "..", !range.font.contains("\0")
        else { return nil }
        return try? readFile(path(of: range, template), limit: GlyphRange.maxFileSize)
    }
}
