// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The codes of BSD's `sysexits.h`, as `staticmap --help` lists them.
@Suite("Exit codes") struct ExitCodeTests {
    @Test(
        "a wrong command line is wrong usage",
        arguments: [
            ["render", "-o", "map.gif"], ["render"], ["render", "--no-such-option"],
            ["render", "-o", "a.png", "--zoom", "x"],
            ["render", "-o", "a.png", "--threads", "0"], ["render", "-o", "a.png", "--size", "0x10"],
            ["render", "-o", "a.png", "--center", "24.9"], ["render", "-o", "a.png", "--center", "24.9,95"],
            ["render", "-o", "a.png", "--bbox", "1,2,3,4", "--zoom", "3"], ["check"], ["inspect"],
            ["render", "-o", "a.png", "--limits", "lenient"], ["render", "-o", "a.png", "--limits", "vertices=0"],
        ])
    func usage(arguments: [String]) async throws {
        let outcome = try await Program.built.run(arguments)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains("Usage: staticmap"))
        #expect(outcome.output.isEmpty)
    }

    @Test("help and version are no mistakes", arguments: ["--help", "--version"])
    func help(argument: String) async throws {
        let outcome = try await Program.built.run([argument])
        #expect(outcome.exitCode == 0)
        #expect(!outcome.output.isEmpty)
    }

    @Test("a wrong scene is bad data", arguments: ["", "{", "[]", Scenes.unknownKey, Scenes.fiveMistakes])
    func badData(scene: String) async throws {
        let outcome = try await Program.built.render("-", "-o", "-", input: Data(scene.utf8))
        #expect(outcome.exitCode == 65)
        #expect(outcome.errors.contains("standard input:"))
        #expect(outcome.output.isEmpty)
    }

    @Test(
        "an image that is not there is a marker and a warning; with --strict it is bad data", arguments: [true, false])
    func strict(isStrict: Bool) async throws {
        let folder = try ScratchFolder()
        let pin = #""annotations": [{"coordinate": [0, 0], "view": "image", "image": "none.png"}], "camera""#
        let scene = try folder.write("scene.json", Scenes.plain.replacing(#""camera""#, with: pin))
        let options = isStrict ? ["--strict"] : []
        let outcome = try await Program.built.run(["render", scene, "-o", folder.file("map.png")] + options)
        #expect(outcome.exitCode == (isStrict ? 65 : 0))
        #expect(outcome.errors.contains("there is no such file; the default marker is drawn instead"))
    }

    @Test("what is not an archive is bad data") func badArchive() async throws {
        let folder = try ScratchFolder()
        let archive = try folder.write("map.pmtiles", "no tiles in here, though it is long enough for a header")
        for arguments in [["inspect", archive], ["render", "-o", "-", "--tiles", archive]] {
            let outcome = try await Program.built.run(arguments)
            #expect(outcome.exitCode == 65)
            #expect(outcome.errors.contains("map.pmtiles"))
        }
    }

    @Test(
        "a file that is not there is missing input",
        arguments: [
            ["render", "nowhere.json", "-o", "-"], ["check", "nowhere.json"], ["inspect", "nowhere.mbtiles"],
            ["render", "-o", "-", "--tiles", "nowhere.mbtiles"], ["render", "-o", "-", "--style", "nowhere.json"],
            ["render", "-o", "-", "--style", "no-such-style"],
        ])
    func missing(arguments: [String]) async throws {
        let outcome = try await Program.built.run(arguments)
        #expect(outcome.exitCode == 66)
        let name = try #require(arguments.first { $0.hasPrefix("no") })
        #expect(outcome.errors.contains(name))
        #expect(outcome.output.isEmpty)
    }

    @Test("a place that cannot be written to says so, and nothing is left") func cannotWrite() async throws {
        let folder = try ScratchFolder()
        let scene = try folder.write("scene.json", Scenes.plain)
        for target in [folder.file("nowhere/map.png"), folder.path + "/."] {
            let outcome = try await Program.built.run(["render", scene, "--format", "png", "-o", target])
            #expect(outcome.exitCode == 73)
            #expect(outcome.errors.contains("cannot be written"))
        }
        #expect(try folder.names() == ["scene.json"])
    }

    @Test("a map past a limit is not drawn, and the limit is named") func pastLimit() async throws {
        let folder = try ScratchFolder()
        let scene = try folder.write("scene.json", Scenes.plain)
        let output = folder.file("map.png")
        let outcome = try await Program.built.run(["render", scene, "-o", output, "--limits", "strict,pixels=100"])
        #expect(outcome.exitCode == 69)
        #expect(
            outcome.errors.contains("more than 100 pixels (RenderLimits.pixels, or --limits pixels=…, allows more)"))
        #expect(try folder.names() == ["scene.json"])
    }

    @Test("an older image stays as it is when the new one fails") func untouched() async throws {
        let folder = try ScratchFolder()
        let scene = try folder.write("scene.json", Scenes.unknownKey)
        let output = try folder.write("map.png", "the older image")
        let outcome = try await Program.built.run(["render", scene, "-o", output])
        #expect(outcome.exitCode == 65)
        #expect(try folder.contents("map.png") == Data("the older image".utf8))
        #expect(try folder.names() == ["map.png", "scene.json"])
    }

    @Test("an older image is replaced whole") func replaced() async throws {
        let folder = try ScratchFolder()
        let scene = try folder.write("scene.json", Scenes.plain)
        let output = try folder.write("map.png", String(repeating: "older", count: 100_000))
        let outcome = try await Program.built.run(["render", scene, "-o", output])
        #expect(outcome.exitCode == 0)
        #expect(try folder.contents("map.png").suffix(8) == Data([0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]))
        #expect(try folder.names() == ["map.png", "scene.json"])
    }
}
