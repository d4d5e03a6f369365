// SPDX-License-Identifier: MIT

extension FontLibrary {
    /// Shapes one line, shortened with "…" to fit a width when it is too long. Cuts fall between whole characters as
    /// readers see them, and leave no space before the dots.
    ///
    /// `size` is pixels per em, `maxWidth` pixels; when not even "…" fits, "…" comes back all the same.
    package func ellipsize(
        _ text: String, font: FontRequest, size: Double, maxWidth: Double, language: String? = nil
    ) -> ShapedLine {
        let whole = shape(text, font: font, size: size, language: language)
        guard whole.width > maxWidth else { return whole }
        let characters = Array(text)
        var best = shape("…", font: font, size: size, language: language)
        var (low, high) = (0, characters.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            var kept = characters[..<middle]
            while let last = kept.last, last.isWhitespace { kept.removeLast() }
            let candidate = shape(String(kept) + "…", font: font, size: size, language: language)
            if candidate.width <= maxWidth {
                (best, low) = (candidate, middle)
            } else {
                high = middle
            }
        }
        return best
    }
}
