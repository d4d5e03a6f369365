// SPDX-License-Identifier: MIT

/// A full font name such as "Open Sans Semibold Italic", parsed into family, weight and slant.
struct FontName: Equatable {
    var family: String
    var weight: Int
    var italic: Bool

    init(_ name: String) {
        var words = name.split { $0 == " " || $0 == "-" || $0 == "_" }
        var weight: Int?
        var italic: Bool?
        // The first word belongs to the family: "Black" alone is a family, not a weight.
        while words.count > 1, let style = FontName.style(of: words[...]) {
            guard words.count > style.words else { break }
            if let found = style.weight { weight = weight ?? found }
            if style.italic { italic = true }
            words.removeLast(style.words)
        }
        family = words.joined(separator: " ")
        self.weight = weight ?? 400
        self.italic = italic ?? false
    }

    /// The style that the last one or two words denote, nil when they belong to the family.
    private static func style(of words: ArraySlice<Substring>) -> (words: Int, weight: Int?, italic: Bool)? {
        guard let last = words.last?.lowercased() else { return nil }
        if let before = words.dropLast().last?.lowercased(), prefixes.contains(before) {
            let (stem, italic) = withoutSlant(last)
            if let weight = weights[before + stem] { return (2, weight, italic) }
        }
        let (stem, italic) = withoutSlant(last)
        if stem.isEmpty { return (1, nil, italic) }
        guard let weight = weights[stem] else { return nil }
        return (1, weight, italic)
    }

    /// Splits the slant off words such as "BoldItalic".
    private static func withoutSlant(_ word: String) -> (stem: String, italic: Bool) {
        for slant in ["italic", "oblique"] where word.hasSuffix(slant) {
            return (String(word.dropLast(slant.count)), true)
        }
        return (word, false)
    }

    private static let prefixes: Set<String> = ["extra", "ultra", "semi", "demi"]
    /// CSS Fonts 4, §2.2, and further names that foundries use.
    private static let weights: [String: Int] = [
        "thin": 100, "hairline": 100, "extralight": 200, "ultralight": 200, "light": 300,
        "regular": 400, "normal": 400, "book": 400, "roman": 400, "medium": 500,
        "semibold": 600, "demibold": 600, "demi": 600, "bold": 700, "extrabold": 800, "ultrabold": 800,
        "black": 900, "heavy": 900,
    ]
}
