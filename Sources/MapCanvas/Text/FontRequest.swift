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
