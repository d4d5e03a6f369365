// SPDX-License-Identifier: MIT
import Dispatch
import HTTPTypes
import MapCore
import Synchronization

/// A fixed number of threads that draw, and a bounded queue before them. Event loops never draw.
///
/// What finds the queue full is refused at once; what waits too long, or draws too long, is refused then.
package final class DrawingPool: Sendable {
    private struct State {
        var isEnding = false
        /// Threads that drawings have besides their own.
        var lent = 0
        /// Of a drawing, smoothed.
        var seconds = 0.2
    }

    private let state = Mutex(State())
    private let pool: WorkerPool
    private let limits: Limits
    private let board: Board
    private let place: Int
    private let hasTestFaults: Bool

    /// - Parameters:
    ///   - workers: how many threads draw.
    ///   - limits: of the queue and of each drawing.
    ///   - board: where drawings under way are noted.
    ///   - place: of this process there.
    ///   - hasTestFaults: whether scenes may ask for a `TestFault`.
    package init(workers: Int, limits: Limits, board: Board, place: Int = 0, hasTestFaults: Bool = false) {
        (self.board, self.place, self.hasTestFaults) = (board, place, hasTestFaults)
        // The threads that answer requests go first, so that refusals are quick under any load.
        pool = WorkerPool(name: "drawing", maximum: workers, niceness: 5)
        self.limits = limits
    }

    package var workers: Int { pool.maximum }

    /// How many drawings wait, and how many are under way.
    package var load: (waiting: Int, running: Int) {
        let load = pool.load
        return (load.waiting, load.running)
    }

    package func end() { state.withLock { $0.isEnding = true } }

    /// Runs work on one of the threads.
    ///
    /// - Parameters:
    ///   - subject: what is drawn.
    ///   - cancellation: of those who wait for it.
    ///   - work: is done once.
    /// - Returns: what the work returns.
    /// - Throws: 503 when the queue is full or the wait too long, 504 past the drawing's time limit, 499 when the client
    ///   has gone, 422 for what has ended a process, and what the work throws.
    package func run<Value: Sendable>(
        _ subject: DrawingSubject, cancellation: CancellationFlag,
        _ work: @escaping @Sendable () -> Result<Value, RequestError>
    ) async throws(RequestError) -> Value {
        if let refusal = board.refusal(of: subject.digest) { throw refused(refusal) }
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<Value, RequestError>, Never>) in
            let outcome = Outcome(continuation)
            let stop = WorkCancellation()
            let job = Job(
                subject: subject, deadline: .now + .seconds(limits.queueSeconds), isWanted: { !outcome.isDone },
                refuse: { error in
                    stop.cancel()
                    outcome.finish(.failure(error))
                },
                work: {
                    let start = threadSeconds()
                    // It throws when it was stopped: then somebody has answered already.
                    let result = try? stop.run(work)
                    // Before the answer, so that it counts when the client asks for the next map.
                    subject.usage?.charge(threadSeconds() - start)
                    if let result { outcome.finish(result) }
                })
            guard admit(job) else {
                outcome.finish(.failure(tooManyWait))
                return
            }
            cancellation.onCancel { [weak self] in
                stop.cancel()
                outcome.finish(
                    .failure(
                        RequestError(.init(code: 499, reasonPhrase: "Client Closed Request"), "the client is gone")))
                self?.pool.dropUnwanted()
            }
        }
        return try result.get()
    }

    /// Lets a drawing have the threads of workers that are idle when it begins, so that a server under load is as fast as
    /// with one thread for each.
    ///
    /// - Parameters:
    ///   - count: how many threads it would have, its own among them.
    ///   - work: the drawing, with as many threads as it may have.
    /// - Returns: what the work returns.
    /// - Throws: what the work throws.
    package func withThreads<Value>(
        upTo count: Int, _ work: (_ threads: Int) throws(RequestError) -> Value
    ) throws(RequestError) -> Value {
        let running = pool.load.running
        let extra = state.withLock { state in
            let extra = max(0, min(count - 1, workers - running - state.lent))
            state.lent += extra
            return extra
        }
        defer { state.withLock { $0.lent -= extra } }
        return try work(1 + extra)
    }

    private func admit(_ job: Job) -> Bool {
        guard !state.withLock(\.isEnding) else { return false }
        return pool.submit(if: hasRoom, isWanted: job.isWanted) { [self] in work(on: job) }
    }

    private func hasRoom(_ load: WorkerPool.Load) -> Bool {
        load.waiting < limits.queue || load.running + load.waiting < workers
    }

    /// For what would certainly have to be drawn: under overload, refusals must not take the time of drawings.
    ///
    /// - Throws: 503 when the queue is full.
    func checkRoom() throws(RequestError) {
        guard hasRoom(pool.load) else { throw tooManyWait }
    }

    private var tooManyWait: RequestError { .busy(retryAfter: retryAfter, "too many drawings wait already") }

    /// Whole seconds until there is probably room.
    private var retryAfter: Int {
        let (count, seconds) = (pool.load.waiting, state.withLock(\.seconds))
        return max(1, min(60, Int((Double(count) * seconds / Double(workers)).rounded(.up))))
    }

    private func work(on job: Job) {
        let start = ContinuousClock.now
        if start > job.deadline {
            job.refuse(.busy(retryAfter: retryAfter, "the drawing waited too long for its turn"))
        } else {
            let timer = limitTime(of: job)
            draw(job)
            timer.cancel()
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        state.withLock { $0.seconds = $0.seconds * 0.9 + seconds * 0.1 }
    }

    /// What is under way is noted where it is found if it ends the process.
    private func draw(_ job: Job) {
        let slot = board.begin(job.subject, in: place)
        if let slot { CrashMarks.enter(slot) }
        defer {
            if let slot {
                CrashMarks.leave()
                board.end(slot, in: place)
            }
        }
        if hasTestFaults { TestFault.provoke(job.subject) }
        job.work()
    }

    /// No status that proxies ask another server for.
    private func refused(_ refusal: Board.Refusal) -> RequestError {
        let message = "this has ended a process of the server and is refused for a while"
        let hint = "ask again in \(refusal.seconds) s, or for something else"
        var error = RequestError(
            .unprocessableContent, message, hint: hint,
            diagnostics: [Diagnostic(code: .serverRefused, message, hint: hint)])
        error.headers[.retryAfter] = String(refusal.seconds)
        return error
    }

    private func limitTime(of job: Job) -> DispatchWorkItem {
        let seconds = limits.drawingSeconds
        let item = DispatchWorkItem {
            job.refuse(
                RequestError(.gatewayTimeout, "the drawing took longer than \(Int(seconds)) s", hint: "ask for less"))
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: item)
        return item
    }
}

