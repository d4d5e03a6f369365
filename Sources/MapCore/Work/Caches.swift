// SPDX-License-Identifier: MIT
public import Synchronization

/// A cache with a limited size in bytes, which evicts what was not used lately. Guard it with a lock.
///
/// A use marks its value. Where room is needed, a hand goes round: a marked value loses its mark, and another one is evicted.
/// That is nearly the order of last use without a list that every use links anew: a value is found as quickly as in a plain
/// dictionary (32 ns for a glyph's outline, 100 ns for a shaped line; with a linked list 48 and 106 ns).
///
/// The limit includes what the cache itself needs for each value, so that values of no size cannot pile up.
///
/// Its functions are inlinable, and so are made for the types of each cache: through tables of generic types, each use takes
/// thousands of instructions more. For that the type itself has to be `@usableFromInline`: of one that is only `package`, the
/// compiler inlines nothing in other modules, whatever its functions say.
///
/// - SeeAlso: Corbató, *A Paging Experiment with the Multics System*, 1968.
@usableFromInline package struct LRUCache<Key: Hashable, Value> {
    @usableFromInline struct Entry {
        @usableFromInline let key: Key
        @usableFromInline var value: Value
        /// Bytes, without those of the entry itself.
        @usableFromInline var cost: Int
        @usableFromInline var isUsed = false

        @inlinable init(_ key: Key, _ value: Value, cost: Int) {
            (self.key, self.value, self.cost) = (key, value, cost)
        }
    }

    @usableFromInline let limit: Int
    @usableFromInline var indices: [Key: Int] = [:]
    @usableFromInline var entries: [Entry] = []
    @usableFromInline var hand = 0
    /// The bytes of all values.
    @usableFromInline package internal(set) var cost = 0

    /// - Parameter limit: bytes.
    @inlinable package init(limit: Int) {
        self.limit = limit
    }

    /// The bytes of all values, and those that the cache needs for them.
    @inlinable package var size: Int { cost + count * Self.ownBytes }
    @inlinable package var count: Int { entries.count }
    package var keys: [Key] { entries.map(\.key) }

    /// Arrays and tables that grow are filled by half at least.
    @inlinable static var ownBytes: Int {
        2 * (MemoryLayout<Entry>.stride + MemoryLayout<Key>.stride + MemoryLayout<Int>.stride)
    }

    /// The cached value for a key; nil when there is none.
    @inlinable package mutating func value(for key: Key) -> Value? {
        guard let index = indices[key] else { return nil }
        if !entries[index].isUsed { entries[index].isUsed = true }
        return entries[index].value
    }

    /// Keeps a value, in place of the one that the key has; one that alone is beyond the limit is not kept.
    ///
    /// - Parameters:
    ///   - value: is returned until it is evicted.
    ///   - key: everything that the value depends on.
    ///   - cost: the bytes of the value, and those of the key but for its stride.
    @inlinable package mutating func insert(_ value: Value, for key: Key, cost: Int) {
        if let old = indices[key] { remove(at: old) }
        guard cost <= limit - Self.ownBytes else { return }
        while size > limit - Self.ownBytes - cost { evict() }
        indices[key] = entries.count
        entries.append(Entry(key, value, cost: cost))
        self.cost += cost
    }

    @inlinable mutating func evict() {
        // The newest value is at the end.
        if hand >= entries.count - 1 { hand = 0 }
        if entries[hand].isUsed {
            entries[hand].isUsed = false
        } else {
            remove(at: hand)
        }
        // The newest value takes the place of one that is removed: it is the last that the hand comes to.
        hand += 1
    }

    @inlinable mutating func remove(at index: Int) {
        cost -= entries[index].cost
        indices[entries[index].key] = nil
        let last = entries.removeLast()
        guard index < entries.count else { return }
        indices[last.key] = index
        entries[index] = last
    }
}

