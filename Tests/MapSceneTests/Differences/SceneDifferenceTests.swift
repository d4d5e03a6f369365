// SPDX-License-Identifier: MIT
import MapGeo
import MapScene
import Testing

@Suite("The difference of two scenes") struct SceneDifferenceTests {
    private func scene(_ members: String) throws -> Scene {
        try SceneDocument(text: Array("{\"version\": 1, \(members)}".utf8), file: "scene.json").scene
    }

    private func changes(_ old: String, _ new: String) throws -> [String] {
        SceneDifference(from: try scene(old), to: try scene(new)).changes.map(\.description)
    }

    @Test("is empty for scenes that mean the same") func same() throws {
        let old = #""scale": 1, "annotations": [{"id": "a", "coordinate": [24, 60], "tint": "red", "view": "pin"}]"#
        let new = """
            "annotations": [{"view": "pin", "tint": "red", "alpha": 1, "id": "a",
                "coordinate": {"latitude": 60, "longitude": 24}}], "x-note": "mine"
            """
        #expect(try changes(old, new) == [])
        let inline = { (style: String) in #""basemap": {"style": {"version": 8, "sources": {}, \#(style)}}"# }
        #expect(try changes(inline(#""layers": [], "name": "a""#), inline(#""name": "a", "layers": []"#)) == [])
    }

    @Test("names items by id, whatever their index") func byID() throws {
        let old = """
            "annotations": [{"id": "a", "coordinate": [24, 60], "title": "A"}, {"id": "b", "coordinate": [25, 60]}]
            """
        let new = """
            "annotations": [{"id": "c", "coordinate": [25, 60]}, {"id": "a", "coordinate": [24, 60], "title": "Á"}]
            """
        #expect(
            try changes(old, new) == [
                "added annotation/c [annotations[0]]", #"changed annotation/a title: "A" → "Á""#,
                "removed annotation/b [annotations[1]]",
            ])
    }

