// SPDX-License-Identifier: MIT
import Dispatch
import Synchronization

/// Maps every element on up to `threads` threads; the result has the order of the input, so it does not depend on
/// which thread was faster.
package func parallelMap<Element: Sendable, Result: Sendable>(
    _ elements: [Element], threads: Int, _ transform: @Sendable (Element) -> Result
) -> [Result] {
    let workers = min(max(1, threads), elements.count)
    guard workers > 1 else { return elements.map(transform) }
    let next = Atomic(0)
    let results = Mutex([Result?](repeating: nil, count: elements.count))
    DispatchQueue.concurrentPerform(iterations: workers) { _ in
        while true {
            let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard index < elements.count else { return }
            let result = transform(elements[index])
            results.withLock { $0[index] = result }
        }
    }
    return results.withLock { $0.compactMap(\.self) }
}
