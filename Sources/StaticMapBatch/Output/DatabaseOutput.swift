// SPDX-License-Identifier: MIT
private import GRDB
package import MapCore
import StaticMap

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Writes images to the table `maps` of an SQLite file: `name`, `number`, `id`, `format`, `width`, `height`, `sha256` and the
/// bytes as `image`.
package final class DatabaseOutput: BatchOutput {
    private let database: DatabaseQueue
    private let path: String

    private static let table = """
        CREATE TABLE IF NOT EXISTS maps (
            name TEXT PRIMARY KEY, number INTEGER NOT NULL, id TEXT NOT NULL, format TEXT NOT NULL, width INTEGER NOT NULL,
            height INTEGER NOT NULL, sha256 TEXT NOT NULL, image BLOB NOT NULL)
        """

    /// - Parameters:
    ///   - path: the database.
    ///   - results: of the run that is resumed; nil for a new database.
    /// - Throws: when the database cannot be created.
    package init(_ path: String, resuming results: ResultsFile? = nil) throws(Diagnostic) {
        self.path = path
        do {
            if results == nil {
                for ending in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + ending) {
                    try FileManager.default.removeItem(atPath: path + ending)
                }
            }
            var configuration = Configuration()
            configuration.prepareDatabase { db in
                // A killed process loses nothing that was committed; only a machine that stops may.
                try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF")
            }
            database = try DatabaseQueue(path: path, configuration: configuration)
            try database.writeWithoutTransaction { db in try db.execute(sql: Self.table) }
        } catch {
            throw Self.problem(error, path)
        }
    }

    package func add(_ drawn: [DrawnOutput], _ result: inout BatchResult) throws(Diagnostic) {
        let rows = zip(drawn, result.outputs).map { ($0.name, $1, $0.bytes) }
        let (number, id) = (result.number, result.id)
        do {
            try database.write { db in
                for (name, output, bytes) in rows {
                    try db.cachedStatement(
                        sql: "INSERT OR REPLACE INTO maps VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
                    ).execute(arguments: [
                        name, number, id, output.format.rawValue, output.width, output.height, output.sha256,
                        Data(bytes),
                    ])
                }
            }
        } catch {
            throw Self.problem(error, path)
        }
    }

    package func finish() throws(Diagnostic) {
        do {
            try database.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")
            }
        } catch {
            throw Self.problem(error, path)
        }
    }

    private static func problem(_ error: any Error, _ path: String) -> Diagnostic {
        Diagnostic(
            code: .batchNotWritable, file: path,
            "the database cannot be written: \((error as? DatabaseError)?.message ?? "\(error)")")
    }
}
