// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapImages
import MapScene
import Testing

@Suite("Reading scenes") struct SceneDecodingTests {
    @Test("the least scene has all defaults") func least() {
        let (scene, messages) = read(#"{"version": 1}"#)
        #expect(scene == Scene())
        #expect(messages == [])
        #expect(scene?.size == nil)
        #expect(scene?.camera.framing == .fit(.all))
    }

    @Test("everything there is") func all() throws {
        let (scene, messages) = read(
            """
            {"$schema": "../scene.schema.json", "version": 1, "size": [600, 400.5], "scale": 2, "x-author": "me",
             "basemap": {"style": "styles/own.json", "tiles": ["a.mbtiles", "b.pmtiles"], "missingTiles": "overzoom",
                         "projection": "globe", "language": "zh-Hant", "hide": ["poi-*"], "show": ["poi-bus"]},
             "camera": {"center": [24.9, 60.1], "zoom": 14.5, "bearing": -30, "padding": [1, "2%", 3, 4],
                        "contentInsets": {"top": 5, "right": 6}, "minZoom": 3, "maxZoom": 16},
             "annotations": [{"id": "a", "coordinate": {"latitude": 60.2, "longitude": 24.8}, "view": "pin",
                              "title": "A", "tint": "purple", "alt": "the first", "href": "a.html"},
                             {"coordinate": [24.7, 60.3]}],
             "attribution": "none"}
            """)
        #expect(messages == [])
        var edits = StyleEdits()
        edits.hide = ["poi-*"]
        edits.show = ["poi-bus"]
        var basemap = BaseMap(
            style: .file("styles/own.json"), tiles: ["a.mbtiles", "b.pmtiles"], missingTiles: .overzoom,
            language: "zh-Hant", edits: edits)
        basemap.projection = .globe
        let padding = Padding(top: .points(1), right: .percent(2), bottom: .points(3), left: .points(4))
        let center = Coordinate(latitude: 60.1, longitude: 24.9)
        #expect(
            scene
                == Scene(
                    size: Size(width: 600, height: 400.5), scale: 2,
                    basemap: basemap,
                    camera: Camera(
                        .center(center, zoom: 14.5), bearing: -30, padding: padding,
                        contentInsets: EdgeInsets(top: 5, right: 6), minZoom: 3, maxZoom: 16),
                    annotations: [
                        Annotation(
                            id: "a", at: Coordinate(latitude: 60.2, longitude: 24.8), view: .pin(tint: .systemPurple),
                            title: "A", alt: "the first", href: "a.html"),
                        Annotation(at: Coordinate(latitude: 60.3, longitude: 24.7)),
                    ],
                    attribution: .hidden))
    }

