// SPDX-License-Identifier: MIT
import Dispatch
import Libc
import Synchronization

/// Calls `body` once for each index of `0..<count`, on up to `threads` threads including the calling one, and returns when
/// all calls have ended.
///
/// The threads take the next free index each, so calls overlap and their order is not defined. Each runs with the
/// `WorkContext` of the caller, but for its progress: the loop that shares out a phase reports it, not loops within it.
package func parallelLoop(count: Int, threads: Int, _ body: @Sendable (_ index: Int) -> Void) {
    parallelLoop(count: count, threads: threads, state: {}, { index, _ in body(index) })
}

/// As `parallelLoop(count:threads:_:)`, with a state for each thread, such as buffers that are reused from call to call.
package func parallelLoop<State: ~Copyable>(
    count: Int, threads: Int, state makeState: @Sendable () -> State,
    _ body: @Sendable (_ index: Int, _ state: inout State) -> Void
) {
    let next = Atomic(0)
    let times = WorkContext.current.loopTimes?.loop(of: count)
    let shared = WorkContext.ofParts
    // A `WorkerPool` is no quicker: for a loop of no work on two threads concurrentPerform takes less than a microsecond, a pool
    // whose threads are kept 5, and one of its own 100. The stacks of its threads are those of the process, 8 MiB on Linux.
    DispatchQueue.concurrentPerform(iterations: max(1, min(threads, count))) { _ in
        func work() {
            var state = makeState()
            while true {
                let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard index < count else { return }
                let begin = times.map { _ in threadSeconds() }
                body(index, &state)
                if let times, let begin { times.add(threadSeconds() - begin, at: index) }
            }
        }
        shared.runPart(work)
    }
}

extension WorkContext {
    /// That of this thread, for parts of its work: they report no progress, and loops within them are not measured.
    static var ofParts: WorkContext {
        var context = current
        (context.progress, context.loopTimes) = (nil, nil)
        return context
    }

    /// Does a thread's part of the work, and counts its processor time.
    func runPart(_ work: () -> Void) {
        if let budget { budget.clocked(in: self, work) } else { run(work) }
    }
}

/// Maps every element on up to `threads` threads; the result has the order of the input, so it does not depend on
/// which thread was faster.
package func parallelMap<Element: Sendable, Result: Sendable>(
    _ elements: [Element], threads: Int, _ transform: @Sendable (Element) -> Result
) -> [Result] {
    parallelMap(elements, threads: threads, after: 0, { _ in }, transform)
}

/// The same, with another piece of work, which the first thread begins with.
package func parallelMap<Element: Sendable, Result: Sendable>(
    _ elements: [Element], threads: Int, besides work: @Sendable () -> Void, _ transform: @Sendable (Element) -> Result
) -> [Result] {
    parallelMap(elements, threads: threads, after: 1, { _ in work() }, transform)
}

/// The same with several of them.
package func parallelMap<Element: Sendable, Result: Sendable>(
    _ elements: [Element], threads: Int, besides work: [@Sendable () -> Void],
    _ transform: @Sendable (Element) -> Result
) -> [Result] {
    parallelMap(elements, threads: threads, after: work.count, { work[$0]() }, transform)
}

/// As above; `first` is the number of other pieces.
private func parallelMap<Element: Sendable, Result: Sendable>(
    _ elements: [Element], threads: Int, after first: Int, _ work: @Sendable (_ piece: Int) -> Void,
    _ transform: @Sendable (Element) -> Result
) -> [Result] {
    let workers = min(max(1, threads), first + elements.count)
    guard workers > 1 || WorkContext.current.loopTimes != nil else {
        for piece in 0..<first { work(piece) }
        return elements.map(transform)
    }
    let results = Mutex([Result?](repeating: nil, count: elements.count))
    parallelLoop(count: first + elements.count, threads: workers) { index in
        guard index >= first else {
            work(index)
            return
        }
        let result = transform(elements[index - first])
        results.withLock { $0[index - first] = result }
    }
    return results.withLock { $0.compactMap(\.self) }
}

/// The processor time that each call of each loop takes, for predictions of the time on more processors than there are.
///
/// Loops within calls are part of these.
package final class LoopTimes: Sendable {
    package final class Loop: Sendable {
        private let calls: Mutex<[Double]>

        fileprivate init(_ count: Int) { calls = Mutex([Double](repeating: 0, count: count)) }

        fileprivate func add(_ seconds: Double, at index: Int) { calls.withLock { $0[index] += seconds } }

        /// Seconds, in the order in which threads take the calls.
        package var seconds: [Double] { calls.withLock(\.self) }
    }

    private let all = Mutex<[Loop]>([])

    package init() {}

    /// In the order in which they began.
    package var loops: [Loop] { all.withLock(\.self) }

    fileprivate func loop(of count: Int) -> Loop {
        let loop = Loop(count)
        all.withLock { $0.append(loop) }
        return loop
    }
}

/// How many processors this process may use: those that it may run on, and no more than its container has time for.
///
/// - SeeAlso: proc(5), `Cpus_allowed`; Linux's documentation of control groups, version 2, `cpu.max`, and version 1,
///   `cpu.cfs_quota_us`.
package func processorCount() -> Int {
    let status = contents("/proc/self/status")
    let allowed = status.flatMap(processors(status:)) ?? Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let groups = "/sys/fs/cgroup"
    let quota =
        contents(groups + "/cpu.max")
        ?? contents(groups + "/cpu/cpu.cfs_quota_us").flatMap { quota in
            contents(groups + "/cpu/cpu.cfs_period_us").map { "\(quota) \($0)" }
        }
    return max(1, min(allowed, quota.flatMap(processors(quota:)) ?? allowed))
}

/// The processors that a process may run on, by its `/proc/PID/status`; nil where that does not say so.
package func processors(status: String) -> Int? {
    // Of bytes, as to find characters in the file takes a hundredth of a small map's time.
    let line = status.utf8.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: "Cpus_allowed:".utf8) }
    let count = line?.drop { $0 != UInt8(ascii: ":") }.reduce(0) { count, digit in
        count + (Character(UnicodeScalar(digit)).hexDigitValue ?? 0).nonzeroBitCount
    }
    return count == 0 ? nil : count
}

/// The processors that a quota pays for, in whole ones.
///
/// - Parameter quota: the time for each period, in microseconds, and the period: `150000 100000` is one and a half processors.
/// - Returns: nil for no limit, which is `max 100000` or `-1 100000`.
package func processors(quota: String) -> Int? {
    let numbers = quota.split { $0 == " " || $0 == "\n" }.map { Int($0) ?? 0 }
    guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else { return nil }
    return max(1, (numbers[0] + numbers[1] - 1) / numbers[1])
}

/// A small file of the system; nil where there is none.
private func contents(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let limit = 1 << 14
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { $1 = max(0, read(descriptor, $0.baseAddress, limit)) }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
}
