// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@Suite("Verbs of the command line") struct VerbTests {
    private static let scene = """
        {"version": 1, "size": [200, 100], "scale": 2, "attribution": "none",
         "basemap": {"style": {"version": 8, "sources": {}, "layers": []}},
         "camera": {"center": [0, 0], "zoom": 3},
         "annotations": [{"id": "a", "coordinate": [0, 0], "view": "pin", "href": "a.html"}]}
        """

    private func json(_ line: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    @Test("project turns coordinates into points and back, line by line") func project() async throws {
        let folder = try ScratchFolder()
        let scene = try folder.write("scene.json", Self.scene)
        let outcome = try await Program.built.run(
            ["project", scene, "--coordinate", "0,0", "--coordinate", "-5,1", "--point", "0,0", "--point", "-10,5"])
        #expect(outcome.exitCode == 0)
        let lines = try outcome.lines.map(json)
        #expect(lines.map { $0["point"] as? [Double] }.first == [100, 50])
        #expect(lines[0]["pixel"] as? [Double] == [200, 100])
        #expect(lines[2]["point"] as? [Double] == [0, 0])
        #expect(lines.map { $0["inside"] as? Bool } == [true, true, true, false])
        let piped = try await Program.built.run(
            ["project", scene], input: Data("0,0\n\ncoordinate -5,1\npoint 0,0\npoint -10,5\n".utf8))
        #expect(piped.text == outcome.text)
    }

    @Test("on a globe, project and hit tell what is on its far side and beside it") func globe() async throws {
        let scene = Self.scene.replacing(#""zoom": 3"#, with: #""zoom": -1"#)
        let options = ["-", "--projection", "globe"]
        let projected = try await Program.built.run(
            ["project"] + options + ["--coordinate", "20,10", "--coordinate", "170,10", "--point", "2,2"],
            input: Data(scene.utf8))
        #expect(projected.errors == "")
        let lines = try projected.lines.map(json)
        #expect(lines.map { $0["inside"] as? Bool } == [true, false, true])
        #expect(lines[2]["coordinate"] is NSNull)
        let hit = try await Program.built.run(["hit"] + options + ["--at", "2,2"], input: Data(scene.utf8))
        #expect(try hit.lines.map(json)[0]["coordinate"] is NSNull)
    }

    @Test("project tells which line it does not understand") func wrongLine() async throws {
        let folder = try ScratchFolder()
        let scene = try folder.write("scene.json", Self.scene)
        let outcome = try await Program.built.run(["project", scene], input: Data("0,0\nnorth\n".utf8))
        #expect(outcome.exitCode == 65)
        #expect(outcome.errors.contains("standard input:2:1"))
        #expect(outcome.lines.count == 1)
    }

    @Test("hit tells the target, and the map where there is none") func hit() async throws {
        let outcome = try await Program.built.run(
            ["hit", "-", "--at", "100,30", "--at", "10,10"], input: Data(Self.scene.utf8))
        #expect(outcome.exitCode == 0)
        let lines = try outcome.lines.map(json)
        #expect(lines[0]["target"] as? String == "annotation/a")
        #expect(lines[0]["href"] as? String == "a.html")
        #expect(lines[1]["target"] as? String == "map")
        #expect((lines[1]["coordinate"] as? [Double])?.count == 2)
    }

    @Test("edit writes the new scene and prints the events") func edit() async throws {
        let folder = try ScratchFolder()
        let scene = try folder.write("scene.json", Self.scene)
        let outcome = try await Program.built.run([
            "edit", scene, "--drag", "annotation/a:150,50", "-o", folder.file("new.json"), "--preview",
            folder.file("held.png"), "--only-fonts", try TestFonts.folder().path,
        ])
        #expect(outcome.errors == "")
        #expect(outcome.exitCode == 0)
        #expect(
            try outcome.lines.map { try json($0)["event"] as? String } == ["highlighted", "moved", "moved", "finished"])
        let new = String(decoding: try folder.contents("new.json"), as: UTF8.self)
        #expect(new.contains("\"coordinate\": [4.39453"))
        #expect(pngSize(try folder.contents("held.png")) == [400, 200])
        let projected = try await Program.built.run(["hit", folder.file("new.json"), "--at", "150,40"])
        #expect(projected.text.contains("annotation/a"))
    }

    @Test("edit tells what there is to drag, and writes nothing") func nothing() async throws {
        let folder = try ScratchFolder()
        let scene = try folder.write("scene.json", Self.scene)
        let outcome = try await Program.built.run([
            "edit", scene, "--drag", "annotation/b:1,1", "-o", folder.file("n.json"),
        ])
        #expect(outcome.exitCode == 65)
        #expect(outcome.errors.contains("annotation/a"))
        #expect(try folder.names() == ["scene.json"])
    }

    @Test("locate prints the rule that fired") func locate() async throws {
        let folder = try ScratchFolder()
        let points = try folder.write(
            "poi.geojson",
            """
            {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"name": "Library", "adcode": "091"},
             "geometry": {"type": "Point", "coordinates": [24.9, 60.1]}}]}
            """)
        let center = try folder.write("place.json", #"{"keyword": "zoo"}"#)
        let found = try await Program.built.run(["locate", "--keyword", "lib", "--gazetteer", points])
        #expect(found.exitCode == 0)
        #expect(try json(found.text)["rule"] as? String == "keyword")
        #expect(found.text.contains("\"adcode\": \"091\""))
        let none = try await Program.built.run(
            ["locate", "--place", center, "--gazetteer", points, "--default", "24.94,60.17"])
        #expect(try json(none.text)["rule"] as? String == "default")
        #expect(try json(none.text)["failed"] as? [String] == ["keyword"])
    }

    @Test(
        "wrong words are wrong usage",
        arguments: [
            ["hit", "scene.json"], ["hit", "scene.json", "--at", "1"], ["project", "-"],
            ["project", "s.json", "--coordinate", "1"],
            ["edit", "s.json", "-o", "n.json"], ["edit", "s.json", "--drag", "a", "-o", "n.json"],
            ["locate", "--default", "1,99"], ["edit", "s.json", "--drag", "a:1,1", "-o", "n", "--preview", "x.gif"],
        ])
    func usage(arguments: [String]) async throws {
        #expect(try await Program.built.run(arguments).exitCode == 64)
    }
}