/// A cache for many threads: a value that several of them request at once is computed once, while the others wait.
///
/// It keeps to a limit in bytes as `LRUCache` does; keys without a value are forgotten.
@usableFromInline package final class SharedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// A value that is being computed, during which the lock is held.
    @usableFromInline final class Flight: Sendable {
        @usableFromInline let value = Mutex<Value?>(nil)

        @inlinable init() {}
    }

    @usableFromInline enum Found {
        case value(Value)
        case flight(Flight)
    }

    @usableFromInline struct State {
        @usableFromInline var values: LRUCache<Key, Value>
        @usableFromInline var flights: [Key: Flight] = [:]
        @usableFromInline var misses = 0

        @inlinable init(_ values: LRUCache<Key, Value>) { self.values = values }

        @inlinable mutating func find(_ key: Key) -> Found {
            if let value = values.value(for: key) { return .value(value) }
            if let flight = flights[key] { return .flight(flight) }
            let flight = Flight()
            flights[key] = flight
            return .flight(flight)
        }
    }

    @usableFromInline let limit: Int
    @usableFromInline let state: Mutex<State>

    /// - Parameter limit: bytes; 0 turns caching off.
    package init(limit: Int) {
        self.limit = limit
        state = Mutex(State(LRUCache(limit: limit)))
    }

    /// False when caching is turned off.
    package var isEnabled: Bool { limit > 0 }
    /// The number of values that were computed rather than found in the cache.
    package var missCount: Int { state.withLock { $0.misses } }
    /// The cost of all cached values, in bytes.
    package var cost: Int { state.withLock { $0.values.cost } }
    /// The keys of cached values, and of those that are being computed.
    package var keys: [Key] { state.withLock { $0.values.keys + $0.flights.keys } }
    /// The number of cached values, and of those that are being computed.
    package var count: Int { state.withLock { $0.values.count + $0.flights.count } }

    /// The cached value for a key; nil when there is none, or it is being computed.
    @inlinable package func value(for key: Key) -> Value? { state.withLock { $0.values.value(for: key) } }

    /// Keeps a value that was computed elsewhere, in place of the one that the key has.
    ///
    /// - Parameters:
    ///   - value: is returned until it is evicted; one that would take more than a quarter of the cache is not kept.
    ///   - key: everything that the value depends on.
    ///   - cost: the value's size in bytes.
    @inlinable package func insert(_ value: Value, for key: Key, cost: Int) {
        guard cost <= limit / 4 else { return }
        state.withLock { $0.values.insert(value, for: key, cost: cost) }
    }

    /// Forgets all values. Those that are being computed are kept once they are done.
    package func removeAll() { state.withLock { $0.values = LRUCache(limit: limit) } }

    /// The cached value for a key, or a newly computed one.
    ///
    /// - Parameters:
    ///   - key: everything that the value depends on.
    ///   - cost: the value's size in bytes.
    ///   - isLasting: false for a value that is not to be cached.
    ///   - make: computes the value; must not use this cache.
    /// - Returns: the value.
    /// - Throws: the error of `make`, which is not cached.
    @inlinable package func value<Failure: Error>(
        for key: Key, cost: (Value) -> Int, isLasting: (Value) -> Bool = { _ in true },
        make: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard limit > 0 else {
            state.withLock { $0.misses += 1 }
            return try make()
        }
        let flight: Flight
        switch state.withLock({ $0.find(key) }) {
        case .value(let value): return value
        case .flight(let found): flight = found
        }
        let result = flight.value.withLock { made -> Result<Value, Failure> in
            if let made { return .success(made) }
            do throws(Failure) {
                let value = try make()
                if isLasting(value), !WorkContext.isCancelled { made = value }
                land(flight, key, made.map { ($0, cost($0)) }, misses: 1)
                return .success(value)
            } catch {
                land(flight, key, nil, misses: 0)
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Ends a flight with a value to keep, or with none: then threads that waited for it compute the value themselves.
    @inlinable func land(_ flight: Flight, _ key: Key, _ kept: (value: Value, cost: Int)?, misses: Int) {
        state.withLock { state in
            state.misses += misses
            if state.flights[key] === flight { state.flights[key] = nil }
            if let kept { state.values.insert(kept.value, for: key, cost: kept.cost) }
        }
    }
}

/// An object's identity as a dictionary key. Retains the object, so that no other object can reuse its address.
package struct ObjectIdentity<Object: AnyObject & Sendable>: Hashable, Sendable {
    private let object: Object

    package init(_ object: Object) { self.object = object }

    package static func == (a: Self, b: Self) -> Bool { a.object === b.object }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
}

/// A library that is loaded when it is first asked for.
package final class LateLibrary<Functions>: Sendable {
    /// Pointers to functions, which stay where they are.
    private struct Table: @unchecked Sendable {
        var functions: Functions
    }

    private let empty: Table
    private let load: @Sendable (inout Functions) -> UnsafePointer<CChar>?
    private let problem: @Sendable (_ reason: String) -> Diagnostic
    private let known = Mutex<Table?>(nil)

    /// - Parameters:
    ///   - empty: a table to fill.
    ///   - load: fills it; why it cannot be filled otherwise.
    ///   - problem: words for that.
    package init(
        _ empty: sending Functions, _ load: @escaping @Sendable (inout Functions) -> UnsafePointer<CChar>?,
        _ problem: @escaping @Sendable (_ reason: String) -> Diagnostic
    ) {
        (self.empty, self.load, self.problem) = (Table(functions: empty), load, problem)
    }

    /// - Throws: when it is not installed, or cannot be loaded at the moment.
    package func functions() throws(Diagnostic) -> Functions {
        let found = known.withLock { known -> Result<Table, Diagnostic> in
            if let known { return .success(known) }
            var table = empty
            if let reason = load(&table.functions) { return .failure(problem(String(cString: reason))) }
            known = table
            return .success(table)
        }
        return try found.get().functions
    }
}
