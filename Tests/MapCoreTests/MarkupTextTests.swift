// SPDX-License-Identifier: MIT
import MapCore
import Testing

@Suite("Texts in markup") struct MarkupTextTests {
    @Test("characters with a meaning are escaped")
    func plain() {
        #expect(markupEscaped("a<b> & \"c\" 'd'") == "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;")
        #expect(markupEscaped("北京 Ω\u{200F}") == "北京 Ω\u{200F}")
        #expect(markupEscaped("a\tb\nc\r") == "a&#9;b&#10;c&#13;")
    }

    @Test("a combining mark does not hide the character before it", arguments: ["\"", "'", "<", "&", ">"])
    func combiningMark(_ character: String) {
        let result = markupEscaped(character + "\u{301}")
        #expect(Array(result.unicodeScalars) == Array((markupEscaped(character) + "\u{301}").unicodeScalars))
        #expect(markupEscaped(character) != character)
    }

    @Test("what markup has no place for is replaced")
    func controls() {
        #expect(markupEscaped("a\0b\u{1B}\u{85}") == "a\u{FFFD}b\u{FFFD}\u{FFFD}")
    }
}
