// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@Suite("staticmap inspect") struct InspectTests {
    @Test("an archive: kind, zooms, bounds, layers with fields, attribution") func archive() async throws {
        let outcome = try await Program.built.run(["inspect", "basemap/helsinki.pmtiles"])
        #expect(outcome.exitCode == 0)
        let summary = summary(outcome)
        #expect(summary["kind"]?.contains("pmtiles") == true)
        #expect(summary["zooms"] == "10 to 14")
        #expect(summary["bounds"]?.hasPrefix("24.5") == true)
        #expect(summary["attribution"] == "© OpenStreetMap contributors")
        #expect(outcome.lines.contains { $0.hasPrefix("layer:") && $0.contains("building") })
        #expect(outcome.lines.contains { $0.hasPrefix("layer:") && $0.contains("place (") && $0.contains("name") })
    }

    @Test("a scene: the camera as it is solved") func scene() async throws {
        let folder = try ScratchFolder()
        let summary = summary(try await Program.built.run(["inspect", try folder.write("scene.json", Scenes.plain)]))
        #expect(summary["kind"] == "scene")
        #expect(summary["pixels"] == "120 x 80")
        #expect(summary["center"] == "0, 0 (lon, lat)")
        #expect(summary["zoom"]?.hasPrefix("1 ") == true)
    }

    @Test(
        "standard input may be a file that a shell has opened",
        arguments: [Scenes.plain, #"{"version": 8, "sources": {}, "layers": []}"#])
    func redirected(text: String) async throws {
        let folder = try ScratchFolder()
        try folder.write("file.json", text)
        let named = try await bash("$map inspect file.json", folder)
        let opened = try await bash("$map inspect - < file.json", folder)
        #expect(opened.exitCode == 0, "\(opened.errors)")
        #expect(opened.text == named.text)
    }

    @Test("relative paths of a piped style begin in the working folder", arguments: ["-", "/dev/stdin"])
    func piped(path: String) async throws {
        let folder = try ScratchFolder()
        try folder.write("points.geojson", #"{"type": "FeatureCollection", "features": []}"#)
        try folder.write(
            "style.json",
            #"{"version": 8, "sources": {"a": {"type": "geojson", "data": "points.geojson"}}, "layers": []}"#)
        for command in ["inspect", "check"] {
            let outcome = try await bash("cat style.json | $map \(command) \(path)", folder)
            #expect(outcome.exitCode == 0 && !outcome.text.contains("there is no"), "\(command): \(outcome.text)")
        }
    }

    @Test(
        "a zoom alone keeps what a camera looks at; a center alone keeps the zoom or the span",
        arguments: [
            (#"{"fit": "all"}"#, ["--zoom", "10"], 24.9, 60.2, 10.0), (#"{}"#, ["--zoom", "10"], 24.9, 60.2, 10),
            (#"{"bounds": [10, 49.9, 11, 50.1]}"#, ["--zoom", "10"], 10.5, 50, 10),
            (#"{"bounds": [10, 49.9, 11, 50.1]}"#, ["--center", "1,50"], 1, 50, 7.136),
            (
                #"{"mapRect": {"x": 141674268, "y": 90922358, "width": 745654, "height": 232007}}"#,
                ["--center", "1,50"], 1, 50, 7.136
            ),
            (#"{"fit": "all", "padding": 0}"#, ["--center", "1,50"], 1, 50, 7.868),
            (
                #"{"region": {"center": [5, 50], "latitudinalMeters": 900, "longitudinalMeters": 900}}"#,
                ["--zoom", "10"], 5, 50, 10
            ),
            (
                #"{"region": {"center": [5, 50], "latitudinalMeters": 900, "longitudinalMeters": 900}}"#,
                ["--center", "6,50"], 6, 50, 13.034
            ),
            (#"{"follow": "user"}"#, ["--zoom", "10"], 7, 48, 10),
            (#"{"center": [3, 4], "zoom": 9, "zoomTileSize": 256}"#, ["--zoom", "10"], 3, 4, 10),
            (#"{"center": [3, 4], "zoom": 9, "zoomTileSize": 256}"#, ["--center", "1,50"], 1, 50, 8),
            (#"{"center": [3, 4], "zoom": 9, "zoomTileSize": 256}"#, ["--bearing", "20"], 3, 4, 8),
        ])
    func overrides(camera: String, options: [String], longitude: Double, latitude: Double, zoom: Double) async throws {
        let user = camera.contains("follow") ? #""userLocation": {"coordinate": [7, 48]}, "# : ""
        let scene = #"""
            {"version": 1, "size": [200, 150], \#(user)"basemap": {"style": {"version": 8, "sources": {}, "layers": []}},
             "camera": \#(camera), "annotations": [
               {"coordinate": [24.8, 60.1], "view": "text", "text": "."}, {"coordinate": [25, 60.3], "view": "text", "text": "."}]}
            """#
        let folder = try ScratchFolder()
        let outcome = try await Program.built.run(["inspect", try folder.write("scene.json", scene)] + options)
        let solved = summary(outcome)
        let center = try #require(solved["center"]).split(separator: ",").compactMap {
            Double($0.trimmingCharacters(in: .whitespaces).prefix { $0.isNumber || $0 == "." || $0 == "-" })
        }
        try #require(center.count == 2)
        #expect(abs(center[0] - longitude) < 0.01 && abs(center[1] - latitude) < 0.01)
        let found = try #require(solved["zoom"]?.split(separator: " ").first.flatMap { Double($0) })
        #expect(abs(found - zoom) < 0.002)
    }

    @Test(
        "a default alone is what an empty scene shows, and a zoom changes it",
        arguments: [
            (#""center": [3, 4], "zoom": 9"#, [], 9.0), (#""center": [3, 4], "zoom": 9"#, ["--zoom", "7"], 7),
            (#""center": [3, 4], "distance": 5000"#, ["--zoom", "7"], 7),
            (#""bounds": [2, 3, 4, 5]"#, ["--zoom", "7"], 7),
        ])
    func fallback(framing: String, options: [String], zoom: Double) async throws {
        let scene = #"""
            {"version": 1, "size": [200, 150], "basemap": {"style": {"version": 8, "sources": {}, "layers": []}},
             "camera": {"default": {\#(framing)}}}
            """#
        let folder = try ScratchFolder()
        let solved = summary(try await Program.built.run(["inspect", try folder.write("scene.json", scene)] + options))
        #expect(solved["zoom"]?.hasPrefix("\(Int(zoom)) ") == true)
        #expect(solved["center"]?.hasPrefix("3") == true)
    }

    @Test("the angles of a tilted camera are options, and are told") func tilt() async throws {
        let folder = try ScratchFolder()
        let options = ["--pitch", "50", "--roll", "-10", "--field-of-view", "60"]
        let solved = summary(
            try await Program.built.run(["inspect", try folder.write("scene.json", Scenes.plain)] + options))
        #expect(solved["pitch"] == "50" && solved["roll"] == "-10" && solved["field of view"] == "60 degrees")
    }

    @Test("markers and a zoom show the markers") func markersAndZoom() async throws {
        let outcome = try await Program.built.run(
            ["render", "--print-scene", "--marker", "2.35,48.86", "--zoom", "10", "--size", "300x200"])
        let folder = try ScratchFolder()
        let center = summary(
            try await Program.built.run(["inspect", try folder.write("scene.json", outcome.text)]))["center"]
        #expect(center?.hasPrefix("2.35") == true)
    }

    @Test("--json has the same for programs", arguments: ["basemap/helsinki.pmtiles", "styles/streets/style.json"])
    func json(file: String) async throws {
        let outcome = try await Program.built.run(["inspect", "--json", file])
        let object = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        #expect(object["kind"] as? String == (file.hasSuffix("json") ? "style" : "archive"))
        #expect(((object["layers"] as? [Any])?.count ?? 0) > 3)
        let folder = try ScratchFolder()
        let scene = try await Program.built.run(["inspect", "--json", try folder.write("scene.json", Scenes.plain)])
        let solved = try #require(try JSONSerialization.jsonObject(with: scene.output) as? [String: Any])
        #expect((solved["camera"] as? [String: Any])?["coordinateSystem"] as? String == "wgs84")
    }

    @Test("a style: its sources and layers") func style() async throws {
        let summary = summary(try await Program.built.run(["inspect", "styles/streets/style.json"]))
        #expect(summary["kind"] == "MapLibre style")
        #expect(summary["layers"]?.contains("symbol") == true)
        let lines = try await Program.built.run(["inspect", "styles/streets/style.json"]).lines
        let layers = lines.filter { $0.hasPrefix("layer:") }
            .map { $0.dropFirst(6).trimmingCharacters(in: .whitespaces) }
        #expect(layers.first == "background (background)")
        #expect(layers.contains { $0.hasPrefix("water (fill, ") && $0.contains("/water") })
        let json = try await Program.built.run(["inspect", "--json", "styles/streets/style.json"]).text
        #expect(json.contains("\"sourceLayer\": \"water\""))
    }

    @Test("the layers of tiles that do not say, by some of the tiles") func sampledLayers() async throws {
        let folder = try ScratchFolder()
        // A layer "a" (version 2, extent 4096) with a point, which has the property b: true.
        let layer: [UInt8] = [
            0x0A, 1, 0x61, 0x12, 11, 0x12, 2, 0, 0, 0x18, 1, 0x22, 3, 9, 0, 0, 0x1A, 1, 0x62, 0x22, 2, 0x38, 1, 0x28,
            0x80, 0x20, 0x78, 2,
        ]
        for tile in ["0/0/0", "1/0/0"] { try folder.write("tiles/\(tile).pbf", [0x1A, UInt8(layer.count)] + layer) }
        let outcome = try await Program.built.run(["inspect", folder.path + "/tiles"])
        #expect(outcome.lines.contains { $0.hasPrefix("layer:") && $0.hasSuffix(" a (zooms 0 to 1, b: Boolean)") })
    }

    /// What the program says, by name; of repeated names the first.
    private func summary(_ outcome: Program.Outcome) -> [String: String] {
        let pairs = outcome.lines.compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (String(line[..<colon]), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
