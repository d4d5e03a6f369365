// SPDX-License-Identifier: MIT
import StaticMap
import Testing

@Suite("Targets with types") struct MapTargetTests {
    @Test(
        "paths become targets and paths again",
        arguments: [
            ("annotation/hotel", MapTarget.annotation("hotel")),
            ("annotation/hotel/callout", .callout(of: .annotation("hotel"))),
            ("annotation/hotel/callout/right", .callout(of: .annotation("hotel"), part: "right")),
            ("annotation/a%2Fb%25", .annotation("a/b%")),
            ("cluster/inns/1", .cluster("inns", number: 1)),
            ("cluster/inns/2/callout/detail", .callout(of: .cluster("inns", number: 2), part: "detail")),
            ("overlay/walk", .overlay("walk")), ("overlay/0/shape/3", .feature(overlay: "0", part: "shape/3")),
            ("overlay/area/handle/3", .vertex(overlay: "area", index: 3)), ("decoration/bar", .decoration("bar")),
            ("userLocation", .userLocation), ("attribution", .attribution),
        ])
    func paths(path: String, target: MapTarget) {
        #expect(MapTarget(rawValue: path) == target)
        #expect(target.rawValue == path)
    }

    @Test(
        "a path that is not known is kept",
        arguments: ["", "map", "annotation", "annotation/a/b", "cluster/a", "layer/water"])
    func unknown(path: String) {
        #expect(MapTarget(rawValue: path) == .other(path))
        #expect(MapTarget(rawValue: path).rawValue == path)
    }

    @Test("a hit and an edit take them") func use() throws {
        let json = """
            {"version": 1, "size": [100, 60], "basemap": {"style": {"version": 8, "sources": {}, "layers": []}},
             "camera": {"center": [0, 0], "zoom": 4},
             "annotations": [{"id": "a", "view": "pin", "coordinate": [0, 0]}]}
            """
        let document = try SceneDocument(text: Array(json.utf8), file: "scene.json")
        let map = try Maps.shared.hitMap(of: document)
        let middle = try #require(map.middle(of: .annotation("a")))
        #expect(map.hit(at: middle).target == .annotation("a"))
        #expect(map.hit(at: middle).all == [.annotation("a")])
        #expect(map.hit(at: Point(1, 1)).target == nil)
        var editor = try SceneEditor(document, map: map)
        _ = try editor.drag(.annotation("a"), to: Point(60, 30))
        let moved = try SceneDocument(text: Array(editor.text.utf8), file: "scene.json").scene.annotations[0]
        #expect(moved.coordinate.longitude > 0.1)
    }
}
