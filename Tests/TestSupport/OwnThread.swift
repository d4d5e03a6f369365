// SPDX-License-Identifier: MIT
import Foundation

/// Does work on a thread of its own: what blocks would take one of the few threads that Swift's concurrency has from what it waits for.
///
/// - Parameter body: the work.
/// - Returns: what it returns.
/// - Throws: what it throws.
package func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        let thread = Thread { continuation.resume(with: Result { try body() }) }
        thread.stackSize = 8 << 20
        thread.start()
    }
}
