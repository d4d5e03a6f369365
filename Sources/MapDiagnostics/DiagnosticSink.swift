// SPDX-License-Identifier: MIT

private import Synchronization

/// Collects what is found wrong, so that one run tells all; safe to share between tasks.
///
/// At most 1,000 are kept; the rest is counted, so a hostile document cannot fill the memory with complaints.
public final class DiagnosticSink: Sendable {
    private struct State {
        var all: [Diagnostic] = []
        var seen: Set<Diagnostic> = []
        var errors = 0
        var dropped = 0
    }
    private let state = Mutex(State())
    private static let limit = 1000

    /// Makes an empty collection.
    public init() {}

    /// Adds a diagnostic; the same one is kept once.
    public func add(_ diagnostic: Diagnostic) {
        state.withLock { state in
            if diagnostic.severity == .error { state.errors += 1 }
            guard state.all.count < Self.limit else {
                state.dropped += 1
                return
            }
            if state.seen.insert(diagnostic).inserted { state.all.append(diagnostic) }
        }
    }

    /// All in the order in which they came; a last note counts those that were not kept.
    public var all: [Diagnostic] {
        state.withLock { state in
            guard state.dropped > 0 else { return state.all }
            return state.all + [Diagnostic(.note, "\(state.dropped) further problems are not shown")]
        }
    }

    /// All, whenever they came, by file, place and text.
    package var inDocumentOrder: [Diagnostic] {
        all.sorted { a, b in
            (a.file ?? "", a.path, a.message, a.hint ?? "") < (b.file ?? "", b.path, b.message, b.hint ?? "")
        }
    }

    /// How many are kept.
    package var count: Int { state.withLock { $0.all.count } }

    /// How many errors were added, repetitions and those that were not kept included.
    package var errorCount: Int { state.withLock { $0.errors } }

    /// True when at least one error was added.
    public var hasErrors: Bool { state.withLock { $0.errors > 0 } }
}
