// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry
import MapScene
import Testing

@Suite("Solving cameras") struct CameraTests {
    let helsinki = Coordinate(latitude: 60.17, longitude: 24.94)

    func solve(_ scene: Scene, extent: Rect = .null) -> (viewport: Viewport?, messages: [String]) {
        let diagnostics = DiagnosticSink()
        let viewport = scene.viewport(extent: { _ in extent }, SceneReporter(diagnostics: diagnostics))
        return (viewport, diagnostics.all.map(\.description))
    }

    @Test("center and zoom are taken as they are") func center() throws {
        let scene = Scene(
            size: Size(width: 600, height: 400), scale: 2, camera: Camera(.center(helsinki, zoom: 14.6), bearing: 390))
        let viewport = try #require(solve(scene).viewport)
        #expect(viewport.zoom == 14.6)
        #expect(viewport.bearing == 30)
        #expect(viewport.pixelWidth == 1200)
        #expect(viewport.point(for: helsinki).distance(to: Point(300, 200)) < 1e-6)
    }

    @Test("a distance is that of MapKit's camera, which sees 30 degrees from top to bottom") func distance() throws {
        let scene = Scene(
            size: Size(width: 600, height: 400), scale: 2, camera: .looking(atCenter: helsinki, fromDistance: 2500))
        let viewport = try #require(solve(scene).viewport)
        // 2 · 2500 · tan 15°
        #expect(abs(viewport.metersPerPoint * 400 - 1339.7459621556135) < 1e-6)
        #expect(abs(viewport.centerCoordinateDistance - 2500) < 1e-6)
        #expect(viewport.point(for: helsinki).distance(to: Point(300, 200)) < 1e-6)
        let clamped = solve(
            Scene(size: Size(width: 400, height: 400), camera: .looking(atCenter: helsinki, fromDistance: 1)))
        #expect(clamped.viewport?.zoom == 24)
        #expect(clamped.messages.count == 1)
    }

