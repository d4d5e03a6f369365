// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@Suite("Diagnostics as JSON") struct JSONDiagnosticsTests {
    /// A wrong call of every command, without files.
    private static let failures: [(arguments: [String], code: String, exitCode: Int32)] = [
        (["render", "none.json", "-o", "-"], "file.missing", 66),
        (["batch", "none.jsonl", "-o", "none"], "file.missing", 66),
        (["check", "none.json"], "file.missing", 66),
        (["inspect", "none.pmtiles"], "file.missing", 66),
        (["project", "none.json", "--point", "1,1"], "file.missing", 66),
        (["hit", "none.json", "--at", "1,1"], "file.missing", 66),
        (["edit", "none.json", "--drag", "annotation/a:1,1", "-o", "-"], "file.missing", 66),
        (["diff", "none.json", "none.json"], "file.missing", 66),
        (["merge", "none.json", "none.json", "-o", "-"], "file.missing", 66),
        (["locate", "--place", "none.json"], "file.missing", 66),
        (["schema", "--home", "/nowhere"], "file.missing", 66),
        (["compare", "none.png", "none.png"], "file.missing", 66),
        (["tiles", "verify", "none.pmtiles"], "file.missing", 66),
        (["serve", "none.mbtiles"], "server.failed", 66),
        (["style", "localize", "none.json", "-o", "none"], "file.missing", 66),
        (["animate", "none.json", "-o", "none.webp"], "file.missing", 66),
        (["describe", "none.json"], "file.missing", 66),
        (["profile", "none.gpx", "-o", "none.svg"], "file.missing", 66),
        (["atlas", "none.json", "-o", "none.pdf"], "command.usage", 64),
        (["mcp", "--home", "/nowhere"], "command.usage", 64),
        (["render", "-o", "map.gif"], "command.usage", 64),
        (["render", "--no-such-option"], "command.usage", 64),
        (["locate", "--coordinate", "x"], "command.usage", 64),
        (["compare", "a.png", "b.png", "--tolerance", "2"], "command.usage", 64),
    ]

    @Test("every command prints one object per line to standard error", arguments: failures)
    func everyCommand(call: (arguments: [String], code: String, exitCode: Int32)) async throws {
        let outcome = try await Program.built.run(call.arguments + ["--diagnostics", "json"])
        #expect(outcome.exitCode == call.exitCode)
        #expect(outcome.output.isEmpty)
        let objects = try outcome.errors.split(separator: "\n").map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)")
        }
        #expect(objects.map { $0["code"] as? String } == [call.code])
        #expect(objects.first?["severity"] as? String == "error")
        #expect((objects.first?["message"] as? String)?.isEmpty == false)
    }

    @Test("the list names every command") func complete() async throws {
        let help = try await Program.built.run(["--help"]).text
        let section = try #require(help.range(of: "SUBCOMMANDS:"))
        let commands = help[section.upperBound...].split(separator: "\n").compactMap { line -> String? in
            guard line.hasPrefix("  "), !line.hasPrefix("   ") else { return nil }
            return line.split(separator: " ").first.map(String.init)
        }
        let missing = Set(commands).subtracting(Self.failures.map { $0.arguments[0] }).subtracting(["help", "See"])
        #expect(missing.isEmpty)
        #expect(commands.count > 8)
    }

    @Test("a comparison says what was expected and what was found") func parts() async throws {
        let scene = Scenes.plain.replacing("\"scale\": 2", with: "\"scale\": 2, \"appearance\": \"darc\"")
        let outcome = try await Program.built.run(
            ["check", "-", "--diagnostics=json"], input: Data(scene.utf8))
        let object = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
        #expect(object?["code"] as? String == "scene.unknown-value")
        #expect(object?["found"] as? String == "\"darc\"")
        #expect(object?["hint"] as? String == "did you mean \"dark\"?")
        #expect((object?["expected"] as? String)?.contains("light") == true)
    }
}
