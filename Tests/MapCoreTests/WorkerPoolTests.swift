// SPDX-License-Identifier: MIT
import Dispatch
import Libc
import MapCore
import Synchronization
import Testing

@Suite("A pool of threads") struct WorkerPoolTests {
    private final class Counter: Sendable {
        let calls = Atomic(0)
        let running = Atomic(0)
        let most = Atomic(0)

        func begin() {
            let count = running.wrappingAdd(1, ordering: .relaxed).newValue
            most.max(count, ordering: .relaxed)
            calls.wrappingAdd(1, ordering: .relaxed)
        }

        func end() { running.wrappingSubtract(1, ordering: .relaxed) }
    }

    @Test("keeps nothing of the work of a run when all of it is done") func keepsNothing() {
        for _ in 0..<50 {
            weak var kept: Counter?
            do {
                let counter = Counter()
                kept = counter
                WorkerPool.run(4, name: "test") { counter.begin() }
                #expect(counter.calls.load(ordering: .relaxed) == 4)
            }
            #expect(kept == nil)
        }
    }

    @Test("does the parts of a run at the same time") func together() {
        let counter = Counter()
        WorkerPool.run(4, name: "test") {
            counter.begin()
            // Each part waits for the other ones.
            while counter.calls.load(ordering: .relaxed) < 4 { usleep(200) }
        }
        #expect(counter.most.load(ordering: .relaxed) == 4)
    }

    @Test("never does more at a time than it may, and does all of it") func bounded() {
        let (pool, counter, done) = (WorkerPool(name: "test", maximum: 3), Counter(), DispatchGroup())
        for _ in 0..<200 {
            done.enter()
            pool.submit {
                counter.begin()
                usleep(200)
                counter.end()
                done.leave()
            }
        }
        done.wait()
        #expect(counter.calls.load(ordering: .relaxed) == 200)
        #expect(counter.most.load(ordering: .relaxed) <= 3)
    }

    @Test("loses no work between threads that end and threads that begin") func endingThreads() {
        // The threads end at once, so that nearly each job finds one that is about to.
        let (pool, done) = (WorkerPool(name: "test", maximum: 2, idleSeconds: 0.0005), DispatchGroup())
        for round in 0..<300 {
            done.enter()
            pool.submit { done.leave() }
            usleep(round % 2 == 0 ? 500 : 100)
        }
        #expect(done.wait(timeout: .now() + 20) == .success)
    }

    @Test("takes work out of the queue that nobody wants, and refuses what has no room") func unwanted() {
        let pool = WorkerPool(name: "test", maximum: 1)
        let (gate, done) = (DispatchSemaphore(value: 0), DispatchGroup())
        let (isWanted, calls) = (Flag(true), Counter())
        done.enter()
        pool.submit {
            gate.wait()
            done.leave()
        }
        for _ in 0..<5 { pool.submit(isWanted: { isWanted.value }, { calls.begin() }) }
        while pool.load.running < 1 { usleep(200) }
        #expect(pool.load.waiting == 5)
        let hadRoom = pool.submit(if: { $0.waiting < 5 }, { calls.begin() })
        #expect(!hadRoom)
        isWanted.value = false
        pool.dropUnwanted()
        #expect(pool.load.waiting == 0)
        let wasWanted = pool.submit(isWanted: { isWanted.value }, { calls.begin() })
        #expect(!wasWanted)
        gate.signal()
        done.wait()
        #expect(calls.calls.load(ordering: .relaxed) == 0)
    }

    private final class Flag: Sendable {
        private let flag: Atomic<Bool>

        init(_ value: Bool) { flag = Atomic(value) }

        var value: Bool {
            get { flag.load(ordering: .relaxed) }
            set { flag.store(newValue, ordering: .relaxed) }
        }
    }
}
