// SPDX-License-Identifier: MIT
import Synchronization

private struct Link {
    var previous = -1
    var next = -1
}

/// Keeps what was used last, up to so many bytes.
final class RecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    fileprivate struct Entry {
        var key: Key
        var value: Value
        var cost: Int
    }

    /// A doubly linked list in arrays; -1 is no entry.
    fileprivate struct State {
        var indices: [Key: Int] = [:]
        var entries: [Entry?] = []
        var links: [Link] = []
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
            guard let index = state.indices[key] else { return nil }
            if state.first != index {
                state.unlink(index)
                state.link(index)
            }
            return state.entries[index]?.value
        }
    }

    func insert(_ value: Value, for key: Key, cost: Int) {
        guard cost <= limit / 4 else { return }
        state.withLock { state in
            if let old = state.indices[key] { state.remove(old) }
            let index = state.free.popLast() ?? state.entries.count
            if index == state.entries.count {
                state.entries.append(nil)
                state.links.append(Link())
            }
            state.entries[index] = Entry(key: key, value: value, cost: cost)
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
        let link = links[index]
        if link.previous >= 0 { links[link.previous].next = link.next } else { first = link.next }
        if link.next >= 0 { links[link.next].previous = link.previous } else { last = link.previous }
    }

    /// To the front.
    fileprivate mutating func link(_ index: Int) {
        links[index] = Link(previous: -1, next: first)
        if first >= 0 { links[first].previous = index } else { last = index }
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
