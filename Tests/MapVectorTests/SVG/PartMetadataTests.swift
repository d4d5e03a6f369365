// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapGeometry
import MapImages
import MapVector
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("What is known of things") struct PartFactsTests {
    /// An SVG document of one thing of which this is known.
    private func svg(_ properties: [(name: String, value: String)], parts: Int = 1) throws -> String {
        var metadata = PartMetadata()
        metadata.note("type", "polygon")
        metadata.note("source", nil)
        metadata.note(properties: properties)
        var drawing = Drawing(width: 100, height: 100, scale: 1)
        for _ in 0..<parts {
            for id in ["overlay/a", "overlay/b"] {
                let box = Rect(x: 10, y: 10, width: 20, height: 20)
                drawing.items.append(
                    DrawingItem(
                        id: id, role: .overlay, bounds: box, mark: .fill(.rectangle(box), .nonZero, .color(.black))))
            }
        }
        var options = SVGOptions()
        options.metadata["overlay/a"] = metadata
        return String(decoding: try SVGWriter(options: options).write(drawing).bytes, as: UTF8.self)
    }

    private func isWellFormed(_ text: String) -> Bool { XMLParser(data: Data(text.utf8)).parse() }

    @Test("stands in the group of the thing, once") func once() throws {
        let text = try svg([("Population", "12"), ("note", "a & b")], parts: 2)
        #expect(isWellFormed(text))
        #expect(
            text.contains(
                #"data-id="overlay/a" data-type="polygon" data-x-population="12" data-x-note="a &amp; b">"#))
        #expect(text.components(of: "data-type") == 1)
        #expect(!text.contains("data-source"))
    }

    @Test(
        "is valid under any name",
        arguments: [
            ("name:en", "data-x-name-en"), ("a b", "data-x-a-b"), ("Straße", "data-x-stra_dfe"), ("", "data-x-_"),
            ("x=\"1\" onload", "data-x-x_3d_221_22-onload"), ("</g>", "data-x-_3c-g_3e"),
            ("\u{202E}名", "data-x-_202e_540d"),
            (String(repeating: "n", count: 500), "data-x-" + String(repeating: "n", count: 64)),
        ])
    func name(given: String, written: String) throws {
        let text = try svg([(given, "1")])
        #expect(isWellFormed(text))
        #expect(text.contains(" \(written)=\"1\">"))
    }

    @Test("has each name once") func twice() throws {
        let text = try svg([("a b", "1"), ("A-B", "2"), ("a:b", "3")])
        #expect(isWellFormed(text))
        #expect(text.contains(#"data-x-a-b="1">"#))
        #expect(!text.contains("\"2\""))
    }

    @Test("does not take the names of others") func taken() throws {
        let text = try svg([("id", "1"), ("type", "2")])
        #expect(text.contains(#"data-id="overlay/a" data-type="polygon" data-x-id="1" data-x-type="2""#))
    }

    @Test(
        "is valid, whatever it is",
        arguments: [
            "\"quotes' <b>&amp;</b> ]]> <!-- -->", "\u{0}\u{1}\u{8}\u{B}\u{1F}\u{FFFE}\u{FFFF}", "a\tb\nc\rd",
            "\u{202E}\u{200F}right to left\u{202C}", "javascript:alert(1)", "\" onload=\"alert(1)",
            String(decoding: [0xED, 0xA0, 0x80, 0x41, 0xFF] as [UInt8], as: UTF8.self), "🗺️ \u{10FFFF}",
        ])
    func value(words: String) throws {
        let text = try svg([("word", words), (words, words)])
        #expect(isWellFormed(text))
        #expect(!text.contains("\" onload"))
        #expect(!text.contains("href"))
    }

    @Test("has a limit") func limits() throws {
        let many = (0..<1000).map { (name: "p\($0)", value: String(repeating: "é", count: 100_000)) }
        let text = try svg(many)
        #expect(text.components(of: "data-x-") == PartMetadata.Limit.properties)
        #expect(text.contains("é…\""))
        #expect(text.utf8.count < 32_000)
    }
}
