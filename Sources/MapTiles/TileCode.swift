// SPDX-License-Identifier: MIT
import MapDiagnostics

/// Codes for tile archives, tiles and glyph files.
package enum TileCode: String, DiagnosticCode {
    // Archives.
    /// The path leads to no archive, or to one that cannot be opened.
    case unreadable = "tiles.unreadable"
    /// The file or folder holds no tiles that can be read.
    case unknownFormat = "tiles.unknown-format"
    /// The archive's header, directory or database is damaged.
    case damagedArchive = "tiles.damaged-archive"
    /// An MBTiles database with changes in a write-ahead log that only a writer could merge.
    case unmergedChanges = "tiles.unmerged-changes"
    /// A tile path with an unknown placeholder, or without those that identify a tile.
    case invalidTemplate = "tiles.invalid-template"
    /// A tile's file lies outside of the archive's folder.
    case outsideFolder = "tiles.outside-folder"

    // Tiles.
    /// An archive has no tile where its zooms and bounds promise one.
    case missing = "tiles.missing"
    case damagedTile = "tiles.damaged-tile"
    /// Features of a vector tile that are broken and were left out.
    case damagedFeatures = "tiles.damaged-features"
    /// A view that needs more tiles than are drawn at once.
    case tooMany = "tiles.too-many"

    // Glyphs.
    case damagedGlyphs = "glyphs.damaged"
    case noGlyphs = "glyphs.not-an-archive"
}
