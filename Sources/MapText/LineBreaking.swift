// SPDX-License-Identifier: MIT
import MapCore

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

    /// The choices of candidates that stand at one place, as those of many line breaks in a row do.
    private struct Place {
        var x: Double
        /// The choice with the smallest badness, the last one of several.
        var best: Int
        /// The minimum badness of all choices up to here: a lower bound for earlier breaks.
        var minBadness: Double
    }

    /// The start offsets of all lines except the first; none past a limit of the map.
    package func breaks(_ candidates: [Candidate], end: Candidate) -> [Int] {
        var choices: [Choice] = []
        choices.reserveCapacity(candidates.count)
        var places: [Place] = []
        var steps = 0
        for candidate in candidates {
            let choice = best(candidate, isLast: false, choices: choices, places: places, &steps)
            if steps > Self.stepsAtOnce {
                steps = 0
                if WorkContext.isCancelled { return [] }
            }
            if let last = places.last, last.x == choice.x {
                if choice.badness <= choices[last.best].badness { places[places.count - 1].best = choices.count }
            } else {
                places.append(Place(x: choice.x, best: choices.count, minBadness: .infinity))
            }
            let earlier = places.count > 1 ? places[places.count - 2].minBadness : .infinity
            choices.append(choice)
            places[places.count - 1].minBadness = min(earlier, choices[places[places.count - 1].best].badness)
        }
        var offsets: [Int] = []
        var next = best(end, isLast: true, choices: choices, places: places, &steps).previous
        while let index = next {
            offsets.append(choices[index].offset)
            next = choices[index].previous
        }
        return offsets.reversed()
    }

    /// Between two looks at the clock.
    private static let stepsAtOnce = 1 << 16

    private func best(
        _ candidate: Candidate, isLast: Bool, choices: [Choice], places: [Place], _ steps: inout Int
    ) -> Choice {
        var best = Choice(
            offset: candidate.offset, x: candidate.x,
            badness: badness(candidate.x, penalty: candidate.penalty, isLast: isLast), previous: nil)
        // From the nearest break backwards: the nearest wins ties.
        var prefersNearest = true
        let leastBadness = badness(targetWidth, penalty: candidate.penalty, isLast: isLast)
        for place in places.reversed() {
            // No line is better than one of the target width.
            if leastBadness + place.minBadness > best.badness { break }
            steps += 1
            let width = candidate.x - place.x
            let lineBadness = badness(width, penalty: candidate.penalty, isLast: isLast)
            let sum = lineBadness + choices[place.best].badness
            if sum < best.badness || (sum == best.badness && prefersNearest) {
                best.badness = sum
                best.previous = place.best
                prefersNearest = false
            }
            // Lines only get longer, and thus worse, from here on.
            if width > targetWidth, lineBadness + place.minBadness > best.badness { break }
        }
        return best
    }

    private func badness(_ width: Double, penalty: Double, isLast: Bool) -> Double {
        let raggedness = (width - targetWidth) * (width - targetWidth)
        if isLast { return width < targetWidth ? raggedness / 2 : raggedness * 2 }
        return raggedness + abs(penalty) * penalty
    }
}

/// The positions at which a label may be broken, with the width of the text up to each.
struct LineBreakCandidates {
    private(set) var candidates: [LineBreaker.Candidate] = []
    /// The end of the text.
    private(set) var end = LineBreaker.Candidate(offset: 0, x: 0, penalty: 0)
    /// The width of the text including whitespace, in units of `LineBreaker`.
    private(set) var totalWidth = 0.0

