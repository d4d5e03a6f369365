// SPDX-License-Identifier: MIT
import MapCore
import Synchronization

/// An `LRUCache` for many threads, which keeps nothing that would take more than a quarter of it.
final class SharedLRUCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let state: Mutex<LRUCache<Key, Value>>
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
        state = Mutex(LRUCache(limit: limit))
    }

    /// Bytes and entries.
    var size: (cost: Int, count: Int) { state.withLock { ($0.cost, $0.count) } }

    func value(for key: Key) -> Value? { state.withLock { $0.value(for: key) } }

    func insert(_ value: Value, for key: Key, cost: Int) {
        guard cost <= limit / 4 else { return }
        state.withLock { $0.insert(value, for: key, cost: cost) }
    }

    func removeAll() { state.withLock { $0 = LRUCache(limit: limit) } }
}
