// SPDX-License-Identifier: MIT
import Synchronization

/// Keeps what was made for the next time, up to a number of bytes; safe from many threads at once.
///
/// A value that several threads ask for at once is made once: the others wait for it.
package final class SharedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// Holds its lock while the value is made.
    private final class Entry: Sendable {
        let value = Mutex<Value?>(nil)
    }

    private struct Slot {
        let entry: Entry
        var cost = 0
        var lastUse: UInt64
    }

    private struct State {
        var slots: [Key: Slot] = [:]
        var cost = 0
        var uses: UInt64 = 0
        var made = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    /// Keeps at most so many bytes; nothing for 0.
    package init(limit: Int) {
        self.limit = limit
    }

    /// False when nothing is kept.
    package var keeps: Bool { limit > 0 }
    /// How many values were made.
    package var made: Int { state.withLock { $0.made } }
    /// How many bytes are kept.
    package var cost: Int { state.withLock { $0.cost } }

    /// The value of a key: one that is kept, or a new one.
    ///
    /// - Parameters:
    ///   - key: what the value depends on, all of it.
    ///   - cost: the value's size in bytes.
    ///   - isLasting: false for a value that must be made again the next time.
    ///   - make: makes the value; must not ask this cache.
    /// - Returns: the kept value, or the new one.
    /// - Throws: what `make` throws; it is not kept.
    package func value<Failure: Error>(
        for key: Key, cost: (Value) -> Int, isLasting: (Value) -> Bool = { _ in true },
        make: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard limit > 0 else {
            state.withLock { $0.made += 1 }
            return try make()
        }
        let entry = entry(for: key)
        let result = entry.value.withLock { kept -> Result<Value, Failure> in
            if let kept { return .success(kept) }
            do throws(Failure) {
                let value = try make()
                guard isLasting(value), !WorkCancellation.isRequested else {
                    forget(key, entry)
                    return .success(value)
                }
                kept = value
                keep(key, entry, cost(value))
                return .success(value)
            } catch {
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

    private func forget(_ key: Key, _ entry: Entry) {
        state.withLock { state in
            state.made += 1
            if state.slots[key]?.entry === entry { state.slots[key] = nil }
        }
    }

    private func keep(_ key: Key, _ entry: Entry, _ cost: Int) {
        state.withLock { state in
            state.made += 1
            // It may have been thrown out since.
            guard state.slots[key]?.entry === entry else { return }
            state.slots[key]?.cost = cost
            state.cost += cost
            guard state.cost > limit else { return }
            // Makes room for a while, so that this is seldom done.
            for (key, slot) in state.slots.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
                guard state.cost > limit - limit / 4 else { break }
                state.slots[key] = nil
                state.cost -= slot.cost
            }
        }
    }
}
