// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The arguments of a scene and one output are read in a way of their own.
@Suite("A scene and one output") struct PlainArgumentTests {
    @Test(
        "give the map that the same arguments with an option give, in any order",
        arguments: [
            ["render", "SCENE", "-o", "MAP"], ["SCENE", "-o", "MAP"], ["-o", "MAP", "SCENE"],
            ["render", "--output", "MAP", "SCENE"],
        ])
    func order(arguments: [String]) async throws {
        let folder = try ScratchFolder()
        let scene = try folder.write("scene.json", Scenes.plain)
        let arguments = arguments.map { $0 == "SCENE" ? scene : $0 == "MAP" ? folder.file("map.webp") : $0 }
        let plain = try await Program.built.run(arguments)
        let full = try await Program.built.run([
            "render", scene, "-o", folder.file("full.webp"), "--attribution", "auto",
        ])
        #expect(plain.errors == "")
        #expect(plain.exitCode == 0)
        #expect(full.exitCode == 0)
        #expect(try folder.contents("map.webp") == folder.contents("full.webp"))
    }

    @Test("a scene without a size gets the default") func size() async throws {
        let folder = try ScratchFolder()
        let scene = try folder.write("scene.json", #"{"version": 1, "basemap": {"style": "streets"}}"#)
        let outcome = try await Program.built.run([scene, "-o", folder.file("map.png")])
        #expect(outcome.errors == "")
        #expect(pngSize(try folder.contents("map.png")) == [800, 600])
    }

    @Test("a file of data is shown on a map") func data() async throws {
        let folder = try ScratchFolder()
        let file = try folder.write(
            "line.geojson", #"{"type": "LineString", "coordinates": [[24.9, 60.1], [25, 60.2]]}"#)
        let outcome = try await Program.built.run([file, "-o", folder.file("map.png")])
        #expect(outcome.errors == "")
        #expect(outcome.exitCode == 0)
    }

    @Test(
        "mistakes are reported as with options",
        arguments: [
            (["render", "absent.json", "-o", "map.png"], 66, "absent.json"),
            (["absent.json", "-o", "map.tiff"], 64, "map.tiff: the format is not known by its name"),
            (["rendr", "-o", "map.png"], 64, #"did you mean "render"?"#),
            (["check", "-o", "map.png"], 64, "Unknown option '-o'"),
            (["absent.json", "-o", "--zoom"], 64, "Missing value for '-o"),
        ] as [([String], Int32, String)])
    func mistakes(arguments: [String], code: Int32, message: String) async throws {
        let outcome = try await Program.built.run(arguments)
        #expect(outcome.exitCode == code)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
}
