// SPDX-License-Identifier: MIT
import StaticMap
import Testing

@Suite("Handles of areas") struct HandleTests {
    /// Corners at (200, 150), (220, 150), (400, 150) and (300, 300), on plain ground.
    private func scene(_ handles: String = "true") throws -> (json: String, map: HitMap) {
        let ground = #"{"style": {"version": 8, "sources": {}, "layers": []}}"#
        func json(_ corners: String) -> String {
            """
            {"version": 1, "size": [600, 400], "attribution": "none", "basemap": \(ground),
             "camera": {"center": [0, 0], "zoom": 3},
             "overlays": [{"id": "area", "type": "polygon", "coordinates": [\(corners)], "handles": \(handles)}]}
            """
        }
        let view = try Maps.shared.projection(of: Maps.document(json("[0, 0], [1, 1], [2, 0]")))
        let corners = [Point(200, 150), Point(220, 150), Point(400, 150), Point(300, 300)].map { point -> String in
            let c = view.coordinate(at: point)
            return "[\(c.longitude), \(c.latitude)]"
        }
        let whole = json(corners.joined(separator: ", "))
        return (whole, try Maps.hitMap(whole))
    }

    @Test("a handle is hit in 44 by 44 points, with its number, above its area and what lies under it")
    func hit() throws {
        let map = try scene().map
        let hit = map.hit(at: Point(400 - 21, 150 + 10))
        #expect(hit.target == "overlay/area/handle/2")
        #expect(hit.vertex == 2)
        #expect(hit.all == ["overlay/area/handle/2", "overlay/area"])
        #expect(map.hit(at: Point(400 - 23, 160)).target == "overlay/area")
        #expect(hit.json.contains(#""target": "overlay/area/handle/2", "vertex": 2"#))
    }

    @Test(
        "of handles that overlap the nearest is hit, and of equally near ones the lowest number",
        arguments: ["true", #"{"highlighted": 0}"#])
    func nearest(handles: String) throws {
        let map = try scene(handles).map
        #expect(map.hit(at: Point(208, 150)).vertex == 0)
        #expect(map.hit(at: Point(212, 150)).vertex == 1)
        #expect(map.hit(at: Point(210, 150)).vertex == 0)
        #expect(map.hit(at: Point(210, 150)).all.count == 3)
    }

    @Test("hit size and what is highlighted are the scene's") func size() throws {
        let map = try scene(#"{"hitSize": [10, 10]}"#).map
        #expect(map.hit(at: Point(405, 155)).vertex == 2)
        #expect(map.hit(at: Point(406, 150)).vertex == nil)
    }

    @Test("a number alone is told as the corner that it is") func numbered() throws {
        let (json, map) = try scene()
        var editor = try SceneEditor(Maps.document(json), map: map)
        _ = try editor.drag(path: "3", to: Point(420, 140))
        #expect(editor.heldTarget == "overlay/area/handle/3")
        #expect(editor.warnings.isEmpty)
    }

    @Test("a drag into the sky is told") func sky() throws {
        let json = try scene().json.replacing(#""zoom": 3"#, with: #""zoom": 3, "pitch": 80"#)
        var editor = try SceneEditor(Maps.document(json), map: Maps.hitMap(json))
        _ = try editor.drag("overlay/area/handle/3", to: Point(300, 2))
        _ = try editor.drag("overlay/area/handle/2", to: Point(300, 390))
        #expect(editor.warnings.map(\.code) == ["edit.above-horizon"])
    }

    @Test(
        "a corner that is dragged is highlighted in the preview only", arguments: ["true", #"{"hitSize": [30, 30]}"#])
    func preview(handles: String) throws {
        let (json, map) = try scene(handles)
        var editor = try SceneEditor(Maps.document(json), map: map)
        _ = try editor.drag("2", to: Point(420, 140))
        func highlighted(_ document: SceneDocument) -> Int? {
            guard case .polygon(let area) = document.scene.overlays[0].content else { return nil }
            return area.handles?.highlighted
        }
        #expect(highlighted(editor.preview) == 2)
        #expect(highlighted(editor.document) == nil)
        #expect(editor.warnings == [])
        let after = try Maps.shared.hitMap(of: editor.document)
        #expect(after.hit(at: Point(420, 140)).target == "overlay/area/handle/2")
        #expect(try Maps.shared.render(editor.preview).bytes != Maps.shared.render(editor.document).bytes)
    }

    @Test("an edge that crosses itself after a drag is warned about") func crossing() throws {
        let (json, map) = try scene()
        var editor = try SceneEditor(Maps.document(json), map: map)
        _ = try editor.drag("overlay/area/handle/3", to: Point(300, 50))
        _ = try editor.drag("overlay/area/handle/2", to: Point(150, 100))
        #expect(editor.warnings.contains { $0.message.contains("crosses itself") })
    }
}