    /// - Parameters:
    ///   - text: a label with explicit breaks.
    ///   - advances: the width at each UTF-8 byte that begins a cluster, else zero.
    ///   - boxEnds: the ends of inline images, after which a line may be broken.
    ///   - mayBreak: the break opportunities of UAX 14 before each scalar; called only when the script needs them.
    init(_ text: String, advances: [Double], boxEnds: Set<Int>, mayBreak: () -> [Bool]) {
        let scalars = Array(text.unicodeScalars)
        let needsUnicode = scalars.contains { $0.isIdeographic || $0.needsDictionaryBreaks }
        let allowed = needsUnicode ? mayBreak() : []
        let hasZeroWidthSpace = scalars.contains("\u{200B}")
        var offset = 0
        var x = 0.0
        for (index, scalar) in scalars.enumerated() {
            let length = UTF8.width(scalar)
            let advance = advances[offset..<min(offset + length, advances.count)].reduce(0, +)
            totalWidth += advance
            if !scalar.isLabelSpace { x += advance }
            offset += length
            guard index + 1 < scalars.count else { break }
            let next = scalars[index + 1]
            let isAllowed = allowed.indices.contains(index + 1) && allowed[index + 1]
            let isIdeographic = scalar.isIdeographic && isAllowed
            guard
                scalar.endsLine || isIdeographic || next == "(" || boxEnds.contains(offset)
                    || (scalar.needsDictionaryBreaks && next.needsDictionaryBreaks && isAllowed)
            else { continue }
            let penalty = LineBreakCandidates.penalty(
                after: scalar, before: next, isLessWelcome: isIdeographic && hasZeroWidthSpace)
            candidates.append(.init(offset: offset, x: x, penalty: penalty))
        }
        end = .init(offset: offset, x: x, penalty: 0)
    }

    private static func penalty(after: Unicode.Scalar, before: Unicode.Scalar, isLessWelcome: Bool) -> Double {
        var penalty = after == "\n" ? -10_000.0 : 0
        // Zero-width spaces mark word boundaries in ideographic text.
        if isLessWelcome { penalty += 150 }
        if after == "(" || after == "\u{FF08}" { penalty += 50 }
        if before == ")" || before == "\u{FF09}" { penalty += 50 }
        return penalty
    }
}

extension Unicode.Scalar {
    /// Whitespace that is trimmed at the ends of lines.
    fileprivate var isLabelSpace: Bool { value == 0x20 || (0x09...0x0D).contains(value) }

    /// A label may be broken after it, as in MapLibre.
    fileprivate var endsLine: Bool {
        switch self {
        case "\n", " ", "&", ")", "+", "-", "/", "\u{AD}", "\u{B7}", "\u{200B}", "\u{2010}", "\u{2013}", "\u{2027}":
            true
        default: false
        }
    }
}

/// Where lines may be broken.
package enum TextWrap: String, Sendable, CaseIterable {
    /// Between words; within a word only when it is wider than a line.
    case word
    /// Between any two characters.
    case character
}

extension FontLibrary {
    /// The maximum number of characters; the rest is cut off.
    private static let maxCharacters = 4000

