// SPDX-License-Identifier: MIT
import MapCore
import Testing

@Suite("Diagnostics") struct DiagnosticTests {
    /// The only diagnostic that decoding a scene with this text reports.
    func diagnostic<T>(_ text: String, _ decode: (Field) -> T?) throws -> Diagnostic {
        let sink = DiagnosticSink()
        let document = try JSONDocument(.scene, file: "a.json", text: Array(text.utf8))
        _ = decode(Field(document, diagnostics: sink))
        return try #require(sink.all.first)
    }

    @Test("a JSON line has all that is known, in a fixed order") func jsonLine() throws {
        let wrong = try diagnostic("{\"size\":\n \"big\"}") { field in
            var object = field.object()
            return object?.optional("size") { $0.number() }
        }
        #expect(
            wrong.jsonLine
                == #"{"severity": "error", "code": "scene.wrong-type", "file": "a.json", "line": 2, "column": 2, "#
                + #""path": "size", "message": "expected a number, found \"big\"", "expected": "a number", "#
                + #""found": "\"big\""}"#)
    }

    @Test("control characters and long words of an input do not reach a terminal") func controlCharacters() {
        let words = listing(["a\u{1B}[31m\u{9B}\n", "é\u{A0}", String(repeating: "x", count: 61)])
        #expect(
            Diagnostic(code: "a.b", file: "b\u{7}.csv", words).description
                == #"b\u0007.csv: "a\u001b[31m\u009b\u000a", "é"#
                + "\u{A0}\", \"" + String(repeating: "x", count: 60) + "…\"")
    }

    @Test("positions on long lines count from their beginning") func longLines() throws {
        let text = "[1,\n" + String(repeating: "\"é日\", ", count: 3000) + "\n2]"
        let bytes = Array(text.utf8)
        let document = try JSONDocument(file: "a.json", text: bytes)
        for offset in stride(from: 0, to: bytes.count, by: 97) {
            let before = bytes[..<offset]
            let line = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            let column = bytes[line..<offset].count { $0 & 0xC0 != 0x80 } + 1
            let expected = Position(line: before.count { $0 == UInt8(ascii: "\n") } + 1, column: column)
            #expect(document.position(of: offset) == expected)
            #expect(Position(of: offset, in: bytes) == expected)
        }
    }

    @Test("a JSON line leaves out what is unknown") func shortJSONLine() {
        #expect(
            Diagnostic(.note, code: "a.b", "odd").jsonLine
                == #"{"severity": "note", "code": "a.b", "message": "odd"}"#)
    }

    @Test("each problem of a document has a code of its own") func documentCodes() throws {
        #expect(try diagnostic("1") { $0.string() }.code == "scene.wrong-type")
        #expect(try diagnostic("1") { $0.number(in: 2...3) }.code == "scene.out-of-range")
        #expect(try diagnostic("1.5") { $0.integer(in: 1...2) }.code == "scene.out-of-range")
        #expect(try diagnostic("\"x\"") { $0.choice(of: FieldTests.Fruit.self) }.code == "scene.unknown-value")
        #expect(try diagnostic("1") { $0.report("odd") }.code == "scene.invalid-value")
        #expect(try diagnostic("{\"x\": 1}") { $0.object()?.finish() }.code == "scene.unknown-key")
        #expect(
            try diagnostic("{}") { field -> Double? in
                var object = field.object()
                return object?.required("size") { $0.number() }
            }.code == "scene.missing-key")
        let broken = #expect(throws: Diagnostic.self) {
            try JSONDocument(.style, file: "a.json", text: Array("{".utf8))
        }
        #expect(broken?.code == "style.syntax")
    }

    @Test("\"expected\" and \"found\" make the message") func expectedAndFound() throws {
        let wrong = try diagnostic("7") { $0.number(in: 0...5) }
        #expect(wrong.expected == "a number from 0 to 5")
        #expect(wrong.found == "7")
        #expect(wrong.message == "expected a number from 0 to 5, found 7")
    }
}
