// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapTiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Decoded glyph files, kept for the next picture.
package final class GlyphFiles: Sendable {
    /// A file of 256 characters.
    struct Range: Hashable {
        /// The style's address with its placeholders.
        var template: String
        var folder: String
        var start: UInt32
    }

    struct Content: Sendable {
        var glyphs: [UInt32: FieldGlyph] = [:]
        /// What is wrong with the file.
        var problem: Diagnostic?
    }

    private let cache: SharedCache<Range, Content>

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
            Self.read(range)
        }
    }

    private static func read(_ range: Range) -> Content {
        // A font's name must not lead out of the folder.
        guard !range.folder.isEmpty, !range.folder.contains("/"), range.folder != "..", !range.folder.contains("\0")
        else { return Content() }
        let path = range.template.replacing("{fontstack}", with: range.folder)
            .replacing("{range}", with: "\(range.start)-\(range.start + 255)")
        guard let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0,
            size <= GlyphRange.longestFile, let data = FileManager.default.contents(atPath: path)
        else { return Content() }
        do {
            return Content(
                glyphs: Dictionary(
                    try GlyphRange.decode(Array(data)).map { ($0.scalar, FieldGlyph($0)) }, uniquingKeysWith: { $1 }))
        } catch {
            return Content(problem: Diagnostic(.warning, file: path, error.message))
        }
    }
}
