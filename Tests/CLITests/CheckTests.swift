// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@Suite("staticmap check") struct CheckTests {
    @Test("five mistakes give five messages, each with its place") func fiveMistakes() async throws {
        let folder = try ScratchFolder()
        let scene = try folder.write("trip.json", Scenes.fiveMistakes)
        let outcome = try await Program.built.run(["check", scene])
        #expect(outcome.exitCode == 65)
        let locations = outcome.lines.map { $0.replacing(folder.path + "/", with: "") }
            .map { $0.split(separator: " ", maxSplits: 2).prefix(2).joined(separator: " ") }
        #expect(
            locations == [
                "trip.json:2:14: version:", "trip.json:3:12: size[0]:", "trip.json:4:32: camera.center[1]:",
                "trip.json:6:47: annotations[0].colour:", "trip.json:7:55: annotations[1].view:",
            ])
        #expect(outcome.lines.last?.hasSuffix("(did you mean \"pin\"?)") == true)
    }

    @Test(
        "options do not hide what is wrong with what they change",
        arguments: [
            (#""basemap": 5"#, ["--style", "streets"]), (#""basemap": 5"#, ["--language", "fi"]),
            (#""camera": 6"#, ["--zoom", "5"]), (#""camera": 6"#, ["--padding", "3"]),
            (#""overlays": 7"#, ["--graticule", "auto"]), (#""annotations": 8"#, ["--marker", "24,60"]),
        ])
    func options(_ member: String, _ options: [String]) async throws {
        let folder = try ScratchFolder()
        let scene = try folder.write("odd.json", #"{"version": 1, \#(member)}"#)
        let outcome = try await Program.built.run(["render", scene, "-o", "-"] + options)
        let key = member.split(separator: "\"")[0]
        #expect(outcome.exitCode == 65 && outcome.errors.contains("odd.json:1:"), "\(outcome.errors)")
        #expect(outcome.errors.contains(" \(key): expected"), "\(outcome.errors)")
    }

    @Test("diagnostics can be JSON, one object per line") func json() async throws {
        let folder = try ScratchFolder()
        let scene = try folder.write("trip.json", Scenes.fiveMistakes)
        let outcome = try await Program.built.run(["check", "--diagnostics", "json", scene])
        #expect(outcome.exitCode == 65)
        let objects = try outcome.lines.map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(objects.map { $0["line"] as? Int } == [2, 3, 4, 6, 7])
        #expect(
            objects.allSatisfy {
                $0["severity"] as? String == "error" && ($0["code"] as? String)?.contains(".") == true
            })
        let missing = try await Program.built.run(["render", "none.json", "-o", "-", "--diagnostics", "json"])
        #expect(missing.exitCode == 66)
        let object = try JSONSerialization.jsonObject(with: Data(missing.errors.utf8)) as? [String: Any]
        #expect(object?["file"] as? String == "none.json")
    }

    @Test("a good scene gives no message") func good() async throws {
        let outcome = try await Program.built.run(["check", "-"], input: Data(Scenes.plain.utf8))
        #expect(outcome.exitCode == 0)
        #expect(outcome.text == "")
        #expect(outcome.errors == "")
    }

    @Test("each example is in order", arguments: try exampleNames())
    func examples(name: String) async throws {
        let outcome = try await Program.built.run(["check", "examples/\(name)"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.text == "")
    }

    @Test("mistakes in a style have a place too") func style() async throws {
        let folder = try ScratchFolder()
        let style = try folder.write(
            "style.json",
            """
            {"version": 8, "sources": {}, "layers": [
             {"id": "a", "type": "background", "paint": {"background-color": "bleu"}},
             {"id": "a", "type": "background", "paint": {"background-opacity": 2}}]}
            """)
        let outcome = try await Program.built.run(["check", style])
        #expect(outcome.exitCode == 65)
        #expect(outcome.lines.contains { $0.contains("style.json:2:66:") && $0.contains("bleu") })
        #expect(outcome.lines.contains { $0.contains("style.json:3:68:") })
    }

    @Test(
        "a file without any key of a scene is checked as a style",
        arguments: ["{}", #"{"version": 8}"#, #"{"verison": 8, "layer": {}}"#, #"{"version": 7, "name": "Mine"}"#])
    func keylessStyle(text: String) async throws {
        let folder = try ScratchFolder()
        let outcome = try await Program.built.run(["check", try folder.write("style.json", text)])
        #expect(outcome.exitCode == 65)
        for name in ["sources", "layers"] {
            #expect(outcome.lines.contains { $0.contains("missing required property \"\(name)\"") })
        }
    }

    @Test(
        "a file with nearly a key of a scene is checked as a scene",
        arguments: [#"{"anotations": []}"#, #"{"version": 1}"#, #"{"version": 2, "camera": {}}"#])
    func misspeltScene(text: String) async throws {
        let folder = try ScratchFolder()
        let outcome = try await Program.built.run(["check", try folder.write("scene.json", text)])
        #expect(!outcome.lines.contains { $0.contains("missing required property") })
    }

    private static func exampleNames() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: packageRoot.appending(path: "examples").path)
            .filter { $0.hasSuffix(".json") }.sorted()
    }
}
