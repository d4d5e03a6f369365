// SPDX-License-Identifier: MIT
import GRDB
import Libc
import MapCore
import MapGeo

/// The metadata of an MBTiles database, read when it is opened.
struct MBTilesSummary {
    private(set) var metadata = ArchiveMetadata()
    /// The zooms of the tiles, determined only when the metadata lack them.
    private(set) var zooms = 0...0
    /// The bytes of any tile, as stored.
    private(set) var sample: [UInt8]?
    /// Nil when counting would be slow.
    private(set) var tileCount: Int?

    /// Bytes.
    private static let maxMetadataSize = 64 << 20

    init(_ db: Database) throws {
        if try db.tableExists("metadata") || db.viewExists("metadata") {
            let rows = try Row.fetchCursor(db, sql: "SELECT name, value FROM metadata LIMIT 1000")
            var size = 0
            while size < Self.maxMetadataSize, let row = try rows.next() {
                guard let key = String.fromDatabaseValue(row[0]) else { continue }
                guard let value = row[1] as DatabaseValue?, let text = Self.text(value) else { continue }
                size += key.utf8.count + text.utf8.count
                guard text.utf8.count <= ArchiveMetadata.maxBytes else { continue }
                metadata.add(key, JSONNode(.string(text)))
            }
        }
        // Rows of MBTiles count from the south, whatever "scheme" is.
        metadata.isTMS = false
        if let blob = try Row.fetchOne(db, sql: "SELECT tile_data FROM tiles LIMIT 1") {
            sample = try blob.withUnsafeData(atIndex: 0) { data in data.map { [UInt8]($0) } }
        }
        if metadata.minZoom == nil || metadata.maxZoom == nil { zooms = try Self.zooms(db) }
        if try db.tableExists("tiles") { tileCount = try Self.cheapCount(db) }
    }

    private static func text(_ value: DatabaseValue) -> String? {
        switch value.storage {
        case .string(let s): s
        case .int64(let n): String(n)
        case .double(let n): String(n)
        case .blob, .null: nil
        }
    }

    /// The range of zooms, found with the index that archives have, so that few rows are read.
    private static func zooms(_ db: Database) throws -> ClosedRange<Int> {
        func number(_ sql: String) throws -> Int {
            try Row.fetchOne(db, sql: sql).flatMap { Int.fromDatabaseValue($0[0]) } ?? 0
        }
        let lowest = try number("SELECT min(zoom_level) FROM tiles")
        let highest = try number("SELECT max(zoom_level) FROM tiles")
        let low = max(0, min(lowest, TileID.maxZoom))
        return low...max(low, min(highest, TileID.maxZoom))
    }

    /// The number of tiles, if the table is small enough to be counted quickly.
    private static func cheapCount(_ db: Database) throws -> Int? {
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM (SELECT 1 FROM tiles LIMIT 100001)") ?? 0
        return count > 100_000 ? nil : count
    }

    /// As many tiles of a zoom are looked through.
    private static let maxListed = 100_000

    /// The tiles of the highest zoom that does not have very many; nil for an archive without tiles.
    static func range(of db: Database, _ zooms: ClosedRange<Int>) throws -> TileRange? {
        for zoom in zooms.reversed() {
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT min(tile_column), max(tile_column), min(tile_row), max(tile_row), count(*) FROM
                    (SELECT tile_column, tile_row FROM tiles WHERE zoom_level = ? LIMIT ?)
                    """, arguments: [zoom, maxListed + 1])
            let highest = (1 << zoom) - 1
            // Values of another type than a column's are no numbers: a typed subscript of GRDB would trap.
            let numbers = (0..<5).compactMap { column in row.flatMap { Int.fromDatabaseValue($0[column]) } }
            guard numbers.count == 5, (1...maxListed).contains(numbers[4]),
                numbers[2...3].allSatisfy((0...highest).contains)
            else { continue }
            let (west, east, south, north) = (numbers[0], numbers[1], numbers[2], numbers[3])
            let corners = [TileID(z: zoom, x: west, y: highest - north), TileID(z: zoom, x: east, y: highest - south)]
            if corners.allSatisfy(\.isValid) { return TileRange(corners) }
        }
        return nil
    }
}
