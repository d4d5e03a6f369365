// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCore
import MapData
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A fixed number of threads that draw, and a bounded queue before them. Event loops never draw.
///
/// What finds the queue full is refused at once; what waits too long, or draws too long, is refused then.
package final class DrawingPool: Sendable {
    private struct State {
        var waiting: [Job] = []
        var running = 0
        var isEnding = false
        /// Threads that drawings have besides their own.
        var lent = 0
        /// Of a drawing, smoothed.
        var seconds = 0.2
    }

    private let state = Mutex(State())
    private let wakeUp = DispatchSemaphore(value: 0)
    package let workers: Int
    private let limits: Limits

    package init(workers: Int, limits: Limits) {
        self.workers = max(1, workers)
        self.limits = limits
        for _ in 0..<self.workers {
            let thread = Thread { [weak self] in
                yieldToEventLoops()
                while let pool = self, pool.work() {}
            }
            // Expressions and callouts nest.
            thread.stackSize = 8 << 20
            thread.name = "drawing"
            thread.start()
        }
    }

    /// How many drawings wait, and how many are under way.
    package var load: (waiting: Int, running: Int) { state.withLock { ($0.waiting.count, $0.running) } }

    package func end() {
        state.withLock { $0.isEnding = true }
        for _ in 0..<workers { wakeUp.signal() }
    }

    /// Runs work on one of the threads.
    ///
    /// - Throws: 503 when the queue is full or the wait too long, 504 past the drawing's time limit, 499 when the client
    ///   has gone, and what the work throws.
    package func run<Value: Sendable>(
        cancellation: CancellationFlag, _ work: @escaping @Sendable () -> Result<Value, RequestError>
    ) async throws(RequestError) -> Value {
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<Value, RequestError>, Never>) in
            let outcome = Outcome(continuation)
            let stop = WorkCancellation()
            let job = Job(
                deadline: .now + .seconds(limits.queueSeconds), isWanted: { !outcome.isDone },
                refuse: { error in
                    stop.cancel()
                    outcome.finish(.failure(error))
                },
                work: {
                    // It throws when it was stopped: then somebody has answered already.
                    if let result = try? stop.run(work) { outcome.finish(result) }
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
                self?.dropUnwanted()
            }
            wakeUp.signal()
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
        let extra = state.withLock { state in
            let extra = max(0, min(count - 1, workers - state.running - state.lent))
            state.lent += extra
            return extra
        }
        defer { state.withLock { $0.lent -= extra } }
        return try work(1 + extra)
    }

    private func admit(_ job: Job) -> Bool {
        state.withLock { state in
            guard !state.isEnding, hasRoom(state) else { return false }
            state.waiting.append(job)
            return true
        }
    }

    private func hasRoom(_ state: borrowing State) -> Bool {
        state.waiting.count < limits.queue || state.running + state.waiting.count < workers
    }

    /// For what would certainly have to be drawn: under overload, refusals must not take the time of drawings.
    ///
    /// - Throws: 503 when the queue is full.
    func checkRoom() throws(RequestError) {
        guard state.withLock({ hasRoom($0) }) else { throw tooManyWait }
    }

    private var tooManyWait: RequestError { .busy(retryAfter: retryAfter, "too many drawings wait already") }

    /// Whole seconds until there is probably room.
    private var retryAfter: Int {
        let (count, seconds) = state.withLock { ($0.waiting.count, $0.seconds) }
        return max(1, min(60, Int((Double(count) * seconds / Double(workers)).rounded(.up))))
    }

    private func dropUnwanted() {
        state.withLock { $0.waiting.removeAll { !$0.isWanted() } }
    }

    /// Waits for a job and does it; false at the end.
    private func work() -> Bool {
        wakeUp.wait()
        let (job, isEnding) = state.withLock { state -> (Job?, Bool) in
            guard !state.waiting.isEmpty else { return (nil, state.isEnding) }
            state.running += 1
            return (state.waiting.removeFirst(), false)
        }
        guard let job else { return !isEnding }
        let start = ContinuousClock.now
        if !job.isWanted() {
            // Its client is gone.
        } else if start > job.deadline {
            job.refuse(.busy(retryAfter: retryAfter, "the drawing waited too long for its turn"))
        } else {
            let timer = limitTime(of: job)
            job.work()
            timer.cancel()
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        state.withLock { state in
            state.running -= 1
            state.seconds = state.seconds * 0.9 + seconds * 0.1
        }
        return true
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

/// Lets the threads that answer requests go first, so that refusals are quick under any load.
private func yieldToEventLoops() {
    #if canImport(Glibc)
        // On Linux the nice value is a thread's own.
        _ = nice(5)
    #endif
}
