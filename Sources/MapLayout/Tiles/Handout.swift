// SPDX-License-Identifier: MIT
import Synchronization

/// A large value for some takers, such as a decoded tile for the layers that are evaluated on it. The last one frees it, while others
/// are still at work, so that its memory serves what they make.
package final class Handout<Value: Sendable>: Sendable {
    private let state: Mutex<(value: Value?, takers: Int)>

    package init(_ value: Value, takers: Int = 1) { state = Mutex((value, takers)) }

    /// To be called once by each taker; nil when all have been there.
    package func take() -> Value? {
        state.withLock { state in
            state.takers -= 1
            defer { if state.takers <= 0 { state.value = nil } }
            return state.value
        }
    }
}
