// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry
import MapScene
import Testing

@Suite("Merging scenes") struct SceneMergeTests {
    private func document(_ text: String, _ name: String) throws -> SceneDocument {
        try SceneDocument(text: Array(text.utf8), file: name)
    }

    private func merge(
        _ ours: String, _ theirs: String, base: String? = nil, preferring side: SceneMerge.Side? = nil
    ) throws -> SceneMerge {
        try SceneMerge(
            ours: document(ours, "ours.json"), theirs: document(theirs, "theirs.json"),
            base: base.map { try document($0, "base.json") }, preferring: side)
    }

    private let base = """
        {
          "version": 1,
          "x-note": "ours",
          "camera": {"center": [24, 60], "zoom": 3},
          "annotations": [
            {"id": "a", "coordinate": [24, 60],   "title": "A"},
            {"id": "b", "coordinate": [25, 60]}
          ]
        }

        """

    @Test("a scale and a zoom of one camera are a conflict, wherever the camera is") func framings() throws {
        for (before, after) in [
            (#"{"version": 1, "camera": "#, "}"),
            (#"{"version": 1, "decorations": [{"type": "inset", "id": "i", "camera": "#, "}]}"),
        ] {
            let cameras =
                [#""bounds": [23, 59, 25, 61]"#]
                + [#""zoom": 4"#, #""mapScale": 50000"#].map {
                    #""center": [24, 60], \#($0)"#
                }
            let scenes = cameras.map { "\(before){\($0)}\(after)" }
            #expect(try merge(scenes[1], scenes[2], base: scenes[0]).conflicts.count == 1)
            let merged = try merge(scenes[1], scenes[2], base: scenes[0], preferring: .theirs)
            #expect(throws: Never.self) { try document(merged.text, "merged.json") }
        }
    }

    @Test("takes the changes of both sides, and keeps what is written as it is") func threeWay() throws {
        let ours = base.replacing(#"{"id": "b", "coordinate": [25, 60]}"#, with: #"{"id":"c", "coordinate": [26, 60]}"#)
        let theirs = base.replacing(#""title": "A""#, with: #""title": "Á", "tint": "red""#)
            .replacing(#""zoom": 3"#, with: #""zoom": 4"#)
        let merged = try merge(ours, theirs, base: base)
        #expect(merged.conflicts == [])
        #expect(
            merged.text
                == """
                {
                  "version": 1,
                  "x-note": "ours",
                  "camera": {"center": [24, 60], "zoom": 4},
                  "annotations": [
                    {"id": "a", "coordinate": [24, 60],   "title": "Á", "tint": "red"},
                    {"id":"c", "coordinate": [26, 60]}
                  ]
                }

                """)
    }

    @Test("merging with what has not changed changes nothing") func unchanged() throws {
        let ours = base.replacing("ours", with: "mine").replacing("\"zoom\": 3", with: "\"zoom\": 3.0")
        #expect(try merge(ours, base, base: base).text == ours)
        #expect(try merge(base, ours, base: base).text == ours)
        #expect(try merge(base, base).text == base)
    }

    @Test("unites items by id, in the order of each scene") func union() throws {
        let ours =
            #"{"version": 1, "annotations": [{"id": "a", "coordinate": [1, 1]}, {"id": "c", "coordinate": [3, 3]}]}"#
        let theirs = """
            {"version": 1, "size": [300, 200], "annotations": [{"id": "a", "coordinate": [1, 1]},
             {"id": "b", "coordinate": [2, 2]}], "overlays": []}
            """
        let merged = try merge(ours, theirs)
        #expect(merged.conflicts == [])
        #expect(
            try document(merged.text, "merged.json").scene.annotations.map(\.id) == ["a", "b", "c"])
        #expect(try document(merged.text, "merged.json").scene.size?.width == 300)
    }

    @Test("what both sides change is a conflict with path, id and position") func conflict() throws {
        let ours = base.replacing(#""title": "A""#, with: #""title": "Hotel""#)
        let theirs = base.replacing(#""title": "A""#, with: #""title": "Inn""#)
        let merged = try merge(ours, theirs, base: base)
        let conflict = try #require(merged.conflicts.first)
        #expect(merged.conflicts.count == 1)
        #expect((conflict.path, conflict.id) == ("annotations[0].title", "a"))
        #expect(conflict.position == Position(line: 6, column: 52))
        #expect([conflict.base, conflict.ours, conflict.theirs] == [#""A""#, #""Hotel""#, #""Inn""#])
        #expect(
            conflict.diagnostic(ours: "ours.json", theirs: "theirs.json").description == """
                ours.json:6:52: annotations[0].title ("a"): both versions have changed "A": "Hotel" here, "Inn" in \
                theirs.json (--prefer ours or --prefer theirs chooses for all conflicts)
                """)
        #expect(try merge(ours, theirs, base: base, preferring: .ours).text == ours)
        #expect(try merge(ours, theirs, base: base, preferring: .theirs).text == theirs)
    }

    @Test("removing what the other side changes is a conflict") func removed() throws {
        let ours = #"{"version": 1, "annotations": [{"id": "b", "coordinate": [25, 60]}]}"#
        let origin =
            #"{"version": 1, "annotations": [{"id": "a", "coordinate": [24, 60]}, {"id": "b", "coordinate": [25, 60]}]}"#
        let theirs = origin.replacing("[24, 60]", with: "[24, 61]")
        let merged = try merge(ours, theirs, base: origin)
        #expect(merged.conflicts.map(\.path) == ["annotations"])
        #expect(merged.conflicts.map(\.id) == ["a"])
        #expect(merged.conflicts.map(\.ours) == [nil])
        #expect(try merge(ours, origin, base: origin).text == ours)
    }

    @Test("what a camera shows is one value") func camera() throws {
        let ours = base.replacing(#""center": [24, 60], "zoom": 3"#, with: #""bounds": [20, 55, 30, 65]"#)
        let theirs = base.replacing(#""zoom": 3"#, with: #""zoom": 5, "bearing": 10"#)
        #expect(try merge(ours, theirs, base: base).conflicts.map(\.path) == ["camera"])
        let turned = base.replacing(#""zoom": 3"#, with: #""zoom": 3, "bearing": 10"#)
        let merged = try merge(ours, turned, base: base)
        #expect(merged.conflicts == [])
        #expect(merged.text.contains(#""camera": {"bounds": [20, 55, 30, 65], "bearing": 10}"#))
    }

    @Test("the order is that of the side that has changed it") func order() throws {
        func lines(_ ids: String) -> String {
            let items = ids.map { #"{"id": "\#($0)", "type": "polyline", "coordinates": [[0, 0], [1, 1]]}"# }
            return #"{"version": 1, "overlays": ["# + items.joined(separator: ", ") + "]}"
        }
        func ids(_ merge: SceneMerge) throws -> [String?] {
            try document(merge.text, "m.json").scene.overlays.map(\.id)
        }
        #expect(try ids(merge(lines("abc"), lines("cab"), base: lines("abc"))) == ["c", "a", "b"])
        #expect(try ids(merge(lines("abcx"), lines("cab"), base: lines("abc"))) == ["c", "x", "a", "b"])
        #expect(try merge(lines("bac"), lines("cab"), base: lines("abc")).conflicts.map(\.path) == ["overlays"])
    }
}
