// SPDX-License-Identifier: MIT
import Dispatch
import Libc
import Synchronization

/// Threads that take work from one queue, no more than a number of them at a time.
///
/// A thread begins when work comes and none is idle, and ends when it has had none for a while: a pool that nobody uses has no
/// threads. Each has a stack of 8 MiB wherever the pool is made, since expressions and callouts nest.
package final class WorkerPool: Sendable {
    /// How many jobs wait, and how many are under way.
    package struct Load: Sendable {
        package var waiting = 0
        package var running = 0
    }

    private struct Job {
        let isWanted: @Sendable () -> Bool
        let work: @Sendable () -> Void
    }

    private struct State {
        var waiting: [Job] = []
        var running = 0
        var threads = 0
        /// Threads that wait for work, without those that were woken up.
        var idle = 0

        var load: Load { Load(waiting: waiting.count, running: running) }
    }

    private enum Admission { case refused, taken, wakesThread, needsThread }

    /// The most threads.
    package let maximum: Int
    private let name: String
    private let niceness: Int32
    private let idleSeconds: Double
    private let state = Mutex(State())
    private let wakeUp = DispatchSemaphore(value: 0)
    /// Jobs that are not done and dropped.
    private let pending = DispatchGroup()

    private static let stackBytes = 8 << 20

    /// - Parameters:
    ///   - name: of the threads, for tools that list them; Linux shows 15 bytes.
    ///   - maximum: the most threads, at least one.
    ///   - niceness: added to that of the process, where it is a thread's own, as on Linux.
    ///   - idleSeconds: how long a thread waits for more work.
    package init(name: String, maximum: Int, niceness: Int32 = 0, idleSeconds: Double = 10) {
        self.name = name
        self.maximum = max(1, maximum)
        self.niceness = niceness
        self.idleSeconds = idleSeconds
    }

    package var load: Load { state.withLock(\.load) }

    /// Gives work to a thread, or puts it in the queue; never waits.
    ///
    /// - Parameters:
    ///   - hasRoom: whether the work is admitted.
    ///   - isWanted: false when nobody wants the work any more; then it is not begun.
    ///   - work: runs on one of the threads, which keeps nothing of it afterwards.
    /// - Returns: false when the work was not admitted.
    @discardableResult
    package func submit(
        if hasRoom: (Load) -> Bool = { _ in true }, isWanted: @escaping @Sendable () -> Bool = { true },
        _ work: @escaping @Sendable () -> Void
    ) -> Bool {
        pending.enter()
        let admission = state.withLock { state -> Admission in
            guard hasRoom(state.load), isWanted() else { return .refused }
            state.waiting.append(Job(isWanted: isWanted, work: work))
            if state.idle > 0 {
                state.idle -= 1
                return .wakesThread
            }
            guard state.threads < maximum else { return .taken }
            state.threads += 1
            return .needsThread
        }
        switch admission {
        case .refused: pending.leave()
        case .taken: break
        case .wakesThread: wakeUp.signal()
        case .needsThread: beginThread()
        }
        return admission != .refused
    }

    /// Takes work out of the queue that nobody wants any more.
    package func dropUnwanted() {
        let dropped = state.withLock { state -> [Job] in
            let unwanted = state.waiting.filter { !$0.isWanted() }
            if !unwanted.isEmpty { state.waiting.removeAll { !$0.isWanted() } }
            return unwanted
        }
        for _ in dropped { pending.leave() }
    }

    /// Does the same work on some threads of its own at the same time, and waits for all of them.
    ///
    /// - Parameters:
    ///   - count: how many threads.
    ///   - name: their name.
    ///   - work: what each of them does; none keeps anything of it.
    package static func run(_ count: Int, name: String, _ work: @escaping @Sendable () -> Void) {
        run(count, name: name, work, beside: {})
    }

    /// Does the same work on some threads of its own and something else on this one, and waits for all of them.
    ///
    /// - Parameters:
    ///   - count: how many threads besides this one.
    ///   - name: their name.
    ///   - work: what each of them does; none keeps anything of it.
    ///   - own: what this one does.
    /// - Returns: what `own` returns.
    /// - Throws: what `own` throws.
    static func run<Result, Failure: Error>(
        _ count: Int, name: String, _ work: @escaping @Sendable () -> Void, beside own: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let pool = WorkerPool(name: name, maximum: count, idleSeconds: 0)
        for _ in 0..<count { pool.submit(work) }
        defer { pool.pending.wait() }
        return try own()
    }
}

extension WorkerPool {
    private func beginThread() {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, Self.stackBytes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        #if canImport(Glibc)
            var thread = pthread_t()
        #else
            var thread: pthread_t?
        #endif
        let pool = Unmanaged.passRetained(self)
        let code = pthread_create(
            &thread, &attributes,
            { argument in
                let pool: UnsafeMutableRawPointer? = argument
                if let pool { Unmanaged<WorkerPool>.fromOpaque(pool).takeRetainedValue().workAsThread() }
                return nil
            }, pool.toOpaque())
        guard code != 0 else { return }
        pool.release()
        // The process has as many threads as it may have: those of the system's pool begin when others end.
        DispatchQueue.global().async { self.work() }
    }

    private func workAsThread() {
        #if canImport(Darwin)
            pthread_setname_np(name)
        #else
            // As `pthread_setname_np` does, which is an extension of GNU's.
            let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
            if file >= 0 {
                _ = write(file, name, min(name.utf8.count, 15))
                close(file)
            }
            if niceness != 0 { _ = nice(niceness) }
        #endif
        work()
    }

    private func work() {
        while doNext() { pending.leave() }
    }

    /// Does the next job and drops it; false when the thread is to end.
    @inline(never)
    private func doNext() -> Bool {
        guard let job = next() else { return false }
        if job.isWanted() { job.work() }
        state.withLock { $0.running -= 1 }
        return true
    }

    /// Waits for a job; nil when none has come for a while.
    private func next() -> Job? {
        while true {
            let job = state.withLock { state -> Job? in
                guard !state.waiting.isEmpty else {
                    state.idle += 1
                    return nil
                }
                state.running += 1
                return state.waiting.removeFirst()
            }
            if let job { return job }
            guard wakeUp.wait(timeout: .now() + idleSeconds) == .timedOut else { continue }
            let isOver = state.withLock { state in
                guard state.idle > 0 else { return false }
                state.idle -= 1
                state.threads -= 1
                return true
            }
            if isOver { return nil }
            // Somebody is about to wake up a thread, which is this one.
            wakeUp.wait()
        }
    }
}
