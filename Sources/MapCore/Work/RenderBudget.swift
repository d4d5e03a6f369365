// SPDX-License-Identifier: MIT
import Libc
import Synchronization

/// What one map has cost so far, and the first limit that it has passed.
///
/// It belongs to the task that began the map, and `parallelLoop` hands it on to its threads. Whatever costs something
/// reports it with `spend` before it is done, for a tile, a layer or an image at once. Past a limit, `spend` returns false
/// and `WorkContext.isCancelled` is true, so that all work ends early; whoever began the map throws `problem`.
package final class RenderBudget: Sendable {
    package let limits: RenderLimits
    private let deadline: ContinuousClock.Instant?
    /// Nil where processor time is not limited.
    private let clock: CPUClock?
    /// Before it, so much processor time cannot have passed.
    private let earliest: ContinuousClock.Instant
    /// More than `limits` says once the image is known to be large.
    private let cpuMilliseconds: Atomic<Int>
    private let isPassed = Atomic(false)
    private let passed = Mutex<Diagnostic?>(nil)
    /// What has been spent, by the index of the limit's code.
    private let sums = LimitCode.allCases.map { _ in Sum() }

    private final class Sum: Sendable {
        let value = Atomic(0)
    }

    package init(_ limits: RenderLimits) {
        self.limits = limits
        let start = ContinuousClock.now
        deadline = limits.milliseconds < .max ? start + .milliseconds(limits.milliseconds) : nil
        clock = limits.cpuMilliseconds < .max ? CPUClock() : nil
        cpuMilliseconds = Atomic(limits.cpuMilliseconds)
        let microseconds = min(limits.cpuMilliseconds, 1 << 40) * 1000
        earliest = start + .microseconds(microseconds / CPUClock.processors)
    }

    /// Why the map ends without an image; nil while it is within its limits.
    package var problem: Diagnostic? { passed.withLock { $0 } }

    /// True when a limit is passed, the time among them.
    package var isSpent: Bool {
        if isPassed.load(ordering: .relaxed) { return true }
        guard deadline != nil || clock != nil else { return false }
        let now = ContinuousClock.now
        if let deadline, now > deadline {
            pass(.milliseconds)
            return true
        }
        // Asking for the processor time takes a system call.
        let allowed = cpuMilliseconds.load(ordering: .relaxed)
        guard let clock, now > earliest, clock.nanoseconds / 1_000_000 >= allowed else { return false }
        pass(.cpuMilliseconds, limit: allowed)
        return true
    }

    /// Does work within this budget.
    package func run<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
        var context = WorkContext.current
        context.budget = self
        context.documents = context.documents.within(limits)
        return try clocked(in: context, work)
    }

    /// Does a thread's part of the work, and counts its processor time.
    func clocked<Result, Failure: Error>(
        in context: WorkContext, _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let clock else { return try context.run(work) }
        return try clock.run(in: context, work)
    }

    /// Does work whose limits are passed at a location, unless the work itself knows better.
    ///
    /// - Parameters:
    ///   - location: as for `spend`.
    ///   - work: runs on this thread; what it hands to others has no location.
    /// - Returns: what the work returns.
    /// - Throws: what the work throws.
    package static func locate<Result, Failure: Error>(
        at location: @escaping @Sendable () -> String, _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var context = WorkContext.current
        guard context.budget != nil else { return try work() }
        context.location = location
        return try context.run(work)
    }

    /// Adds to the cost of the map that this thread works for.
    ///
    /// - Parameters:
    ///   - amount: not negative.
    ///   - code: what is spent.
    ///   - location: the layer, source, tile or path in the document, for the message; where it is empty, that of
    ///     `locate`.
    /// - Returns: false past the limit; then the work is left out.
    @discardableResult
    package static func spend(_ amount: Int, _ code: LimitCode, at location: @autoclosure () -> String = "") -> Bool {
        guard let budget = WorkContext.current.budget else { return true }
        return budget.spend(amount, code, at: location())
    }

    /// Compares one value with its limit, such as the size of a text.
    ///
    /// - Returns: false past the limit.
    @discardableResult
    package static func check(_ value: Int, _ code: LimitCode, at location: @autoclosure () -> String = "") -> Bool {
        guard let budget = WorkContext.current.budget, value > budget.limits[code] else { return true }
        budget.pass(code, at: location())
        return false
    }

    /// Compares the image's size with its limit, and allows the processor time that so many pixels take.
    ///
    /// - Returns: false past the limit.
    @discardableResult
    package static func checkImage(pixels: Int, at location: @autoclosure () -> String) -> Bool {
        guard let budget = WorkContext.current.budget else { return true }
        guard check(pixels, .pixels, at: location()) else { return false }
        budget.cpuMilliseconds.store(budget.limits.cpuMilliseconds(pixels: pixels), ordering: .relaxed)
        return true
    }

    /// How much may still be spent; `Int.max` where nothing is limited.
    package static func rest(of code: LimitCode) -> Int {
        guard let budget = WorkContext.current.budget else { return .max }
        return max(0, budget.limits[code] - budget.total(adding: 0, code))
    }

    private func spend(_ amount: Int, _ code: LimitCode, at location: @autoclosure () -> String) -> Bool {
        // So much that sums cannot overflow.
        let total = total(adding: min(max(0, amount), 1 << 48), code)
        guard total > limits[code] else { return true }
        pass(code, at: location())
        return false
    }

    private func total(adding amount: Int, _ code: LimitCode) -> Int {
        sums[code.index].value.wrappingAdd(amount, ordering: .relaxed).newValue
    }

    /// Only the first limit that is passed is reported: the others follow from it.
    private func pass(_ code: LimitCode, at location: String = "", limit: Int? = nil) {
        passed.withLock { passed in
            guard passed == nil else { return }
            passed = Diagnostic(
                code: code.code, path: location.isEmpty ? WorkContext.current.location() : location,
                code.row.problem(limit ?? limits[code]),
                hint: "RenderLimits.\(code.name), or --limits \(code.name)=…, allows more")
        }
        isPassed.store(true, ordering: .relaxed)
    }
}

/// The processor time that the threads of a map take, in nanoseconds.
final class CPUClock: Sendable {
    /// A thread's part: what it has taken since it last said so.
    ///
    /// It belongs to one thread. A part that begins within another one of the same thread is not counted twice.
    final class Part: @unchecked Sendable {
        private let thread = pthread_self()
        private var reported = threadNanoseconds()

        /// The time since the last report, and nothing on any other thread.
        func take() -> Int {
            guard pthread_equal(thread, pthread_self()) != 0 else { return 0 }
            let now = threadNanoseconds()
            defer { reported = now }
            return now - reported
        }
    }

    private let sum = Atomic(0)

    /// Does work in a context, and counts this thread's time.
    func run<Result, Failure: Error>(
        in context: WorkContext, _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outer = WorkContext.current.clock
        if let outer { add(outer.take()) }
        let part = Part()
        defer {
            add(part.take())
            // The part's time has been counted.
            _ = outer?.take()
        }
        var context = context
        context.clock = part
        return try context.run(work)
    }

    /// What all threads have taken so far: this one up to now, others up to where they were last asked.
    var nanoseconds: Int {
        add(WorkContext.current.clock?.take() ?? 0)
        return sum.load(ordering: .relaxed)
    }

    /// How many threads can run at a time.
    static let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    private func add(_ nanoseconds: Int) { sum.wrappingAdd(nanoseconds, ordering: .relaxed) }
}

/// The processor time of this thread.
package func threadNanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// The processor time of this thread.
package func threadSeconds() -> Double { Double(threadNanoseconds()) / 1e9 }
