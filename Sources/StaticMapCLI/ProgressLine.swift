// SPDX-License-Identifier: MIT
import ArgumentParser
import Libc
import MapCore
import StaticMapBatch
import Synchronization

/// A line on the terminal that says what the program does, with a bar for phases of more than a second. It is erased before
/// anything else is printed.
final class ProgressLine: Sendable {
    private struct State {
        var phase: WorkProgress.Phase?
        var start = ContinuousClock.now
        var lastShown = ContinuousClock.now
        var share = 0.0
        var hasEnded = false
    }

    private let state = Mutex(State())

    /// A phase is shown at once, its bar after this time, and changes of the bar as often.
    private static let patience = Duration.seconds(1)
    private static let interval = Duration.milliseconds(100)
    private static let barWidth = 24

    /// Nil where nobody would see it: standard error is no terminal, or one that cannot erase a line.
    init?() {
        guard Self.isVisible else { return nil }
    }

    /// True where standard error is a terminal that can erase a line.
    static var isVisible: Bool {
        let terminal = getenv("TERM").map { String(cString: $0) } ?? "dumb"
        return isatty(2) == 1 && terminal != "dumb" && !terminal.isEmpty
    }

    /// Does a piece of work, and shows how far it has come.
    func during<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
        let progress = WorkProgress { [self] phase, share in show(phase, share) }
        defer { end() }
        return try WorkContext.run(changing: { $0.progress = progress }, work)
    }

    private func show(_ phase: WorkProgress.Phase, _ share: Double?) {
        state.withLock { state in
            guard !state.hasEnded else { return }
            let now = ContinuousClock.now
            guard let share else {
                (state.phase, state.start, state.lastShown, state.share) = (phase, now, now, 0)
                return Self.write("\(phase.title)…")
            }
            // Threads report out of order.
            state.share = max(state.share, share)
            guard now - state.start > Self.patience, now - state.lastShown > Self.interval else { return }
            state.lastShown = now
            let filled = Int(state.share * Double(Self.barWidth))
            let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: Self.barWidth - filled)
            Self.write("\(phase.title) \(bar) \(Int(state.share * 100)) %")
        }
    }

    private func end() {
        state.withLock { state in
            state.hasEnded = true
            if state.phase != nil { Self.write("") }
        }
    }

    /// Replaces the line: carriage return, then ECMA-48's "erase in line".
    static func write(_ text: String) {
        _ = writeAll(Array("\r\u{1B}[K\(text)".utf8), to: 2)
    }
}

/// Whether somebody wants to see it.
struct ProgressOptions: ParsableArguments {
    @Flag(
        name: [.short, .long], help: "Shows no progress on a terminal. Errors and warnings are printed all the same.")
    var quiet = false

    /// How far a batch has come; nil where nobody sees it, or lines of JSON would be between.
    func ofBatch(_ reporting: DiagnosticOptions) -> BatchProgress? {
        quiet || reporting.format == .json ? nil : BatchProgress()
    }
}

extension WorkProgress.Phase {
    fileprivate var title: String {
        switch self {
        case .open: "Opening"
        case .layout: "Laying out"
        case .paint: "Painting"
        case .encode: "Encoding"
        }
    }
}

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

/// Text on standard output. Swift's `print` would not tell that it cannot be written.
enum StandardOutput {
    /// Why the first text was not written.
    private static let failure = Mutex<WriteError?>(nil)

    /// Prints a text; once one could not be written, nothing follows it.
    static func print(_ text: some CustomStringConvertible, terminator: String = "\n") {
        failure.withLock { failure in
            guard failure == nil else { return }
            do throws(WriteError) {
                try writeToStandardOutput(Array((text.description + terminator).utf8))
            } catch {
                failure = error
            }
        }
    }

    /// Ends the program's work. What could not be written is reported once.
    ///
    /// - Throws: the exit code for output that could not be written, after that was reported.
    static func finish() throws(ExitCode) {
        guard let error = failure.withLock({ $0.take() }) else { return }
        let asksForJSON = DiagnosticOptions.asksForJSON(CommandLine.arguments)
        let line = asksForJSON ? error.diagnostic.jsonLine : error.diagnostic.description
        _ = writeAll(Array((line + "\n").utf8), to: 2)
        throw .cannotWrite
    }
}
