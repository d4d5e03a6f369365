// SPDX-License-Identifier: MIT
import MapCore
import Synchronization
import Testing

@Suite("Parallel pipeline") struct ParallelPipelineTests {
    /// Squares numbers, of which each takes another time.
    private func squares(of count: Int, threads: Int, ahead: Int) -> [Int] {
        var (next, results) = (0, [Int]())
        parallelPipeline(threads: threads, ahead: ahead) {
        } next: {
            next += 1
            return next <= count ? next : nil
        } map: { number, _ in
            (0..<(number * 7919) % 5000).reduce(number * number) { $0 ^ ($1 ^ $1) }
        } consume: {
            results.append($0)
        }
        return results
    }

    @Test("gives results in the order of the inputs", arguments: [1, 2, 5], [1, 3, 100])
    func order(threads: Int, ahead: Int) {
        let expected = (1...300).map { (number: Int) in number * number }
        #expect(squares(of: 300, threads: threads, ahead: ahead) == expected)
        #expect(squares(of: 0, threads: threads, ahead: ahead).isEmpty)
        #expect(squares(of: 1, threads: threads, ahead: ahead) == [1])
    }

    @Test("takes no more inputs ahead than it may", arguments: [1, 4])
    func ahead(threads: Int) {
        var (taken, consumed, most) = (0, 0, 0)
        parallelPipeline(threads: threads, ahead: 6) {
        } next: { () -> Int? in
            taken += 1
            most = max(most, taken - consumed)
            return taken <= 100 ? taken : nil
        } map: { number, _ in
            number
        } consume: { _ in
            consumed += 1
        }
        #expect(consumed == 100)
        #expect(most <= (threads == 1 ? 1 : 6))
    }

    @Test("makes a state for each thread, and keeps it") func states() {
        let made = Atomic(0)
        var (next, total) = (0, 0)
        parallelPipeline(threads: 3, ahead: 9) {
            made.add(1, ordering: .relaxed)
            return 0
        } next: {
            next += 1
            return next <= 200 ? next : nil
        } map: { (_: Int, state: inout Int) in
            state += 1
            return 1
        } consume: {
            total += $0
        }
        #expect(total == 200)
        #expect((1...3).contains(made.load(ordering: .relaxed)))
    }

    @Test("ends with the first error of the input or of what takes the results", arguments: [1, 2, 4])
    func errors(threads: Int) {
        struct Stop: Error, Equatable { let number: Int }
        var consumed: [Int] = []
        func run(failingInput: Int, failingResult: Int) throws(Stop) {
            var next = 0
            consumed = []
            try parallelPipeline(threads: threads, ahead: 4) {
            } next: { () throws(Stop) in
                next += 1
                if next == failingInput { throw Stop(number: next) }
                return next
            } map: { number, _ in
                number
            } consume: { number throws(Stop) in
                if number == failingResult { throw Stop(number: -number) }
                consumed.append(number)
            }
        }
        #expect(throws: Stop(number: 50)) { try run(failingInput: 50, failingResult: 0) }
        #expect(consumed == Array(1..<(consumed.count + 1)) && consumed.count < 50)
        #expect(throws: Stop(number: -20)) { try run(failingInput: 0, failingResult: 20) }
        #expect(consumed == Array(1..<20))
    }

    @Test("maps with the context of the caller") func context() {
        let cancellation = WorkCancellation()
        cancellation.cancel()
        var (next, seen) = (0, [Bool]())
        WorkContext.run(changing: { $0.cancellation = cancellation }) {
            parallelPipeline(threads: 3, ahead: 8) {
            } next: {
                next += 1
                return next <= 20 ? next : nil
            } map: { _, _ in
                WorkContext.isCancelled
            } consume: {
                seen.append($0)
            }
        }
        #expect(seen == [Bool](repeating: true, count: 20))
    }
}
