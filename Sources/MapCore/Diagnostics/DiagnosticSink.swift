// SPDX-License-Identifier: MIT
private import Synchronization

/// Collects diagnostics, so that one run reports all problems; safe to share between tasks.
///
/// At most 1,000 are kept and the rest is counted, so that a hostile document cannot exhaust memory.
package final class DiagnosticSink: Sendable {
    private struct State {
        var all: [Diagnostic] = []
        var seen: Set<Diagnostic> = []
        var errors = 0
        var dropped = 0
    }
    private let state = Mutex(State())
    private static let limit = 1000

    /// Creates an empty sink.
    package init() {}

    /// Adds a diagnostic. Repeated ones are ignored; beyond 1,000, diagnostics are only counted.
    ///
    /// - Parameter diagnostic: the diagnostic to add.
    package func add(_ diagnostic: Diagnostic) {
        state.withLock { state in
            if diagnostic.severity == .error { state.errors += 1 }
            guard state.all.count < Self.limit else {
                state.dropped += 1
                return
            }
            if state.seen.insert(diagnostic).inserted { state.all.append(diagnostic) }
        }
    }

    /// True when further diagnostics are only counted: then there is no need to word them.
    package var isFull: Bool { state.withLock { $0.all.count >= Self.limit } }

    /// Counts a diagnostic that is not kept.
    package func drop(_ severity: Diagnostic.Severity) {
        state.withLock { state in
            if severity == .error { state.errors += 1 }
            state.dropped += 1
        }
    }

    /// All diagnostics in the order in which they were added; a final note counts those over the limit.
    package var all: [Diagnostic] {
        state.withLock { state in
            guard state.dropped > 0 else { return state.all }
            let note = "\(state.dropped) further problems are not shown"
            return state.all + [Diagnostic(.note, code: .diagnosticsTruncated, note)]
        }
    }

    /// All diagnostics by file, path and message: the same for any order in which they were added.
    package var inDocumentOrder: [Diagnostic] {
        all.sorted { a, b in
            (a.file ?? "", a.path, a.message, a.hint ?? "") < (b.file ?? "", b.path, b.message, b.hint ?? "")
        }
    }

    /// False once so many diagnostics are kept that further ones are only counted.
    package var hasRoom: Bool { state.withLock { $0.all.count < Self.limit } }

    /// The number of diagnostics kept.
    package var count: Int { state.withLock { $0.all.count } }

    /// The number of errors added, including repeated ones and those over the limit.
    package var errorCount: Int { state.withLock { $0.errors } }

    /// True when at least one error was added.
    package var hasErrors: Bool { state.withLock { $0.errors > 0 } }
}
