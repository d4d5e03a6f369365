// SPDX-License-Identifier: MIT
import StaticMap
import TestSupport
import Testing

@Suite("Failures") struct FailureTests {
    @Test("five mistakes give five messages, with lines and hints")
    func fiveMistakes() throws {
        let failure = try #require(
            Maps.failure(
                """
                {
                  "version": 1, "size": [600, 400],
                  "scale": 20,
                  "camera": {"center": [60.17, 124.94], "zoom": "near"},
                  "annotations": [
                    {"coordinate": [24.94, 60.17], "colour": "red"},
                    {"coordinate": [24.95, 60.17], "view": "pinn"}
                  ]
                }
                """))
        #expect(failure.kind == .badData)
        #expect(failure.diagnostics.map(\.position?.line) == [3, 4, 4, 6, 7])
        let text = failure.diagnostics.map { "\($0)" }.joined(separator: "\n")
        #expect(text.contains("are they swapped?"))
        #expect(text.contains("did you mean \"pin\"?"))
    }

    @Test("mistakes of a style in the scene are told with their place in the scene")
    func inlineStyle() throws {
        let rendered = try Maps.render(
            """
            {"version": 1, "size": [60, 40], "camera": {"center": [0, 0], "zoom": 1}, "basemap": {"style":
              {"version": 8, "sources": {}, "layers": [
                {"id": "back", "type": "background", "paint": {"background-color": "greenish"}}]}}}
            """)
        let problem = try #require(rendered.warnings.first)
        #expect(problem.position?.line == 3)
        #expect(problem.path.hasPrefix("basemap.style.layers[0]"))
    }

    @Test(
        "a file that is asked for and not there is missing input",
        arguments: [
            (#"{"style": "nowhere/style.json"}"#, "nowhere/style.json"),
            (#"{"tiles": "nowhere.mbtiles"}"#, "nowhere.mbtiles"),
            (#"{"tiles": ["nowhere.pmtiles"]}"#, "nowhere.pmtiles"), (#"{"style": "nosuchname"}"#, "nosuchname"),
        ])
    func missing(basemap: String, name: String) throws {
        let json = """
            {"version": 1, "size": [60, 40], "camera": {"center": [0, 0], "zoom": 1}, "basemap": \(basemap)}
            """
        let failure = try #require(Maps.failure(json))
        #expect(failure.kind == .missingInput)
        #expect(failure.diagnostics.map(\.description).joined().contains(name))
    }

    @Test("a file that is there and is no archive is bad data")
    func brokenTiles() throws {
        let folder = try ScratchFolder()
        try folder.write("a.pmtiles", "PMTiles\u{3} nonsense")
        let json = """
            {"version": 1, "size": [60, 40], "camera": {"center": [0, 0], "zoom": 1}, "basemap": {"tiles": "a.pmtiles"}}
            """
        #expect(Maps.failure(json, folder: folder.path)?.kind == .badData)
    }

    @Test("a home without the default style is missing input")
    func emptyHome() throws {
        let scene = Scene(
            size: Size(width: 20, height: 20), camera: Camera(.center(Coordinate(latitude: 0, longitude: 0), zoom: 1)))
        let renderer = Maps.renderer(home: Home(folder: "/nowhere"))
        do {
            _ = try renderer.render(scene)
            Issue.record("it was drawn")
        } catch {
            #expect(error.kind == .missingInput)
        }
    }

    @Test("a camera that is to fit what is not there is an error; without a camera the style says where to look")
    func nothingToFit() throws {
        let failure = try #require(Maps.failure(#"{"version": 1, "size": [60, 40], "camera": {"fit": "all"}}"#))
        #expect("\(failure.diagnostics)".contains("nothing to fit"))
        #expect(Maps.failure(#"{"version": 1, "size": [60, 40]}"#) == nil)
    }

    @Test("a style with mistakes in its root keys is checked as a style")
    func wrongRoots() {
        let style = #"{"version": 1, "sources": [], "layers": {}, "light": true}"#
        let found = Maps.shared.check(Array(style.utf8), file: "style.json").map(\.message)
        #expect(found.contains("array expected, object found"))
        #expect(found.contains("expected one of [8], 1 found"))
    }

    @Test("checking a scene tells the same, and draws nothing")
    func check() {
        let json = #"{"version": 1, "size": [60, 40], "camera": {"center": [0, 0], "zoom": 1}, "basemap": "streats"}"#
        let found = Maps.shared.check(Array(json.utf8), file: "scene.json")
        #expect(found.count == 1)
        #expect("\(found)".contains("streets"))
        let fine = #"{"version": 1, "camera": {"center": [0, 0], "zoom": 1}}"#
        #expect(Maps.shared.check(Array(fine.utf8), file: "scene.json").isEmpty)
    }
}
