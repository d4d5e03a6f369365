// SPDX-License-Identifier: MIT
import MapCore
import Testing

@Suite("Edits of a parsed tree") struct JSONTreeTests {
    private func edited(_ text: String, _ value: JSONNode, at steps: JSONText.Step...) throws -> JSONDocument {
        var tree = try JSONTree(.scene, Array(text.utf8), file: "test")
        tree.set(value, at: steps)
        return tree.document
    }

    private static let text = "{\n\"a\": {\"b\": [1, 2]},\n\"c\": 3,\n\"a\": {\"b\": [4]}\n}"

    @Test(
        "come to what edits of the text come to",
        arguments: [
            [.key("c")], [.key("d")], [.key("a"), .key("b"), .index(0)], [.key("a"), .key("b"), .index(1)],
            [.key("a"), .key("x"), .key("y")], [.key("c"), .key("x")], [.key("n"), .index(0), .key("z")],
            [.key("a"), .index(0)],
        ] as [[JSONText.Step]])
    func likeText(steps: [JSONText.Step]) throws {
        let value = JSONNode.members(["new": .list([.count(7)])])
        var tree = try JSONTree(.scene, Array(Self.text.utf8), file: "test")
        tree.set(value, at: steps)
        var text = try JSONText(Array(Self.text.utf8), file: "test")
        try text.set(value, at: steps)
        #expect(tree.root == text.root)
    }

    @Test("leave the places of what is in the text") func places() throws {
        let document = try edited(Self.text, .number(5), at: .key("a"), .key("new"))
        let member = try #require(document.root.object?.members.first { $0.key == "c" })
        #expect(document.position(of: member.keyOffset) == Position(line: 3, column: 1))
        #expect(document.position(of: member.node.offset) == Position(line: 3, column: 6))
    }

    @Test("give what is new the place of what it stands in, or replaces") func newPlaces() throws {
        let value = JSONNode.members(["x": .list([.count(7)])])
        let added = try edited(Self.text, value, at: .key("a"), .key("new"))
        let node = try #require(added.root["a"]?["new"])
        #expect(added.position(of: node.offset)?.line == 4)
        #expect(try added.position(of: #require(node["x"]?.array?.first).offset)?.line == 4)
        let replaced = try edited(Self.text, value, at: .key("c"))
        #expect(try replaced.position(of: #require(replaced.root["c"]?["x"]).offset) == Position(line: 3, column: 6))
    }

    @Test("keep the places of what is moved within the text, and take none from another text") func moved() throws {
        let original = try JSONDocument(.scene, file: "test", text: Array(Self.text.utf8)).root
        let inner = try #require(original["c"])
        let moved = try edited(Self.text, .members(["old": inner, "new": .count(1)]), at: .key("d"))
        #expect(try moved.position(of: #require(moved.root["d"]?["old"]).offset)?.line == 3)
        #expect(try moved.position(of: #require(moved.root["d"]?["new"]).offset)?.line == 1)
        let other = try JSONDocument(file: "other", text: Array("[0,\n[1]]".utf8)).root.withoutPlaces
        #expect(other.array?.map(\.offset) == [0, 0])
    }
}
