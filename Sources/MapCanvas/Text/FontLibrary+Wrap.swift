// SPDX-License-Identifier: MIT

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
