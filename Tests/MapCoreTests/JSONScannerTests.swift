// SPDX-License-Identifier: MIT
import MapCore
import TestSupport
import Testing

@Suite("Reading JSON") struct JSONScannerTests {
    func parse(_ text: String) throws(Diagnostic) -> JSONNode {
        try JSONDocument(file: "a.json", text: Array(text.utf8)).root
    }

    @Test("values of every kind") func kinds() throws {
        let root = try parse(#" { "a" : [ null, true , false, -1.5e2, "x" ], "b": {}, "c": [] } "#)
        #expect(root["a"]?.array?.count == 5)
        #expect(root["a"]?.array?[0].isNull == true)
        #expect(root["a"]?.array?[1].bool == true)
        #expect(root["a"]?.array?[2].bool == false)
        #expect(root["a"]?.array?[3].number == -150)
        #expect(root["a"]?.array?[4].string == "x")
        #expect(root["b"]?.object?.members.isEmpty == true)
        #expect(root["c"]?.array?.isEmpty == true)
    }

    @Test(
        "GeoJSON, whose positions are kept as numbers, is the same tree with the same places",
        arguments: [
            "[[1,2],[3,4,5]]", "[[1,2]]", " [ [ -1.5e3 , 2 ] , [3,4]\n] ", "[[[0,0],[1,1],[0,1]],[[2,2],[3,3]]]",
            "[[1,2],\"x\"]",
            "[[1,2],[3]]", "[[1],[2]]", "[[1,2],[]]", "[[1,2],[3,null]]", "[[1,2],[3,[4,5]]]", "[]", "[[]]", "[1,2]",
            #"{"bbox":[1,2,3,4],"coordinates":[[1,2],[3,4]],"properties":{"a":[[1,2],{"b":[[5,6]]}]}}"#,
        ])
    func positions(text: String) throws {
        let (plain, kept) = (try parse(text), try JSONDocument(.geojson, file: "a", text: Array(text.utf8)).root)
        #expect(kept == plain && kept.hashValue == plain.hashValue && kept.line == plain.line)
        #expect(Self.offsets(of: kept) == Self.offsets(of: plain))
    }

    @Test("what is kept of positions")
    func keptPositions() throws {
        #expect(try positions("[[1,2],[3,4,5]]") == [SIMD2(1, 2), SIMD2(3, 4)])
        for text in ["[[1,2],[3]]", "[1,2]", "[]", #"[[1,2],"a"]"#] { #expect(try positions(text) == nil, "\(text)") }
        #expect(try parse("[[1,2]]").positions == nil, "no GeoJSON")
        let text = #"{"a": [[1,2],[3,4]], "b": [[1,2],[3,4,5]]}"#
        let scene = try JSONDocument(.scene, file: "a", text: Array(text.utf8)).root
        #expect(scene["a"]?.pairs == [SIMD2(1, 2), SIMD2(3, 4)])
        #expect(scene["b"]?.positions?.count == 2 && scene["b"]?.pairs == nil)
    }

    @Test(
        "mistakes in positions are reported as elsewhere",
        arguments: [
            "[[1.234567:9,2]]", "[[1.2345678/,2]]", "[[3.2,-4,051,6]]", "[[1,2],[3,4,]]", "[[1,2],]", "[[1,2] [3,4]]",
            "[[1,2],[01,4]]", "[[1,2]", "[[1,2],[3,1e999]]",
            "[[1,2],[3,-]]",
            String(repeating: "[", count: 255) + "[1,2]" + String(repeating: "]", count: 255) + "]",
            String(repeating: "[", count: 256) + "[1,2]" + String(repeating: "]", count: 256),
        ])
    func brokenPositions(text: String) throws {
        let plain = #expect(throws: Diagnostic.self) { try parse(text) }
        let kept = #expect(throws: Diagnostic.self) {
            try JSONDocument(.geojson, file: "a.json", text: Array(text.utf8))
        }
        #expect(plain != nil && plain?.message == kept?.message && plain?.position == kept?.position)
    }

    @Test("positions count as values of a limit") func limitedPositions() throws {
        let text = Array("[[1,2],[3,4]]".utf8)
        for limit in 1...8 {
            let result = WorkContext.run(changing: { $0.documents.values = limit }) {
                Result { () throws(Diagnostic) in try JSONDocument(.geojson, file: "a", text: text) }
            }
            #expect(((try? result.get()) != nil) == (limit >= 7), "\(limit)")
        }
    }

    private func positions(_ text: String) throws -> [SIMD2<Double>]? {
        try JSONDocument(.geojson, file: "a", text: Array(text.utf8)).root.positions
    }

    /// The offsets of a value and of all that is in it.
    private static func offsets(of node: JSONNode) -> [Int] {
        let inner = (node.array ?? []) + (node.object?.members.map(\.node) ?? [])
        return [node.offset] + inner.flatMap(offsets)
    }

    @Test(
        "escapes",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9""#, "é"), (#""\ud83d\uDE00""#, "😀"),
            (#""\ud83d""#, "\u{FFFD}"), (#""\ud83dx""#, "\u{FFFD}x"), (#""\ud83d\u0041""#, "\u{FFFD}A"),
            (#""\ude00""#, "\u{FFFD}"), (#""a\u0000b""#, "a\0b"), ("\"ü€😀\"", "ü€😀"), (#""\u0065\u0301""#, "e\u{301}"),
        ])
    func escapes(json: String, text: String) throws {
        #expect(try parse(json).string.map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test(
        "numbers are read as Swift reads them",
        arguments: [
            "0", "-0", "0.1", "0.30000000000000004", "123456789012345", "999999999999999", "9007199254740993",
            "12345678901234567890", "1e22", "1e23", "1E-5", "1e+5", "0.000001", "5e-324", "2.2250738585072014e-308",
            "1.7976931348623157e308", "179769313486231570000000000000000000000000", "0.1e1", "1.0000000000000000000001",
            "100000000000000.5", "0.0000000000000000000001", "24.941421", "1e-400", "-122.40142170244901",
            "4503599627370497.5", "4503599627370498.5", "0.999999999999999999", "999999999999999999",
            "9007199254740993.5", "0.000000000000000001", "-0.0000000000000000",
        ])
    func numbers(text: String) throws {
        let expected = try #require(Double(text))
        let value = try #require(try parse(text).number)
        #expect(value == expected && value.sign == expected.sign)
    }

    @Test("random numbers are read as Swift reads them") func randomNumbers() throws {
        var random = SplitMix(seed: 1)
        for _ in 0..<5000 {
            let value = Double(bitPattern: random.next())
            let digits = Int.random(in: 0...9_999_999_999, using: &random)
            let short = "\(digits / 1_000_000).\(digits % 1_000_000)"
            let long = "\(digits % 180).\(Int.random(in: 10_000_000_000_000...999_999_999_999_999, using: &random))"
            for text in value.isFinite ? ["\(value)", short, long] : [short, long] {
                #expect(try parse(text).number == Double(text))
                #expect(try positions("[[\(text),0]]")?[0].x == Double(text))
            }
        }
    }

    @Test(
        "a fault is told with its place",
        arguments: [
            ("", "a.json:1:1: expected a JSON value, found the end of the text"),
            ("{\"a\": 1,\n  \"b\" 2}", "a.json:2:7: expected ':' after the key \"b\", found '2}'"),
            ("[1, 2", "a.json:1:6: expected ',' or ']', found the end of the text"),
            ("[1,]", "a.json:1:4: expected a JSON value, found ']' (JSON allows no comma after the last element)"),
            (
                "{\"a\":1,}",
                "a.json:1:8: expected a key in double quotes, found '}' (JSON allows no comma after the last member)"
            ),
            ("{'a':1}", "a.json:1:2: expected a key in double quotes, found ''a':1}'"),
            ("01", "a.json:1:1: a number has no leading zero"),
            ("-", "a.json:1:2: expected a digit, found the end of the text"),
            ("1.", "a.json:1:3: expected a digit after the point, found the end of the text"),
            ("1e", "a.json:1:3: expected a digit in the exponent, found the end of the text"),
            ("1e400", "a.json:1:1: the number is too large"), ("nul", "a.json:1:1: expected a JSON value, found 'nul'"),
            ("truex", "a.json:1:5: expected the end of the text, found 'x'"),
            ("NaN", "a.json:1:1: expected a JSON value, found 'NaN'"),
            (".5", "a.json:1:1: expected a JSON value, found '.5'"),
            ("+1", "a.json:1:1: expected a JSON value, found '+1'"),
            ("\"ab", "a.json:1:1: the string has no closing quote"),
            ("\"a\\", "a.json:1:4: expected an escaped character, found the end of the text"),
            ("\"a\\x\"", "a.json:1:4: unknown escape in a string"),
            ("\"\\u12g4\"", "a.json:1:4: expected four hex digits after \\u"),
            ("\"\\u12", "a.json:1:4: expected four hex digits after \\u"),
            (
                "\"a\nb\"", "a.json:1:3: a control character must be escaped in a string (a line break is \\n)"
            ),
            ("1 // one", "a.json:1:3: expected the end of the text, found '//'"),
            ("[1 /* one */]", "a.json:1:4: expected ',' or ']', found '/*' (JSON has no comments)"),
            ("[\u{1}]", "a.json:1:2: expected a JSON value, found a control character"),
            ("[\"日本\", x]", "a.json:1:8: expected a JSON value, found 'x]'"),
        ])
    func faults(text: String, message: String) {
        #expect(throws: Diagnostic.self) { try parse(text) }
        do throws(Diagnostic) { _ = try parse(text) } catch { #expect(error.description == message) }
    }

    @Test("a byte order mark is no column") func byteOrderMark() throws {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let document = try JSONDocument(file: "a.json", text: mark + Array("[1,\n 2]".utf8))
        #expect(document.position(of: document.root.offset) == Position(line: 1, column: 1))
        let second = try #require(document.root.array?[1])
        #expect(document.position(of: second.offset) == Position(line: 2, column: 2))
        #expect(document.position(of: 0) == Position(line: 1, column: 1))
    }

    @Test(
        "a string that is not UTF-8 is an error", arguments: [[0xFF], [0xC3], [0xE9, 0x5C, 0x6E], [0xED, 0xA0, 0x80]])
    func invalidUTF8(bytes: [UInt8]) {
        do throws(Diagnostic) {
            _ = try JSONDocument(file: "a.json", text: Array("[1,\n \"".utf8) + bytes + Array("\"]".utf8))
            Issue.record("read")
        } catch {
            #expect(error.message == "the string is not valid UTF-8")
            #expect(error.position == Position(line: 2, column: 2))
        }
    }

    @Test("nesting is bounded", arguments: ["[", "{\"a\":"]) func depthBomb(opening: String) {
        let text = String(repeating: opening, count: 100_000)
        do throws(Diagnostic) {
            _ = try parse(text)
            Issue.record("read")
        } catch {
            #expect(error.message == "nested deeper than 256 levels")
        }
    }

    @Test("nesting up to the limit is read") func maxDepth() throws {
        _ = try parse(String(repeating: "[", count: 256) + String(repeating: "]", count: 256))
    }

    static let sample = """
        {"version": 8, "name": "caf\\u00e9 \\ud83d\\ude00 é", "layers": [{"id": "a", "w": [1, -2.5e3, 0.25]},
         {"id": "b", "on": true, "off": false, "none": null}], "deep": [[[[{"x": {}}]]]]}
        """

    @Test("no beginning of a text is a text") func truncated() throws {
        let text = Array(Self.sample.utf8)
        _ = try JSONDocument(file: "a.json", text: text)
        for length in 0..<text.count {
            #expect(throws: Diagnostic.self) { try JSONDocument(file: "a.json", text: Array(text[..<length])) }
        }
    }

    @Test("no text makes the reader trap") func fuzz() {
        var random = SplitMix(seed: 3)
        let sample = Array(Self.sample.utf8)
        for _ in 0..<5000 {
            var text = sample
            for _ in 0...Int.random(in: 0..<8, using: &random) {
                let at = Int.random(in: 0..<text.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: text[at] = UInt8.random(in: 0...255, using: &random)
                case 1: text.remove(at: at)
                default: text.insert(sample[Int.random(in: 0..<sample.count, using: &random)], at: at)
                }
            }
            do throws(Diagnostic) {
                _ = try JSONDocument(file: "a.json", text: text)
            } catch {
                #expect(error.position != nil)
            }
        }
    }

    @Test("values are equal wherever they stand") func equality() throws {
        #expect(try parse(#"{"a": [1, "x"]}"#) == parse(#"   { "a" : [ 1.0, "\u0078" ] }"#))
        #expect(try parse(#"{"a": [1, "x"]}"#) != parse(#"{"a": ["x", 1]}"#))
    }
}
