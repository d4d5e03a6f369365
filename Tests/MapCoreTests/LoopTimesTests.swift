// SPDX-License-Identifier: MIT
import MapCore
import Synchronization
import Testing

@Suite struct LoopTimesTests {
    @Test("The time of each call of each loop is measured", arguments: [1, 3])
    func calls(threads: Int) {
        let times = LoopTimes()
        WorkContext.run(changing: { $0.loopTimes = times }) {
            _ = parallelMap([1, 2, 3, 4], threads: threads) { count in
                // Loops within calls are part of them.
                parallelLoop(count: count, threads: 2) { _ in }
                return busy(10)
            }
            parallelLoop(count: 2, threads: threads) { _ in }
        }
        let loops = times.loops.map(\.seconds)
        #expect(loops.map(\.count) == [4, 2])
        #expect(loops[0].allSatisfy { $0 > 0 })
    }

    @Test("Work besides the elements of a map is its first call", arguments: [1, 2, 8], [true, false])
    func besides(threads: Int, isMeasured: Bool) {
        let times = LoopTimes()
        let calls = Mutex(0)
        for elements in [[], [1, 2, 3]] {
            let mapped = WorkContext.run(changing: { $0.loopTimes = isMeasured ? times : nil }) {
                parallelMap(elements, threads: threads, besides: { calls.withLock { $0 += 1 } }) { 10 * $0 }
            }
            #expect(mapped == elements.map { 10 * $0 })
        }
        #expect(calls.withLock(\.self) == 2)
        #expect(times.loops.map(\.seconds.count) == (isMeasured ? [1, 4] : []))
    }

    @Test("Several pieces of work are done besides", arguments: [1, 2, 8])
    func pieces(threads: Int) {
        let done = Mutex<Set<Int>>([])
        let pieces = (0..<3).map { piece in { @Sendable in _ = done.withLock { $0.insert(piece) } } }
        #expect(parallelMap([1, 2], threads: threads, besides: pieces) { 10 * $0 } == [10, 20])
        #expect(done.withLock(\.self) == [0, 1, 2])
    }

    @Test("Without a request nothing is measured")
    func unmeasured() {
        let times = LoopTimes()
        parallelLoop(count: 2, threads: 1) { _ in }
        #expect(times.loops.isEmpty)
    }

    @inline(never) private func busy(_ count: Int) -> Int { (0..<count).reduce(0) { $0 &* 31 &+ $1 } }
}
