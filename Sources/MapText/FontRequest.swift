// SPDX-License-Identifier: MIT

/// A requested font: families in order of preference, with one weight and slant for all.
package struct FontRequest: Hashable, Sendable {
    package var families: [String]
    /// CSS: 100 is thin, 400 regular, 700 bold, 900 black.
    package var weight: Int
    package var italic: Bool

    package init(families: [String], weight: Int = 400, italic: Bool = false) {
        self.families = families
        self.weight = min(max(weight, 100), 900)
        self.italic = italic
    }

    /// Parses `text-font` of a MapLibre style, such as `["Noto Sans Bold", "Arial Unicode MS Regular"]`.
    ///
    /// Style words at the end of a name are split off. Weight and slant of the first name apply to all; a name may
    /// itself be a comma-separated list.
    package init(stack: [String]) {
        let names = stack.flatMap { $0.split(separator: ",") }.map { FontName(String($0)) }.filter {
            !$0.family.isEmpty
        }
        var families: [String] = []
        for name in names where !families.contains(name.family) { families.append(name.family) }
        self.init(families: families, weight: names.first?.weight ?? 400, italic: names.first?.italic ?? false)
    }

    /// The same families and slant with another weight.
    package func weighing(_ weight: Int) -> FontRequest {
        FontRequest(families: families, weight: weight, italic: italic)
    }
}

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
