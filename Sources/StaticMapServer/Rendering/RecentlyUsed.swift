// SPDX-License-Identifier: MIT
import Synchronization

/// Keeps what was used last, up to so many bytes.
final class RecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    fileprivate struct Entry {
        var key: Key
        var value: Value
        var cost: Int
        var previous: Int
        var next: Int
    }

    /// A doubly linked list in an array; -1 is no entry.
    fileprivate struct State {
        var indices: [Key: Int] = [:]
        var entries: [Entry?] = []
        var free: [Int] = []
        var (first, last) = (-1, -1)
        var cost = 0
    }

    private let state = Mutex(State())
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// Bytes and entries.
    var size: (cost: Int, count: Int) { state.withLock { ($0.cost, $0.indices.count) } }

    func value(for key: Key) -> Value? {
        state.withLock { state -> Value? in
            guard let index = state.indices[key], let entry = state.entries[index] else { return nil }
            if state.first != index {
                state.unlink(index)
                state.link(index)
            }
            return entry.value
        }
    }

    func insert(_ value: Value, for key: Key, cost: Int) {
        guard cost <= limit / 4 else { return }
        state.withLock { state in
            if let old = state.indices[key] { state.remove(old) }
            let index = state.free.popLast() ?? state.entries.count
            if index == state.entries.count { state.entries.append(nil) }
            state.entries[index] = Entry(key: key, value: value, cost: cost, previous: -1, next: -1)
            state.indices[key] = index
            state.cost += cost
            state.link(index)
            while state.cost > limit, state.last >= 0 { state.remove(state.last) }
        }
    }

    func removeAll() {
        state.withLock { $0 = State() }
    }
}

extension RecentlyUsed.State {
    fileprivate mutating func unlink(_ index: Int) {
        guard let entry = entries[index] else { return }
        if entry.previous >= 0 { entries[entry.previous]?.next = entry.next } else { first = entry.next }
        if entry.next >= 0 { entries[entry.next]?.previous = entry.previous } else { last = entry.previous }
    }

    /// To the front.
    fileprivate mutating func link(_ index: Int) {
        entries[index]?.previous = -1
        entries[index]?.next = first
        if first >= 0 { entries[first]?.previous = index } else { last = index }
        first = index
    }

    fileprivate mutating func remove(_ index: Int) {
        guard let entry = entries[index] else { return }
        unlink(index)
        indices[entry.key] = nil
        entries[index] = nil
        free.append(index)
        cost -= entry.cost
    }
}
