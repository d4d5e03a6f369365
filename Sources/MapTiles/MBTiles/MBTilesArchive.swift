// SPDX-License-Identifier: MIT
import GRDB
import Libc
package import MapCore
import MapData
package import MapGeo

#if canImport(FoundationEssentials)
    private import FoundationEssentials
#else
    private import Foundation
#endif

/// An MBTiles archive: an SQLite file with tables, or views, `tiles` and `metadata`.
///
/// - SeeAlso: MBTiles specification 1.3.
package final class MBTilesArchive: TileArchive {
    package let info: ArchiveInfo
    private let database: DatabaseReaders

    private static let codes = SQLiteLocation.Codes(
        unreadable: Diagnostic.Code.tilesUnreadable, unknownFormat: Diagnostic.Code.tilesUnknownFormat,
        pendingChanges: Diagnostic.Code.tilesUnmergedChanges
    )
    private static let tileQuery =
        "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ? LIMIT 1"

    /// - Parameters:
    ///   - path: the file.
    ///   - maxQuerySteps: the steps of SQLite's machine for opening, and for each tile; the default is for archives that
    ///     are as they should be.
    /// - Throws: when the file cannot be opened, is no SQLite file or a damaged one, or takes too many steps.
    package init(path: String, maxQuerySteps: Int? = nil) throws(Diagnostic) {
        let location = try SQLiteLocation(path: path, kind: "an MBTiles archive", codes: Self.codes)
        do {
            database = try DatabaseReaders(location, maxSteps: maxQuerySteps ?? QueryBudgets.maxSteps)
            let summary = try database.read(MBTilesSummary.init)
            let sample = summary.sample.flatMap { try? decompressed($0) }
            info = summary.metadata.info(
                file: path, container: .mbtiles,
                format: .settled(stated: summary.metadata.format, sample: sample), zooms: summary.zooms)
        } catch {
            throw Self.diagnostic(error, path: path)
        }
    }

    package func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? {
        switch try read(id, Self.unpackedTile) {
        case nil: return nil
        case .success(let bytes): return bytes.isEmpty ? nil : bytes
        case .failure(let error):
            throw Diagnostic(code: .tilesDamagedTile, error.message).located(in: info.file, tile: id)
        }
    }

    package func hasTile(_ id: TileID) throws(Diagnostic) -> Bool { try read(id) { !$0.isEmpty } ?? false }

    /// What becomes of a tile's bytes as they are stored; nil without any.
    private func read<Result>(_ id: TileID, _ use: (Data) -> Result) throws(Diagnostic) -> Result? {
        guard id.isValid else { return nil }
        do {
            return try database.read { db in
                let rows = try Row.fetchCursor(
                    db.cachedStatement(sql: Self.tileQuery), arguments: [id.z, id.x, id.tmsRow])
                return try rows.next()?.withUnsafeData(atIndex: 0) { $0.map(use) }
            }
        } catch {
            throw Self.diagnostic(error, path: info.file).located(in: info.file, tile: id)
        }
    }

    package func extent() -> CoordinateBox? {
        if let bounds = info.bounds { return bounds }
        let range = try? database.read { try MBTilesSummary.range(of: $0, info.minZoom...info.maxZoom) }
        return (range ?? nil)?.box
    }

    /// Calls `body` for the tiles of some zooms, in the order of the database, until it returns false.
    func forEachRow(
        zooms: ClosedRange<Int>, _ body: (TileID, _ bytes: () -> [UInt8]) throws(Diagnostic) -> Bool
    ) throws(Diagnostic) {
        var failure: Diagnostic?
        do {
            try database.read { db in
                let query =
                    "SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles WHERE zoom_level BETWEEN ? AND ?"
                let rows = try Row.fetchCursor(db, sql: query, arguments: [zooms.lowerBound, zooms.upperBound])
                while true {
                    // Each row is a query of its own, as far as its cost is concerned.
                    database.renewBudget(of: db)
                    guard let row = try rows.next() else { return }
                    guard let z = Int.fromDatabaseValue(row[0]), let x = Int.fromDatabaseValue(row[1]),
                        let tms = Int.fromDatabaseValue(row[2]),
                        (0...TileID.maxZoom).contains(z), (0..<1 << z).contains(tms)
                    else { continue }
                    let id = TileID(z: z, x: x, y: (1 << z) - 1 - tms)
                    guard id.isValid else { continue }
                    do throws(Diagnostic) {
                        let isWanted = try body(id) {
                            (try? row.withUnsafeData(atIndex: 3) { $0.map { [UInt8]($0) } ?? [] }) ?? []
                        }
                        if !isWanted { return }
                    } catch {
                        failure = error
                        return
                    }
                }
            }
        } catch {
            throw Self.diagnostic(error, path: info.file)
        }
        if let failure { throw failure }
    }

    package var metadataText: JSONNode? {
        let rows = try? database.read { db in
            try Row.fetchAll(db, sql: "SELECT name, value FROM metadata LIMIT 1000")
                .compactMap { row in
                    String.fromDatabaseValue(row[0]).flatMap { name in
                        String.fromDatabaseValue(row[1]).map { (name, $0) }
                    }
                }
        }
        guard let rows else { return nil }
        return JSONNode(.object(JSONObject(rows.map { JSONObject.Member($0.0, .text($0.1)) })))
    }

    /// Unpacks a tile straight out of SQLite's page, without a copy.
    private static func unpackedTile(_ data: Data) -> Result<[UInt8], DecompressionError> {
        data.withUnsafeBytes { raw in
            Result { () throws(DecompressionError) in try unpackedBySniffing(raw.assumingMemoryBound(to: UInt8.self)) }
        }
    }

    private static func diagnostic(_ error: any Error, path: String) -> Diagnostic {
        guard let error = error as? DatabaseError else {
            return Diagnostic(code: .tilesUnreadable, file: path, "cannot read the archive: \(error)")
        }
        switch error.resultCode {
        case .SQLITE_NOTADB:
            return Diagnostic(
                code: .tilesUnknownFormat, file: path, expected: "an MBTiles archive", found: "other data")
        case .SQLITE_CORRUPT:
            return Diagnostic(code: .tilesDamagedArchive, file: path, "the archive's database is damaged")
        case .SQLITE_INTERRUPT:
            return Diagnostic(
                code: .tilesDamagedArchive, file: path, "a query of the archive's database has no end in sight",
                hint: "if \"tiles\" is a view, its tables need an index of zoom, column and row")
        case .SQLITE_TOOBIG:
            return Diagnostic(
                code: .tilesDamagedArchive, file: path, "the archive's database has a value of more than 64 MiB")
        default:
            return Diagnostic(
                code: .tilesUnreadable, file: path,
                "cannot read the archive: \(error.message ?? "SQLite error \(error.resultCode.rawValue)")")
        }
    }
}

