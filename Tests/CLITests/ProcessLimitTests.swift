// SPDX-License-Identifier: MIT
import Foundation
import MapData
import TestSupport
import Testing

@Suite("Limits of the process") struct ProcessLimitTests {
    /// The built program below a limit of the shell.
    private func run(_ limit: String, _ arguments: [String]) async throws -> Program.Outcome {
        var shell = try Program.built
        let program = shell.file.path(percentEncoded: false)
        shell.file = URL(filePath: "/bin/sh")
        return try await shell.run(["-c", "ulimit \(limit); exec \"$0\" \"$@\"", program] + arguments)
    }

    @Test("a file that may not grow is an output that cannot be written, and leaves the older image")
    func fileSize() async throws {
        let folder = try ScratchFolder()
        let scene = try folder.write("scene.json", Scenes.plain)
        let output = try folder.write("map.jpg", "the older image")
        // The program's messages go to files, too: the limit is above them.
        let outcome = try await run("-f 1", ["render", scene, "--size", "600x400", "--scale", "4", "-o", output])
        #expect(outcome.exitCode == 73, "\(outcome.errors)")
        #expect(try folder.contents("map.jpg") == Data("the older image".utf8))
        #expect(try folder.names() == ["map.jpg", "scene.json"])
    }

    @Test("too few open files are named before anything is read") func openFiles() async throws {
        let outcome = try await run("-n 20", ["render", "nowhere.json", "-o", "-"])
        #expect(outcome.exitCode == 71)
        #expect(outcome.errors.contains("20 files may be open, and 32 are needed"), "\(outcome.errors)")
    }
}
