// SPDX-License-Identifier: MIT
import Synchronization

/// What all parts of the work for one map share: its budget, who may cancel it, the files that it may read, who hears how far
/// it has come, and how large its documents may be.
///
/// It belongs to the task that began the work; `parallelLoop` hands it on whole to its threads. Work that may take long asks
/// `WorkContext.isCancelled` between two tiles, layers, bands or strips, and returns early with whatever it has; whoever began
/// it discards the result.
@usableFromInline package struct WorkContext: Sendable {
    /// Nil where nothing is limited.
    package var budget: RenderBudget?
    /// Nil for work that cannot be cancelled.
    package var cancellation: WorkCancellation?
    package var files = FileAccess()
    /// Nil when nobody waits to be told.
    package var progress: WorkProgress?
    package var documents = DocumentLimits()
    /// Hears of work that takes longer than a map, in words for the user; nil when nobody listens.
    package var notices: (@Sendable (String) -> Void)?
    /// Measures the calls of loops; nil but for benchmarks.
    package var loopTimes: LoopTimes?
    /// What this thread works on, such as a tile: where a limit is passed by work that does not say so.
    var location: @Sendable () -> String = { "" }
    /// The processor time of this thread; nil where it is not limited.
    var clock: CPUClock.Part?

    package init() {}

    /// That of the work which this thread does.
    package static var current: WorkContext { Shared.current.context }

    /// True when the work that this thread does has been cancelled, or is past a limit of its budget.
    @usableFromInline package static var isCancelled: Bool { Shared.current.context.isCancelled }

    /// True when this work has been cancelled, or is past a limit of its budget.
    package var isCancelled: Bool { (cancellation?.isCancelled ?? false) || (budget?.isSpent ?? false) }

    /// Does work in this context.
    package func run<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
        let result = Shared.$current.withValue(Shared(self)) { () -> Swift.Result<Result, Failure> in
            do throws(Failure) { return .success(try work()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// Does work in the context of this thread with something changed.
    package static func run<Result, Failure: Error>(
        changing change: (inout WorkContext) -> Void, _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var context = current
        change(&context)
        return try context.run(work)
    }

    /// The context of a task: a reference, which is cheaper to hand over than what it holds.
    private final class Shared: Sendable {
        @TaskLocal static var current = Shared(WorkContext())

        let context: WorkContext

        init(_ context: WorkContext) { self.context = context }
    }
}

/// How large the JSON and XML documents that are read may be.
package struct DocumentLimits: Sendable {
    /// Far beyond any style: MapLibre's own nest to about 20 levels.
    package static let maxNesting = 256
    /// The memory that a value of JSON takes, with its key, and with the room that arrays leave for more.
    ///
    /// It is far more than its text: two bytes, such as `0,`, become a node of an array.
    package static let bytesPerValue = 96

    /// How deep arrays and objects may be nested; at most `maxNesting`.
    package var nesting = Self.maxNesting
    /// How many values a document may have; an element of XML counts as two.
    package var values = Int.max

    package init() {}

    /// Those that a map's limits leave; small documents are never too large.
    func within(_ limits: RenderLimits) -> DocumentLimits {
        var result = self
        result.nesting = min(nesting, limits.nesting)
        result.values = min(values, max(10_000, limits.bytes / Self.bytesPerValue))
        return result
    }
}

/// Cancels work that runs on several threads.
///
/// Swift's own cancellation belongs to a task, and the threads that share out a map's work are no part of it. Cancelled work
/// returns early (`WorkContext.isCancelled`); whoever began it discards the result and throws `CancellationError`, and caches
/// keep nothing that was made after the request.
package final class WorkCancellation: Sendable {
    private let flag = Atomic(false)

    package init() {}

    package var isCancelled: Bool { flag.load(ordering: .relaxed) }

    package func cancel() { flag.store(true, ordering: .relaxed) }

    /// Does work that this object cancels.
    /// - Throws: what the work throws; `CancellationError` when it was cancelled, whatever came of it.
    package func run<Result>(_ work: () throws -> Result) throws -> Result {
        guard !isCancelled else { throw CancellationError() }
        do {
            let result = try WorkContext.run(changing: { $0.cancellation = self }, work)
            guard !isCancelled else { throw CancellationError() }
            return result
        } catch {
            throw isCancelled ? CancellationError() : error
        }
    }
}

/// Reports the progress of work to its caller.
///
/// It is part of the `WorkContext` of the task that began the work: loops that share out a phase take it before they start,
/// and tell it what is done from any thread.
package final class WorkProgress: Sendable {
    /// The phases of a map, in their order.
    package enum Phase: String, Sendable { case open, layout, paint, encode }

    private let phase = Mutex<Phase?>(nil)
    private let report: @Sendable (_ phase: Phase, _ share: Double?) -> Void

    /// - Parameter report: called when a phase begins, without a share, and as parts of it are done, with a share from 0 to
    ///   1; from any thread.
    package init(report: @escaping @Sendable (_ phase: Phase, _ share: Double?) -> Void) { self.report = report }

    /// A phase begins, and the one before it has ended.
    package func begin(_ next: Phase) {
        phase.withLock { $0 = next }
        report(next, nil)
    }

    /// Parts of the phase are done.
    package func advance(_ done: Int, of count: Int) {
        guard count > 1, let phase = phase.withLock({ $0 }) else { return }
        report(phase, Double(done) / Double(count))
    }
}
