// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapGeometry
import MapImages
import MapTiles
import Testing

@Suite("Formatted labels") struct FormattedLabelTests {
    private func image(_ field: String) throws -> Bitmap {
        let layer = """
            {"id": "t", "type": "symbol", "source": "s", "source-layer": "l",
             "layout": {"text-field": \(field), "text-size": 22, "text-max-width": 30}}
            """
        return try MapFixture(StubArchive([.point(2048, 2048)]), layers: layer, view: .square(320)).image()
    }

    private func format(_ sections: [String], color: (Int) -> String) -> String {
        let parts = sections.enumerated().map { "\"\($1)\", {\(color($0))}" }
        return "[\"format\", \(parts.joined(separator: ", "))]"
    }

    private static let texts = [
        ["Main ", "Street"], ["שלום ", "עולם"], ["שלום", " עולם"], ["abc ", "שלום ", "def"], ["مرحبا ", "بالعالم"],
        ["مرح", "با بالعالم"], ["(שלום) ", "12 - 3", " עולם"], ["שלום ", "  עולם", "  טוב"],
        ["Café ", "مقهى 24 ", " (قرب) ", "Bar"],
    ]

    @Test("sections keep the order, the spaces and the joined letters of the whole text", arguments: texts)
    func sections(texts: [String]) throws {
        let whole = try image("\"\(texts.joined())\"")
        #expect(Set(whole.pixels).count > 2)
        #expect(try image(format(texts) { _ in "" }).pixels == whole.pixels)
    }

    @Test("in right-to-left text, a later section is further to the left", arguments: [texts[1], texts[4]])
    func order(texts: [String]) throws {
        let bitmap = try image(format(texts) { #""text-color": "\#($0 == 0 ? "blue" : "red")""# })
        func columns(_ pixel: UInt32) -> [Int] {
            bitmap.pixels.indices.filter { bitmap.pixels[$0] == pixel }.map { $0 % bitmap.width }
        }
        let (first, second) = (columns(0xFF00_00FF), columns(0xFFFF_0000))
        let (left, right) = (try #require(first.min()), try #require(second.max()))
        #expect(right < left)
    }
}