extension MBTilesArchive: TileListing {
    package func forEachStored(
        zooms: ClosedRange<Int>, where isWanted: (Range<UInt64>) -> Bool,
        _ body: (StoredTiles) throws(Diagnostic) -> Bool
    ) throws(Diagnostic) {
        try forEachRow(zooms: zooms) { id, bytes throws(Diagnostic) in
            let number = id.hilbertNumber
            guard isWanted(number..<number + 1) else { return true }
            return try body(StoredTiles(numbers: number..<number + 1, bytes: bytes()))
        }
    }

    package var storedCompression: String? { nil }

    package var tileCount: Int? { (try? database.read(MBTilesSummary.count)) ?? nil }
}

/// The metadata of an MBTiles database, read when it is opened.
struct MBTilesSummary {
    private(set) var metadata = ArchiveMetadata()
    /// The zooms of the tiles, determined only when the metadata lack them.
    private(set) var zooms = 0...0
    /// The bytes of any tile, as stored.
    private(set) var sample: [UInt8]?

    /// Bytes.
    private static let maxMetadataSize = 64 << 20

    init(_ db: Database) throws {
        if try Self.has("metadata", as: "'table', 'view'", db) {
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
    }

    /// Unlike `tableExists` of GRDB, this does not read the whole schema.
    private static func has(_ name: String, as types: String, _ db: Database) throws -> Bool {
        try Int.fetchOne(
            db, sql: "SELECT 1 FROM sqlite_master WHERE lower(name) = '\(name)' AND type IN (\(types))") != nil
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

    /// The number of tiles; nil for a view, of which it may not be known quickly.
    static func count(of db: Database) throws -> Int? {
        guard try has("tiles", as: "'table'", db) else { return nil }
        return try Int.fetchOne(db, sql: "SELECT count(*) FROM tiles")
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
