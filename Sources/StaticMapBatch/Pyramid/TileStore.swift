// SPDX-License-Identifier: MIT
import CDeflate
private import GRDB
package import MapCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Tiles on their way into a container: an SQLite file beside it, in which each different tile is kept once.
///
/// What is added at a time is there as a whole or not at all, so that work that was killed goes on where it was.
package final class TileStore: Sendable {
    /// A file that tiles are drawn from, and what is known of its contents: size and date.
    package struct File: Hashable, Sendable {
        package var path: String
        package var contents: String

        package init(path: String, contents: String) {
            (self.path, self.contents) = (path, contents)
        }
    }

    private let database: DatabaseQueue
    private let path: String

    private static let tables = """
        CREATE TABLE IF NOT EXISTS settings (value TEXT NOT NULL);
        CREATE TABLE IF NOT EXISTS files (path TEXT PRIMARY KEY, contents TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS parts (name TEXT PRIMARY KEY) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS images (id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, bytes BLOB NOT NULL);
        CREATE TABLE IF NOT EXISTS runs (number INTEGER PRIMARY KEY, count INTEGER NOT NULL, image INTEGER NOT NULL);
        """

    /// Opens the store of an output.
    ///
    /// - Parameters:
    ///   - path: of the file; it is removed by `remove`.
    ///   - settings: what the tiles are made with.
    ///   - files: what the tiles are made from.
    ///   - isResumed: true to keep what is there, if it was made with the same settings from the same files.
    /// - Throws: when the file cannot be created, or was made with other settings or from other files.
    package init(_ path: String, settings: String, files: [File] = [], isResumed: Bool) throws(Diagnostic) {
        self.path = path
        let known: (settings: String, files: Set<File>)
        do {
            if !isResumed { removeDatabase(path) }
            var configuration = Configuration()
            configuration.prepareDatabase { db in
                // A killed process loses nothing that was committed; only a machine that stops may.
                try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF")
            }
            database = try DatabaseQueue(path: path, configuration: configuration)
            known = try database.write { db in
                try db.execute(sql: Self.tables)
                if let known = try String.fetchOne(db, sql: "SELECT value FROM settings") {
                    let rows = try GRDB.Row.fetchAll(db, sql: "SELECT path, contents FROM files")
                    return (known, Set(rows.map { File(path: $0[0], contents: $0[1]) }))
                }
                try db.execute(sql: "INSERT INTO settings VALUES (?)", arguments: [settings])
                for file in files {
                    try db.execute(sql: "INSERT INTO files VALUES (?, ?)", arguments: [file.path, file.contents])
                }
                return (settings, Set(files))
            }
        } catch {
            throw Self.problem(error, path)
        }
        let hint = "start anew without --resume"
        guard known.settings == settings else {
            throw Diagnostic(
                code: .batchChangedInput, file: path, "the tiles of the earlier run were made with other options",
                hint: hint)
        }
        // The file as it is comes first: one that is gone is named only if there is no other.
        let changed = Set(files).subtracting(known.files).map(\.path).min()
        if let changed = changed ?? known.files.subtracting(files).map(\.path).min() {
            throw Diagnostic(
                code: .batchChangedInput, file: changed,
                "the tiles of the earlier run were drawn before the file was changed", hint: hint)
        }
    }

    /// Adds the tiles of a part, which is done then.
    package func add(part: String?, _ tiles: [StoredImage]) throws(Diagnostic) {
        do {
            try database.write { db in
                for item in tiles {
                    let id = try Self.image(item, db)
                    for run in item.runs { try Self.add(run, id, db) }
                }
                if let part { try db.execute(sql: "INSERT OR REPLACE INTO parts VALUES (?)", arguments: [part]) }
            }
        } catch {
            throw Self.problem(error, path)
        }
    }

    /// The image with a tile's bytes.
    private static func image(_ item: StoredImage, _ db: Database) throws -> Int64 {
        let bytes = Data(item.bytes)
        var digest = item.checksum
        let known = try db.cachedStatement(sql: "SELECT id, bytes FROM images WHERE digest = ?")
        if let row = try GRDB.Row.fetchOne(known, arguments: [digest]) {
            if row[1] as Data == bytes { return row[0] }
            // Others may have the checksum, by chance or by design.
            digest = Digest.sha256.hexadecimal(item.bytes)
            if let row = try GRDB.Row.fetchOne(known, arguments: [digest]) { return row[0] }
        }
        try db.cachedStatement(sql: "INSERT INTO images (digest, bytes) VALUES (?, ?)").execute(
            arguments: [digest, bytes])
        return db.lastInsertedRowID
    }

    /// Puts a run in the place of what other runs have of its tiles.
    private static func add(_ run: Range<UInt64>, _ image: Int64, _ db: Database) throws {
        let (first, end) = (Int64(run.lowerBound), Int64(run.upperBound))
        let insert = try db.cachedStatement(sql: "INSERT INTO runs VALUES (?, ?, ?)")
        // The last one that begins before the run's end is the only one that can go on behind it.
        let below = try db.cachedStatement(
            sql: "SELECT number, count, image FROM runs WHERE number < ? ORDER BY number DESC LIMIT 1")
        if let last = try GRDB.Row.fetchOne(below, arguments: [end]) {
            let (number, count): (Int64, Int64) = (last[0], last[1])
            if number + count > end {
                try insert.execute(arguments: [end, number + count - end, last[2] as Int64])
                try db.cachedStatement(sql: "UPDATE runs SET count = ? WHERE number = ?")
                    .execute(arguments: [end - number, number])
            }
            if number >= first {
                try db.cachedStatement(sql: "DELETE FROM runs WHERE number >= ? AND number < ?")
                    .execute(arguments: [first, end])
            }
            try db.cachedStatement(
                sql: """
                    UPDATE runs SET count = ?1 - number
                    WHERE number = (SELECT max(number) FROM runs WHERE number < ?1) AND number + count > ?1
                    """
            ).execute(arguments: [first])
        }
        try insert.execute(arguments: [first, end - first, image])
    }

    /// The parts that are done.
    package func parts() throws(Diagnostic) -> Set<String> {
        do {
            return try database.read { db in Set(try String.fetchAll(db, sql: "SELECT name FROM parts")) }
        } catch {
            throw Self.problem(error, path)
        }
    }

    /// Tiles, and different ones among them.
    package func counts() throws(Diagnostic) -> (tiles: Int, images: Int) {
        do {
            return try database.read { db in
                (
                    try Int.fetchOne(db, sql: "SELECT sum(count) FROM runs") ?? 0,
                    try Int.fetchOne(db, sql: "SELECT count(DISTINCT image) FROM runs") ?? 0
                )
            }
        } catch {
            throw Self.problem(error, path)
        }
    }

    /// Calls `body` for all tiles by number, each run of equal ones as a whole.
    func forEachRun(
        _ body: (_ numbers: Range<UInt64>, _ image: Int64) throws(Diagnostic) -> Void
    ) throws(Diagnostic) {
        try read { db, fail in
            let rows = try GRDB.Row.fetchCursor(db, sql: "SELECT number, count, image FROM runs ORDER BY number")
            while let row = try rows.next() {
                let first = UInt64(row[0] as Int64)
                do throws(Diagnostic) {
                    try body(first..<first + UInt64(row[1] as Int64), row[2])
                } catch {
                    return fail(error)
                }
            }
        }
    }

    /// Tiles that are not looked at before they are written one by one.
    private static let alwaysAllowed = 10_000_000
    /// Beyond them, so many tiles may share an image.
    private static let tilesPerImage = 100

    /// Calls `body` for each tile by number, for containers that have no runs.
    ///
    /// - Throws: what `body` throws; when a few images stand for so many tiles that a container without runs is no place for
    ///   them.
    package func forEachTile(
        _ body: (_ number: UInt64, _ image: Int64) throws(Diagnostic) -> Void
    ) throws(Diagnostic) {
        let counts = try counts()
        guard counts.tiles <= Self.alwaysAllowed + counts.images * Self.tilesPerImage else {
            throw Diagnostic(
                code: .batchWrongArchive,
                "\(counts.tiles) tiles have only \(counts.images) different contents: too many to be written one by one",
                hint: "write .pmtiles, which keeps runs of equal tiles, or fewer zooms")
        }
        try forEachRun { numbers, image throws(Diagnostic) in
            for number in numbers { try body(number, image) }
        }
    }

    /// The bytes of an image.
    package func bytes(of image: Int64) throws(Diagnostic) -> [UInt8] {
        do {
            // Asked for while tiles are listed, on the same connection.
            return try database.unsafeReentrantRead { db in
                let statement = try db.cachedStatement(sql: "SELECT bytes FROM images WHERE id = ?")
                return [UInt8](try Data.fetchOne(statement, arguments: [image]) ?? Data())
            }
        } catch {
            throw Self.problem(error, path)
        }
    }

    /// Removes the file.
    package func remove() {
        try? database.close()
        removeDatabase(path)
    }

    private func read(_ work: (Database, (Diagnostic) -> Void) throws -> Void) throws(Diagnostic) {
        var failure: Diagnostic?
        do {
            try database.unsafeReentrantRead { db in try work(db) { failure = $0 } }
        } catch {
            throw Self.problem(error, path)
        }
        if let failure { throw failure }
    }

    private static func problem(_ error: any Error, _ path: String) -> Diagnostic {
        Diagnostic(
            code: .batchNotWritable, file: path,
            "the tiles cannot be kept: \((error as? DatabaseError)?.message ?? "\(error)")")
    }
}

/// Removes an SQLite file with its journals, which SQLite would play back into another one of its name.
func removeDatabase(_ path: String) {
    for ending in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: path + ending) }
}

/// A tile's bytes, and which tiles have them.
package struct StoredImage: Sendable {
    /// Of the numbers of its tiles.
    package var runs: [Range<UInt64>]
    package var bytes: [UInt8]
    /// The same for the same bytes; differs for nearly all others.
    let checksum: String

    package init(runs: [Range<UInt64>], bytes: [UInt8]) {
        self.runs = runs
        self.bytes = bytes
        checksum = bytes.withUnsafeBytes {
            let sums = (libdeflate_crc32(0, $0.baseAddress, $0.count), libdeflate_adler32(1, $0.baseAddress, $0.count))
            return "\($0.count) \(sums.0) \(sums.1)"
        }
    }

    package init(numbers: [UInt64], bytes: [UInt8]) {
        self.init(runs: numbers.map { $0..<$0 + 1 }, bytes: bytes)
    }

    /// How many tiles have the bytes.
    var count: Int { runs.reduce(0) { $0 + $1.count } }
}
