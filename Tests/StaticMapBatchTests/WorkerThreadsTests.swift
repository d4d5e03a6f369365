// SPDX-License-Identifier: MIT
import StaticMapBatch
import Synchronization
import Testing

@Suite("Threads of a run")
struct WorkerThreadsTests {
    private final class Counter: Sendable {
        let calls = Atomic(0)
    }

    @Test("keep nothing of their work when all of them are done")
    func keepNothing() {
        for _ in 0..<50 {
            weak var kept: Counter?
            do {
                let counter = Counter()
                kept = counter
                WorkerThreads.run(4, name: "test") { counter.calls.wrappingAdd(1, ordering: .relaxed) }
                #expect(counter.calls.load(ordering: .relaxed) == 4)
            }
            #expect(kept == nil)
        }
    }
}
