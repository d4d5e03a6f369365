// SPDX-License-Identifier: MIT
import StaticMap
import Testing

@Suite("Editing scenes") struct EditTests {
    private func editor(_ json: String = Maps.everything) throws -> SceneEditor {
        let document = try Maps.document(json)
        return try SceneEditor(document, map: Maps.shared.projection(of: document))
    }

    @Test("on a tilted map things are dragged to where they are dropped, too", arguments: [30.0, 65])
    func tilted(pitch: Double) throws {
        let json =
            #"{"version": 1, "size": [300, 200], "camera": {"center": [10, 20], "zoom": 5, "#
            + #""bearing": 25, "pitch": \#(pitch), "roll": 8}, "annotations": [{"id": "pin", "coordinate": [10, 20]}]}"#
        var editor = try editor(json)
        let (map, point) = (editor.hitMap, Point(90, 130))
        _ = try editor.drag("annotation/pin", to: point)
        let moved = editor.document.scene.annotations[0].coordinate
        #expect(map.point(for: moved).distance(to: point) < 0.01)
        #expect(abs(moved.latitude - 20) + abs(moved.longitude - 10) > 0.5)
    }

    @Test("the user is dragged in the user's own datum") func userDatum() throws {
        var editor = try editor(
            #"{"version": 1, "size": [300, 200], "camera": {"center": [116.397, 39.908], "zoom": 14}, "#
                + #""userLocation": {"coordinate": [116.4, 39.91], "coordinateSystem": "gcj02"}}"#)
        _ = try editor.drag("userLocation", to: Point(150, 100))
        let moved = try #require(editor.document.scene.userLocation?.coordinate)
        let place = CoordinateSystem.gcj02.convert(moved, to: .wgs84)
        #expect(abs(place.longitude - 116.397) + abs(place.latitude - 39.908) < 1e-5)
        #expect(abs(moved.longitude - 116.397) > 0.003)
    }

    @Test("a camera with a scale is fixed") func scale() throws {
        var editor = try editor(
            #"{"version": 1, "size": [300, 200], "camera": {"fit": "all", "mapScale": 50000}, "#
                + #""annotations": [{"id": "a", "coordinate": [24.9, 60.2]}]}"#)
        _ = try editor.drag("annotation/a", to: Point(100, 50))
        let map = try Maps.shared.projection(of: editor.document)
        let moved = editor.document.scene.annotations[0].coordinate
        // A map of a scale is drawn in a plane of its own, which the frozen one nearly is.
        #expect(map.point(for: moved).distance(to: Point(100, 50)) < 0.2)
    }

    @Test(
        "a thing that is dragged is then where it was dragged to, within a hundredth of a point",
        arguments: [
            "annotation/hotel", "annotation/1", "annotation/hotel/callout/right", "userLocation", "overlay/reach",
            "overlay/walk/vertex/1", "overlay/area/handle/0", "overlay/area/handle/3", "overlay/area/vertex/2", "3",
        ])
    func drags(target: String) throws {
        var editor = try editor()
        let (map, point) = (editor.hitMap, Point(123, 77))
        let events = try editor.drag(path: target, to: point)
        let scene = editor.document.scene
        let moved: Coordinate? =
            switch target.split(separator: "/").prefix(2).joined(separator: "/") {
            case "annotation/hotel": scene.annotations[0].coordinate
            case "annotation/1": scene.annotations[1].coordinate
            case "userLocation": scene.userLocation?.coordinate
            case "overlay/reach": if case .circle(let c) = scene.overlays[2].content { c.center } else { nil }
            case "overlay/walk": if case .polyline(let l) = scene.overlays[1].content { l.coordinates[1] } else { nil }
            default:
                if case .polygon(let area) = scene.overlays[0].content {
                    area.coordinates[Int(String(target.last ?? "0")) ?? 0]
                } else {
                    nil
                }
            }
        let found = map.point(for: try #require(moved))
        #expect(found.distance(to: point) < 0.01)
        guard case .moved(let vertex, point, moved, false) = events[1] else {
            Issue.record("\(events)")
            return
        }
        #expect(
            events == [
                .highlighted(vertex: vertex),
                .moved(vertex: vertex, to: point, coordinate: try #require(moved), isFinish: false),
                .moved(vertex: vertex, to: point, coordinate: try #require(moved), isFinish: true), .finished,
            ])
    }

    @Test(
        "a camera that fits or follows is fixed to the view of the drag",
        arguments: [
            (#""camera": {"fit": "all", "padding": 20, "bearing": 30}, "#, "annotation/a"),
            (#""camera": {"fit": "all", "contentInsets": {"bottom": 40}, "maxZoom": 6}, "#, "annotation/a"),
            (#""camera": {"fit": ["a", "b"], "zoom": 5, "zoomTileSize": 256}, "#, "annotation/b"),
            (#""camera": {"follow": "user", "zoom": 4}, "#, "userLocation"), ("", "overlay/walk/vertex/1"),
            (#""coordinateSystem": "gcj02", "camera": {"fit": "all"}, "#, "annotation/a"),
        ])
    func frozenCamera(members: String, target: String) throws {
        let json = #"""
            {"version": 1, "size": [300, 200], \#(members)"basemap": {"style": {"version": 8, "sources": {}, "layers": []}},
             "userLocation": {"coordinate": [104, 31]},
             "annotations": [{"id": "a", "coordinate": [100, 30]}, {"id": "b", "coordinate": [110, 34]}],
             "overlays": [{"id": "walk", "type": "polyline", "coordinates": [[101, 31], [102, 32]]}]}
            """#
        var editor = try editor(json)
        let point = Point(250, 40)
        _ = try editor.drag(path: target, to: point)
        #expect(editor.warnings.map(\.code) == ["edit.frozen-camera"])
        let after = try Maps.shared.projection(of: editor.document)
        let scene = editor.document.scene
        let moved: Coordinate? =
            switch target {
            case "annotation/a": scene.annotations[0].coordinate
            case "annotation/b": scene.annotations[1].coordinate
            case "userLocation": scene.userLocation?.coordinate
            default: if case .polyline(let line) = scene.overlays[0].content { line.coordinates[1] } else { nil }
            }
        #expect(after.point(for: try #require(moved)).distance(to: point) < 0.01)
        for corner in [Point(0, 0), Point(300, 200)] {
            #expect(after.point(for: editor.hitMap.coordinate(at: corner)).distance(to: corner) < 0.01)
        }
        // A second drag moves nothing else.
        _ = try editor.drag(path: target, to: Point(10, 10))
        #expect(editor.warnings.map(\.code) == ["edit.frozen-camera"])
    }

    @Test("only the numbers that change are changed in the text") func minimal() throws {
        var editor = try editor()
        _ = try editor.drag("annotation/hotel", to: Point(300, 100))
        let before = Maps.everything.split(separator: "\n", omittingEmptySubsequences: false)
        let after = editor.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(before.count == after.count)
        #expect(zip(before, after).count { $0 != $1 } == 1)
        #expect(editor.text.contains(#"{"id": "hotel", "coordinate": [0, "#))
    }

    @Test("a ring that repeats its first corner stays closed") func closed() throws {
        var editor = try editor()
        _ = try editor.drag("overlay/area/handle/0", to: Point(100, 360))
        guard case .polygon(let area) = editor.document.scene.overlays[0].content else {
            Issue.record("the overlay is not a polygon")
            return
        }
        #expect(area.coordinates.first == area.coordinates.last)
        #expect(area.coordinates.count == 5)
    }

    @Test("coordinates keep their form: objects, encoded lines, and the item's own datum") func forms() throws {
        var editor = try editor(
            """
            {"version": 1, "size": [600, 400], "camera": {"center": [116.4, 39.9], "zoom": 12},
             "basemap": {"style": {"version": 8, "sources": {}, "layers": []}},
             "annotations": [{"coordinate": {"latitude": 39.9, "longitude": 116.4}},
                             {"id": "amap", "coordinate": [116.4, 39.9], "coordinateSystem": "gcj02"}],
             "overlays": [{"id": "walk", "type": "polyline", "precision": 6, "polyline": "_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI"}]}
            """)
        let map = editor.hitMap
        _ = try editor.drag("annotation/0", to: Point(100, 100))
        #expect(editor.text.contains(#"{"coordinate": {"latitude": 39."#))
        _ = try editor.drag("annotation/amap", to: Point(100, 100))
        let scene = editor.document.scene
        let moved = CoordinateSystem.gcj02.convert(scene.annotations[1].coordinate, to: .wgs84)
        #expect(map.point(for: moved).distance(to: Point(100, 100)) < 0.01)
        #expect(scene.annotations[1].coordinate != scene.annotations[0].coordinate)
        _ = try editor.drag("overlay/walk/vertex/2", to: Point(300, 200))
        guard case .polyline(let line) = editor.document.scene.overlays[0].content else {
            Issue.record("the overlay is not a polyline")
            return
        }
        // It was in America: the short way to China leads west.
        #expect(line.coordinates[2] == Coordinate(latitude: 39.9, longitude: -243.6))
        #expect(abs(line.coordinates[0].latitude - 38.5) < 1e-6)
        #expect(editor.text.contains("\"polyline\": \""))
    }

    @Test("longitudes stay on the turn of the Earth that they were on") func unwrapped() throws {
        var editor = try editor(
            """
            {"version": 1, "size": [600, 400], "camera": {"center": [180, 0], "zoom": 3},
             "basemap": {"style": {"version": 8, "sources": {}, "layers": []}},
             "overlays": [{"id": "walk", "type": "polyline", "coordinates": [[175, 0], [190, 0]]}]}
            """)
        _ = try editor.drag("overlay/walk/vertex/1", to: Point(400, 200))
        guard case .polyline(let line) = editor.document.scene.overlays[0].content else {
            Issue.record("the overlay is not a polyline")
            return
        }
        #expect(line.coordinates[1].longitude > 180 && line.coordinates[1].longitude < 190)
    }

    @Test(
        "what cannot be dragged is told, with what can",
        arguments: [
            ("annotation/hotl", "annotation/hotel"), ("overlay/3", "have no corners"),
            ("overlay/area/handle/4", "from 0 to 3"),
            ("overlay/area", "handle/0"), ("overlay/walk/vertex/-1", "from 0 to 1"), ("", "to drag"),
            ("decoration/bar", "to drag"),
            ("annotation", "to drag"), ("overlay/reach/vertex/0", "to drag"),
        ])
    func refuses(target: String, hint: String) throws {
        var editor = try editor()
        do {
            _ = try editor.drag(path: target, to: .zero)
            Issue.record("it was dragged")
        } catch {
            #expect("\(error)".contains(hint))
        }
        #expect(editor.text == Maps.everything)
    }

    @Test("the preview of a pin that is held shows it lifted, and the new scene does not") func preview() throws {
        var editor = try editor()
        _ = try editor.drag("annotation/hotel", to: Point(300, 300))
        #expect(editor.preview.scene.annotations[0].dragState == .dragging)
        #expect(editor.document.scene.annotations[0].dragState == .none)
    }
}

@Suite("Area editor") struct AreaEditorTests {
    private let viewport = Viewport(
        size: Size(width: 600, height: 400), scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: 3)

    /// Corners at these points.
    private func editor(_ points: [Point]) -> AreaEditor {
        AreaEditor(Polygon(points.map { viewport.coordinate(at: $0) }), viewport: viewport)
    }

    @Test("handles take touches in 44 by 44 points") func box() {
        let editor = editor([Point(100, 100), Point(300, 100), Point(300, 300)])
        #expect(editor.vertex(at: Point(121.9, 78.1)) == 0)
        #expect(editor.vertex(at: Point(122.1, 100)) == nil)
    }

    @Test("of several the nearest is taken, of equally near ones the first") func nearest() {
        let editor = editor([Point(100, 100), Point(120, 100), Point(300, 300)])
        #expect(editor.vertex(at: Point(113, 100)) == 1)
        #expect(editor.vertex(at: Point(107, 100)) == 0)
        let twins = self.editor([Point(100, 100), Point(100, 100), Point(300, 300)])
        #expect(twins.vertex(at: Point(104, 104)) == 0)
    }

    @Test("a touch tells of its beginning, its way and its end, in this order") func events() throws {
        var editor = editor([Point(100, 100), Point(300, 100), Point(300, 300)])
        #expect(editor.began(at: Point(305, 95)) == [.highlighted(vertex: 1)])
        #expect(editor.highlighted == 1)
        let moved = editor.changed(to: Point(310, 90))
        #expect(moved.count == 1)
        guard case .moved(1, Point(310, 90), let coordinate, false) = try #require(moved.first) else {
            Issue.record("\(moved)")
            return
        }
        #expect(viewport.point(for: coordinate).distance(to: Point(310, 90)) < 0.01)
        let ended = editor.ended(at: Point(320, 80))
        #expect(ended.count == 2)
        guard case .moved(1, Point(320, 80), _, true) = ended[0] else {
            Issue.record("\(ended)")
            return
        }
        #expect(ended[1] == .finished)
        #expect(editor.highlighted == nil)
    }

    @Test("a touch beside all handles is the map's") func map() {
        var editor = editor([Point(100, 100), Point(300, 100), Point(300, 300)])
        let before = editor.coordinates
        #expect(editor.began(at: Point(200, 200)) == [])
        #expect(editor.changed(to: Point(210, 200)) == [])
        #expect(editor.ended(at: Point(210, 200)) == [])
        #expect(editor.coordinates == before)
    }

    @Test("a touch that is called off puts the corner back") func canceled() {
        var editor = editor([Point(100, 100), Point(300, 100), Point(300, 300)])
        let before = editor.coordinates
        _ = editor.began(at: Point(100, 100))
        _ = editor.changed(to: Point(50, 50))
        #expect(editor.coordinates != before)
        #expect(editor.canceled() == [.highlighted(vertex: nil)])
        #expect(editor.coordinates == before)
    }
}
