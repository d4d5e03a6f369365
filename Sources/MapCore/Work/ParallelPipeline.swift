// SPDX-License-Identifier: MIT
import Dispatch
import Synchronization

/// Takes inputs one by one, maps them on several threads, and hands on what comes of them in the order of the inputs.
///
/// `next` and `consume` are called on the thread of the caller while other threads map, so that what cannot be shared out does not
/// hold them up; the caller maps as well when it has nothing else to do. The `WorkContext` is that of the caller, but for its
/// progress.
///
/// - Parameters:
///   - threads: how many, with that of the caller.
///   - ahead: how many inputs are taken before the results of the first are consumed.
///   - makeState: makes what each thread keeps from input to input.
///   - next: gives the next input; nil at the end.
///   - map: makes something of an input, on any thread.
///   - consume: takes what was made.
/// - Throws: what `next` and `consume` throw; then no further input is mapped.
package func parallelPipeline<Input: Sendable, Output: Sendable, State: ~Copyable, Failure: Error>(
    threads: Int, ahead: Int, state makeState: @Sendable () -> State,
    next: () throws(Failure) -> Input?, map: @Sendable (Input, inout State) -> Output,
    consume: (Output) throws(Failure) -> Void
) throws(Failure) {
    let line = AssemblyLine<Input, Output>()
    let helpers = max(1, threads) - 1
    let shared = WorkContext.ofParts
    try withoutActuallyEscaping(makeState) { makeState throws(Failure) in
        try withoutActuallyEscaping(map) { map throws(Failure) in
            // Threads of its own: those of the system's pool may all be callers that wait.
            try WorkerPool.run(helpers, name: "pipeline") {
                shared.runPart {
                    var state = makeState()
                    while let (number, input) = line.awaitedInput() { line.put(map(input, &state), at: number) }
                }
            } beside: { () throws(Failure) in
                defer { line.end(helpers) }
                var state = makeState()
                var (pending, isAtEnd) = (0, false)
                while true {
                    while !isAtEnd, pending < (helpers == 0 ? 1 : max(1, ahead)) {
                        guard let input = try next() else {
                            isAtEnd = true
                            break
                        }
                        line.put(input)
                        pending += 1
                    }
                    if let output = line.firstOutput() {
                        pending -= 1
                        try consume(output)
                    } else if let (number, input) = line.input() {
                        line.put(map(input, &state), at: number)
                    } else if pending > 0 {
                        line.awaitOutput()
                    } else {
                        return
                    }
                }
            }
        }
    }
}

/// Inputs that wait, and outputs that wait for those before them.
private final class AssemblyLine<Input: Sendable, Output: Sendable>: Sendable {
    private struct State {
        /// The numbers of the first input that waits, and of the first output that was not taken.
        var (firstInput, firstOutput) = (0, 0)
        var inputs: [Input] = []
        /// Nil for one that is not there yet.
        var outputs: [Output?] = []
        var isEnded = false
    }

    private let state = Mutex(State())
    /// Signaled for each input and each output, and at the end.
    private let (moreInputs, moreOutputs) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

    func put(_ input: Input) {
        state.withLock {
            $0.inputs.append(input)
            $0.outputs.append(nil)
        }
        moreInputs.signal()
    }

    func put(_ output: Output, at number: Int) {
        state.withLock { $0.outputs[number - $0.firstOutput] = output }
        moreOutputs.signal()
    }

    /// An input that no other thread has.
    func input() -> (number: Int, Input)? {
        state.withLock { state in
            guard !state.isEnded, !state.inputs.isEmpty else { return nil }
            state.firstInput += 1
            return (state.firstInput - 1, state.inputs.removeFirst())
        }
    }

    /// Waits for an input; nil at the end.
    func awaitedInput() -> (number: Int, Input)? {
        while true {
            moreInputs.wait()
            if let input = input() { return input }
            if state.withLock(\.isEnded) { return nil }
        }
    }

    /// The output of the first input whose output was not taken, if it is there.
    func firstOutput() -> Output? {
        state.withLock { state in
            guard let first = state.outputs.first, let output = first else { return nil }
            state.outputs.removeFirst()
            state.firstOutput += 1
            return output
        }
    }

    func awaitOutput() { moreOutputs.wait() }

    /// Lets so many threads that wait for inputs go.
    func end(_ threads: Int) {
        state.withLock { $0.isEnded = true }
        for _ in 0..<threads { moreInputs.signal() }
    }
}
