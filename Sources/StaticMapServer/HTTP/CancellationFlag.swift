// SPDX-License-Identifier: MIT
import Synchronization

/// Tells whoever works for a client that the client is gone.
package final class CancellationFlag: Sendable {
    private struct State {
        var isCancelled = false
        var observers: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    package init() {}

    package var isCancelled: Bool { state.withLock(\.isCancelled) }

    package func cancel() {
        let observers = state.withLock { state in
            guard !state.isCancelled else { return [@Sendable () -> Void]() }
            state.isCancelled = true
            defer { state.observers = [] }
            return state.observers
        }
        for observer in observers { observer() }
    }

    /// Calls the observer once, at once if the client is already gone.
    package func onCancel(_ observer: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if !state.isCancelled { state.observers.append(observer) }
            return state.isCancelled
        }
        if isLate { observer() }
    }
}
