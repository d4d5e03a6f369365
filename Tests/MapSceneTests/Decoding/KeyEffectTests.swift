// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapScene
import Testing

@Suite("Keys and what they do") struct KeyEffectTests {
    private func read(_ members: String) throws -> (scene: Scene, notes: [String]) {
        let text = #"{"version": 1, "size": [100, 100], \#(members)}"#
        let (document, diagnostics) = MapSceneTests.read(Array(text.utf8), file: "scene.json")
        #expect(diagnostics.allSatisfy { $0.severity == .note && $0.code.rawValue == "scene.no-effect" })
        return (try #require(document).scene, diagnostics.map(\.path))
    }

    static let idle: [(members: String, paths: [String])] = [
        (
            #""text": "a", "textStyle": {}, "imageScale": 2, "rotation": 5"#,
            ["text", "textStyle", "imageScale", "rotation"]
        ),
        (
            #""view": "pin", "rotation": 5, "glyphText": "a", "markerSize": "small", "titleVisibility": "hidden""#,
            ["rotation", "glyphText", "markerSize", "titleVisibility"]
        ),
        (#""view": "image", "image": "a.png", "tint": "red", "dragState": "starting""#, ["tint", "dragState"]),
        (#""view": "text", "text": "a", "dragState": "starting""#, ["dragState"]),
        (#""image": "a.png", "glyphTintColor": "red""#, ["glyphTintColor"]),
        (
            #""callout": {}, "canShowCallout": true, "selectedGlyphImage": "a.png""#,
            ["callout", "canShowCallout", "selectedGlyphImage"]
        ),
        (#""title": "a", "selected": true, "callout": {}, "canShowCallout": true, "selectedGlyphImage": "a.png""#, []),
        (#""titleVisibility": "hidden", "subtitleVisibility": "hidden""#, ["titleVisibility", "subtitleVisibility"]),
        (#""title": "a", "subtitle": "b", "titleVisibility": "hidden", "subtitleVisibility": "hidden""#, []),
        (#""glyphImage": "a.png", "glyphText": "a""#, ["glyphText"]),
        (
            #""view": "text", "text": "a", "textStyle": {"padding": 2, "radius": 4}"#,
            ["textStyle.padding", "textStyle.radius"]
        ),
        (#""view": "text", "text": "a", "textStyle": {"radius": 4, "padding": 2, "box": "red"}"#, []),
        (#""view": "callout", "title": "a", "selected": true"#, ["selected"]),
        (#""view": "callout", "title": "a", "calloutOffset": [1, 2]"#, ["calloutOffset"]),
        (
            #""view": "callout", "callout": {"title": "a", "offset": [1, 2], "overlap": 3, "placement": "top", "tail": false}"#,
            ["callout.offset", "callout.overlap", "callout.placement", "callout.tail"]
        ),
        (#""view": "text", "text": "a", "textStyle": {}, "rotation": 5"#, []),
        (#""view": "pin", "pinTintColor": "red", "dragState": "starting""#, []),
    ]

    @Test("a key that the annotation's view does not show gives a note", arguments: idle)
    func views(members: String, paths: [String]) throws {
        let (_, notes) = try read(#""annotations": [{"coordinate": [1, 2], \#(members)}]"#)
        #expect(notes == paths.map { "annotations[0]." + $0 })
    }

    @Test(
        "a key of another framing gives a note, and padding that moves a center none",
        arguments: [
            (#""center": [1, 2], "zoom": 3, "padding": 5, "snapZoom": true"#, ["padding", "snapZoom"]),
            (#""center": [1, 2], "zoom": 3, "padding": [5, 0, 0, 0]"#, []),
            (#""center": [1, 2], "zoom": 3, "default": {"center": [1, 2], "zoom": 3}"#, ["default"]),
            (#""bounds": [1, 2, 3, 4], "padding": 5, "snapZoom": true"#, ["snapZoom"]),
            (#""fit": "all", "padding": 5, "snapZoom": true, "default": {"center": [1, 2], "zoom": 3}"#, []),
        ])
    func framings(camera: String, keys: [String]) throws {
        let (_, notes) = try read(#""camera": {\#(camera)}"#)
        #expect(notes == keys.map { "camera.\($0)" })
    }

    @Test("a datum changes nothing where no coordinate is written")
    func idleDatums() throws {
        let (_, notes) = try read(
            #"""
            "annotations": [{"coordinate": {"time": "2026-06-21T12:00:00Z"}, "coordinateSystem": "gcj02"}],
            "overlays": [{"type": "night", "time": "2026-06-21T12:00:00Z", "coordinateSystem": "gcj02"}]
            """#)
        #expect(notes == ["annotations[0].coordinateSystem", "overlays[0].coordinateSystem"])
    }

    @Test("an image without a view is a view of the image, as in MapKit") func image() throws {
        let (scene, notes) = try read(#""annotations": [{"coordinate": [1, 2], "image": "a.png"}]"#)
        #expect(scene.annotations.first?.view == .image("a.png"))
        #expect(notes == [])
    }

    @Test("keys that other keys make idle give a note") func besides() throws {
        #expect(
            try read(#""decorations": [{"image": "a.png", "at": "center", "margin": 5}]"#).notes == [
                "decorations[0].margin"
            ])
        #expect(try read(#""decorations": [{"image": "a.png", "at": "top", "margin": 5}]"#).notes == [])
        let graticule = #"{"type": "graticule", "level": "aboveLabels", "before": "roads"}"#
        #expect(try read(#""overlays": [\#(graticule)]"#).notes == ["overlays[0].level"])
        #expect(try read(#""numbering": {"start": 3}, "annotations": [{"coordinate": [1, 2]}]"#).notes == ["numbering"])
        let numbered = #""numbering": {"start": 3}, "annotations": [{"coordinate": [1, 2], "glyphText": "$num"}]"#
        #expect(try read(numbered).notes == [])
    }

    static let idleElsewhere: [(members: String, paths: [String])] = [
        (polyline(#""lineDashPhase": 3"#), ["overlays[0].lineDashPhase"]),
        (polyline(#""lineDashPhase": 3, "lineDashPattern": [4, 2]"#), []),
        (polyline(#""miterLimit": 3"#), ["overlays[0].miterLimit"]),
        (polyline(#""miterLimit": 3, "lineJoin": "miter""#), []),
        (
            circle(#""fillColor": "red", "lineDashPattern": [4, 2], "strokeEnd": 0.5, "casing": true"#),
            ["overlays[0].lineDashPattern", "overlays[0].strokeEnd", "overlays[0].casing"]
        ),
        (circle(#""lineDashPattern": [4, 2], "strokeEnd": 0.5"#), []),
        (polyline(#""precision": 6"#), ["overlays[0].precision"]),
        (
            #""overlays": [{"type": "polyline", "polyline": "_p~iF~ps|U_ulLnnqC", "precision": 5}]"#, []
        ),
        (polygon(#""handles": {"highlightedImage": "a.png"}"#), ["overlays[0].handles.highlightedImage"]),
        (polygon(#""handles": {"highlightedImage": "a.png", "highlighted": 1}"#), []),
        (rectangle(#""lineWidth": 2"#), ["decorations[0].lineWidth"]),
        (rectangle(#""lineWidth": 2, "strokeColor": "red""#), []),
        (#""decorations": [{"image": "a.png", "selected": true}]"#, ["decorations[0].selected"]),
        (#""decorations": [{"image": {"normal": "a.png", "selected": "b.png"}, "selected": true}]"#, []),
        (circle(#""fillColor": "red", "lineWidth": 2, "lineDashPattern": [4, 2]"#), []),
        (
            #""camera": {"center": [1, 2], "zoom": 3, "padding": 5, "snapZoom": true}"#,
            ["camera.padding", "camera.snapZoom"]
        ),
        (#""camera": {"bounds": [1, 2, 3, 4], "zoomTileSize": 256}"#, ["camera.zoomTileSize"]),
        (#""camera": {"bounds": [1, 2, 3, 4], "zoomTileSize": 256, "maxZoom": 9, "padding": 5}"#, []),
        (#""annotations": [{"coordinate": [1, 2]}], "clusters": [{"tint": "red"}]"#, ["clusters[0]"]),
        (
            #""annotations": [{"coordinate": [1, 2], "clusteringIdentifier": "a"}], "clusters": [{"tint": "red"}]"#, []
        ),
    ]

    private static func polyline(_ members: String) -> String {
        #""overlays": [{"type": "polyline", "coordinates": [[1, 2], [2, 3]], \#(members)}]"#
    }

    private static func polygon(_ members: String) -> String {
        #""overlays": [{"type": "polygon", "coordinates": [[1, 2], [2, 3], [2, 2]], \#(members)}]"#
    }

    private static func rectangle(_ members: String) -> String {
        #""decorations": [{"type": "rectangle", "size": [9, 9], \#(members)}]"#
    }

    private static func circle(_ members: String) -> String {
        #""overlays": [{"type": "circle", "center": [1, 2], "radius": 9, \#(members)}]"#
    }

    @Test("a key of a line, an area, a camera or a cluster may be idle too", arguments: idleElsewhere)
    func otherKeys(members: String, paths: [String]) throws { #expect(try read(members).notes == paths) }

    @Test("the user and a part of the fog have datums of their own") func datums() throws {
        let beijing = Coordinate(latitude: 39.9, longitude: 116.4)
        let (scene, _) = try read(
            """
            "userLocation": {"coordinate": [116.4, 39.9], "coordinateSystem": "gcj02"},
            "overlays": [{"type": "fog", "reveal": [
              {"coordinates": [[116.4, 39.9]], "coordinateSystem": "bd09"}, {"coordinates": [[116.4, 39.9]]}]}]
            """)
        #expect(try SceneDocument(text: Array(scene.json.utf8)).scene == scene)
        let onMap = scene.inBaseMapSystem
        #expect(onMap.userLocation?.coordinate == CoordinateSystem.gcj02.convert(beijing, to: .wgs84))
        guard case .fog(let fog)? = onMap.overlays.first?.content else { return #expect(Bool(false), "no fog") }
        #expect(
            fog.reveal.map(\.track) == [.line([CoordinateSystem.bd09.convert(beijing, to: .wgs84)]), .line([beijing])])
        #expect(fog.reveal.allSatisfy { $0.coordinateSystem == nil })
    }

    @Test(
        "what people call keys elsewhere is understood",
        arguments: [
            (#""annotations": [{"coordinate": [1, 2], "color": "red"}]"#, "tint"),
            (#""overlays": [{"type": "line", "coordinates": [[1, 2], [2, 3]]}]"#, "polyline"),
            (#""overlays": [{"type": "polyline", "coordinates": [[1, 2], [2, 3]], "color": "red"}]"#, "strokeColor"),
            (#""overlays": [{"type": "polyline", "coordinates": [[1, 2], [2, 3]], "width": 2}]"#, "lineWidth"),
            (#""camera": {"center": {"lat": 1, "longitude": 2}, "zoom": 3}"#, "latitude"),
            (#""camera": {"center": {"latitude": 1, "lng": 2}, "zoom": 3}"#, "longitude"),
        ])
    func names(members: String, meant: String) {
        let (_, diagnostics) = MapSceneTests.read(Array(#"{"version": 1, \#(members)}"#.utf8), file: "scene.json")
        #expect(diagnostics.contains { $0.hint == "did you mean \"\(meant)\"?" })
    }
}
