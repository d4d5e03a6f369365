// SPDX-License-Identifier: MIT
import MapData
import Testing

@Suite("Plain text out of HTML") struct PlainTextTests {
    @Test(arguments: [
        (
            "<a href=\"https://osm.org/?a=1&b=2\" target=_blank>&copy; OpenStreetMap</a> contributors",
            "© OpenStreetMap contributors"
        ),
        ("A<br/>B<!-- c > d --> E", "A B E"), ("&#169; &#xA9; &amp;copy;", "© © &copy;"),
        ("1 < 2 & 3 > 2", "1 < 2 & 3 > 2"),
        ("<a title='a > b'>x</a>", "x"), ("&unknown; &#0; &#x110000;", "&unknown; &#0; &#x110000;"), ("<", "<"),
        ("<a", "<a"),
        ("  a\n\t b&nbsp;&nbsp;c ", "a b c"), ("", ""), ("<script>", ""), ("<!-- open", ""),
    ])
    func strips(_ html: String, _ text: String) { #expect(plainText(html: html) == text) }
}
