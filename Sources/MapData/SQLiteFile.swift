// SPDX-License-Identifier: MIT
package import GRDB
import GRDBSQLite
import Libc
package import MapCore
import Synchronization

/// The URI with which SQLite opens a database without writing anything beside it.
package struct SQLiteLocation {
    /// An SQLite URI.
    package let uri: String

    /// The codes of what can be wrong with the file of a kind of database.
    package struct Codes {
        package var unreadable: Diagnostic.Code
        package var unknownFormat: Diagnostic.Code
        package var pendingChanges: Diagnostic.Code

        package init(
            unreadable: Diagnostic.Code, unknownFormat: Diagnostic.Code, pendingChanges: Diagnostic.Code
        ) {
            (self.unreadable, self.unknownFormat, self.pendingChanges) = (unreadable, unknownFormat, pendingChanges)
        }
    }

    /// - Parameters:
    ///   - path: the file.
    ///   - kind: what is expected, such as "an MBTiles archive".
    ///   - codes: those of its kind.
    /// - Throws: when the file is missing, or has pending changes that cannot be read without writing.
    package init(path: String, kind: String, codes: Codes) throws(Diagnostic) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw Diagnostic(code: codes.unreadable, file: path, systemMessage("cannot open the file"))
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Diagnostic(code: codes.unreadable, file: path, expected: "a regular file")
        }
        guard status.st_size > 0 else {
            throw Diagnostic(
                code: codes.unknownFormat, file: path, expected: kind, found: "an empty file")
        }
        let absolute = path.hasPrefix("/") ? path : "./" + path
        guard stat(path + "-wal", &status) == 0, status.st_size > 0 else {
            // No pending changes: "immutable" avoids locks and the shared memory file.
            uri = "file:\(percentEncoded(absolute, keeping: isUnreservedOrSlash))?mode=ro&immutable=1"
            return
        }
        // A writer is active, or left its files: SQLite creates no shared memory file if there is one.
        guard stat(path + "-shm", &status) == 0 else {
            throw Diagnostic(
                code: codes.pendingChanges, file: path, "unmerged changes are pending in \(path)-wal",
                hint: "merge them with: sqlite3 \(path) \"PRAGMA wal_checkpoint(TRUNCATE)\"")
        }
        uri = "file:\(percentEncoded(absolute, keeping: isUnreservedOrSlash))?mode=ro"
    }
}

/// Bounds what the queries of an SQLite database may cost: `tiles` may be a view, which can hold any query.
package final class QueryBudgets: Sendable {
    /// The steps of SQLite's virtual machine between two calls of the progress handler.
    private static let stride: Int32 = 1000
    /// The bytes of one value: as many as a tile may have when it is decompressed.
    private static let maxValueSize = 64 << 20
    /// Counting 100,000 tiles takes a million steps; these take about half a second.
    package static let maxSteps = 5_000_000
    /// Functions that may take time without limit in a single step, such as `printf('%.*c', 900000000, 'x')`.
    private static let refusedFunctions = [
        "printf", "format", "replace", "trim", "ltrim", "rtrim", "instr", "like", "glob", "group_concat",
    ]

    private final class Budget: Sendable {
        let steps = Atomic(0)
        let maxSteps: Int

        package init(maxSteps: Int) { self.maxSteps = maxSteps }
    }

    private let maxSteps: Int

    /// By the address of the database connection.
    private let budgets = Mutex<[Int: Budget]>([:])

    /// - Parameter maxSteps: the steps of SQLite's machine that a query may take.
    package init(maxSteps: Int) {
        self.maxSteps = maxSteps
    }

    /// Sets the limits of a new connection.
    package func limit(_ db: Database) {
        guard let connection = db.sqliteConnection else { return }
        for (limit, value) in [
            (SQLITE_LIMIT_LENGTH, Int32(Self.maxValueSize)), (SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
            (SQLITE_LIMIT_COLUMN, 200), (SQLITE_LIMIT_EXPR_DEPTH, 200), (SQLITE_LIMIT_COMPOUND_SELECT, 100),
            (SQLITE_LIMIT_VDBE_OP, 100_000), (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_TRIGGER_DEPTH, 1),
        ] {
            sqlite3_limit(connection, limit, value)
        }
        for name in Self.refusedFunctions {
            // For any number of arguments.
            sqlite3_create_function(
                connection, name, -1, SQLITE_UTF8, nil,
                { context, _, _ in
                    sqlite3_result_error(context, "views of archives cannot call functions that may take long", -1)
                }, nil, nil)
        }
        let budget = Budget(maxSteps: maxSteps)
        let address = Int(bitPattern: connection)
        budgets.withLock { $0[address] = budget }
        // The budget lives as long as this object, and SQLite calls the handler only during queries.
        sqlite3_progress_handler(
            connection, Self.stride,
            { context in
                guard let context else { return 1 }
                let budget = Unmanaged<Budget>.fromOpaque(context).takeUnretainedValue()
                let steps = budget.steps.add(Int(QueryBudgets.stride), ordering: .relaxed).newValue
                return steps > budget.maxSteps ? 1 : 0
            }, Unmanaged.passUnretained(budget).toOpaque())
    }

    /// Starts a query, or a few that share a budget.
    package func begin(_ db: Database) {
        guard let connection = db.sqliteConnection else { return }
        let address = Int(bitPattern: connection)
        budgets.withLock { $0[address] }?.steps.store(0, ordering: .relaxed)
    }
}
