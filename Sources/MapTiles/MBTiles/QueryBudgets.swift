// SPDX-License-Identifier: MIT
import GRDB
import GRDBSQLite
import Synchronization

/// Bounds what the queries of an SQLite database may cost: `tiles` may be a view, which can hold any query.
final class QueryBudgets: Sendable {
    /// The steps of SQLite's virtual machine between two calls of the progress handler.
    private static let stride: Int32 = 1000
    /// Counting 100,000 tiles takes a million steps; these take about half a second.
    static let maxSteps = 5_000_000
    /// Functions that may take time without limit in a single step, such as `printf('%.*c', 900000000, 'x')`.
    private static let refusedFunctions = [
        "printf", "format", "replace", "trim", "ltrim", "rtrim", "instr", "like", "glob", "group_concat",
    ]

    private final class Budget: Sendable {
        let steps = Atomic(0)
        let maxSteps: Int

        init(maxSteps: Int) { self.maxSteps = maxSteps }
    }

    private let maxSteps: Int

    /// By the address of the database connection.
    private let budgets = Mutex<[Int: Budget]>([:])

    /// - Parameter maxSteps: the steps of SQLite's machine that a query may take.
    init(maxSteps: Int) {
        self.maxSteps = maxSteps
    }

    /// Sets the limits of a new connection.
    func limit(_ db: Database) {
        guard let connection = db.sqliteConnection else { return }
        for (limit, value) in [
            (SQLITE_LIMIT_LENGTH, Int32(decompressedSizeLimit)), (SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
            (SQLITE_LIMIT_COLUMN, 200), (SQLITE_LIMIT_EXPR_DEPTH, 200), (SQLITE_LIMIT_COMPOUND_SELECT, 100),
            (SQLITE_LIMIT_VDBE_OP, 100_000), (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_TRIGGER_DEPTH, 1),
        ] {
            sqlite3_limit(connection, limit, value)
        }
        for name in Self.refusedFunctions {
            db.add(
                function: DatabaseFunction(name) { _ in
                    throw DatabaseError(message: "views of archives cannot call \(name)()")
                })
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
    func begin(_ db: Database) {
        guard let connection = db.sqliteConnection else { return }
        let address = Int(bitPattern: connection)
        budgets.withLock { $0[address] }?.steps.store(0, ordering: .relaxed)
    }
}
