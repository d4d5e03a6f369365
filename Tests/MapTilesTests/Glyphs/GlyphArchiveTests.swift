// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import MapCore
import MapTiles
import TestSupport
import Testing

@Suite("Archives of glyphs") struct GlyphArchiveTests {
    /// An archive with one file of the second font: characters 512 to 767.
    private func write(_ path: String, fontstacks: String?) throws {
        let database = try DatabaseQueue(path: path)
        try database.write { db in
            try db.execute(sql: "CREATE TABLE metadata (name TEXT, value TEXT)")
            try db.execute(
                sql: "CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)")
            if let fontstacks {
                try db.execute(sql: "INSERT INTO metadata VALUES ('fontstacks', ?)", arguments: [fontstacks])
            }
            // Rows count from the south.
            try db.execute(sql: "INSERT INTO tiles VALUES (8, 1, 253, ?)", arguments: [Data("glyphs".utf8)])
        }
        try database.close()
    }

    @Test("a font's column is its place in the list, a file's row its place among the characters")
    func finds() throws {
        let scratch = try ScratchFolder()
        let path = scratch.file("a.mbtiles")
        try write(path, fontstacks: #"["Sans Regular", "Sans Bold"]"#)
        let archive = try GlyphArchive(path: path)
        #expect(try archive.file(of: "Sans Bold", start: 512) == Array("glyphs".utf8))
        #expect(try archive.file(of: "Sans Regular", start: 512) == nil)
        #expect(try archive.file(of: "Sans Bold", start: 256) == nil)
        #expect(try archive.file(of: "Serif", start: 512) == nil)
        #expect(try archive.file(of: "Sans Bold", start: 0x1F600) == nil)
    }

    @Test("an archive that lists no fonts is refused", arguments: [nil, "[]", "nonsense"])
    func refused(fontstacks: String?) throws {
        let scratch = try ScratchFolder()
        try write(scratch.file("a.mbtiles"), fontstacks: fontstacks)
        #expect(throws: Diagnostic.self) { try GlyphArchive(path: scratch.file("a.mbtiles")) }
    }
}
