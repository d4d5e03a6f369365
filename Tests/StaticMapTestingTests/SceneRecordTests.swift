// SPDX-License-Identifier: MIT
import MapCore
import StaticMapTesting
import Testing

@Suite("What changed in a scene") struct SceneRecordTests {
    @Test(
        "is said by path",
        arguments: [
            (#"{"a": 1}"#, #"{"a": 1}"#, []),
            (#"{"a": {"b": [1, 2]}}"#, #"{"a": {"b": [1, 3]}}"#, ["a.b[1]: 2 → 3"]),
            (#"{"a": 1, "b": 2}"#, #"{"b": 2, "c": "x"}"#, ["a: removed, was 1", #"c: added, "x""#]),
            ("[1, 2, 3]", "[1, 3]", ["[1]: removed, was 2"]),
            ("[1, 3]", "[0, 1, 3]", ["[0]: added, 0"]),
            (#"{"a": [1]}"#, #"{"a": {"b": 1}}"#, [#"a: [1] → {"b": 1}"#]),
            ("1", "null", ["1 → null"]),
        ])
    func changes(old: String, new: String, expected: [String]) throws {
        let (old, new) = (try node(old), try node(new))
        #expect(new.changes(since: old) == expected)
    }

    @Test("long values are cut") func long() throws {
        let text = String(repeating: "x", count: 500)
        let lines = try node("\"\(text)\"").changes(since: try node("1"))
        #expect(lines.map(\.count) == [124])
        #expect(lines.first?.hasSuffix("xxx…") == true)
    }

    private func node(_ text: String) throws -> JSONNode {
        try JSONDocument(file: "test", text: Array(text.utf8)).root
    }

    @Test("values are described by their stored properties") func mirror() {
        struct Pin {
            var title: String? = "A"
            var note: String?
            var tags: Set = ["b", "a"]
            var none: [Int] = []
            var style = Style.ring(width: 2)
            var shape = Style.dot
            var sizes = ["b": 2.5, "a": 1]
            var bytes: [UInt8] = [1, 2, 3]
            var isFixed = true
        }
        enum Style { case dot, ring(width: Int) }
        #expect(
            JSONNode(describing: Pin())?.line
                == #"{"title": "A", "tags": ["a", "b"], "style": {"ring": {"width": 2}}, "shape": "dot", "#
                + #""sizes": {"a": 1, "b": 2.5}, "bytes": "3 bytes, FNV-1a d0aa6218672cf5ab", "isFixed": true}"#)
        #expect(JSONNode(describing: Int?.none as Any) == nil)
    }
}
