// SPDX-License-Identifier: MIT
import Dispatch
import MapDiagnostics
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

    fileprivate struct State {
        let input: BatchInput
        var next = 0
        var skipped = 0
        /// Hashes of the names of outputs; nil where names may repeat.
        var names: Set<Int>?
        var isAtEnd = false
        var failure: Diagnostic?
    }

    /// Has a lock of its own: a thread may hold the other one while it waits for the next line.
    private let lastShare = Mutex<Double?>(nil)

    private let state: Mutex<State>
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
        state = Mutex(State(input: input, names: hasNames ? [] : nil))
        self.done = done
        self.options = options
        self.window = DispatchSemaphore(value: window)
    }

    /// Why the run ended before its input.
    var failure: Diagnostic? { state.withLock(\.failure) }
    /// The share of the input that was read; nil for a pipe.
    var share: Double? { lastShare.withLock(\.self) }
    var skipped: Int { state.withLock(\.skipped) }

    /// Whether a thread will get another map without waiting for input; false where that is not known.
    var hasNext: Bool { state.withLockIfAvailable { !$0.isAtEnd && $0.input.hasNext } ?? false }

    /// The next map, once there is room for it; nil at the end.
    func next() -> Job? {
        window.wait()
        let job = state.withLock { state -> Job? in
            guard !state.isAtEnd else { return nil }
            do throws(Diagnostic) {
                if let job = try nextJob(&state) { return job }
            } catch {
                state.failure = error
            }
            state.isAtEnd = true
            return nil
        }
        // Others wait for room that nobody makes any more.
        if job == nil { window.signal() }
        return job
    }

    /// A map was written.
    func finished() { window.signal() }

    /// Ends the run.
    func end(_ failure: Diagnostic) {
        state.withLock { state in
            if state.failure == nil { state.failure = failure }
            state.isAtEnd = true
        }
        window.signal()
    }

    private func nextJob(_ state: inout State) throws(Diagnostic) -> Job? {
        while let item = try state.input.next() {
            let digest = InputDigest(item, options: options)
            var problem = state.repeatedName(item)
            if let known = done[item.number] {
                guard known != digest else {
                    state.skipped += 1
                    continue
                }
                problem = Diagnostic(
                    code: BatchCode.changedInput, file: item.file, position: item.position,
                    "the input is another than the one that was drawn", hint: "start anew without --resume")
            }
            let share = state.input.share
            lastShare.withLock { $0 = share }
            defer { state.next += 1 }
            return Job(item: item, digest: digest, problem: problem, sequence: state.next)
        }
        return nil
    }
}

extension BatchQueue.State {
    fileprivate mutating func repeatedName(_ item: BatchItem) -> Diagnostic? {
        for output in item.outputs where names?.insert(output.name.hashValue).inserted == false {
            return Diagnostic(
                code: BatchCode.repeatedName, file: item.file, position: item.position,
                "another map has the output \(quoted(output.name))",
                hint: "put {{number}} into the name, or a column that differs")
        }
        return nil
    }
}
