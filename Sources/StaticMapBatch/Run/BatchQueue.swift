// SPDX-License-Identifier: MIT
import Dispatch
import MapCore
import Synchronization

/// Hands out the maps of an input to threads, no more than a few ahead of those that are written.
final class BatchQueue: Sendable {
    /// A map to draw.
    struct Job {
        let item: BatchItem
        let digest: InputDigest
        /// Why it is not to be drawn.
        let problem: Diagnostic?
        /// Of the maps that are handed out, from 0.
        let sequence: Int
    }

    private struct Reading {
        let input: BatchInput
        /// Of the lines and rows that were read, from 0.
        var turn = 0
        var isAtEnd = false
        var failure: Diagnostic?
    }

    /// Maps are admitted in the order of the input, though their lines are parsed at the same time.
    fileprivate struct Admission {
        /// Whose turn it is.
        var turn = 0
        /// Threads that wait for their turn.
        var waiting: [Int: DispatchSemaphore] = [:]
        var sequence = 0
        var skipped = 0
        /// Hashes of the names of outputs; nil where names may repeat.
        var names: Set<Int>?
        /// Hashes of the folders that they are in.
        var folders: Set<Int> = []
    }

    /// Has a lock of its own: a thread may hold the other one while it waits for the next line.
    private let lastShare = Mutex<Double?>(nil)

    private let reading: Mutex<Reading>
    private let admission: Mutex<Admission>
    /// Maps that were drawn by an earlier run, by number.
    private let done: [Int: InputDigest]
    private let options: String
    private let window: DispatchSemaphore

    /// - Parameters:
    ///   - input: the maps.
    ///   - done: maps that were drawn by an earlier run, by number.
    ///   - options: what all maps are drawn with.
    ///   - hasNames: true to refuse outputs of a name that an earlier map has.
    ///   - window: how many maps may be handed out that are not written yet.
    init(
        _ input: sending BatchInput, done: [Int: InputDigest], options: String, hasNames: Bool, window: Int
    ) {
        reading = Mutex(Reading(input: input))
        admission = Mutex(Admission(names: hasNames ? [] : nil))
        self.done = done
        self.options = options
        // A semaphore that is dropped below the value that it began with is a trap: it begins with none.
        self.window = DispatchSemaphore(value: 0)
        for _ in 0..<window { self.window.signal() }
    }

    /// Why the run ended before its input.
    var failure: Diagnostic? { reading.withLock(\.failure) }
    /// The share of the input that was read; nil for a pipe.
    var share: Double? { lastShare.withLock(\.self) }
    var skipped: Int { admission.withLock(\.skipped) }

    /// Whether a thread will get another map without waiting for input; false where that is not known.
    var hasNext: Bool { reading.withLockIfAvailable { !$0.isAtEnd && $0.input.hasNext } ?? false }

    /// The next map, once there is room for it.
    ///
    /// - Parameter parse: finds out what a line says; called by several threads at a time.
    /// - Returns: nil at the end.
    func next(_ parse: (UnreadItem) -> BatchItem) -> Job? {
        window.wait()
        while let (unread, turn) = read() {
            let item = parse(unread)
            let digest = InputDigest(item, options: options)
            if let job = admit(item, digest, turn) { return job }
        }
        // Others wait for room that nobody makes any more.
        window.signal()
        return nil
    }

    /// A map was written.
    func finished() { window.signal() }

    /// Ends the run.
    func end(_ failure: Diagnostic) {
        reading.withLock { state in
            if state.failure == nil { state.failure = failure }
            state.isAtEnd = true
        }
        window.signal()
    }

    /// The next line or row, and whose turn it is then to be admitted.
    private func read() -> (item: UnreadItem, turn: Int)? {
        reading.withLock { state in
            guard !state.isAtEnd else { return nil }
            do throws(Diagnostic) {
                if let item = try state.input.next() {
                    let share = state.input.share
                    lastShare.withLock { $0 = share }
                    defer { state.turn += 1 }
                    return (item, state.turn)
                }
            } catch {
                state.failure = error
            }
            state.isAtEnd = true
            return nil
        }
    }

