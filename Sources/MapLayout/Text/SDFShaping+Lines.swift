// SPDX-License-Identifier: MIT
import MapCanvas

extension SDFShaping {
    /// The lines of the label: broken at line breaks, and else balanced to about equal width.
    ///
    /// - SeeAlso: MapLibre GL JS, `determineLineBreaks` in `shaping.ts`.
    mutating func lines(of letters: [Letter]) -> [Range<Int>] {
        let hasBreak = letters.contains { $0.scalar == "\n" }
        guard hasBreak || options.maxWidth.isFinite, options.maxWidth >= 0 else { return [0..<letters.count] }
        let spacing = spacing
        var advances: [Double] = []
        advances.reserveCapacity(letters.count)
        for letter in letters {
            let metrics = metrics(of: letter, upright: false)
            let letterScale = sections[letter.section].scale / (metrics.isImage ? options.imageScale : 1)
            advances.append(metrics.advance * letterScale + spacing)
        }
        let suggestsBreaks = letters.contains { $0.scalar == "\u{200B}" }
        var candidates: [LineBreaker.Candidate] = []
        var x = 0.0
        for (index, letter) in letters.enumerated() {
            if !letter.scalar.isLineBlank { x += advances[index] }
            guard index + 1 < letters.count else { break }
            let ideographic = letter.scalar.mayBreakIdeographically
            let isImage = sections[letter.section].image != nil
            let next = letters[index + 1].scalar
            guard isImage || ideographic || letter.scalar.mayBreakWord || next == "(" else { continue }
            var penalty = letter.scalar == "\n" ? -10_000.0 : 0
            if ideographic, suggestsBreaks { penalty += 150 }
            if letter.scalar == "(" || letter.scalar == "\u{FF08}" { penalty += 50 }
            if next == ")" || next == "\u{FF09}" { penalty += 50 }
            candidates.append(LineBreaker.Candidate(offset: index + 1, x: x, penalty: penalty))
        }
        let total = advances.reduce(0, +)
        let breaker = LineBreaker(total: total, maxWidth: options.maxWidth * Self.em)
        let starts = breaker.breaks(
            candidates, end: LineBreaker.Candidate(offset: letters.count, x: x, penalty: 0))
        return zip([0] + starts, starts + [letters.count]).map { $0..<$1 }
    }
}
