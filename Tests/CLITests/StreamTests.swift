// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// Inputs that are no files: pipes of the shell, and standard input.
@Suite("Pipes and standard input") struct StreamTests {
    fileprivate static let point =
        #"{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [24.9, 60.2]}}"#
    fileprivate static let gpx = #"<gpx version="1.1"><wpt lat="60.2" lon="24.9"><name>A</name></wpt></gpx>"#
    fileprivate static let kml =
        "<kml><Placemark><name>A</name><Point><coordinates>24.9,60.2</coordinates></Point></Placemark></kml>"

    @Test(
        "data come from process substitutions and from standard input",
        arguments: [
            ("geojson", StreamTests.point), ("gpx", StreamTests.gpx), ("kml", StreamTests.kml),
            ("wkt", "POINT(24.9 60.2)"),
        ])
    func data(format: String, text: String) async throws {
        let folder = try ScratchFolder()
        try folder.write("data", text)
        let regular = try await bash("$map render --only-fonts $fonts --\(format) data --size 60x40 -o -", folder)
        #expect(regular.exitCode == 0, "\(regular.errors)")
        for line in ["--\(format) <(cat data)", "--\(format) /dev/stdin < <(cat data)", "--\(format) - < data"] {
            let outcome = try await bash("$map render --only-fonts $fonts --size 60x40 -o - \(line)", folder)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(outcome.output == regular.output)
        }
    }

    @Test("scenes and styles come from pipes, and their relative paths begin in the working directory")
    func documents() async throws {
        let folder = try ScratchFolder()
        try folder.write("a.geojson", Self.point)
        let scene = #"{"version": 1, "size": [60, 40], "overlays": [{"type": "geojson", "data": "a.geojson"}]}"#
        try folder.write("scene.json", scene)
        let style = """
            {"version": 8, "sources": {"a": {"type": "geojson", "data": "a.geojson"}},
             "layers": [{"id": "a", "type": "circle", "source": "a"}]}
            """
        try folder.write("style.json", style)
        for (file, stream) in [
            ("scene.json", "<(cat scene.json)"), ("--style style.json", "--style <(cat style.json)"),
        ] {
            let line = "$map render --only-fonts $fonts --size 60x40 -o -"
            let (a, b) = (try await bash("\(line) \(file)", folder), try await bash("\(line) \(stream)", folder))
            #expect(a.exitCode == 0 && b.exitCode == 0, "\(b.errors)")
            #expect(a.output == b.output)
        }
        let check = try await bash("$map check <(cat scene.json) - < style.json", folder)
        #expect(check.exitCode == 0, "\(check.text)")
        let inspect = try await bash("$map inspect <(cat a.geojson)", folder)
        #expect(inspect.text.contains("24.9, 60.2"), "\(inspect.errors)")
    }

    @Test("a pipe is read once, however often it is named") func once() async throws {
        let folder = try ScratchFolder()
        try folder.write("a.geojson", Self.point)
        let line = "exec 7< <(cat a.geojson); $map render --geojson /dev/fd/7 --geojson /dev/fd/7 --size 60x40 -o -"
        let outcome = try await bash(line, folder)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }

    @Test("newline-delimited GeoJSON and text sequences are GeoJSON", arguments: ["\n", "\u{1E}"])
    func sequences(separator: String) async throws {
        let folder = try ScratchFolder()
        let text = separator == "\n" ? "\(Self.point)\n\(Self.point)\n" : "\u{1E}\(Self.point)\n\u{1E}\(Self.point)\n"
        let path = try folder.write("points.geojsonl", text)
        for arguments in [[path], ["--geojson", path], ["--tiles", path]] {
            let outcome = try await Program.built.render("-o", "-", "--size", "60x40", input: Data())
            #expect(outcome.exitCode == 0)
            let map = try await Program.built.run(["render", "-o", "-", "--size", "60x40"] + arguments)
            #expect(map.exitCode == 0, "\(map.errors)")
            #expect(map.output != outcome.output)
        }
        try folder.write("points.geojsonl", text + "{\"type\": Point}\n")
        let broken = try await Program.built.run(["render", "-o", "-", path])
        #expect(broken.exitCode == 65)
        #expect(broken.errors.contains("points.geojsonl:3:") && broken.errors.contains("record 3: "))
    }

    @Test("tiles do not come from a pipe") func tiles() async throws {
        let folder = try ScratchFolder()
        let outcome = try await bash("$map render --tiles <(echo) -o -", folder)
        #expect(outcome.exitCode == 65)
        #expect(outcome.errors.contains("expected a file, found a pipe"), "\(outcome.errors)")
    }
}