    /// The job of a map, when those before it have theirs; nil for one that was drawn by an earlier run.
    private func admit(_ item: BatchItem, _ digest: InputDigest, _ turn: Int) -> Job? {
        let earlier = admission.withLock { state -> DispatchSemaphore? in
            guard state.turn < turn else { return nil }
            let semaphore = DispatchSemaphore(value: 0)
            state.waiting[turn] = semaphore
            return semaphore
        }
        earlier?.wait()
        return admission.withLock { state in
            defer {
                state.turn = turn + 1
                state.waiting.removeValue(forKey: turn + 1)?.signal()
            }
            var problem = state.repeatedName(item)
            if let known = done[item.number] {
                guard known != digest else {
                    state.skipped += 1
                    return nil
                }
                problem = Diagnostic(
                    code: .batchChangedInput, file: item.file, position: item.position,
                    "the input is another than the one that was drawn", hint: "start anew without --resume")
            }
            defer { state.sequence += 1 }
            return Job(item: item, digest: digest, problem: problem, sequence: state.sequence)
        }
    }
}

extension BatchQueue.Admission {
    /// Why the outputs of a map cannot have their names beside those of earlier maps.
    fileprivate mutating func repeatedName(_ item: BatchItem) -> Diagnostic? {
        for output in item.outputs {
            guard names != nil else { return nil }
            func problem(_ message: String) -> Diagnostic {
                Diagnostic(
                    code: .batchRepeatedName, file: item.file, position: item.position, message,
                    hint: "put {{number}} into the name, or a column that differs")
            }
            let name = output.name
            guard !folders.contains(name.hashValue) else {
                return problem("other maps are in the folder \(quoted(name))")
            }
            let parents = name.indices.filter { name[$0] == "/" }.map { String(name[..<$0]) }
            if let taken = parents.first(where: { names?.contains($0.hashValue) ?? false }) {
                return problem("another map has the output \(quoted(taken)), which is a folder of \(quoted(name))")
            }
            guard names?.insert(name.hashValue).inserted ?? false else {
                return problem("another map has the output \(quoted(name))")
            }
            folders.formUnion(parents.map(\.hashValue))
        }
        return nil
    }
}

/// Writes maps as they are drawn, or in the order of the input.
final class BatchWriter: Sendable {
    private struct State {
        let results: ResultsFile?
        var summary = BatchRun.Summary()
        /// The sequence number of the map that is written next, where order matters.
        var next = 0
        var waiting: [Int: (result: BatchResult, drawn: [DrawnOutput])] = [:]
        var hasFailed = false
    }

    private let output: any BatchOutput
    private let isOrdered: Bool
    private let queue: BatchQueue
    private let report: @Sendable (BatchResult, BatchRun.Summary, Double?) -> Void
    private let state: Mutex<State>

    init(
        _ output: any BatchOutput, _ results: sending ResultsFile?, isOrdered: Bool, queue: BatchQueue,
        report: @escaping @Sendable (BatchResult, BatchRun.Summary, Double?) -> Void
    ) {
        self.output = output
        self.isOrdered = isOrdered
        self.queue = queue
        self.report = report
        state = Mutex(State(results: results))
    }

    var summary: BatchRun.Summary { state.withLock(\.summary) }

    func write(_ result: BatchResult, _ drawn: [DrawnOutput], _ sequence: Int) {
        state.withLock { state in
            guard isOrdered else { return write(result, drawn, &state) }
            state.waiting[sequence] = (result, drawn)
            while let next = state.waiting.removeValue(forKey: state.next) {
                state.next += 1
                write(next.result, next.drawn, &state)
            }
        }
    }

    private func write(_ result: BatchResult, _ drawn: [DrawnOutput], _ state: inout State) {
        defer { queue.finished() }
        // After an error nothing more is written, so that results and output agree.
        guard !state.hasFailed else { return }
        var result = result
        do throws(Diagnostic) {
            if result.errors.isEmpty {
                try output.add(drawn, &result)
                state.summary.drawn += 1
                if result.warnings.contains(where: { $0.severity == .warning }) { state.summary.warned += 1 }
            } else {
                try output.addFailed(result)
                state.summary.failed += 1
            }
            try state.results?.append(result)
            if !queue.hasNext { try output.flush() }
        } catch {
            state.hasFailed = true
            queue.end(error)
            return
        }
        report(result, state.summary, queue.share)
    }
}
