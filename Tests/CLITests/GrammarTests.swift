// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

@Suite("Words of static map services on the command line") struct GrammarTests {
    private func scene(_ options: String...) async throws -> String {
        let outcome = try await Program.built.run(["render", "--print-scene"] + options)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return outcome.text
    }

    @Test(
        "colors may be hexadecimal digits",
        arguments: [("0xFF8800", "#FF8800"), ("0xff880080", "#ff880080"), ("f80", "#f80"), ("red", "red")])
    func colors(written: String, css: String) async throws {
        #expect(try await scene("--marker", "color:\(written)|1,2").contains(#""tint": "\#(css)""#))
        #expect(try await scene("--path", "color:\(written)|1,2|3,4").contains(#""strokeColor": "\#(css)""#))
        #expect(try await scene("--area", "fillcolor:\(written)|1,2|3,4|5,2").contains(#""fillColor": "\#(css)""#))
    }

    @Test("a path has a fill, a border and the way of a geodesic") func path() async throws {
        let text = try await scene("--path", "fillcolor:blue|geodesic:true|border:white|borderwidth:2|1,2|3,4|5,2")
        #expect(text.contains(#""fillColor": "blue""#) && text.contains(#""geodesic": true"#))
        #expect(text.contains(#""casing": {"color": "white", "width": 2}"#))
        #expect(text.contains(#""type": "polygon""#) && text.contains(#""type": "polyline""#))
    }

