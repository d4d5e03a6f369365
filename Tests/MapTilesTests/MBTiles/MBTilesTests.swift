// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import MapCore
import MapGeo
import MapTiles
import TestSupport
import Testing

@Suite("MBTiles") struct MBTilesTests {
    private static let id = TileID(z: 3, x: 5, y: 1)

    private func write(_ path: String, wal: Bool = false, metadata: [String: String] = [:]) throws -> DatabaseQueue {
        let database = try DatabaseQueue(path: path)
        if wal { try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") } }
        try database.write { db in
            try db.execute(sql: "CREATE TABLE metadata (name TEXT, value TEXT)")
            try db.execute(
                sql: "CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)")
            for (name, value) in metadata {
                try db.execute(sql: "INSERT INTO metadata VALUES (?, ?)", arguments: [name, value])
            }
            try db.execute(
                sql: "INSERT INTO tiles VALUES (3, 5, 6, ?)", arguments: [Data(TileBuilder.point(id: 4))])
        }
        return database
    }

    @Test("rows count from the south, zooms come from the tiles, and nothing is written beside the archive")
    func reads() throws {
        let scratch = try ScratchFolder()
        let path = scratch.path + "/a b?c#%.mbtiles"
        try write(path, metadata: ["scheme": "xyz", "format": "png", "bounds": "nonsense"]).close()
        let archive = try openArchive(at: path)
        #expect(try archive.vectorTile(Self.id)?.layers[0].features[0].id == .number(4))
        #expect(try archive.tile(TileID(z: 3, x: 5, y: 6)) == nil)
        #expect(archive.info.minZoom == 3 && archive.info.maxZoom == 3)
        #expect(archive.info.format == .mvt, "the tile shows that \"png\" is wrong")
        #expect(archive.info.bounds == nil)
        #expect((archive as? any TileListing)?.tileCount == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).count == 1)
    }

    @Test("a GeoPackage is told from an archive, with what draws it") func geoPackage() throws {
        let scratch = try ScratchFolder()
        let path = scratch.path + "/a.gpkg"
        let database = try DatabaseQueue(path: path)
        try database.write { db in
            try db.execute(sql: "PRAGMA application_id = 1196444487; CREATE TABLE gpkg_contents (table_name TEXT)")
        }
        try database.close()
        let error = #expect(throws: Diagnostic.self) { try openArchive(at: path) }
        #expect(error?.code == .tilesUnknownFormat && error?.found == "a GeoPackage")
        #expect(error?.hint == "draw its features on a map: --geopackage \(path)")
    }

    @Test("an archive that was written with a log opens without one") func afterLog() throws {
        let scratch = try ScratchFolder()
        let path = scratch.path + "/a.mbtiles"
        try write(path, wal: true).close()
        #expect(try openArchive(at: path).tile(Self.id) != nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["a.mbtiles"])
    }

    @Test("changes in a log are seen while the writer is there; a log left over is pointed out") func log() throws {
        let (scratch, copy) = (try ScratchFolder(), try ScratchFolder())
        let path = scratch.path + "/a.mbtiles"
        let writer = try write(path, wal: true)
        #expect(try openArchive(at: path).tile(Self.id) != nil)
        for ending in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + ending, toPath: copy.path + "/a.mbtiles" + ending)
        }
        #expect(throws: Diagnostic.self) { try openArchive(at: copy.path + "/a.mbtiles") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: copy.path).count == 2)
        try writer.close()
    }

    @Test(
        "a missing or foreign file is a diagnostic, and no file is made", arguments: [nil, "", "no database, but text"])
    func refuses(_ text: String?) throws {
        let scratch = try ScratchFolder()
        let path = scratch.path + "/a.mbtiles"
        if let text { try scratch.write("a.mbtiles", Array(text.utf8)) }
        #expect(throws: Diagnostic.self) { try openArchive(at: path) }
        #expect(FileManager.default.fileExists(atPath: path) == (text != nil))
        let database = try DatabaseQueue(path: scratch.path + "/other.mbtiles")
        try database.write { try $0.execute(sql: "CREATE TABLE other (a)") }
        try database.close()
        #expect(throws: Diagnostic.self) { try openArchive(at: scratch.path + "/other.mbtiles") }
    }

    @Test("an archive that is truncated while it is open causes no signal") func truncated() throws {
        let scratch = try ScratchFolder()
        let path = scratch.path + "/a.mbtiles"
        let database = try write(path)
        try database.write { db in
            for row in 0..<200 {
                try db.execute(
                    sql: "INSERT INTO tiles VALUES (9, ?, 0, ?)", arguments: [row, Data(repeating: 1, count: 5000)])
            }
        }
        try database.close()
        let archive = try openArchive(at: path)
        #expect(truncate(path, 8192) == 0)
        // SQLite fills what is missing with zeros, where it does not notice.
        let intact = [UInt8](repeating: 1, count: 5000)
        let found = (0..<200).filter { column in (try? archive.tile(TileID(z: 9, x: column, y: 511))) == intact }
        #expect(found.count < 200)
    }

    @Test("tiles are read by many threads at once, and while they are listed") func threads() async throws {
        let scratch = try ScratchFolder()
        let path = scratch.path + "/a.mbtiles"
        let database = try write(path)
        try await database.write { db in
            for column in 0..<200 {
                try db.execute(
                    sql: "INSERT INTO tiles VALUES (9, ?, 0, ?)",
                    arguments: [column, Data(repeating: UInt8(column), count: 5000)])
            }
        }
        try database.close()
        let archive = try openArchive(at: path)
        let isRead = { @Sendable (id: TileID) in
            (try? archive.tile(id)) == [UInt8](repeating: UInt8(id.x), count: 5000)
        }
        let found = await withTaskGroup(of: Bool.self) { group in
            for column in 0..<200 { group.addTask { isRead(TileID(z: 9, x: column, y: 511)) } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(found == 200)
        var listed = 0
        let listing = try #require(archive as? any TileListing)
        try listing.forEachStored(zooms: 9...9, where: { _ in true }) { tiles throws(Diagnostic) in
            listed += 1
            return isRead(TileID(z: 9, x: Int(tiles.bytes[0]), y: 511))
        }
        #expect(listed == 200)
    }

    @Test(
        "a view may not search for ever, nor hold values without limit",
        arguments: [
            (
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, i, i, x'00' FROM n WHERE i < 0",
                "no end in sight"
            ),
            ("SELECT 0, 0, 0, printf('%.*c', 900000000, 'x')", "printf"),
            ("SELECT 0, 0, 0, replace(zeroblob(60000000), x'00', x'0000')", "replace"),
            ("SELECT 0, 0, 0, zeroblob(900000000)", "more than 64 MiB"),
            ("SELECT 0, 0, 0, randomblob(900000000)", "more than 64 MiB"),
        ])
    func views(query: String, message: String) throws {
        let scratch = try ScratchFolder()
        let path = scratch.path + "/a.mbtiles"
        let database = try DatabaseQueue(path: path)
        try database.write {
            try $0.execute(sql: "CREATE VIEW tiles (zoom_level, tile_column, tile_row, tile_data) AS \(query)")
        }
        try database.close()
        let problem = try #require(throws: Diagnostic.self) { try openArchive(at: path).tile(TileID(z: 0, x: 0, y: 0)) }
        #expect(problem.message.contains(message))
    }
}
