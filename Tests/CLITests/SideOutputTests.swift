// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@Suite("Side outputs and scenes without a file") struct SideOutputTests {
    @Test("report, regions and world file stand beside the image") func all() async throws {
        let folder = try ScratchFolder()
        let scene = try folder.write("scene.json", Scenes.plain)
        let outcome = try await Program.built.render(
            scene, "-o", folder.file("map.png"), "--report", folder.file("r.json"), "--regions",
            folder.file("map.html"),
            "--world-file")
        #expect(outcome.errors == "")
        #expect(outcome.exitCode == 0)
        #expect(try folder.names() == ["map.html", "map.pgw", "map.png", "r.json", "scene.json"])
        let report = try JSONSerialization.jsonObject(with: folder.contents("r.json")) as? [String: Any]
        #expect((report?["image"] as? [String: Any])?["width"] as? Int == 120)
        #expect(String(decoding: try folder.contents("map.html"), as: UTF8.self).contains("src=\"map.png\""))
        let world = String(decoding: try folder.contents("map.pgw"), as: UTF8.self)
        #expect(world.split(separator: "\n").count == 6)
    }

    @Test("the report has the size and the hash of every output") func hashes() async throws {
        let folder = try ScratchFolder()
        let paths = [folder.file("map.png"), folder.file("map.svg"), folder.file("map.pdf")]
        let outcome = try await Program.built.render(
            "-", "-o", paths[0], "-o", paths[1], "-o", paths[2], "--report", folder.file("r.json"),
            input: Data(Scenes.plain.utf8))
        #expect(outcome.exitCode == 0)
        let report = try JSONSerialization.jsonObject(with: folder.contents("r.json")) as? [String: Any]
        let outputs = try #require(report?["outputs"] as? [[String: Any]])
        #expect(outputs.map { $0["file"] as? String } == paths)
        #expect(outputs.map { $0["format"] as? String } == ["png", "svg", "pdf"])
        for (path, output) in zip(paths, outputs) {
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            #expect(output["bytes"] as? Int == (try folder.contents(name)).count)
            let sum = try await Program(file: URL(filePath: "/usr/bin/sha256sum")).run([path]).text.prefix(64)
            #expect(output["sha256"] as? String == String(sum))
        }
    }

    @Test("a world file is named after the format", arguments: [("a.jpg", "a.jgw"), ("b.webp", "b.wpw")])
    func worldFile(output: String, file: String) async throws {
        let folder = try ScratchFolder()
        let outcome = try await Program.built.render(
            "-", "-o", folder.file(output), "--world-file", input: Data(Scenes.plain.utf8))
        #expect(outcome.exitCode == 0)
        #expect(try folder.names() == [output, file].sorted())
    }

    @Test("a tilted map has no world file, which is said before anything is read or written")
    func tilted() async throws {
        let folder = try ScratchFolder()
        let scene = Scenes.plain.replacing("\"zoom\"", with: "\"pitch\": 40, \"zoom\"")
            .replacing(
                "\"camera\"", with: "\"overlays\": [{\"type\": \"geojson\", \"data\": \"none.json\"}], \"camera\"")
        let outcome = try await Program.built.render(
            "-", "-o", folder.file("map.png"), "--world-file", input: Data(scene.utf8))
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains("--world-file: the pixels of a tilted map are in no grid"))
        #expect(try folder.names() == [])
    }

    @Test("flags make a scene, which can be printed and drawn again to the same bytes") func printed() async throws {
        let folder = try ScratchFolder()
        let flags = [
            "--size", "120x80@2x", "--marker", "color:#123456|label:A|title:One|id:one|href:one.html|13.4,52.5",
            "--path", "color:red|weight:5|13.4,52.5|13.41,52.51", "--area",
            "fill:#f008|13.4,52.5|13.41,52.5|13.41,52.51",
            "--circle", "radius:300|13.4,52.5", "--path", "enc:_p~iF~ps|U_ulLnnqC_mqNvxq`@", "--style", "streets",
        ]
        let fonts = ["--only-fonts", try TestFonts.folder().path]
        let printed = try await Program.built.run(["render", "--print-scene"] + flags + fonts)
        #expect(printed.exitCode == 0)
        for piece in ["\"glyphText\": \"A\"", "\"radius\": 300", "[-120.2, 38.5]", "\"lineWidth\": 5", "\"scale\": 2"] {
            #expect(printed.text.contains(piece))
        }
        let scene = try folder.write("scene.json", printed.text)
        let drawn = try await Program.built.run(["render", "-o", folder.file("a.png")] + flags + fonts)
        let again = try await Program.built.run(["render", scene, "-o", folder.file("b.png")] + fonts)
        #expect(drawn.exitCode == 0)
        #expect(again.exitCode == 0)
        #expect(try folder.contents("a.png") == (try folder.contents("b.png")))
    }

    @Test("--latlng turns the order of all places round") func latlng() async throws {
        let a = try await Program.built.run([
            "render", "--print-scene", "--marker", "13.4,52.5", "--center", "13.4,52.5",
        ])
        let b = try await Program.built.run(
            ["render", "--print-scene", "--latlng", "--marker", "52.5,13.4", "--center", "52.5,13.4"])
        #expect(a.exitCode == 0)
        #expect(a.text == b.text)
    }

    @Test("flags win over the scene, and all that they do not name stays") func wins() async throws {
        let scene = """
            {"version": 1, "size": [60, 40],
             "camera": {"region": {"center": [1, 2], "span": {"latitudeDelta": 1, "longitudeDelta": 1}}, "padding": 4},
             "basemap": {"style": "streets", "missingTiles": "skip"}, "annotations": [{"coordinate": [1, 2]}]}
            """
        let outcome = try await Program.built.run(
            [
                "render", "-", "--print-scene", "--bbox", "1,2,3,4", "--bearing", "9", "--style", "dark", "--language",
                "ja", "--projection", "globe", "--marker", "5,6",
            ],
            input: Data(scene.utf8))
        #expect(outcome.exitCode == 0)
        #expect(outcome.text.contains(#""camera": {"bounds": [1, 2, 3, 4], "padding": 4, "bearing": 9}"#))
        #expect(
            outcome.text.contains(
                #""basemap": {"missingTiles": "skip", "style": "dark", "projection": "globe", "language": "ja"}"#))
        #expect(outcome.text.contains(#""annotations": [{"coordinate": [1, 2]}, {"coordinate": [5, 6]}]"#))
    }

    @Test("messages about a scene name its own lines, whatever flags replace") func lines() async throws {
        let scene = """
            {"version": 1, "size": [60, 40],
             "camera": {
               "center": [0, 0],
               "zoom": 1
             },
             "sise": 3}
            """
        let outcome = try await Program.built.run(
            ["render", "-", "-o", "-", "--bbox", "1,2,3,4"], input: Data(scene.utf8))
        #expect(outcome.exitCode == 65)
        #expect(outcome.errors.contains("standard input:6:2: sise"))
    }

    @Test(
        "wrong flags are wrong usage, and say what is right",
        arguments: [
            (["--marker", "colr:red|1,2"], "did you mean \"color\"?"),
            (["--marker", "color:red"], "expected a coordinate"),
            (["--path", "1,2"], "at least 2 coordinates"), (["--circle", "1,2"], "radius"),
            (["--marker", "1,95"], "lon,lat"),
            (["--path", "weight:thick|1,2|3,4"], "expected a number"), (["--path", "enc:\u{1}"], "encoded line"),
            (["--fit", "--zoom", "3"], "one of them"), (["--regions", "r.txt"], ".geojson"),
            (["--report", "map.png"], "file of its own"),
        ])
    func usage(arguments: [String], message: String) async throws {
        let outcome = try await Program.built.run(["render", "-o", "map.png"] + arguments)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains(message))
    }

    @Test("options that need an image say so") func needsOutput() async throws {
        for arguments in [
            ["--print-scene", "--world-file"], ["--print-scene", "--report", "r.json"], ["--world-file", "-o", "-"],
        ] {
            #expect(try await Program.built.run(["render"] + arguments).exitCode == 64)
        }
    }
}
