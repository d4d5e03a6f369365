// SPDX-License-Identifier: MIT
package import MapDiagnostics
import MapGeo

/// Glyph files in an MBTiles or PMTiles archive.
///
/// There is no common format for this, so it is the project's own, made for use with tools that pack and convert tiles:
/// the metadata's `fontstacks` list the fonts' names, and the file of characters `256 n` to `256 n + 255` of the font with
/// index `i` in that list is the tile at zoom 8, column `i`, row `n` (from the north).
package struct GlyphArchive: Sendable {
    private static let zoom = 8

    private let archive: any TileArchive
    private let columns: [String: Int]

    /// - Throws: when the file is not an archive, or lists no fonts.
    package init(path: String) throws(Diagnostic) {
        archive = try openArchive(at: path)
        columns = Dictionary(
            archive.info.fontstacks.enumerated().map { ($0.element, $0.offset) },
            uniquingKeysWith: { first, _ in first })
        guard !columns.isEmpty else {
            throw Diagnostic(
                code: TileCode.noGlyphs, file: path, expected: "an archive of glyphs",
                found: "no \"fontstacks\" in its metadata",
                hint: "the README says how glyphs lie in an archive")
        }
    }

    /// The file of 256 characters that begins with `start`; nil when the archive does not have it.
    package func file(of font: String, start: UInt32) throws(Diagnostic) -> [UInt8]? {
        guard let column = columns[font], start < 0x10000 else { return nil }
        return try archive.tile(TileID(z: Self.zoom, x: column, y: Int(start / 256)))
    }
}
