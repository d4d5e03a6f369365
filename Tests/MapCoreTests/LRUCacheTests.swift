// SPDX-License-Identifier: MIT
import MapCore
import Testing

@Suite("A cache of what was used lately") struct LRUCacheTests {
    @Test("never takes more than its limit") func limit() {
        var cache = LRUCache<Int, [UInt8]>(limit: 100_000)
        for key in 0..<1000 {
            cache.insert([UInt8](repeating: 0, count: key), for: key, cost: key)
            #expect(cache.size <= 100_000)
        }
        #expect(cache.cost > 25_000)
        #expect(cache.value(for: 999)?.count == 999)
        #expect(cache.value(for: 0) == nil)
    }

    @Test("keeps what is in use, and evicts what is not") func use() {
        var cache = LRUCache<Int, Int>(limit: 10_000)
        cache.insert(-1, for: -1, cost: 100)
        cache.insert(-2, for: -2, cost: 100)
        for key in 0..<1000 {
            cache.insert(key, for: key, cost: 100)
            #expect(cache.value(for: -1) == -1)
        }
        #expect(cache.value(for: -2) == nil)
    }

    @Test("evicts unused values in the order in which they came") func order() {
        var cache = LRUCache<Int, Int>(limit: 100_000)
        for key in 0..<500 { cache.insert(key, for: key, cost: 1000) }
        let kept = cache.keys.sorted()
        #expect(kept.count > 50)
        #expect(kept == Array(500 - kept.count..<500))
    }

    @Test("counts a value that is replaced once, and keeps none beyond its limit") func sizes() {
        var cache = LRUCache<String, Int>(limit: 10_000)
        cache.insert(1, for: "a", cost: 10)
        let size = cache.size
        cache.insert(2, for: "a", cost: 10)
        #expect(cache.size == size)
        #expect(cache.value(for: "a") == 2)
        cache.insert(3, for: "b", cost: 10_001)
        #expect(cache.value(for: "b") == nil)
        #expect(cache.size == size)
        cache.insert(4, for: "a", cost: 10_001)
        #expect(cache.value(for: "a") == nil)
        #expect(cache.size == 0)
    }

    @Test("does not let values of no size pile up") func emptyValues() {
        var cache = LRUCache<Int, Void>(limit: 100_000)
        for key in 0..<20_000 { cache.insert((), for: key, cost: 0) }
        #expect(cache.count > 100)
        #expect(cache.count * 2 * MemoryLayout<Int>.stride <= 100_000)
    }

    @Test("gives what a plain dictionary would give, or nothing") func twin() {
        var cache = LRUCache<Int, Int>(limit: 20_000)
        var twin: [Int: Int] = [:]
        var random: UInt64 = 42
        for step in 0..<20_000 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let key = Int(random >> 33 % 200)
            if random >> 60 < 5 {
                cache.insert(step, for: key, cost: Int(random >> 40 % 500))
                twin[key] = step
            } else if let value = cache.value(for: key) {
                #expect(value == twin[key])
            }
        }
        #expect(cache.count > 20)
    }
}
