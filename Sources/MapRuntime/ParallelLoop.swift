// SPDX-License-Identifier: MIT
import Dispatch
import Synchronization

/// Calls `body` once for each index of `0..<count`, on up to `threads` threads including the calling one, and returns when
/// all calls have ended.
///
/// The threads take the next free index each, so calls overlap and their order is not defined. Each runs with the
/// `WorkCancellation`, the `RenderBudget` and the `FileAccess` of the caller.
package func parallelLoop(count: Int, threads: Int, _ body: @Sendable (_ index: Int) -> Void) {
    parallelLoop(count: count, threads: threads, state: {}, { index, _ in body(index) })
}

/// As `parallelLoop(count:threads:_:)`, with a state for each thread, such as buffers that are reused from call to call.
package func parallelLoop<State: ~Copyable>(
    count: Int, threads: Int, state makeState: @Sendable () -> State,
    _ body: @Sendable (_ index: Int, _ state: inout State) -> Void
) {
    let next = Atomic(0)
    let (cancellation, budget, access) = (WorkCancellation.current, RenderBudget.current, FileAccess.current)
    DispatchQueue.concurrentPerform(iterations: max(1, min(threads, count))) { _ in
        WorkCancellation.$current.withValue(cancellation) {
            RenderBudget.$current.withValue(budget) {
                func work() {
                    access.run {
                        var state = makeState()
                        while true {
                            let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                            guard index < count else { return }
                            body(index, &state)
                        }
                    }
                }
                if let budget { budget.clocked { work() } } else { work() }
            }
        }
    }
}
