// SPDX-License-Identifier: MIT

/// The font that somebody asks for: families in order of preference, one weight and slant for all.
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

    /// Understands `text-font` of a MapLibre style, such as `["Noto Sans Bold", "Arial Unicode MS Regular"]`.
    ///
    /// Style words at a name's end are split off. Weight and slant of the first name hold for all; a name may itself
    /// be a list with commas.
    package init(stack: [String]) {
        let names = stack.flatMap { $0.split(separator: ",") }.map { FontName(String($0)) }.filter {
            !$0.family.isEmpty
        }
        var families: [String] = []
        for name in names where !families.contains(name.family) { families.append(name.family) }
        self.init(families: families, weight: names.first?.weight ?? 400, italic: names.first?.italic ?? false)
    }

    /// The same families, heavier or lighter.
    package func weighing(_ weight: Int) -> FontRequest {
        FontRequest(families: families, weight: weight, italic: italic)
    }
}
