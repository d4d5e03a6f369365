// SPDX-License-Identifier: MIT

/// Where a wrapped line may end.
package enum TextWrap: String, Sendable, CaseIterable {
    /// Between words; within one only when it is wider than a line.
    case word
    /// Between any two characters.
    case character
}

extension FontLibrary {
    /// Characters beyond which text is cut: nobody reads more in a bubble.
    private static let longestText = 4000

    /// Fills lines from the first to the last, as user interfaces do; `layout` makes lines of equal length instead.
    ///
    /// - Parameters:
    ///   - text: may hold line breaks.
    ///   - font: see `shape`.
    ///   - size: pixels per em.
    ///   - maxWidth: pixels; no line is wider, unless a single character is.
    ///   - wrap: where lines may end.
    ///   - maxLines: at least 1; what does not fit is left out, and the last line ends with "…".
    ///   - language: BCP 47; see `shape`.
    /// - Returns: one shaped line each, from the top.
    package func wrap(
        _ text: String, font: FontRequest, size: Double, maxWidth: Double, wrap: TextWrap = .word,
        maxLines: Int = 200, language: String? = nil
    ) -> [ShapedLine] {
        var lines: [ShapedLine] = []
        let shaped = { (part: Substring) in self.shape(String(part), font: font, size: size, language: language) }
        let paragraphs = text.prefix(Self.longestText).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, paragraph) in paragraphs.enumerated() {
            let starts = wrap == .word ? breaks(in: paragraph, language) : Array(paragraph.indices.dropFirst())
            var rest = paragraph
            repeat {
                if lines.count == maxLines - 1 {
                    let more = rest.trimmedAtEnd + (index < paragraphs.count - 1 ? "…" : "")
                    lines.append(
                        ellipsize(String(more), font: font, size: size, maxWidth: maxWidth, language: language))
                    return lines
                }
                let end = lineEnd(of: rest, starts, maxWidth) { shaped($0).width }
                lines.append(shaped(rest[..<end].trimmedAtEnd))
                rest = rest[end...].drop { $0.isWhitespace }
            } while !rest.isEmpty
        }
        return lines
    }

    /// The last break at which the text so far fits; inside of a word when there is none.
    private func lineEnd(
        of text: Substring, _ breaks: [String.Index], _ maxWidth: Double, _ width: (Substring) -> Double
    ) -> String.Index {
        guard width(text) > maxWidth else { return text.endIndex }
        func lastFitting(_ places: ArraySlice<String.Index>) -> String.Index? {
            var (low, high) = (places.startIndex, places.endIndex)
            while low < high {
                let middle = (low + high) / 2
                if width(text[..<places[middle]].trimmedAtEnd) <= maxWidth { low = middle + 1 } else { high = middle }
            }
            return low > places.startIndex ? places[low - 1] : nil
        }
        let inside = breaks.filter { $0 > text.startIndex && $0 < text.endIndex }
        if let end = lastFitting(inside[...]) { return end }
        let characters = Array(text.indices.dropFirst())
        return lastFitting(characters[...]) ?? characters.first ?? text.endIndex
    }

    /// Where words may be parted, by Unicode's rules.
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
