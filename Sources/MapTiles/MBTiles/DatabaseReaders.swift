// SPDX-License-Identifier: MIT
import GRDB
import MapData
import Synchronization

/// A database that is only read: each thread takes a connection of its own, and there are as many as threads that read at a time.
///
/// A pool of GRDB opens one connection more, for writing.
final class DatabaseReaders: Sendable {
    private let location: SQLiteLocation
    private let budgets: QueryBudgets
    /// Connections that no thread uses.
    private let idle = Mutex<[DatabaseQueue]>([])
    /// More are closed after their use.
    private static let maxIdle = 16

    /// - Parameters:
    ///   - location: the file.
    ///   - maxSteps: the steps of SQLite's machine for each use of the database.
    /// - Throws: when it cannot be opened.
    init(_ location: SQLiteLocation, maxSteps: Int) throws {
        (self.location, budgets) = (location, QueryBudgets(maxSteps: maxSteps))
        let first = try connection()
        idle.withLock { $0.append(first) }
    }

    /// Calls `body` with a connection; its queries share a budget of steps.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        let connection = try idle.withLock { $0.popLast() } ?? connection()
        defer { idle.withLock { if $0.count < Self.maxIdle { $0.append(connection) } } }
        return try connection.unsafeRead { [budgets] db in
            budgets.begin(db)
            return try body(db)
        }
    }

    /// Renews the budget of a connection in use.
    func renewBudget(of db: Database) { budgets.begin(db) }

    private func connection() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(2)
        configuration.prepareDatabase { [budgets] db in
            // A mapped file that another process truncates would end this one with SIGBUS. Hardly a page is read twice.
            try db.execute(
                sql: """
                    PRAGMA mmap_size = 0; PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA cache_size = -256
                    """)
            budgets.limit(db)
        }
        return try DatabaseQueue(path: location.uri, configuration: configuration)
    }
}
