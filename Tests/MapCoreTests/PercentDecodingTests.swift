// SPDX-License-Identifier: MIT
import MapCore
import Testing

@Suite("Percent escapes") struct PercentDecodingTests {
    @Test(
        "escapes are decoded, and what is none is left",
        arguments: [
            ("a%20b", "a b"), ("%e5%8C%97", "北"), ("100%", "100%"), ("%4", "%4"), ("%zz%41", "%zzA"), ("%%41", "%A"),
            ("a+b", "a+b"), ("", ""),
        ])
    func decoded(_ text: String, _ expected: String) {
        #expect(String(decoding: percentDecoded(Array(text.utf8)), as: UTF8.self) == expected)
    }

    @Test("a plus is a space in queries, but an escaped one is not")
    func plus() {
        #expect(percentDecoded(Array("a+b%2Bc".utf8), plusIsSpace: true) == Array("a b+c".utf8))
    }
}
