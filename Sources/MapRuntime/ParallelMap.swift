// SPDX-License-Identifier: MIT
import Synchronization

/// Maps every element on up to `threads` threads; the result has the order of the input, so it does not depend on
/// which thread was faster.
package func parallelMap<Element: Sendable, Result: Sendable>(
    _ elements: [Element], threads: Int, _ transform: @Sendable (Element) -> Result
) -> [Result] {
    let workers = min(max(1, threads), elements.count)
    guard workers > 1 else { return elements.map(transform) }
    let results = Mutex([Result?](repeating: nil, count: elements.count))
    parallelLoop(count: elements.count, threads: workers) { index in
        let result = transform(elements[index])
        results.withLock { $0[index] = result }
    }
    return results.withLock { $0.compactMap(\.self) }
}
