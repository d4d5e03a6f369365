// SPDX-License-Identifier: MIT

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
