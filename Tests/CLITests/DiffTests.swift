// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@Suite("staticmap diff and merge") struct DiffTests {
    private let folder: ScratchFolder
    private let scene = Scenes.plain.replacing(
        "\"camera\"",
        with: "\"annotations\": [{\"id\": \"a\", \"coordinate\": [0, 0], \"view\": \"pin\"}],\n \"camera\"")

    init() throws {
        folder = try ScratchFolder()
        try folder.write("a.json", scene)
        try folder.write("same.json", scene.replacing("\"scale\": 2", with: "\"scale\": 2.0"))
        try folder.write("b.json", scene.replacing("[0, 0], \"view\"", with: "[10, 0], \"title\": \"B\", \"view\""))
        try folder.write("c.json", scene.replacing("[0, 0], \"view\"", with: "[0, 0], \"title\": \"C\", \"view\""))
        try folder.write("bad.json", Scenes.unknownKey)
    }

    private func run(_ arguments: String...) async throws -> Program.Outcome {
        try await Program.built.run(arguments.map { $0.contains(".") ? folder.file($0) : $0 })
    }

    @Test("ends with 0 for the same map, 1 for another, and more for errors") func exitCodes() async throws {
        let same = try await run("diff", "a.json", "same.json")
        #expect(same.exitCode == 0)
        #expect(same.text == "same: no differences\n")
        let different = try await run("diff", "a.json", "b.json")
        #expect(different.exitCode == 1)
        #expect(
            different.lines == [
                "moved annotation/a by 1112 km: [0, 0] → [10, 0]", "changed annotation/a title: none → \"B\"",
            ])
        #expect(different.errors == "")
        #expect(try await run("diff", "a.json", "bad.json").exitCode == 65)
        #expect(try await run("diff", "a.json", "absent.json").exitCode == 66)
        #expect(try await run("diff", "a.json").exitCode == 64)
    }

    @Test("prints JSON") func json() async throws {
        struct Result: Decodable {
            struct Change: Decodable { var change, item, path: String }
            var same: Bool
            var changes: [Change]
        }
        let outcome = try await run("diff", "--json", "a.json", "b.json")
        let result = try JSONDecoder().decode(Result.self, from: outcome.output)
        #expect(!result.same)
        #expect(result.changes.map(\.path) == ["annotations[0].coordinate", "annotations[0].title"])
        #expect(result.changes.map(\.change) == ["moved", "changed"])
    }

    @Test("draws what has changed") func image() async throws {
        #expect(try await run("diff", "a.json", "b.json", "--image", "out.png").exitCode == 1)
        #expect(pngSize(try folder.contents("out.png")) == [120, 80])
        #expect(try await run("diff", "a.json", "b.json", "--image", "out.txt").exitCode == 64)
    }

    @Test("merge takes the changes of both sides") func merge() async throws {
        let outcome = try await run("merge", "--base", "a.json", "b.json", "a.json", "-o", "merged.json")
        #expect(outcome.exitCode == 0)
        #expect(try folder.contents("merged.json") == folder.contents("b.json"))
    }

    @Test("merge names conflicts, ends with 1 and writes nothing") func conflict() async throws {
        try folder.write("merged.json", "as it was")
        let outcome = try await run("merge", "--base", "a.json", "b.json", "c.json", "-o", "merged.json")
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("annotations[0].title (\"a\"): "))
        #expect(try folder.contents("merged.json") == Data("as it was".utf8))
        let ours = try await run(
            "merge", "--base", "a.json", "b.json", "c.json", "--prefer", "theirs", "-o", "merged.json")
        #expect(ours.exitCode == 0)
        #expect(String(decoding: try folder.contents("merged.json"), as: UTF8.self).contains("\"C\""))
        #expect(try await run("merge", "a.json", "-o", "merged.json").exitCode == 64)
    }

    @Test("a merge that would not be a valid scene is an error") func invalid() async throws {
        try folder.write(
            "area.json",
            Scenes.plain.replacing(
                "\"camera\"",
                with:
                    "\"overlays\": [{\"id\": \"a\", \"type\": \"circle\", \"center\": [0, 0], \"radius\": 1}],\n \"camera\""
            ))
        let outcome = try await run("merge", "a.json", "area.json", "-o", "merged.json")
        #expect(outcome.exitCode == 65)
        #expect(outcome.errors.contains("an id of its own"))
        #expect(!FileManager.default.fileExists(atPath: folder.file("merged.json")))
    }
}
