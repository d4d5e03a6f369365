// SPDX-License-Identifier: MIT
import MapCanvas
import MapText
import Testing

@Suite("Font names of styles") struct TextFontRequestTests {
    @Test(
        "style words at the end become weight and slant",
        arguments: [
            ("Noto Sans Bold", "Noto Sans", 700, false),
            ("Open Sans Semibold Italic", "Open Sans", 600, true),
            ("Metropolis Medium Italic", "Metropolis", 500, true),
            ("Arial Unicode MS Regular", "Arial Unicode MS", 400, false),
            ("Noto Sans Italic", "Noto Sans", 400, true),
            ("Open Sans Extra Bold", "Open Sans", 800, false),
            ("Metropolis-SemiBoldItalic", "Metropolis", 600, true),
            ("Roboto Condensed Light", "Roboto Condensed", 300, false),
            ("Klokantech Noto Sans CJK Bold", "Klokantech Noto Sans CJK", 700, false),
            ("Black", "Black", 400, false),
            ("Inter", "Inter", 400, false),
        ])
    func parses(_ name: String, family: String, weight: Int, italic: Bool) {
        let request = FontRequest(stack: [name])
        #expect(request == FontRequest(families: [family], weight: weight, italic: italic))
    }

    @Test("the first name sets the weight of all, and each family is asked for once") func stack() {
        let request = FontRequest(stack: ["Open Sans Bold,Arial Unicode MS Bold", "Open Sans Regular", ""])
        #expect(request == FontRequest(families: ["Open Sans", "Arial Unicode MS"], weight: 700))
    }

    @Test("a weight out of range is the nearest one", arguments: [(-5, 100), (5000, 900)])
    func clamps(_ weight: Int, to expected: Int) {
        #expect(FontRequest(families: ["A"], weight: weight).weight == expected)
    }
}
