// SPDX-License-Identifier: MIT

/// Breaks a label into lines of about equal length, as MapLibre does: the fewest lines that fit give the length to aim
/// at, and the breaks with the least sum of squared differences from it win.
package struct LineBreaker {
    /// A place where a line may end.
    package struct Candidate {
        /// Where the next line begins, in bytes of UTF-8.
        package var offset: Int
        /// The text's width up to there, without white space.
        package var x: Double
        /// Below zero forces a break, above zero makes it unwelcome.
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

    /// Widths and penalties are in 1/24 em: penalties only mean something in this unit.
    static let unitsPerEm = 24.0

    /// The width to aim at.
    let target: Double

    /// - Parameters:
    ///   - total: the width of the text in one line.
    ///   - maxWidth: of a line, in the same unit.
    package init(total: Double, maxWidth: Double) {
        // Where no width is allowed at all, every line is too long, and the shortest ones are the best.
        let lines = (total / maxWidth).rounded(.up)
        target = total / (lines > 1 ? lines : 1)
    }

    /// The offsets at which lines begin, but for the first.
    package func breaks(_ candidates: [Candidate], end: Candidate) -> [Int] {
        var choices: [Choice] = []
        choices.reserveCapacity(candidates.count)
        // The least badness of all choices up to each one: what no earlier break can get below.
        var floor: [Double] = []
        for candidate in candidates {
            let choice = best(candidate, isLast: false, choices: choices, floor: floor)
            floor.append(min(floor.last ?? .infinity, choice.badness))
            choices.append(choice)
        }
        var offsets: [Int] = []
        var next = best(end, isLast: true, choices: choices, floor: floor).previous
        while let index = next {
            offsets.append(choices[index].offset)
            next = choices[index].previous
        }
        return offsets.reversed()
    }

    private func best(_ candidate: Candidate, isLast: Bool, choices: [Choice], floor: [Double]) -> Choice {
        var best = Choice(
            offset: candidate.offset, x: candidate.x,
            badness: badness(candidate.x, penalty: candidate.penalty, isLast: isLast), previous: nil)
        // From the nearest break backwards: of equals, the nearest wins.
        var nearestEqual = true
        for index in choices.indices.reversed() {
            let width = candidate.x - choices[index].x
            let own = badness(width, penalty: candidate.penalty, isLast: isLast)
            let sum = own + choices[index].badness
            if sum < best.badness || (sum == best.badness && nearestEqual) {
                best.badness = sum
                best.previous = index
                nearestEqual = false
            }
            // Lines only get longer from here on, and thus worse.
            if width > target, own + floor[index] > best.badness { break }
        }
        return best
    }

    private func badness(_ width: Double, penalty: Double, isLast: Bool) -> Double {
        let raggedness = (width - target) * (width - target)
        if isLast { return width < target ? raggedness / 2 : raggedness * 2 }
        return raggedness + abs(penalty) * penalty
    }
}
