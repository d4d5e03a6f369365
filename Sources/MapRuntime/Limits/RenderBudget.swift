// SPDX-License-Identifier: MIT
package import MapDiagnostics
import Synchronization

/// What one map has cost so far, and the first limit that it has passed.
///
/// It belongs to the task that began the map, and `parallelLoop` hands it on to its threads. Whatever costs something
/// reports it with `spend` before it is done, for a tile, a layer or an image at once. Past a limit, `spend` returns false
/// and `WorkCancellation.isRequested` is true, so that all work ends early; whoever began the map throws `problem`.
package final class RenderBudget: Sendable {
    /// The budget of the map that this thread works for; nil where nothing is limited.
    @TaskLocal package static var current: RenderBudget?
    /// What this thread works on, such as a tile: where a limit is passed by work that does not say so.
    @TaskLocal static var location = ""

    package let limits: RenderLimits
    private let deadline: ContinuousClock.Instant?
    /// Nil where processor time is not limited.
    private let clock: ProcessorClock?
    /// Before it, so much processor time cannot have passed.
    private let earliest: ContinuousClock.Instant
    /// More than `limits` says once the image is known to be large.
    private let processorMilliseconds: Atomic<Int>
    private let isPassed = Atomic(false)
    private let passed = Mutex<Diagnostic?>(nil)
    private let paintedPixels = Atomic(0)
    private let bytes = Atomic(0)
    private let tiles = Atomic(0)
    private let features = Atomic(0)
    private let vertices = Atomic(0)
    private let glyphs = Atomic(0)
    private let dashes = Atomic(0)
    private let expressionSteps = Atomic(0)

    package init(_ limits: RenderLimits) {
        self.limits = limits
        let start = ContinuousClock.now
        deadline = limits.milliseconds < .max ? start + .milliseconds(limits.milliseconds) : nil
        clock = limits.processorMilliseconds < .max ? ProcessorClock() : nil
        processorMilliseconds = Atomic(limits.processorMilliseconds)
        let microseconds = min(limits.processorMilliseconds, 1 << 40) * 1000
        earliest = start + .microseconds(microseconds / ProcessorClock.processors)
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
        let allowed = processorMilliseconds.load(ordering: .relaxed)
        guard let clock, now > earliest, clock.nanoseconds / 1_000_000 >= allowed else { return false }
        pass(.processorMilliseconds, limit: allowed)
        return true
    }

    /// Does work within this budget.
    package func run<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
        let values = min(JSONSize.maxValues, JSONSize.values(in: limits.bytes))
        let result = Self.$current.withValue(self) {
            JSONNesting.$limit.withValue(min(JSONNesting.limit, limits.nesting)) {
                JSONSize.$maxValues.withValue(values) {
                    ReadingStop.$isRequested.withValue({ [self] in isSpent }) {
                        () -> Swift.Result<Result, Failure> in
                        do throws(Failure) { return .success(try clocked(work)) } catch { return .failure(error) }
                    }
                }
            }
        }
        return try result.get()
    }

    /// Does a thread's part of the work, and counts its processor time.
    func clocked<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
        guard let clock else { return try work() }
        return try clock.run(work)
    }

    /// Does work whose limits are passed at a location, unless the work itself knows better.
    ///
    /// - Parameters:
    ///   - location: as for `spend`.
    ///   - work: runs on this thread; what it hands to others has no location.
    /// - Returns: what the work returns.
    /// - Throws: what the work throws.
    package static func locate<Result, Failure: Error>(
        at location: @autoclosure () -> String, _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard current != nil else { return try work() }
        let result = $location.withValue(location()) { () -> Swift.Result<Result, Failure> in
            do throws(Failure) { return .success(try work()) } catch { return .failure(error) }
        }
        return try result.get()
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
        guard let current else { return true }
        return current.spend(amount, code, at: location())
    }

    /// Compares one value with its limit, such as the size of a text.
    ///
    /// - Returns: false past the limit.
    @discardableResult
    package static func check(_ value: Int, _ code: LimitCode, at location: @autoclosure () -> String = "") -> Bool {
        guard let current, value > code.limit(in: current.limits) else { return true }
        current.pass(code, at: location())
        return false
    }

    /// Compares the image's size with its limit, and allows the processor time that so many pixels take.
    ///
    /// - Returns: false past the limit.
    @discardableResult
    package static func checkImage(pixels: Int, at location: @autoclosure () -> String = "") -> Bool {
        guard let current else { return true }
        guard check(pixels, .pixels, at: location()) else { return false }
        current.processorMilliseconds.store(current.limits.processorMilliseconds(pixels: pixels), ordering: .relaxed)
        return true
    }

    /// How much may still be spent; `Int.max` where nothing is limited.
    package static func rest(of code: LimitCode) -> Int {
        guard let current else { return .max }
        return max(0, code.limit(in: current.limits) - current.total(adding: 0, code))
    }

    private func spend(_ amount: Int, _ code: LimitCode, at location: @autoclosure () -> String) -> Bool {
        // So much that sums cannot overflow.
        let total = total(adding: min(max(0, amount), 1 << 48), code)
        guard total > code.limit(in: limits) else { return true }
        pass(code, at: location())
        return false
    }

    private func total(adding amount: Int, _ code: LimitCode) -> Int {
        switch code {
        case .paintedPixels: paintedPixels.wrappingAdd(amount, ordering: .relaxed).newValue
        case .bytes: bytes.wrappingAdd(amount, ordering: .relaxed).newValue
        case .tiles: tiles.wrappingAdd(amount, ordering: .relaxed).newValue
        case .features: features.wrappingAdd(amount, ordering: .relaxed).newValue
        case .vertices: vertices.wrappingAdd(amount, ordering: .relaxed).newValue
        case .glyphs: glyphs.wrappingAdd(amount, ordering: .relaxed).newValue
        case .dashes: dashes.wrappingAdd(amount, ordering: .relaxed).newValue
        case .expressionSteps: expressionSteps.wrappingAdd(amount, ordering: .relaxed).newValue
        case .pixels, .textBytes, .nesting, .milliseconds, .processorMilliseconds: amount
        }
    }

    /// Only the first limit that is passed is reported: the others follow from it.
    private func pass(_ code: LimitCode, at location: String = "", limit: Int? = nil) {
        passed.withLock { passed in
            guard passed == nil else { return }
            passed = Diagnostic(
                code: code, path: location.isEmpty ? Self.location : location,
                code.problem(limit ?? code.limit(in: limits)),
                hint: "RenderLimits.\(code.name), or --limits \(code.name)=…, allows more")
        }
        isPassed.store(true, ordering: .relaxed)
    }
}
