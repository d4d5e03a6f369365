import MapCanvas
import MapDiagnostics
// SPDX-License-Identifier: MIT
import MapRuntime
import MapTiles
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Decoded glyph files, kept for the next picture.
package final class GlyphFiles: Sendable {
    /// Where a style's glyph files lie.
    enum Location: Hashable {
        /// An address with its placeholders.
        case folder(template: String)
        case archive(path: String)
    }

    /// A file of 256 characters.
    struct Range: Hashable {
        var location: Location
        var font: String
        var start: UInt32
    }

    struct Content: Sendable {
        var glyphs: [UInt32: SDFGlyph] = [:]
        /// What is wrong with the file.
        var problem: Diagnostic?
    }

    private let cache: SharedCache<Range, Content>
    private let archives = Mutex<[String: GlyphArchive]>([:])

    /// Keeps at most so many bytes.
    package init(limit: Int) {
        cache = SharedCache(limit: limit)
    }

    /// The glyphs of a file, none when it is not there.
    func glyphs(_ range: Range) -> Content {
        cache.value(
            for: range,
            cost: { content in
                content.glyphs.values.reduce(256) { $0 + 128 + ($1.field.map { $0.width * $0.height } ?? 0) }
            }
        ) {
            read(range)
        }
    }

    /// Opens an archive, so that what is wrong with it is told once and not for each file.
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

    private func read(_ range: Range) -> Content {
        do throws(Diagnostic) {
            guard let bytes = try bytes(of: range) else { return Content() }
            return Content(
                glyphs: Dictionary(
                    try GlyphRange.decode(bytes).map { ($0.scalar, SDFGlyph($0)) }, uniquingKeysWith: { $1 }))
        } catch {
            return Content(problem: Diagnostic(.warning, file: error.file ?? name(of: range), error.message))
        }
    }

    private func name(of range: Range) -> String {
        switch range.location {
        case .folder(let template): Self.path(of: range, template)
        case .archive(let path): "\(path), \(range.font) \(range.start)"
        }
    }

    private func bytes(of range: Range) throws(Diagnostic) -> [UInt8]? {
        switch range.location {
        case .folder(let template): return Self.fileBytes(of: range, template)
        case .archive(let path): return try archive(path).file(of: range.font, start: range.start)
        }
    }

    private static func path(of range: Range, _ template: String) -> String {
        template.replacing("{fontstack}", with: range.font)
            .replacing("{range}", with: "\(range.start)-\(range.start + 255)")
    }

    private static func fileBytes(of range: Range, _ template: String) -> [UInt8]? {
        // A font's name must not lead out of the folder.
        guard !range.font.isEmpty, !range.font.contains("/"), range.font != "..", !range.font.contains("\0")
        else { return nil }
        let path = path(of: range, template)
        guard let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0,
            size <= GlyphRange.longestFile, let data = FileManager.default.contents(atPath: path)
        else { return nil }
        return Array(data)
    }
}
