// SPDX-License-Identifier: MIT
import MapDiagnostics
import Synchronization

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
