// SPDX-License-Identifier: MIT
import MapImages
import StaticMap
import Testing

@Suite("Scenes in Swift") struct SceneBuildingTests {
    private let here = Coordinate(latitude: 60, longitude: 24)
    private let there = Coordinate(latitude: 61, longitude: 25)

    /// What a scene's JSON decodes to.
    private func decoded(_ members: String) throws -> Scene {
        try Maps.document("{\"version\": 1, \(members)}").scene
    }

    @Test("each way to say it in Swift is the same value as its JSON") func annotations() throws {
        let scene = try decoded(
            """
            "annotations": [
              {"coordinate": [24, 60], "view": "pin", "title": "a", "tint": "green", "id": "p", "href": "a.html"},
              {"coordinate": [24, 60], "title": "b", "glyphText": "B", "selected": true,
               "callout": {"left": {"text": "x"}, "right": {"image": "i.png", "label": "l"}}},
              {"coordinate": [24, 60], "view": "image", "image": "i.png"},
              {"coordinate": [24, 60], "view": "text", "text": "t"}]
            """)
        let callout = Callout(left: .text("x"), right: .image("i.png", label: "l"))
        #expect(
            scene.annotations == [
                .pin("a", at: here, tint: .systemGreen, id: "p", href: "a.html"),
                .marker("b", at: here, glyph: "B", callout: callout), .image("i.png", at: here), .text("t", at: here),
            ])
    }

    @Test("so with overlays") func overlays() throws {
        let scene = try decoded(
            """
            "overlays": [
              {"id": "w", "type": "polyline", "coordinates": [[24, 60], [25, 61]], "lineWidth": 3},
              {"type": "polyline", "coordinates": [[24, 60], [25, 61]], "geodesic": true},
              {"type": "polygon", "coordinates": [[24, 60], [25, 61], [24, 61]], "fillColor": "#FF000080",
               "strokeColor": "#007AFF", "lineWidth": 2},
              {"type": "circle", "center": [24, 60], "radius": 500},
              {"type": "fog", "reveal": [{"track": ["w"], "radiusMeters": 60}]},
              {"type": "tiles", "tiles": "t/{z}/{x}_{y}.png", "minZoom": 3, "maxZoom": 9, "opacity": 0.5},
              {"type": "geojson", "data": "a.geojson"}]
            """)
        let third = Coordinate(latitude: 61, longitude: 24)
        #expect(
            scene.overlays == [
                .polyline([here, there], id: "w"), .geodesicPolyline([here, there]),
                .polygon([here, there, third], fillColor: Color(red: 1, green: 0, blue: 0, alpha: 128.0 / 255)),
                .circle(center: here, radius: 500), .fog(clearing: ["w"], radiusMeters: 60),
                .tiles("t/{z}/{x}_{y}.png", minimumZ: 3, maximumZ: 9, alpha: 0.5), .geojson("a.geojson"),
            ])
    }

    @Test(
        "and with cameras",
        arguments: [
            (
                #""region": {"center": [24, 60], "latitudinalMeters": 400, "longitudinalMeters": 300}"#,
                Camera.region(
                    center: Coordinate(latitude: 60, longitude: 24), latitudinalMeters: 400, longitudinalMeters: 300)
            ),
            (
                #""region": {"center": [24, 60], "span": {"latitudeDelta": 1, "longitudeDelta": 2}}"#,
                Camera.region(
                    center: Coordinate(latitude: 60, longitude: 24),
                    span: CoordinateSpan(latitudeDelta: 1, longitudeDelta: 2))
            ),
            (
                #""center": [24, 60], "zoom": 3, "bearing": 9"#,
                Camera.center(Coordinate(latitude: 60, longitude: 24), zoom: 3, bearing: 9)
            ),
            (#""fit": "all", "padding": 24"#, Camera.fit()),
            (#""fit": ["a"], "padding": 8"#, Camera.fit(["a"], padding: 8)),
            (
                #""bounds": [1, 2, 3, 4], "padding": 0"#,
                Camera.bounds(CoordinateBox(west: 1, south: 2, east: 3, north: 4))
            ),
        ])
    func cameras(json: String, camera: Camera) throws {
        let annotation = #"{"id": "a", "coordinate": [24, 60]}"#
        #expect(try decoded("\"camera\": {\(json)}, \"annotations\": [\(annotation)]").camera == camera)
    }
}