private struct Job: Sendable {
    var subject: DrawingSubject
    var deadline: ContinuousClock.Instant
    /// False when somebody has answered already.
    var isWanted: @Sendable () -> Bool
    var refuse: @Sendable (RequestError) -> Void
    var work: @Sendable () -> Void
}

/// Answers a continuation once; what comes later is dropped.
private final class Outcome<Value: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Result<Value, RequestError>, Never>?>

    init(_ continuation: CheckedContinuation<Result<Value, RequestError>, Never>) {
        self.continuation = Mutex(continuation)
    }

    var isDone: Bool { continuation.withLock { $0 == nil } }

    func finish(_ result: Result<Value, RequestError>) {
        let continuation = continuation.withLock { held in
            defer { held = nil }
            return held
        }
        continuation?.resume(returning: result)
    }
}

/// Lets requests for the same thing share one piece of work. It goes on while anybody still waits for it.
final class SingleFlight<Value: Sendable>: Sendable {
    private struct Entry {
        var task: Task<Result<Value, RequestError>, Never>
        var cancellation: CancellationFlag
        var clients: Int
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// Makes a value, unless somebody does so already; also says whether another request had begun the work. When the
    /// last client is gone, the work is cancelled.
    func value(
        for key: String, client: CancellationFlag,
        _ work: @escaping @Sendable (CancellationFlag) async -> Result<Value, RequestError>
    ) async throws(RequestError) -> (value: Value, isShared: Bool) {
        let (entry, isShared) = entries.withLock { entries in
            if var entry = entries[key], !entry.cancellation.isCancelled {
                entry.clients += 1
                entries[key] = entry
                return (entry, true)
            }
            let cancellation = CancellationFlag()
            let task = Task { [weak self] in
                let result = await work(cancellation)
                self?.forget(key, cancellation)
                return result
            }
            let entry = Entry(task: task, cancellation: cancellation, clients: 1)
            entries[key] = entry
            return (entry, false)
        }
        client.onCancel { [weak self] in self?.leave(key, entry.cancellation) }
        return (try await entry.task.value.get(), isShared)
    }

    private func forget(_ key: String, _ cancellation: CancellationFlag) {
        entries.withLock { entries in
            if entries[key]?.cancellation === cancellation { entries[key] = nil }
        }
    }

    private func leave(_ key: String, _ cancellation: CancellationFlag) {
        let last = entries.withLock { entries -> CancellationFlag? in
            guard var entry = entries[key], entry.cancellation === cancellation else { return nil }
            entry.clients -= 1
            entries[key] = entry.clients > 0 ? entry : nil
            return entry.clients > 0 ? nil : entry.cancellation
        }
        last?.cancel()
    }
}
