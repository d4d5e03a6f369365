// SPDX-License-Identifier: MIT
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The processor time that the threads of a map take, in nanoseconds.
final class ProcessorClock: Sendable {
    /// A thread's part: what it has taken since it last said so.
    ///
    /// It belongs to one thread. A part that begins within another one of the same thread is not counted twice.
    final class Part: @unchecked Sendable {
        @TaskLocal static var current: Part?

        private let thread = pthread_self()
        private var reported = Part.now

        /// The time since the last report, and nothing on any other thread.
        func take() -> Int {
            guard pthread_equal(thread, pthread_self()) != 0 else { return 0 }
            let now = Part.now
            defer { reported = now }
            return now - reported
        }

        private static var now: Int {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return time.tv_sec * 1_000_000_000 + time.tv_nsec
        }
    }

    private let sum = Atomic(0)

    /// Does work of which this thread's time is counted.
    func run<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
        let outer = Part.current
        if let outer { add(outer.take()) }
        let part = Part()
        defer {
            add(part.take())
            // The part's time has been counted.
            _ = outer?.take()
        }
        let result = Part.$current.withValue(part) { () -> Swift.Result<Result, Failure> in
            do throws(Failure) { return .success(try work()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// What all threads have taken so far: this one up to now, others up to where they were last asked.
    var nanoseconds: Int {
        add(Part.current?.take() ?? 0)
        return sum.load(ordering: .relaxed)
    }

    /// How many threads can run at a time.
    static let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    private func add(_ nanoseconds: Int) { sum.wrappingAdd(nanoseconds, ordering: .relaxed) }
}
