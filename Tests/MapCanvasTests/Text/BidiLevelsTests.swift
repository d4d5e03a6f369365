// SPDX-License-Identifier: MIT
import MapCanvas
import MapText
import Testing

@Suite("Reading order and joined letters") struct ReadingOrderTests {
    private func seen(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        let directions = BidiLevels(of: scalars)
        let shown = directions.visualOrder(of: 0..<scalars.count).map { directions.displayed(scalars[$0], at: $0) }
        return String(String.UnicodeScalarView(shown))
    }

    @Test(
        "characters stand as they are seen",
        arguments: [
            ("abc", "abc"), ("", ""), ("אבג", "גבא"), ("abc אבג", "abc גבא"), ("אב 12 ג", "ג 12 בא"),
            ("א(ב)", "(ב)א"),
        ])
    func order(_ read: String, _ expected: String) {
        #expect(seen(read) == expected)
    }

    @Test("a line of a longer text keeps the text's direction")
    func lines() {
        let text = Array("ab אב cd".unicodeScalars)
        #expect(BidiLevels(of: text).visualOrder(of: 3..<8) == [4, 3, 5, 6, 7])
    }

    @Test("each paragraph has a direction of its own")
    func paragraphs() {
        let text = Array("אב c\nab ג".unicodeScalars)
        let directions = BidiLevels(of: text)
        #expect(directions.visualOrder(of: 0..<4) == [3, 2, 1, 0])
        #expect(directions.visualOrder(of: 5..<9) == [5, 6, 7, 8])
    }

    @Test("a zero character has a place among the others") func zero() {
        let text = Array("א\0".unicodeScalars) + Array(repeating: "a" as Unicode.Scalar, count: 5000)
        let order = BidiLevels(of: text).visualOrder(of: 0..<text.count)
        #expect(order.sorted() == Array(text.indices))
        #expect(order.last == 0)
    }

    @Test("where no width is allowed a line ends wherever it can")
    func noWidth() {
        let breaks = (1...3).map { LineBreaker.Candidate(offset: $0, x: Double($0) * 10, penalty: 0) }
        let breaker = LineBreaker(total: 40, maxWidth: 0)
        #expect(breaker.breaks(breaks, end: LineBreaker.Candidate(offset: 4, x: 40, penalty: 0)) == [1, 2, 3])
    }

    @Test(
        "Arabic letters take the forms that join them",
        arguments: [
            ("ب", [0xFE8F]), ("بب", [0xFE91, 0xFE90]), ("ببب", [0xFE91, 0xFE92, 0xFE90]), ("اب", [0xFE8D, 0xFE8F]),
            ("لا", [0xFEFB]), ("بلا", [0xFE91, 0xFEFC]), ("سلام", [0xFEB3, 0xFEFC, 0xFEE1]),
            ("abc", [0x61, 0x62, 0x63]),
            ("ب\u{64E}ب", [0xFE91, 0x64E, 0xFE90]), ("پ", [0xFB56]), ("ء", [0xFE80]),
        ] as [(String, [UInt32])])
    func forms(_ text: String, _ expected: [UInt32]) {
        #expect(ArabicForms.joined(Array(text.unicodeScalars)).compactMap { $0?.value } == expected)
    }
}
