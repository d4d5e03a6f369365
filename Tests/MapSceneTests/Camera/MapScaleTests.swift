// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry
import MapScene
import TestSupport
import Testing

@Suite("A map on paper") struct MapScaleTests {
    private func view(_ json: String) throws -> (view: Viewport?, codes: [String]) {
        let scene = try SceneDocument(text: Array(json.utf8)).scene
        let found = DiagnosticSink()
        let reporter = SceneReporter(diagnostics: found)
        let view = scene.sized(reporter)?.viewport(extent: { _ in .null }, reporter)
        return (view, found.all.map(\.code.rawValue))
    }

    private static let latitudes: [Double] = [-84, -70, -45, -10, 0, 5, 33, 60, 78, 84]

    @Test("a centimeter is so many meters on WGS 84 in all directions", arguments: latitudes)
    func directions(latitude: Double) throws {
        let view = try #require(
            try view(
                #"{"version": 1, "size": [400, 300], "camera": {"center": [12, \#(latitude)], "mapScale": 10000}}"#
            ).view)
        for direction in [Point(1, 0), Point(0, 1), Point(0.6, 0.8)] {
            let ends = [-50.0, 50].map { view.coordinate(at: view.focus + direction * $0) }
            let meters = ends[0].geodesic(to: ends[1]).meters
            #expect(abs(meters / (100 * 0.0254 / 96 * 10_000) - 1) < 1e-5)
        }
        #expect(abs(view.mapScale - 10_000) < 1e-6)
    }

    @Test("sizes are in millimeters, or formats of paper") func sizes() throws {
        func size(_ size: String) throws -> Size? {
            try SceneDocument(text: Array(#"{"version": 1, "size": \#(size)}"#.utf8)).scene.size
        }
        let point = 25.4 / 96
        let sheet = try #require(try size(#"["190mm", "27.7cm"]"#))
        #expect(abs(sheet.width * point - 190) < 1e-9 && abs(sheet.height * point - 277) < 1e-9)
        let wide = try #require(try size(#""A4 landscape""#))
        #expect(abs(wide.width * point - 297) < 1e-9 && abs(wide.height * point - 210) < 1e-9)
        let letter = try #require(try size(#""letter""#))
        #expect(abs(letter.width - 816) < 1e-9 && abs(letter.height - 1056) < 1e-9)
        #expect(throws: SceneError.self) { try size(#""A9""#) }
        #expect(throws: SceneError.self) { try size(#"["190 metres", 10]"#) }
    }

    @Test("a side follows from the extent") func side() throws {
        let box = "[24.9, 60.1, 25.0, 60.2]"
        let high = try #require(
            try view(#"{"version": 1, "size": [400, "auto"], "camera": {"bounds": \#(box), "padding": 20}}"#).view)
        let whole = try #require(
            try view(#"{"version": 1, "size": [400, 4000], "camera": {"bounds": \#(box), "padding": 20}}"#).view)
        let rect = [(24.9, 60.1), (25.0, 60.2)].map {
            high.point(for: Coordinate(latitude: $0.1, longitude: $0.0))
        }
        #expect(high.size.width == 400 && high.zoom == whole.zoom)
        #expect(abs(rect[0].x - 20) < 1e-6 && abs(rect[1].x - 380) < 1e-6)
        #expect((20..<21).contains(rect[1].y) && (20..<21).contains(high.size.height - rect[0].y))
        let wide = try #require(
            try view(#"{"version": 1, "size": ["auto", 500], "camera": {"bounds": \#(box), "bearing": 90}}"#).view)
        #expect(abs(wide.size.width - 500 * (high.size.height - 40) / 360) < 2)
        let region = #"{"center": [24.9, 60.1], "latitudinalMeters": 500, "longitudinalMeters": 1000}"#
        let half = try #require(
            try view(#"{"version": 1, "size": [400, "auto"], "camera": {"region": \#(region)}}"#).view)
        #expect(abs(half.size.height - 200) <= 1)
    }

    @Test("both sides follow from an extent and a scale") func bothSides() throws {
        let json = """
            {"version": 1, "size": ["auto", "auto"],
             "camera": {"bounds": [24.9, 60.1, 25.0, 60.2], "mapScale": 50000, "padding": 10}}
            """
        let view = try #require(try view(json).view)
        let corner = view.point(for: Coordinate(latitude: 60.2, longitude: 24.9))
        #expect(abs(corner.x - 10) < 1e-6 && abs(corner.y - 10) < 1e-6)
        #expect(abs(view.mapScale - 50_000) < 1e-6)
    }

    @Test(
        "what a camera frames and a scale has no room for is a warning",
        arguments: [
            (#""bounds": [24.93, 60.16, 24.96, 60.18], "mapScale": 10000"#, ["camera.incomplete-fit"]),
            (#""bounds": [24.93, 60.16, 24.96, 60.18], "mapScale": 20000"#, []),
            (#""fit": "all", "mapScale": 10000"#, ["camera.incomplete-fit"]),
            (#""fit": "all", "mapScale": 20000"#, []),
            (#""center": [24.9, 60.1], "mapScale": 10000"#, []),
        ])
    func cut(camera: String, codes: [String]) throws {
        let places = ["[24.93, 60.16]", "[24.96, 60.18]"].map { #"{"coordinate": \#($0)}"# }.joined(separator: ", ")
        let json = #"{"version": 1, "size": [800, 600], "camera": {\#(camera)}, "annotations": [\#(places)]}"#
        #expect(try view(json).codes == codes)
        let free = json.replacing("[800, 600]", with: #"["auto", "auto"]"#)
        if camera.hasPrefix("\"bounds") { #expect(try view(free).codes.isEmpty) }
    }

    @Test(
        "what has no scale or no extent is refused",
        arguments: [
            (#""size": [400, "auto"], "camera": {"center": [1, 2], "zoom": 3}"#, "scene.unknown-size"),
            (#""size": ["auto", "auto"], "camera": {"bounds": [1, 2, 3, 4]}"#, "scene.unknown-size"),
            (#""size": [400, "auto"], "camera": {"bounds": [1, 2, 3, 4], "pitch": 30}"#, "scene.unknown-size"),
            (
                #""size": [400, 300], "camera": {"center": [1, 2], "mapScale": 25000, "pitch": 30}"#,
                "camera.not-to-scale"
            ),
            (
                #""size": [4, 3], "basemap": {"projection": "globe"}, "camera": {"center": [1, 2], "mapScale": 9000000}"#,
                "camera.not-to-scale"
            ),
        ])
    func refused(scene: String, code: String) throws {
        let (view, codes) = try view(#"{"version": 1, \#(scene)}"#)
        #expect(view == nil && codes == [code])
    }

    @Test(
        "a scale and a free side survive writing and reading",
        arguments: [
            #"{"version": 1, "size": [400, "auto"], "camera": {"bounds": [1, 2, 3, 4]}}"#,
            #"{"version": 1, "size": "A4", "camera": {"center": [1, 2], "mapScale": 25000}}"#,
            #"{"version": 1, "size": ["auto", "auto"], "camera": {"fit": "all", "mapScale": 25000}}"#,
        ])
    func written(json: String) throws {
        let scene = try SceneDocument(text: Array(json.utf8)).scene
        #expect(try SceneDocument(text: Array(scene.json.utf8)).scene == scene)
    }
}
