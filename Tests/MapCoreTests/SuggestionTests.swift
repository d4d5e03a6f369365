// SPDX-License-Identifier: MIT
import MapCore
import Testing

@Suite("Did you mean") struct SuggestionTests {
    static let known = ["center", "zoom", "bounds", "fit", "bearing", "padding", "x"]

    @Test(
        "the nearest word is suggested",
        arguments: [
            ("centre", "center"), ("zom", "zoom"), ("zomo", "zoom"), ("ZOOM", "zoom"), ("bound", "bounds"),
            ("fti", "fit"), ("paddin", "padding"), ("baering", "bearing"),
        ])
    func near(word: String, meant: String) {
        #expect(suggestion(for: word, among: Self.known) == meant)
    }

    @Test("nothing is suggested for words far from all", arguments: ["pitch", "q", "", "yz", "annotations"])
    func far(word: String) {
        #expect(suggestion(for: word, among: Self.known) == nil)
    }

    @Test("a very long word takes no time") func long() {
        #expect(suggestion(for: String(repeating: "a", count: 100_000), among: Self.known) == nil)
    }
}