    /// Breaks lines greedily, as user interfaces do; `layout` balances them instead.
    ///
    /// - Parameters:
    ///   - text: may contain line breaks.
    ///   - font: see `shape`.
    ///   - size: pixels per em.
    ///   - maxWidth: in pixels; exceeded only by single characters.
    ///   - wrap: where lines may be broken.
    ///   - maxLines: at least 1; the rest is cut off and the last line ends with "…".
    ///   - language: BCP 47; see `shape`.
    /// - Returns: the shaped lines, from the top.
    package func wrap(
        _ text: String, font: FontRequest, size: Double, maxWidth: Double, wrap: TextWrap = .word,
        maxLines: Int = 200, language: String? = nil
    ) -> [ShapedLine] {
        let limited = String(text.withBoundedMarks.prefix(Self.maxCharacters))
        if let (supported, missing) = supportedText(limited, font, language) {
            var lines = self.wrap(
                supported, font: font, size: size, maxWidth: maxWidth, wrap: wrap, maxLines: maxLines,
                language: language)
            if !lines.isEmpty { lines[0].missing = missing }
            return lines
        }
        var lines: [ShapedLine] = []
        let shaped = { (part: Substring) in self.shape(String(part), font: font, size: size, language: language) }
        let paragraphs = limited.split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, paragraph) in paragraphs.enumerated() {
            let starts = wrap == .word ? breaks(in: paragraph, language) : Array(paragraph.indices.dropFirst())
            var remaining = paragraph
            repeat {
                if lines.count == maxLines - 1 {
                    let lastLine = remaining.trimmedAtEnd + (index < paragraphs.count - 1 ? "…" : "")
                    lines.append(
                        ellipsize(String(lastLine), font: font, size: size, maxWidth: maxWidth, language: language))
                    return lines
                }
                let end = lineEnd(of: remaining, starts, maxWidth) { shaped($0).width }
                lines.append(shaped(remaining[..<end].trimmedAtEnd))
                remaining = remaining[end...].drop { $0.isWhitespace }
            } while !remaining.isEmpty
        }
        return lines
    }

    /// The text without the characters that no font has; nil when it is complete.
    private func supportedText(
        _ text: String, _ font: FontRequest, _ language: String?
    ) -> (text: String, missing: [Unicode.Scalar])? {
        // Any font has the letters of Latin.
        guard text.unicodeScalars.contains(where: { $0.value > 0x24F }) else { return nil }
        let whole = line(
            ShapingKey(
                text: text, spans: [.init(end: text.utf8.count, font: font)], language: language, isRightToLeft: nil,
                ligatures: true))
        return supportedText(text, of: whole).map { ($0, whole.missing) }
    }

    /// The last break at which the text fits; within a word when there is none.
    private func lineEnd(
        of text: Substring, _ breaks: [String.Index], _ maxWidth: Double, _ width: (Substring) -> Double
    ) -> String.Index {
        guard width(text) > maxWidth else { return text.endIndex }
        func lastFitting(_ candidates: ArraySlice<String.Index>) -> String.Index? {
            var (low, high) = (candidates.startIndex, candidates.endIndex)
            while low < high {
                let middle = (low + high) / 2
                if width(text[..<candidates[middle]].trimmedAtEnd) <= maxWidth {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            return low > candidates.startIndex ? candidates[low - 1] : nil
        }
        let innerBreaks = breaks.filter { $0 > text.startIndex && $0 < text.endIndex }
        if let end = lastFitting(innerBreaks[...]) { return end }
        let characters = Array(text.indices.dropFirst())
        return lastFitting(characters[...]) ?? characters.first ?? text.endIndex
    }

    /// The line break opportunities of UAX 14.
    private func breaks(in text: Substring, _ language: String?) -> [String.Index] {
        let allowed = lineBreaks(in: String(text), language: language)
        return zip(text.unicodeScalars.indices, allowed).compactMap { index, isBreak in
            isBreak && index > text.startIndex ? index : nil
        }
    }
}

extension Substring {
    fileprivate var trimmedAtEnd: Substring {
        var text = self
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return text
    }
}

extension FontLibrary {
    /// Shapes one line, truncated with "…" to fit a width. Text is cut between grapheme clusters, without space
    /// before the ellipsis.
    ///
    /// `size` is in pixels per em, `maxWidth` in pixels; when not even "…" fits, "…" is returned nevertheless.
    package func ellipsize(
        _ text: String, font: FontRequest, size: Double, maxWidth: Double, language: String? = nil
    ) -> ShapedLine {
        let fullLine = shape(text, font: font, size: size, language: language)
        guard fullLine.width > maxWidth else { return fullLine }
        let characters = Array(fullLine.text)
        var shortened = shape("…", font: font, size: size, language: language)
        var (low, high) = (0, characters.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            var kept = characters[..<middle]
            while let last = kept.last, last.isWhitespace { kept.removeLast() }
            let candidate = shape(String(kept) + "…", font: font, size: size, language: language)
            if candidate.width <= maxWidth {
                (shortened, low) = (candidate, middle)
            } else {
                high = middle
            }
        }
        shortened.missing = fullLine.missing
        return shortened
    }
}