    @Test("a map rectangle has MapKit's map points") func mapRect() throws {
        #expect(
            MapRect(.world).box == CoordinateBox.world
                || abs(MapRect(.world).box.north - WebMercator.maxLatitude) < 1e-9)
        let quarter = MapRect(x: 134_217_728, y: 134_217_728, width: 67_108_864, height: 67_108_864)
        #expect(abs(quarter.box.east - 90) < 1e-9 && abs(quarter.box.west) < 1e-9 && abs(quarter.box.north) < 1e-9)
        #expect(abs(quarter.box.south + 66.51326044311186) < 1e-9)
        let pacific = MapRect(x: 260_000_000, y: 100_000_000, width: 20_000_000, height: 10_000_000)
        #expect(pacific.box.west < 180 && pacific.box.east > 180)
        let again = MapRect(pacific.box)
        #expect(abs(again.x - pacific.x) < 1e-3 && abs(again.width - pacific.width) < 1e-3)
        let scene = Scene(size: Size(width: 400, height: 200), camera: .mapRect(pacific))
        let viewport = try #require(solve(scene).viewport)
        #expect(abs(viewport.mercatorBounds.width * MapRect.worldSize - 20_000_000) < 1)
        #expect(abs(viewport.mercatorBounds.minY * MapRect.worldSize - 100_000_000) < 1)
    }

    @Test("distances and map rectangles are read and written") func forms() throws {
        func camera(_ json: String) throws -> Camera {
            try SceneDocument(text: Array(#"{"version": 1, "camera": \#(json)}"#.utf8), file: "a.json").scene.camera
        }
        let near = try camera(#"{"center": [24.94, 60.17], "distance": 800, "bearing": 20}"#)
        #expect(near == .looking(atCenter: helsinki, fromDistance: 800, heading: 20))
        let tilted = Camera.looking(atCenter: helsinki, fromDistance: 800, pitch: 45)
        #expect(tilted.tilt.pitch == 45)
        #expect(tilted.framing == .lookingAt(helsinki, fromDistance: 800))
        #expect(Scene(camera: near).json.contains(#""distance": 800,"#))
        let rect = try camera(#"{"mapRect": {"x": 134217728, "y": 67108864, "width": 67108864, "height": 67108864}}"#)
        guard case .bounds(let box) = rect.framing else {
            Issue.record("expected a box")
            return
        }
        #expect(abs(box.east - 90) < 1e-9 && abs(box.south) < 1e-9)
    }

    @Test("insets and padding move the focus") func insets() throws {
        var scene = Scene(size: Size(width: 600, height: 400), camera: Camera(.center(helsinki, zoom: 12)))
        scene.camera.contentInsets = EdgeInsets(bottom: 100)
        scene.camera.padding = Padding(top: .points(0), right: .percent(0), bottom: .points(0), left: .percent(10))
        let viewport = try #require(solve(scene).viewport)
        #expect(viewport.focus == Point(330, 150))
        #expect(viewport.point(for: helsinki).distance(to: Point(330, 150)) < 1e-6)
    }

    @Test("an image does not look beyond the poles") func poles() throws {
        let scene = Scene(
            size: Size(width: 600, height: 400),
            camera: Camera(.center(Coordinate(latitude: 80, longitude: 0), zoom: 0)))
        let viewport = try #require(solve(scene).viewport)
        #expect(abs(viewport.mercatorBounds.minY) < 1e-12)
        #expect(viewport.zoom == 0)
    }

    @Test("a world lower than the image lies in it as a whole") func smallWorld() throws {
        let scene = Scene(
            size: Size(width: 600, height: 600),
            camera: Camera(.center(Coordinate(latitude: 80, longitude: 0), zoom: 0)))
        let bounds = try #require(solve(scene).viewport).mercatorBounds
        #expect(bounds.minY < 0 && abs(bounds.maxY - 1) < 1e-12)
    }

    @Test("zooms are clamped with a warning") func clamps() {
        var camera = Camera(.center(helsinki, zoom: 12))
        camera.maxZoom = 10.5
        let (viewport, messages) = solve(Scene(size: Size(width: 100, height: 100), camera: camera))
        #expect(viewport?.zoom == 10.5)
        #expect(messages == ["warning: camera.maxZoom: the zoom 12 was clamped to the maxZoom 10.5"])

        camera = Camera(.bounds(CoordinateBox(west: -90, south: -40, east: 90, north: 40)), minZoom: 5)
        let (second, told) = solve(Scene(size: Size(width: 512, height: 512), camera: camera))
        #expect(second?.zoom == 5)
        #expect(told == ["warning: camera.minZoom: the zoom 1 was clamped to the minZoom 5"])
    }

    @Test("a fitting camera sees only the ids it names") func ids() throws {
        let scene = Scene(
            size: Size(width: 300, height: 300), camera: Camera(.fit(.ids(["b"]))),
            annotations: [
                Annotation(id: "a", at: Coordinate(latitude: 0, longitude: 0)), Annotation(id: "b", at: helsinki),
            ])
        let viewport = try #require(solve(scene).viewport)
        #expect(viewport.zoom == 15)
        #expect(abs(viewport.center.longitude - helsinki.longitude) < 1e-9)
    }

    @Test(
        "a zoom replaces that of a region, a box or a fit; the center stays",
        arguments: [
            Camera.Framing.region(
                center: Coordinate(latitude: 60.17, longitude: 24.94),
                span: CoordinateSpan(latitudeDelta: 1, longitudeDelta: 1)),
            .distance(
                center: Coordinate(latitude: 60.17, longitude: 24.94), latitudinalMeters: 900, longitudinalMeters: 900),
            .bounds(CoordinateBox(west: 24, south: 60, east: 25, north: 61)), .fit(.all), .fit(.ids(["a", "b"])),
        ])
    func zoomAlone(framing: Camera.Framing) throws {
        let annotations = [
            Annotation(id: "a", at: helsinki), Annotation(id: "b", at: Coordinate(latitude: 60.2, longitude: 25)),
        ]
        var scene = Scene(size: Size(width: 300, height: 200), camera: Camera(framing), annotations: annotations)
        let solved = try #require(solve(scene).viewport)
        scene.camera.zoom = 16
        let (viewport, messages) = solve(scene)
        #expect(viewport?.zoom == 16)
        let middle = try #require(viewport).point(for: solved.center)
        #expect(middle.distance(to: Point(150, 100)) < 1e-3)
        #expect(messages.isEmpty)
    }

    @Test("a camera that says only how to look fits the content") func automatic() throws {
        let (scene, messages) = read(
            #"{"version": 1, "size": [300, 200], "camera": {"zoom": 10, "zoomTileSize": 256, "bearing": 30}}"#)
        #expect(messages.isEmpty)
        #expect(scene?.camera.framing == .fit(.all))
        #expect(scene?.camera.zoom == 9)
        #expect(scene?.camera.bearing == 30)
    }

    @Test("a camera follows the user at its zoom") func follow() throws {
        var scene = Scene(size: Size(width: 300, height: 300), camera: Camera(.followUser(zoom: 13)))
        #expect(
            solve(scene).messages == [
                "camera.follow: there is no user to follow (give the scene a \"userLocation\", or the camera a "
                    + "\"default\")"
            ])
        scene.userLocation = UserLocation(at: helsinki)
        let viewport = try #require(solve(scene).viewport)
        #expect(viewport.zoom == 13)
        #expect(viewport.point(for: helsinki).distance(to: Point(150, 150)) < 1e-6)
    }

    @Test("a camera that follows the heading turns with the user") func followWithHeading() throws {
        let json =
            #"{"version": 1, "size": [300, 300], "camera": {"follow": "userWithHeading", "bearing": 5}, "#
            + #""userLocation": "#
        let turned = try #require(read(json + #"{"coordinate": [1, 2], "heading": 70}}"#).scene)
        #expect(solve(turned).viewport?.bearing == 70)
        #expect(read(turned.json).scene == turned)
        let still = try #require(read(json + #"{"coordinate": [1, 2]}}"#).scene)
        let (viewport, messages) = solve(still)
        #expect(viewport?.bearing == 5)
        #expect(messages.count == 1 && messages[0].contains("the user has no heading to follow"))
    }

    @Test("a center beside a fit moves it and keeps its zoom") func movedFit() throws {
        let json =
            #"{"version": 1, "size": [300, 300], "annotations": [{"coordinate": [1, 2]}, {"coordinate": [2, 3]}], "#
            + #""camera": "#
        let fitted = try #require(read(json + #"{"fit": "all"}}"#).scene)
        let (scene, messages) = read(json + #"{"fit": "all", "center": [5, 6]}}"#)
        #expect(messages.isEmpty)
        let moved = try #require(scene)
        let view = try #require(solve(moved).viewport)
        #expect(view.zoom == solve(fitted).viewport?.zoom)
        #expect(view.point(for: Coordinate(latitude: 6, longitude: 5)).distance(to: Point(150, 150)) < 1e-6)
        #expect(read(moved.json).scene == moved)
    }

    @Test(
        "a center and a zoom beside what is framed are all that is written of it",
        arguments: [Camera.Framing.fit(.all), .bounds(CoordinateBox(west: 24, south: 60, east: 25, north: 61))])
    func writtenCenter(framing: Camera.Framing) throws {
        let center = Coordinate(latitude: 59, longitude: 23)
        var scene = Scene(
            size: Size(width: 300, height: 200), camera: Camera(framing, zoom: 9, center: center),
            annotations: [Annotation(id: "a", at: helsinki)])
        let again = try #require(read(scene.json).scene)
        #expect(again.camera.framing == .center(center, zoom: 9))
        #expect(solve(again).viewport == solve(scene).viewport)
        #expect(scene.jsonOmissions.isEmpty)
        scene.camera.zoom = nil
        #expect(scene.jsonOmissions.map(\.path) == (framing == .fit(.all) ? [] : ["camera.center"]))
    }

    @Test("a camera with nothing to see falls back", arguments: [Camera.Framing.fit(.all), .followUser(zoom: 9)])
    func fallback(framing: Camera.Framing) throws {
        let beijing = Coordinate(latitude: 39.909115, longitude: 116.397535)
        var camera = Camera(framing)
        camera.fallback = .center(beijing, zoom: 12)
        var scene = Scene(size: Size(width: 300, height: 300), camera: camera)
        #expect(try #require(solve(scene).viewport).zoom == 12)
        scene.userLocation = UserLocation(at: helsinki)
        #expect(abs(try #require(solve(scene).viewport).center.latitude - helsinki.latitude) < 1e-6)
    }

    @Test("what fingers may do is accepted with a note; zooms count in the camera's tiles") func gestures() {
        let (scene, messages) = read(
            #"""
            {"version": 1, "userLocation": {"coordinate": [1, 2]},
             "camera": {"follow": "user", "zoom": 14, "zoomTileSize": 256, "zoomEnabled": false, "rotateEnabled": true}}
            """#)
        #expect(scene?.camera.framing == .followUser(zoom: 13))
        #expect(messages.count == 2)
        #expect(messages.allSatisfy { $0.contains("note: camera.") && $0.hasSuffix("this changes nothing") })
    }

    @Test("a label off to one side moves a single place") func offCenter() throws {
        let scene = Scene(
            size: Size(width: 300, height: 300), annotations: [Annotation(at: helsinki)])
        let viewport = try #require(solve(scene, extent: Rect(minX: 0, minY: -40, maxX: 100, maxY: 0)).viewport)
        #expect(viewport.point(for: helsinki).distance(to: Point(100, 170)) < 1e-6)
    }

    @Test("a box larger than the image is a warning") func tooLarge() {
        let scene = Scene(size: Size(width: 50, height: 50), annotations: [Annotation(at: helsinki)])
        let (viewport, messages) = solve(scene, extent: Rect(minX: 0, minY: 0, maxX: 80, maxY: 10))
        #expect(viewport != nil)
        #expect(messages.count == 1 && messages[0].hasPrefix("warning: camera.fit: not all"))
    }

    @Test(
        "what cannot be solved is told",
        arguments: [
            (Scene(), "size: the image has no size (\"size\": [600, 400])"),
            (
                Scene(size: Size(width: 600, height: 400)),
                "camera: there is nothing to fit (add annotations or overlays, or give the camera a center, a region or bounds)"
            ),
            (
                Scene(size: Size(width: 30000, height: 2), scale: 2),
                "size: expected an image from 1 to 32767 pixels wide and high, found 30000 x 2 points at scale 2"
            ),
            (
                Scene(size: Size(width: .nan, height: 2)),
                "size: expected an image from 1 to 32767 pixels wide and high, found nan x 2 points at scale 1"
            ),
            (
                Scene(size: Size(width: 60, height: 40), camera: Camera(padding: Padding(.points(20)))),
                "camera.padding: padding and insets leave nothing of the image's 60 x 40 points"
            ),
            (
                Scene(size: Size(width: 60, height: 40), camera: Camera(contentInsets: EdgeInsets(top: .infinity))),
                "camera.contentInsets: padding and insets leave nothing of the image's 60 x 40 points"
            ),
            (
                Scene(size: Size(width: 60, height: 40), camera: Camera(bearing: .nan)),
                "camera.bearing: expected a finite number"
            ),
            (
                Scene(
                    size: Size(width: 60, height: 40),
                    camera: Camera(.center(Coordinate(latitude: .nan, longitude: 0), zoom: 3))),
                "camera: expected finite numbers"
            ),
            (
                Scene(
                    size: Size(width: 60, height: 40),
                    annotations: [Annotation(at: Coordinate(latitude: 0, longitude: .infinity))]),
                "annotations: expected finite coordinates"
            ),
            (
                Scene(size: Size(width: 60, height: 40), camera: Camera(minZoom: 7, maxZoom: 5)),
                "camera.minZoom: expected zooms in ascending order, found 7 and 5"
            ),
        ])
    func unsolvable(scene: Scene, message: String) {
        let (viewport, messages) = solve(scene)
        #expect(viewport == nil)
        #expect(messages == [message])
    }

    @Test("a camera's problem is told at its line") func line() throws {
        let text = """
            {"version": 1, "size": [100, 100],
             "camera": {"center": [0, 0], "zoom": 3,
                        "padding": "50%"}}
            """
        let diagnostics = DiagnosticSink()
        let document = try SceneDocument(text: Array(text.utf8), file: "a.json")
        #expect(document.scene.viewport(extent: { _ in .null }, document.reporter(diagnostics)) == nil)
        #expect(
            diagnostics.all.map(\.description) == [
                "a.json:3:24: camera.padding: padding and insets leave nothing of the image's 100 x 100 points"
            ])
    }

    @Test(
        "a region of nothing is told",
        arguments: [
            .region(
                center: Coordinate(latitude: 1, longitude: 2), span: CoordinateSpan(latitudeDelta: 0, longitudeDelta: 1)
            ),
            .distance(center: Coordinate(latitude: 1, longitude: 2), latitudinalMeters: 5, longitudinalMeters: -5),
            .bounds(CoordinateBox(west: 3, south: 4, east: 3, north: 6)),
        ] as [Camera.Framing])
    func nothing(framing: Camera.Framing) {
        let (viewport, messages) = solve(Scene(size: Size(width: 60, height: 40), camera: Camera(framing)))
        #expect(viewport == nil)
        #expect(messages == ["camera: expected a region or box with a height and a width"])
    }
}