    @Test("measures moves") func moved() throws {
        let old = #""annotations": [{"id": "a", "coordinate": [24, 60]}], "userLocation": {"coordinate": [0, 0]}"#
        let new = #""annotations": [{"id": "a", "coordinate": [24, 60.001]}], "userLocation": {"coordinate": [1, 0]}"#
        #expect(
            try changes(old, new) == [
                "moved annotation/a by 111 m: [24, 60] → [24, 60.001]",
                "moved userLocation.coordinate by 111.2 km: [0, 0] → [1, 0]",
            ])
    }

    @Test("finds items without an id by content, location or what else they are") func unnamed() throws {
        let old = """
            "annotations": [{"coordinate": [1, 1], "title": "A"}, {"coordinate": [2, 2], "title": "B"},
                {"coordinate": [3, 3], "title": "C"}, {"coordinate": [4, 4], "title": "D"}]
            """
        let new = """
            "annotations": [{"coordinate": [2, 2], "title": "Bee"}, {"coordinate": [3, 3], "title": "C"},
                {"coordinate": [4, 4.5], "title": "D"}, {"coordinate": [9, 9], "title": "E"}]
            """
        #expect(
            try changes(old, new) == [
                #"changed annotation/0 title: "B" → "Bee""#, "moved annotation/2 by 55.6 km: [4, 4] → [4, 4.5]",
                #"added annotation/3 "E" [annotations[3]]"#, #"removed annotation/0 "A" [annotations[0]]"#,
            ])
    }

    @Test("reports as few items of another order as possible") func order() throws {
        func overlays(_ ids: String) -> String {
            let items = ids.map { #"{"id": "\#($0)", "type": "polyline", "coordinates": [[0, 0], [1, 1]]}"# }
            return #""overlays": ["# + items.joined(separator: ", ") + "]"
        }
        #expect(try changes(overlays("abcd"), overlays("bcda")) == ["reordered overlay/a: first → after overlay/d"])
        for (old, new) in [("abc", "cba"), ("abcde", "deCab".lowercased()), ("abcd", "xdcb"), ("abcdef", "fbadce")] {
            for change in try changes(overlays(old), overlays(new)) where change.hasPrefix("reordered") {
                let places = change.split(separator: ": ")[1].split(separator: " → ")
                #expect(places.first != places.last, "\(old) \(new): \(change)")
            }
        }
        #expect(try changes(overlays("abc"), overlays("xbc")).allSatisfy { !$0.hasPrefix("reordered") })
    }

    @Test("shows where long values differ that would read the same") func longValues() throws {
        func line(_ x: Double, _ last: Double = 9) -> String {
            let numbers =
                "[[0, 0.123456789], [1, 1.123456789], [\(x), 2.123456789], [3, 3.123456789], [\(last), 4.123456789]]"
            return #""overlays": [{"id": "r", "type": "polyline", "coordinates": \#(numbers)}]"#
        }
        #expect(
            try changes(line(2.5), line(2.75))
                == ["changed overlay/r coordinates[2]: [2.5, 2.123456789] → [2.75, 2.123456789]"])
        #expect(
            try changes(line(2.5), line(2.75, 8)) == [
                "changed overlay/r coordinates[2]: [2.5, 2.123456789] → [2.75, 2.123456789] and 1 more of 5"
            ])
        func title(_ end: String) -> String {
            #""annotations": [{"id": "a", "coordinate": [1, 1], "title": "\#(String(repeating: "x", count: 80))\#(end)"}]"#
        }
        #expect(
            try changes(title("A"), title("B")) == [#"changed annotation/a title: "…xxxxxxxxxxA" → "…xxxxxxxxxxB""#])
    }

    @Test("compares layers and features one by one") func nested() throws {
        func features(_ name: String) -> String {
            """
            "overlays": [{"id": "o", "type": "geojson", "data": {"type": "FeatureCollection", "features": [
                {"type": "Feature", "id": 7, "properties": {"name": "\(name)"},
                 "geometry": {"type": "Point", "coordinates": [1, 2]}}]}}]
            """
        }
        #expect(
            try changes(features("A"), features("B")) == [
                #"changed overlay/o data.features[0].properties.name: "A" → "B""#
            ])
    }

    @Test("is JSON for programs") func json() throws {
        let difference = SceneDifference(
            from: try scene(#""camera": {"center": [24, 60], "zoom": 3}"#),
            to: try scene(#""camera": {"center": [24, 60], "zoom": 4}"#))
        #expect(
            difference.json == """
                {
                  "same": false,
                  "changes": [
                    {"change": "changed", "path": "camera.zoom", "before": 3, "after": 4}
                  ]
                }

                """)
        let change = try #require(difference.changes.first)
        #expect((change.kind, change.item, change.path) == (.changed, nil, "camera.zoom"))
    }

    @Test("what the marked scene shows of the old one keeps its number and is in no legend") func numbers() throws {
        func annotations(_ items: String) -> String { #""annotations": [\#(items)]"# }
        let first = #"{"id": "a", "coordinate": [24, 60], "title": "A", "glyphText": "$num"}"#
        let second = #"{"id": "b", "coordinate": [25, 60], "title": "B", "glyphText": "$num"}"#
        let marked = SceneDifference(
            from: try scene(annotations("\(first), \(second)")), to: try scene(annotations(first))
        ).markedScene.numbered
        #expect(marked.annotations.map { $0.marker?.glyphText } == ["1", "2"])
        #expect(marked.annotations.map { $0.legendSign == nil } == [false, true])
    }

    @Test("the marked scene shows what was removed and where things were") func marked() throws {
        let old = try scene(
            """
            "annotations": [{"id": "a", "coordinate": [24, 60]}, {"id": "b", "coordinate": [25, 60], "selected": true}],
            "overlays": [{"id": "o", "type": "circle", "center": [24, 60], "radius": 10}]
            """)
        let new = try scene(#""annotations": [{"id": "a", "coordinate": [24, 61]}], "scale": 2"#)
        let marked = SceneDifference(from: old, to: new).markedScene
        #expect(marked.annotations.map(\.coordinate.latitude) == [61, 60, 60])
        #expect(marked.annotations.map(\.id) == ["a", nil, nil])
        #expect(marked.annotations.map { $0.alpha < 1 } == [false, true, true])
        #expect(marked.overlays.count == 2)
        #expect(marked.decorations.map(\.alt) == ["− removed: 2, → moved: 1, not on the map: 1"])
        #expect(SceneDifference(from: old, to: old).markedScene.decorations == [])
        #expect(marked.scale == 2)
    }
}
