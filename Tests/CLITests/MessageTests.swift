// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@Suite("Messages about the command line") struct MessageTests {
    @Test(
        "a mistake in an option says what was expected",
        arguments: [
            (["--marker", "24.94,160.17"], "the latitude must be from -90 to 90, found 160.17"),
            (["--marker", "60.17,124.94"], "(the order is lon,lat)"),
            (["--center", "24.94,160.17", "--zoom", "3"], "the latitude must be from -90 to 90, found 160.17"),
            (["--size", "600"], "expected a width and a height, such as 600x400"),
            (["--size", "99999x99999"], "each side must be from 1 to"),
            (["--size", "600x400@99x"], "the scale must be from 0.5 to 16"),
            (["--bbox", "25,60,24,61"], "the order is west,south,east,north"),
            (["--bbox", "25,62,26,61"], "the order is west,south,east,north"),
            (["--bbox", "25,62,26"], "expected four numbers: west,south,east,north"),
            (["--gpx", "walk.geojson"], "a file for --geojson"),
            (["--geojson", "walk.GPX"], "a file for --gpx"),
            (["--tiles", "https://tiles.example/{z}/{x}/{y}.pbf"], "download the tiles as MBTiles or PMTiles"),
            (["--style", "https://tiles.example/style.json"], "staticmap reads local files only"),
        ])
    func usage(options: [String], message: String) async throws {
        let outcome = try await Program.built.run(["render", "-o", "-"] + options)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test(
        "a file that is no scene by its name says what takes it",
        arguments: [
            ("a.pmtiles", "tiles (draw a map of them: --tiles a.pmtiles)"),
            (
                "a.osm.pbf",
                "an extract of OpenStreetMap (.osm.pbf) (make tiles of it: staticmap tiles import a.osm.pbf -o tiles.pmtiles)"
            ),
            ("a.zip", "a ZIP archive (draw the Shapefile in it: --shapefile a.zip)"),
            ("a.xlsx", "a spreadsheet (save its table as CSV: --csv table.csv)"),
            ("a.parquet", "Parquet (convert it first: ogr2ogr -f FlatGeobuf data.fgb a.parquet)"),
        ])
    func otherKind(file: String, found: String) async throws {
        let folder = try ScratchFolder()
        try folder.write(file, "PK")
        for command in ["render \(file) -o a.png", "describe \(file)", "check \(file)"] {
            let outcome = try await bash("$map \(command)", folder)
            #expect(outcome.exitCode == 65)
            #expect(outcome.errors == "\(file): expected a scene, found \(found)\n", "\(command)")
        }
        let missing = try await bash("$map render other-\(file) -o a.png", folder)
        #expect(missing.exitCode == 66)
        #expect(missing.errors == "other-\(file): there is no such file\n")
    }

    @Test("a misspelt command is not taken for a file", arguments: [("rendr", "render"), ("chek", "check")])
    func command(name: String, suggestion: String) async throws {
        let outcome = try await Program.built.run([name, "scene.json"])
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains("there is no command or file \"\(name)\" (did you mean \"\(suggestion)\"?)"))
    }

    @Test("without arguments help is printed") func bare() async throws {
        let outcome = try await Program.built.run([])
        #expect(outcome.exitCode == 0)
        #expect(outcome.text.contains("SUBCOMMANDS"))
    }

    @Test("blanks after commas are fine, and a bar may be escaped") func markers() async throws {
        let marker = #"title:A\|B|24.94, 60.17"#
        let outcome = try await Program.built.run(["render", "--print-scene", "--marker", marker])
        #expect(outcome.exitCode == 0)
        #expect(outcome.text.contains(#""title": "A|B""#))
        #expect(outcome.text.contains("[24.94, 60.17]"))
    }

    @Test("a box across the antimeridian is none the wrong way round") func antimeridian() async throws {
        let outcome = try await Program.built.run(["render", "--print-scene", "--bbox", "170,-10,-170,10"])
        #expect(outcome.exitCode == 0)
    }

    @Test(
        "an option that no output uses is a warning",
        arguments: [
            (["--quality", "50"], "warning: --quality has no effect: it is for JPEG and WEBP"),
            (["--link-assets"], "warning: --link-assets has no effect: it is for SVG"),
        ])
    func unused(options: [String], message: String) async throws {
        let folder = try ScratchFolder()
        let arguments =
            ["render", try folder.write("scene.json", Scenes.plain), "-o", folder.file("map.png")] + options
        let outcome = try await Program.built.run(arguments)
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors.contains(message))
        #expect(try await Program.built.run(arguments + ["--strict"]).exitCode == 65)
        let used = try await Program.built.run(
            arguments + ["-o", folder.file("map.jpg"), "-o", folder.file("map.svg")])
        #expect(!used.errors.contains("no effect"))
    }

    @Test("options do not move what messages say about the scene's file") func places() async throws {
        let folder = try ScratchFolder()
        let scene = #"{"version": 1, "size": [1, 1], "camera": {"center": [0, 0], "zoom": 1}, "sise": 3}"#
        let path = try folder.write("scene.json", scene)
        let column = try #require(scene.range(of: #""sise""#)).lowerBound
        let options = ["--size", "300x200", "--zoom", "4.25", "--style", "streets", "--attribution", "none"]
        let outcome = try await Program.built.run(["render", path, "-o", folder.file("map.png")] + options)
        let place = scene.distance(from: scene.startIndex, to: column) + 1
        #expect(outcome.errors.contains("scene.json:1:\(place): sise: unknown key"), "\(outcome.errors)")
    }

    @Test("text that is not UTF-8 is an error with its line") func invalidUTF8() async throws {
        let folder = try ScratchFolder()
        let text = Array("{\"version\": 1, \"size\": [60, 40],\n \"x-name\": \"".utf8) + [0xFF] + Array("\"}".utf8)
        let outcome = try await Program.built.run(["check", try folder.write("scene.json", text)])
        #expect(outcome.exitCode == 65)
        #expect(outcome.text.contains("scene.json:2:12: the string is not valid UTF-8"))
    }
}