    @Test(
        "camera forms",
        arguments: [
            (
                #""region": {"center": [1, 2], "span": {"latitudeDelta": 3, "longitudeDelta": 4}}"#,
                Camera.Framing.region(
                    center: Coordinate(latitude: 2, longitude: 1),
                    span: CoordinateSpan(latitudeDelta: 3, longitudeDelta: 4))
            ),
            (
                #""region": {"center": [1, 2], "latitudinalMeters": 300, "longitudinalMeters": 400}"#,
                .distance(
                    center: Coordinate(latitude: 2, longitude: 1), latitudinalMeters: 300, longitudinalMeters: 400)
            ),
            (#""bounds": [1, 2, 3, 4]"#, .bounds(CoordinateBox(west: 1, south: 2, east: 3, north: 4))),
            (#""bounds": [170, 2, -170, 4]"#, .bounds(CoordinateBox(west: 170, south: 2, east: 190, north: 4))),
            (#""fit": "all""#, .fit(.all)),
            (#""fit": ["a"]"#, .fit(.ids(["a"]))),
            (
                #""center": [1, 2], "zoom": 3, "zoomTileSize": 256"#,
                .center(Coordinate(latitude: 2, longitude: 1), zoom: 2)
            ),
        ])
    func camera(json: String, framing: Camera.Framing) {
        let (scene, messages) = read(
            #"{"version": 1, "camera": {\#(json)}, "annotations": [{"id": "a", "coordinate": [0, 0]}]}"#)
        #expect(messages == [])
        #expect(scene?.camera.framing == framing)
    }

    @Test("the zooms of a camera share its tile size") func tileSize() {
        let (scene, _) = read(
            #"{"version": 1, "camera": {"fit": "all", "minZoom": 3, "maxZoom": 11, "zoomTileSize": 256}}"#)
        #expect(scene?.camera.minZoom == 2)
        #expect(scene?.camera.maxZoom == 10)
    }

    @Test(
        "base maps",
        arguments: [
            (#""bright""#, BaseMap(style: .named("bright"))), (#""./bright""#, BaseMap(style: .file("./bright"))),
            (#""bright.json""#, BaseMap(style: .file("bright.json"))), ("{}", BaseMap()),
            (#"{"tiles": "a.mbtiles"}"#, BaseMap(tiles: ["a.mbtiles"])),
        ])
    func basemap(json: String, basemap: BaseMap) {
        #expect(read(#"{"version": 1, "basemap": \#(json)}"#).scene?.basemap == basemap)
    }

    @Test("a style in a scene keeps its place") func inlineStyle() throws {
        let (scene, messages) = read(#"{"version": 1, "basemap": {"style": {"version": 8, "layers": []}}}"#)
        #expect(messages == [])
        guard case .inline(let style)? = scene?.basemap.style else {
            Issue.record("no inline style")
            return
        }
        #expect(style == (try InlineJSON(json: #"{"version": 8, "layers": []}"#)))
        let diagnostics = DiagnosticSink()
        style.field(diagnostics).report("odd")
        #expect(diagnostics.all.first?.description == "scene.json:1:37: basemap.style: odd")
    }

    @Test("attribution is a word or a text", arguments: [("auto", Attribution.automatic), ("©", .text("©"))])
    func attribution(text: String, attribution: Attribution) {
        #expect(read(#"{"version": 1, "attribution": "\#(text)"}"#).scene?.attribution == attribution)
    }

    @Test(
        "tints are the system's or CSS colors",
        arguments: [
            ("red", Color.systemRed), ("green", .systemGreen), ("purple", .systemPurple),
            ("blue", Color(rgb: 0x0000FF)),
            ("#e8710a", Color(rgb: 0xE8710A)), ("rgb(1 2 3)", Color(rgb: 0x010203)),
        ])
    func tint(text: String, color: Color) {
        let (scene, messages) = read(
            #"{"version": 1, "annotations": [{"coordinate": [0, 0], "tint": "\#(text)"}]}"#)
        #expect(messages == [])
        #expect(scene?.annotations.first?.tint == color)
    }

    @Test("a camera is tilted, and written as it was read") func tilt() throws {
        let text = #"{"version": 1, "camera": {"fit": "all", "pitch": 30, "roll": -5, "verticalFieldOfView": 60}}"#
        let (scene, messages) = read(text)
        #expect(messages == [])
        let tilt = try #require(scene?.camera.tilt)
        #expect(tilt == Tilt(pitch: 30, roll: -5, verticalFieldOfView: 60))
        let (again, _) = read(try #require(scene).json)
        #expect(again?.camera == scene?.camera)
        #expect(read(#"{"version": 1, "camera": {"fit": "all"}}"#).0?.camera.tilt == Tilt())
    }

    @Test("a line's coordinates are the same in each form, and have limits") func lineCoordinates() {
        func line(_ places: String) -> (scene: Scene?, messages: [String]) {
            read(#"{"version": 1, "overlays": [{"type": "polyline", "coordinates": [\#(places)]}]}"#)
        }
        let (scene, messages) = line("[1, 2], [3, 4.5]")
        #expect(messages == [])
        let mixed = line(#"[1, 2], {"longitude": 3, "latitude": 4.5}"#).scene
        #expect(scene != nil && scene?.overlays == mixed?.overlays)
        for wrong in ["[1, 2], [3, 91]", "[1, 2], [361, 4]", "[1, 2], [3, 4, 5]"] {
            let messages = line(wrong).messages
            #expect(messages.count == 1, "\(messages)")
            #expect(messages.allSatisfy { $0.contains("overlays[0].coordinates[1]") }, "\(messages)")
        }
    }

    @Test("angles have limits") func tiltLimits() {
        let (_, messages) = read(
            #"{"version": 1, "camera": {"fit": "all", "pitch": 181, "verticalFieldOfView": 0, "roll": "left"}}"#)
        #expect(messages.count == 3)
        #expect(messages.first?.contains("camera.pitch: expected a number from 0 to 180, found 181") == true)
    }

    @Test(
        "paths begin in the scene's folder",
        arguments: [
            ("a/scene.json", "b.mbtiles", "a/b.mbtiles"), ("scene.json", "b.mbtiles", "b.mbtiles"),
            ("/scene.json", "b.mbtiles", "/b.mbtiles"), ("a/scene.json", "/b.mbtiles", "/b.mbtiles"),
        ])
    func resolves(file: String, path: String, resolved: String) throws {
        let document = try SceneDocument(text: Array(#"{"version": 1}"#.utf8), file: file)
        #expect(document.resolve(path) == resolved)
    }

    @Test("an id that two decorations have, and one that a legend does not find, are warned about")
    func decorationIDs() throws {
        let (scene, messages) = read(
            #"{"version": 1, "overlays": [{"type": "graticule", "id": "grid"}], "decorations": ["#
                + #"{"type": "text", "text": "a", "id": "x"}, {"type": "compass", "id": "x"}, "#
                + #"{"type": "legend", "overlays": ["grid", "gird"]}]}"#)
        #expect(scene != nil)
        try #require(messages.count == 2, "\(messages)")
        #expect(messages[0].contains(#"warning: decorations[1].id: expected an id of its own, found "x" again"#))
        #expect(
            messages[1].contains(
                #"warning: decorations[2].overlays[1]: expected the id of an overlay, found "gird" (did you mean "grid"?)"#
            ))
    }

    private func places(_ coordinates: String...) -> [String] {
        let list = coordinates.map { #"{"coordinate": \#($0)}"# }.joined(separator: ", ")
        return read(#"{"version": 1, "annotations": [\#(list)]}"#).messages
    }

    @Test("a place that seems to be swapped is warned about") func swapped() {
        #expect(
            places("[24.94, 60.17]", "[24.95, 60.18]", "[60.175, 24.945]").map { $0.prefix(64) } == [
                "scene.json:1:111: warning: annotations[2].coordinate: the place "
            ])
        #expect(places("[24.94, 60.17]", "[60.17, 24.94]").count == 2)
        #expect(places("[24.94, 60.17]", "[139.7, 35.6]", "[-0.1, 51.5]") == [])
        #expect(places("[24.94, 60.17]") == [])
        #expect(places("[10, 10.2]", "[10.1, 10]") == [])
        #expect(places("[0, 0]", "[2.2, 0.4]", "[40, 0]", "[1, -1.5]") == [])
        #expect(places("[24.94, 60.17]", #"{"latitude": 24.94, "longitude": 60.17}"#).count == 1)
    }
}
