// SPDX-License-Identifier: MIT

/// A cache with a limited size in bytes, as quick as the dictionaries that it is made of. Guard it with a lock.
///
/// When the newer generation has reached half of the limit, the older one is dropped and the newer one takes its place.
/// A value that is found in the older generation moves to the newer one: what is in use stays.
package struct TwoGenerationCache<Key: Hashable, Value> {
    private struct Slot {
        var value: Value
        /// Bytes, with what the slot itself takes.
        var cost: Int
    }

    private let limit: Int
    private var newer: [Key: Slot] = [:]
    private var older: [Key: Slot] = [:]
    private var newerCost = 0
    private var olderCost = 0

    /// - Parameter limit: bytes.
    package init(limit: Int) {
        self.limit = limit
    }

    /// The cost of all values, in bytes.
    package var cost: Int { newerCost + olderCost }

    /// The cached value for a key; nil when there is none.
    package mutating func value(for key: Key) -> Value? {
        if let slot = newer[key] { return slot.value }
        guard let slot = older.removeValue(forKey: key) else { return nil }
        olderCost -= slot.cost
        insert(slot, for: key)
        return slot.value
    }

    /// Keeps a value that is not in the cache; one that alone is too large is not kept.
    ///
    /// - Parameters:
    ///   - value: is returned until it is dropped.
    ///   - key: everything that the value depends on.
    ///   - cost: the bytes of the value, and those of the key but for its stride.
    package mutating func insert(_ value: Value, for key: Key, cost: Int) {
        // The table of a dictionary is filled by half.
        let own = 2 * (MemoryLayout<Key>.stride + MemoryLayout<Slot>.stride)
        insert(Slot(value: value, cost: cost + own), for: key)
    }

    private mutating func insert(_ slot: Slot, for key: Key) {
        guard slot.cost <= limit / 2 else { return }
        if newerCost + slot.cost > limit / 2 {
            (older, olderCost) = (newer, newerCost)
            (newer, newerCost) = ([:], 0)
        }
        newerCost += slot.cost - (newer[key]?.cost ?? 0)
        newer[key] = slot
    }
}
