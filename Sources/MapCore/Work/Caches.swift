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
                guard isLasting(value), !WorkContext.isCancelled else {
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

/// An object's identity as a dictionary key. Retains the object, so that no other object can reuse its address.
package struct ObjectIdentity<Object: AnyObject & Sendable>: Hashable, Sendable {
    private let object: Object

    package init(_ object: Object) { self.object = object }

    package static func == (a: Self, b: Self) -> Bool { a.object === b.object }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
}
