// SPDX-License-Identifier: MIT
import MapCore
import Testing

@Suite struct TwoGenerationCacheTests {
    @Test("a cache never costs more than its limit") func limit() {
        var cache = TwoGenerationCache<Int, [UInt8]>(limit: 100_000)
        for key in 0..<1000 {
            cache.insert([UInt8](repeating: 0, count: key), for: key, cost: key)
            #expect(cache.cost <= 100_000)
        }
        #expect(cache.cost > 25_000)
        #expect(cache.value(for: 999)?.count == 999)
        #expect(cache.value(for: 0) == nil)
    }

    @Test("what is in use stays, what is not goes") func use() {
        var cache = TwoGenerationCache<Int, Int>(limit: 10_000)
        cache.insert(-1, for: -1, cost: 100)
        cache.insert(-2, for: -2, cost: 100)
        for key in 0..<1000 {
            cache.insert(key, for: key, cost: 100)
            #expect(cache.value(for: -1) == -1)
        }
        #expect(cache.value(for: -2) == nil)
    }

    @Test("a value that is replaced costs once, and one beyond half of the limit is not kept") func sizes() {
        var cache = TwoGenerationCache<String, Int>(limit: 10_000)
        cache.insert(1, for: "a", cost: 10)
        let cost = cache.cost
        cache.insert(2, for: "a", cost: 10)
        #expect(cache.cost == cost)
        #expect(cache.value(for: "a") == 2)
        cache.insert(3, for: "b", cost: 5001)
        #expect(cache.value(for: "b") == nil)
        #expect(cache.cost == cost)
    }
}
