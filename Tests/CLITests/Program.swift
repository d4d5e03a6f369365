// SPDX-License-Identifier: MIT
import Foundation
import TestSupport

/// The built command `staticmap`, run as a user runs it.
struct Program {
    /// What a run came to.
    struct Outcome {
        /// Or the negative number of the signal that ended it.
        var exitCode: Int32
        var output: Data
        var errors: String

        var text: String { String(decoding: output, as: UTF8.self) }
        var lines: [String] { text.split(separator: "\n").map(String.init) }
    }

    /// The program that was built with these tests.
    static var built: Program { get throws { Program(file: try builtFile()) } }

    var file: URL
    var environment = ["STATICMAP_HOME": packageRoot.path]
    var workingFolder = packageRoot

    /// Runs the program to its end.
    func run(_ arguments: [String], input: Data = Data()) async throws -> Outcome {
        let folder = try ScratchFolder()
        let names = ["in", "out", "err"].map(folder.file)
        try input.write(to: URL(filePath: names[0]))
        var child = ChildProcess(file.path, arguments)
        child.environment = environment
        child.folder = workingFolder.path
        (child.input, child.output, child.errors) = (names[0], names[1], names[2])
        let exitCode = try await child.run()
        return Outcome(
            exitCode: exitCode, output: try folder.contents("out"),
            errors: String(decoding: try folder.contents("err"), as: UTF8.self))
    }

    /// Runs `render` with the fonts of the tests.
    func render(_ arguments: String..., input: Data = Data()) async throws -> Outcome {
        try await run(["render", "--only-fonts", try TestFonts.folder().path] + arguments, input: input)
    }

    /// Beside the test bundle.
    private static func builtFile() throws -> URL {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let file = URL(filePath: own).deletingLastPathComponent().appending(path: "staticmap")
        guard FileManager.default.isExecutableFile(atPath: file.path) else { throw NotBuilt(path: file.path) }
        return file
    }

    struct NotBuilt: Error, CustomStringConvertible {
        let path: String
        var description: String { "\(path) is not there: run `swift build --build-tests`" }
    }
}
