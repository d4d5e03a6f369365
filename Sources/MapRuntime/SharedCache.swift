// SPDX-License-Identifier: MIT
import Synchronization

/// A cache with a limited size in bytes, which evicts the values used least recently; safe to share between threads.
///
/// A value that several threads request at once is computed once, while the others wait. The limit includes what the
/// cache itself needs for each value, so that values of no size cannot pile up; keys without a value are forgotten.
package final class SharedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// Its lock is held while the value is computed.
    private final class Entry: Sendable {
        let value = Mutex<Value?>(nil)
    }

    private struct Slot {
        let entry: Entry
        /// Bytes; nil while the value is computed.
        var cost: Int?
        var lastUse: UInt64
    }

    private struct State {
        var slots: [Key: Slot] = [:]
        var cost = 0
        var uses: UInt64 = 0
        var misses = 0

        /// The values' bytes with the cache's own for each slot: its key, its place in the table (filled by half), an entry.
        var size: Int { cost + slots.count * (2 * (MemoryLayout<Key>.stride + MemoryLayout<Slot>.stride) + 64) }
    }

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: bytes; 0 turns caching off.
    package init(limit: Int) {
        self.limit = limit
    }

    /// False when caching is turned off.
    package var isEnabled: Bool { limit > 0 }
    /// The number of values that were computed rather than found in the cache.
    package var missCount: Int { state.withLock { $0.misses } }
    /// The cost of all cached values, in bytes.
    package var cost: Int { state.withLock { $0.cost } }
    /// The keys of cached values, and of those that are being computed.
    package var keys: [Key] { state.withLock { Array($0.slots.keys) } }
    /// The number of cached values, and of those that are being computed.
    package var count: Int { state.withLock { $0.slots.count } }

    /// The cached value for a key, or a newly computed one.
    ///
    /// - Parameters:
    ///   - key: everything that the value depends on.
    ///   - cost: the value's size in bytes.
    ///   - isLasting: false for a value that is not to be cached.
    ///   - make: computes the value; must not use this cache.
    /// - Returns: the value.
    /// - Throws: the error of `make`, which is not cached.
    package func value<Failure: Error>(
        for key: Key, cost: (Value) -> Int, isLasting: (Value) -> Bool = { _ in true },
        make: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard limit > 0 else {
            state.withLock { $0.misses += 1 }
            return try make()
        }
        let entry = entry(for: key)
        let result = entry.value.withLock { cached -> Result<Value, Failure> in
            if let cached { return .success(cached) }
            do throws(Failure) {
                let value = try make()
                state.withLock { $0.misses += 1 }
                guard isLasting(value), !WorkCancellation.isRequested else {
                    remove(key, entry)
                    return .success(value)
                }
                cached = value
                insert(key, entry, cost(value))
                return .success(value)
            } catch {
                remove(key, entry)
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func entry(for key: Key) -> Entry {
        state.withLock { state in
            state.uses += 1
            let uses = state.uses
            if let slot = state.slots[key] {
                state.slots[key]?.lastUse = uses
                return slot.entry
            }
            let entry = Entry()
            state.slots[key] = Slot(entry: entry, lastUse: uses)
            return entry
        }
    }

    private func remove(_ key: Key, _ entry: Entry) {
        state.withLock { state in
            if state.slots[key]?.entry === entry { state.slots[key] = nil }
        }
    }

    private func insert(_ key: Key, _ entry: Entry, _ cost: Int) {
        state.withLock { state in
            // A thread that waited while another failed finds its slot removed.
            let slot = state.slots[key] ?? Slot(entry: entry, lastUse: state.uses)
            guard slot.entry === entry else { return }
            state.slots[key] = Slot(entry: entry, cost: cost, lastUse: slot.lastUse)
            state.cost += cost
            guard state.size > limit else { return }
            // Frees a quarter of the space, so that eviction is rare.
            for (key, slot) in state.slots.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
                guard state.size > limit - limit / 4 else { break }
                guard let cost = slot.cost else { continue }
                state.slots[key] = nil
                state.cost -= cost
            }
        }
    }
}
