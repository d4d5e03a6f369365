// SPDX-License-Identifier: MIT
import Synchronization

/// Cancels work that runs on several threads.
///
/// Swift's own cancellation belongs to a task, and the threads that share out a map's work are no part of it. So
/// `parallelLoop` hands on `current`, and work that may take long asks `isRequested` between
/// two tiles, layers, bands or strips. Cancelled work returns early with whatever it has; whoever began it discards the
/// result and throws `CancellationError`, and caches keep nothing that was made after the request.
package final class WorkCancellation: Sendable {
    /// The cancellation of the work that this thread does; nil for work that cannot be cancelled.
    @TaskLocal package static var current: WorkCancellation?

    /// True when the work that this thread does has been cancelled, or is past a limit of its `RenderBudget`.
    package static var isRequested: Bool { (current?.isCancelled ?? false) || (RenderBudget.current?.isSpent ?? false) }

    private let flag = Atomic(false)

    package init() {}

    package var isCancelled: Bool { flag.load(ordering: .relaxed) }

    package func cancel() { flag.store(true, ordering: .relaxed) }

    /// Does work that this object cancels.
    /// - Throws: what the work throws; `CancellationError` when it was cancelled, whatever came of it.
    package func run<Result>(_ work: () throws -> Result) throws -> Result {
        guard !isCancelled else { throw CancellationError() }
        do {
            let result = try Self.$current.withValue(self) { try work() }
            guard !isCancelled else { throw CancellationError() }
            return result
        } catch {
            throw isCancelled ? CancellationError() : error
        }
    }
}
