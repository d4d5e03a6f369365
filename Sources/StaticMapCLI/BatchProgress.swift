// SPDX-License-Identifier: MIT
import MapRuntime
import StaticMapBatch
import Synchronization

/// A line on the terminal that says how many maps are drawn, how fast, and how long it will take.
final class BatchProgress: Sendable {
    private struct State {
        var start = ContinuousClock.now
        var lastShown: ContinuousClock.Instant?
    }

    private let state = Mutex(State())
    private static let interval = Duration.milliseconds(200)

    /// Nil where nobody would see it.
    init?() {
        guard ProgressLine.isVisible else { return nil }
    }

    /// Shows what was done, if it is time to.
    func show(_ summary: BatchRun.Summary, _ share: Double?) {
        show(done: summary.drawn + summary.failed, share, unit: "maps")
    }

    func show(done: Int, _ share: Double?, unit: String) {
        state.withLock { state in
            let now = ContinuousClock.now
            if let last = state.lastShown, now - last < Self.interval { return }
            state.lastShown = now
            let seconds = (now - state.start) / .seconds(1)
            let rate = seconds > 0 ? Double(done) / seconds : 0
            var text = "\(done) \(unit), \(Int(rate.rounded())) a second"
            if let share, share > 0, share <= 1, seconds > 1 {
                let left = Int((seconds / share - seconds).rounded())
                let time =
                    left < 3600
                    ? "\(left / 60):\(left % 60 / 10)\(left % 10)" : "\(left / 3600) h \(left % 3600 / 60) min"
                text += ", \(Int(share * 100)) %, \(time) left"
            }
            ProgressLine.write(text)
        }
    }

    /// Makes room for other lines.
    func erase() {
        state.withLock { state in
            guard state.lastShown != nil else { return }
            ProgressLine.write("")
            state.lastShown = nil
        }
    }
}
