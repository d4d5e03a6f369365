// SPDX-License-Identifier: MIT
import MapCore
import Testing

@Suite("JSON as text") struct JSONTextTests {
    private func edited(
        _ text: String, keepsLines: Bool = false, _ value: JSONNode, at steps: JSONText.Step...
    ) throws -> String {
        var json = try JSONText(Array(text.utf8), file: "test")
        json.keepsLines = keepsLines
        try json.set(value, at: steps)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    @Test(
        "a value is replaced and nothing around it moves",
        arguments: [
            (#"{ "a" : 1 ,"b":2 }"#, #"{ "a" : 7 ,"b":2 }"#), (#"{"a":"x\"]},","b":2}"#, #"{"a":7,"b":2}"#),
            (#"{"a":[1,{"c":"}"}],"b":2}"#, #"{"a":7,"b":2}"#), ("{\n\t\"a\":true\n}", "{\n\t\"a\":7\n}"),
            (#"{"a":null}"#, #"{"a":7}"#), (#"{"a":-1.5e3}"#, #"{"a":7}"#),
        ])
    func replaces(text: String, expected: String) throws {
        #expect(try edited(text, .number(7), at: .key("a")) == expected)
    }

    @Test(
        "a member that is missing is set like the last one",
        arguments: [
            ("{}", #"{"a": 7}"#), (#"{"b": 1}"#, #"{"b": 1, "a": 7}"#),
            ("{\n  \"b\": 1\n}", "{\n  \"b\": 1,\n  \"a\": 7\n}"),
            (#"{"b": {"a": 1}}"#, #"{"b": {"a": 1}, "a": 7}"#),
        ])
    func inserts(text: String, expected: String) throws {
        #expect(try edited(text, .number(7), at: .key("a")) == expected)
    }

    @Test("objects and arrays on the way are made") func nested() throws {
        #expect(try edited("{}", .number(7), at: .key("a"), .index(0), .key("b")) == #"{"a": [{"b": 7}]}"#)
        #expect(try edited(#"{"a": true}"#, .number(7), at: .key("a"), .key("b")) == #"{"a": {"b": 7}}"#)
    }

    @Test("elements are replaced, and appended at the end") func elements() throws {
        #expect(try edited("[[24.9,60.1], [1, 2]]", .number(7), at: .index(0), .index(1)) == "[[24.9,7], [1, 2]]")
        #expect(try edited("[1, 2]", .number(7), at: .index(2)) == "[1, 2, 7]")
        #expect(try edited("[]", .number(7), at: .index(0)) == "[7]")
        #expect(try edited("[\n  1\n]", .number(7), at: .index(1)) == "[\n  1,\n  7\n]")
    }

    @Test("lines can be kept, so that later messages name them") func lines() throws {
        let text = "{\"a\": {\n  \"b\": 1\n},\n\"c\": x}"
        let sound = text.replacing("x", with: "2")
        #expect(try edited(sound, keepsLines: true, .number(7), at: .key("a")) == "{\"a\": 7\n\n,\n\"c\": 2}")
        #expect(throws: Diagnostic.self) { try edited(text, .number(7), at: .key("a")) }
    }

    @Test("a written tree reads back the same", arguments: [false, true]) func roundTrip(onOneLine: Bool) throws {
        let text = #"""
            {"a": [1, -2.5, 1e-9, 1e300, true, null], "b\n\"\\\u0001": {"c": "\u2028é🙂\u007f", "d": [], "e": {}},
             "long": ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", {"f": [[1, 2]]}]}
            """#
        let tree = try JSONDocument(file: "test", text: Array(text.utf8)).root
        let written = onOneLine ? tree.line : tree.lines
        #expect(try JSONDocument(file: "test", text: Array(written.utf8)).root == tree)
        #expect(written.contains("\n") == !onOneLine)
        #expect(!written.unicodeScalars.contains("\u{2028}"))
    }

    @Test("what JSON cannot say is null") func infinite() {
        #expect(JSONNode.list([.number(.infinity), .number(.nan)]).line == "[null, null]")
    }
}
