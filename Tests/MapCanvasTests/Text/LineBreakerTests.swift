// SPDX-License-Identifier: MIT
import MapCore
import MapText
import TestSupport
import Testing

@Suite("Line breaks") struct LineBreakerTests {
    /// Every choice for every line, as MapLibre tries them.
    private func slowBreaks(
        _ candidates: [LineBreaker.Candidate], _ end: LineBreaker.Candidate, total: Double, maxWidth: Double
    ) -> (badness: Double, starts: [Int]) {
        let lines = (total / maxWidth).rounded(.up)
        let target = total / (lines > 1 ? lines : 1)
        var choices: [(badness: Double, previous: Int?)] = []
        for (index, candidate) in (candidates + [end]).enumerated() {
            let isLast = index == candidates.count
            func badness(_ width: Double) -> Double {
                let raggedness = (width - target) * (width - target)
                if isLast { return width < target ? raggedness / 2 : raggedness * 2 }
                return raggedness + abs(candidate.penalty) * candidate.penalty
            }
            var best: (badness: Double, previous: Int?) = (badness(candidate.x), nil)
            for earlier in 0..<index {
                let sum = badness(candidate.x - candidates[earlier].x) + choices[earlier].badness
                if sum <= best.badness { best = (sum, earlier) }
            }
            choices.append(best)
        }
        var starts: [Int] = []
        var next = choices[candidates.count].previous
        while let index = next {
            starts.append(candidates[index].offset)
            next = choices[index].previous
        }
        return (choices[candidates.count].badness, starts.reversed())
    }

    @Test("are those of trying all of them") func random() {
        var random = SplitMix(seed: 7)
        for _ in 0..<2000 {
            var x = 0.0
            let candidates = (1...Int.random(in: 1...14, using: &random)).map { offset in
                // Several line breaks in a row stand at one place.
                x += Double(Int.random(in: 0...3, using: &random)) * 24
                let penalty = [0, 0, 0, 50, -50, 150, -10_000].randomElement(using: &random) ?? 0
                return LineBreaker.Candidate(offset: offset, x: x, penalty: Double(penalty))
            }
            x += Double(Int.random(in: 0...4, using: &random)) * 24
            let end = LineBreaker.Candidate(offset: candidates.count + 1, x: x, penalty: 0)
            let maxWidth = Double(Int.random(in: 0...8, using: &random)) * 24
            let slow = slowBreaks(candidates, end, total: x, maxWidth: maxWidth)
            #expect(LineBreaker(total: x, maxWidth: maxWidth).breaks(candidates, end: end) == slow.starts)
        }
    }

    @Test("of a text of line breaks alone are found in linear time", .timeLimit(.minutes(1))) func newlines() {
        let count = 1_000_000
        let candidates = (1...count).map { LineBreaker.Candidate(offset: $0, x: 0, penalty: -10_000) }
        let end = LineBreaker.Candidate(offset: count + 1, x: 0, penalty: 0)
        #expect(LineBreaker(total: 0, maxWidth: 240).breaks(candidates, end: end).count == count)
        // One line that is as wide as it likes.
        let words = (1...count).map { LineBreaker.Candidate(offset: $0, x: Double($0) * 24, penalty: 0) }
        let last = LineBreaker.Candidate(offset: count + 1, x: Double(count + 1) * 24, penalty: 0)
        #expect(LineBreaker(total: last.x, maxWidth: 1e12).breaks(words, end: last).isEmpty)
    }

    @Test("end when the map is past a limit", .timeLimit(.minutes(1))) func limit() {
        var limits = RenderLimits.generous
        limits.bytes = 1
        let budget = RenderBudget(limits)
        let count = 1_000_000
        let words = (1...count).map { LineBreaker.Candidate(offset: $0, x: Double($0) * 24, penalty: 0) }
        let last = LineBreaker.Candidate(offset: count + 1, x: Double(count + 1) * 24, penalty: 0)
        budget.run {
            RenderBudget.spend(2, .bytes)
            // Two lines: half of all places are looked at for each word.
            #expect(LineBreaker(total: last.x, maxWidth: last.x / 1.5).breaks(words, end: last).isEmpty)
        }
    }

    @Test("marks in a row are looked at once", .timeLimit(.minutes(1))) func marks() {
        let text = ["\u{628}"] + Array(repeating: Unicode.Scalar(0x64B) ?? "a", count: 1_000_000) + ["\u{628}"]
        let joined = ArabicForms.joined(text)
        #expect(joined.first??.value == 0xFE91 && joined.last??.value == 0xFE90)
    }
}
