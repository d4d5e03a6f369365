// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@Suite("The schema command") struct SchemaCommandTests {
    private static let file = packageRoot.appending(path: "Sources/MapScene/scene.schema.json")

    @Test("prints the schema of scenes, byte for byte") func prints() async throws {
        let outcome = try await Program.built.run(["schema"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors == "")
        #expect(outcome.output == (try Data(contentsOf: Self.file)))
        let schema = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        #expect(schema["$id"] as? String == "urn:staticmap:scene:1")
    }

    @Test("finds it in an installation") func installed() async throws {
        let home = try ScratchFolder()
        _ = try home.write("scene.schema.json", "{\"installed\": true}\n")
        let outcome = try await Program.built.run(["schema", "--home", home.file("")])
        #expect(outcome.text == "{\"installed\": true}\n")
    }

    @Test("says where it looked") func missing() async throws {
        let home = try ScratchFolder()
        let outcome = try await Program.built.run(["schema", "--home", home.file("nowhere")])
        #expect(outcome.exitCode == 66)
        #expect(outcome.errors.contains("nowhere/scene.schema.json"))
    }
}