    @Test(
        "a marker has sizes, an anchor and an offset",
        arguments: [
            ("size:tiny", #""markerSize": "small""#), ("size:mid", #""markerSize": "medium""#),
            ("size:LARGE", #""markerSize": "large""#), ("anchor:bottomleft", #""anchor": "bottomLeft""#),
            ("anchor:0.5,1", #""anchor": [0.5, 1]"#), ("offset:0,-10", #""centerOffset": [0, -10]"#),
            ("icon:/a/b.png", #""image": "/a/b.png""#), ("icon:/a/b.png|scale:2", #""imageScale": 0.5"#),
        ])
    func marker(word: String, key: String) async throws {
        #expect(try await scene("--marker", "\(word)|1,2").contains(key))
    }

    @Test("grid references are places in WGS 84, also for a scene in another datum") func gridReferences() async throws
    {
        let text = "50SMK4796617654"
        func printed(_ datum: String) async throws -> String {
            try await Program.built.run(
                [
                    "render", "-", "--print-scene", "--center", text, "--zoom", "10", "--marker", text, "--path",
                    text + "|116.4,39.9", "--circle", text + "|radius:9",
                ], input: Data(#"{"version": 1, "coordinateSystem": "\#(datum)"}"#.utf8)
            ).text
        }
        for (datum, place) in [("wgs84", "[116.391244"), ("gcj02", "[116.397485")] {
            let scene = try await printed(datum)
            #expect(scene.components(separatedBy: place).count == 5 && scene.contains("[116.4, 39.9]"), "\(scene)")
        }
    }

    @Test("layers of a file are named behind it") func layers() async throws {
        let text = try await scene("--geopackage", "Tests/Fixtures/shapes.gpkg|layer:areas|layer:mixed")
        #expect(text.contains(#"shapes.gpkg", "layers": ["areas", "mixed"]"#), "\(text)")
    }

    @Test("GeoJSON may be given itself") func inline() async throws {
        let text = try await scene("--geojson", #" {"type": "Point", "coordinates": [1, 2]}"#)
        #expect(text.contains(#""coordinates": [1, 2]"#))
    }

    @Test("what data decide is for files of data on the command line") func dataOptions() async throws {
        let one = try await scene("points.csv", "--color-by", "mag", "--label", "{mag}")
        #expect(one.contains(#""colorBy": "mag""#) && one.contains(#""label": "{mag}""#), "\(one)")
        let two = try await scene("points.csv", "--gpx", "way.gpx", "--color-by", "mag")
        #expect(two.components(separatedBy: #""colorBy": "mag""#).count == 3, "\(two)")
    }

    @Test("what data decide is for the one overlay of data of a scene", arguments: [0, 1, 2])
    func dataOfScene(count: Int) async throws {
        let line = #"{"type": "polyline", "coordinates": [[1, 2], [3, 4]]}"#
        let overlays = [line] + (0..<count).map { #"{"type": "csv", "data": "\#($0).csv"}"# }
        let outcome = try await Program.built.run(
            ["render", "-", "--print-scene", "--size-by", "mag"],
            input: Data(#"{"version": 1, "overlays": [\#(overlays.joined(separator: ", "))]}"#.utf8))
        guard count != 1 else {
            #expect(outcome.text.contains(#""data": "0.csv", "sizeBy": "mag""#), "\(outcome.text)")
            return
        }
        #expect(outcome.exitCode == 65)
        #expect(outcome.errors.contains("this one has \(count == 0 ? "none" : "2")"), "\(outcome.errors)")
    }

    @Test("a size may have a comma", arguments: ["800,600", "800x600", "800*600"])
    func size(written: String) async throws {
        #expect(try await scene("--size", written).contains(#""size": [800, 600]"#))
    }

    @Test(
        "a value that is none says what was expected",
        arguments: [
            (["--marker", "size:huge|1,2"], #"size: expected "small", "medium", "large""#),
            (["--marker", "anchor:middle|1,2"], #"anchor: expected "center", "top""#),
            (["--marker", "icon:a.png|scale:3|1,2"], #"scale: expected "1", "2", "4", found "3""#),
            (["--marker", "scale:2|1,2"], "scale: goes with icon:"),
            (["--marker", "offset:ten|1,2"], "offset: expected two numbers"),
            (["--marker", "color:red|color:blue|1,2"], "color is given twice"),
            (["--path", "geodesic:maybe|1,2|3,4"], "geodesic: expected true or false"),
            (["--circle", "radius:5km|1,2"], "radius: expected a number of meters"),
            (["--geojson", #"{"type": Point}"#], "expected a JSON value, found 'Point}'"),
            (["--wkt", "PONT(24.9 60)"], "did you mean \"POINT\"?"),
            (["--csv", "xy.csv|foo:1"], #"latitude: or geometry: after the file, found "foo:1""#),
            (["--background", "bleu"], "expected a color such as red, #ff8800 or 0xff8800"),
            (["--center", "Helsinki", "--zoom", "3"], "names are not looked up"),
            (["--zoom", "99", "--center", "1,2"], "--zoom must be from -5 to 24, found 99"),
            (["--pitch", "181"], "--pitch must be from 0 to 180 degrees, found 181"),
            (["--field-of-view", "0"], "--field-of-view must be from 1 to 150 degrees, found 0"),
            (["--roll", "nan"], "--roll must be a number of degrees"),
            (["--home", "nowhere"], "--home nowhere: there is no such folder"),
            (["--tiles", "-"], "tiles are read in no order"),
            (["--gpx", "-", "--kml", "-"], "standard input can be read once"),
            (["-", "--geojson", "-"], "standard input can be read once"),
            (["-", "--join=-|key:id"], "standard input can be read once"),
            (["--style", "-", "--join=-|key:id"], "standard input can be read once"),
            (["--out", "a.png"], "Unknown option '--out' (did you mean \"--output\"?)"),
            (["--mark", "1,2"], "Unknown option '--mark' (did you mean \"--marker\"?)"),
        ])
    func mistakes(options: [String], message: String) async throws {
        let outcome = try await Program.built.run(["render", "-o", "-"] + options)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test(
        "standard input is one thing in each command",
        arguments: [
            ["atlas", "-", "--rows", "-", "--map-scale", "1:25000", "-o", "none.jsonl"], ["compare", "-", "-"],
        ])
    func inputs(arguments: [String]) async throws {
        let outcome = try await Program.built.run(arguments)
        #expect(outcome.exitCode == 64 && outcome.errors.contains("standard input "), "\(outcome.errors)")
    }

    @Test(
        "a document of another kind is named, and where it belongs",
        arguments: [
            (
                #"{"type": "FeatureCollection", "features": []}"#,
                "expected a scene, found GeoJSON (draw it on a map with --geojson"
            ),
            (
                #"{"version": 8, "sources": {}, "layers": []}"#,
                "expected a scene, found a MapLibre style (draw with it with --style"
            ),
            ("<?xml version=\"1.0\"?>\n<gpx/>", "expected a scene, found GPX (draw it on a map with --gpx"),
        ])
    func otherDocuments(text: String, message: String) async throws {
        let outcome = try await Program.built.run(["render", "-", "-o", "-"], input: Data(text.utf8))
        #expect(outcome.exitCode == 65)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test("data that are not there are missing input, and a template without placeholders is bad data") func exitCodes()
        async throws
    {
        let missing = try await Program.built.run(["render", "--geojson", "nowhere.geojson", "-o", "-"])
        #expect(missing.exitCode == 66)
        let template = try await Program.built.run(["render", "--tiles", "{z}/{x}.png", "-o", "-"])
        #expect(template.exitCode == 65)
    }
}
