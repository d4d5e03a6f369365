// SPDX-License-Identifier: MIT

/// Breaks a label into lines of similar length, as MapLibre does: the smallest number of lines determines the target
/// width, and the breaks with the smallest sum of squared deviations win.
package struct LineBreaker {
    /// A position where a line may be broken.
    package struct Candidate {
        /// The start of the next line, in UTF-8 bytes.
        package var offset: Int
        /// The width of the text up to there, without whitespace.
        package var x: Double
        /// A negative penalty forces a break, a positive one discourages it.
        package var penalty: Double

        package init(offset: Int, x: Double, penalty: Double) {
            self.offset = offset
            self.x = x
            self.penalty = penalty
        }
    }

    private struct Choice {
        var offset: Int
        var x: Double
        var badness: Double
        var previous: Int?
    }

    /// Widths and penalties are in 1/24 em, the unit of MapLibre's penalties.
    static let unitsPerEm = 24.0

    /// The width that lines should have.
    let targetWidth: Double

    /// - Parameters:
    ///   - total: the width of the text in one line.
    ///   - maxWidth: the maximum line width, in the same unit.
    package init(total: Double, maxWidth: Double) {
        // With a maximum width of zero every line is too long, and the shortest ones are best.
        let lines = (total / maxWidth).rounded(.up)
        targetWidth = total / (lines > 1 ? lines : 1)
    }

    /// The start offsets of all lines except the first.
    package func breaks(_ candidates: [Candidate], end: Candidate) -> [Int] {
        var choices: [Choice] = []
        choices.reserveCapacity(candidates.count)
        // The minimum badness of all choices up to each one: a lower bound for earlier breaks.
        var minBadness: [Double] = []
        for candidate in candidates {
            let choice = best(candidate, isLast: false, choices: choices, minBadness: minBadness)
            minBadness.append(min(minBadness.last ?? .infinity, choice.badness))
            choices.append(choice)
        }
        var offsets: [Int] = []
        var next = best(end, isLast: true, choices: choices, minBadness: minBadness).previous
        while let index = next {
            offsets.append(choices[index].offset)
            next = choices[index].previous
        }
        return offsets.reversed()
    }

    private func best(_ candidate: Candidate, isLast: Bool, choices: [Choice], minBadness: [Double]) -> Choice {
        var best = Choice(
            offset: candidate.offset, x: candidate.x,
            badness: badness(candidate.x, penalty: candidate.penalty, isLast: isLast), previous: nil)
        // From the nearest break backwards: the nearest wins ties.
        var prefersNearest = true
        for index in choices.indices.reversed() {
            let width = candidate.x - choices[index].x
            let lineBadness = badness(width, penalty: candidate.penalty, isLast: isLast)
            let sum = lineBadness + choices[index].badness
            if sum < best.badness || (sum == best.badness && prefersNearest) {
                best.badness = sum
                best.previous = index
                prefersNearest = false
            }
            // Lines only get longer, and thus worse, from here on.
            if width > targetWidth, lineBadness + minBadness[index] > best.badness { break }
        }
        return best
    }

    private func badness(_ width: Double, penalty: Double, isLast: Bool) -> Double {
        let raggedness = (width - targetWidth) * (width - targetWidth)
        if isLast { return width < targetWidth ? raggedness / 2 : raggedness * 2 }
        return raggedness + abs(penalty) * penalty
    }
}
