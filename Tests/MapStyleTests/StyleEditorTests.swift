// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapStyle
import Testing

@Suite("Changing a style for one scene") struct StyleEditorTests {
    private func editor() throws -> StyleEditor {
        let text = """
            {"version": 8, "sources": {"tiles": {"type": "vector", "url": "mbtiles://city.mbtiles"}}, "layers": [
             {"id": "ground", "type": "background", "paint": {"background-color": "white"}},
             {"id": "road-minor", "type": "line", "source": "tiles", "source-layer": "road", "filter": ["has", "a"]},
             {"id": "road-major", "type": "line", "source": "tiles", "source-layer": "road"},
             {"id": "names", "type": "symbol", "source": "tiles", "source-layer": "place",
              "layout": {"visibility": "none"}}]}
            """
        let document = try JSONDocument(file: "style.json", text: Array(text.utf8))
        let style = StyleSheet.decode(Field(document, diagnostics: DiagnosticSink()), baseFolder: "/maps")
        return StyleEditor(try #require(style), language: nil)
    }

    /// Makes a change that a scene asks for, and gives what is said of it.
    private func edit(
        _ json: String, _ change: (inout StyleEditor, Field) -> Void
    ) throws -> (style: StyleSheet, told: [String]) {
        var editor = try editor()
        let diagnostics = DiagnosticSink()
        change(&editor, Field(try JSONDocument(file: "scene.json", text: Array(json.utf8)), diagnostics: diagnostics))
        return (editor.style, diagnostics.all.map(\.description))
    }

    @Test(
        "layers are hidden and shown by id, with * for any characters",
        arguments: [
            ("road-minor", [true, false, true, true]), ("road-*", [true, false, false, true]),
            ("*-m*or", [true, false, false, true]), ("*", [false, false, false, false]),
            ("*o*d", [false, true, true, true]),
        ])
    func hides(pattern: String, visible: [Bool]) throws {
        var editor = try editor()
        let unknown = [editor.setVisibility(true, matching: "names"), editor.setVisibility(false, matching: pattern)]
        #expect(unknown.allSatisfy { $0 == nil })
        #expect(editor.style.layers.map(\.isVisible) == visible)
    }

    @Test("a layer that the style does not have is told of with the nearest one")
    func unknown() throws {
        var editor = try editor()
        let told = editor.setVisibility(false, matching: "road-mayor")
        let problem = try #require(told)
        #expect(problem.message == #"the style has no layer "road-mayor""#)
        #expect(problem.hint == #"did you mean "road-major"?"#)
        let (_, warnings) = try edit("null") { $0.setFilter(matching: "lakes", $1) }
        #expect(
            warnings == [
                #"scene.json:1:1: warning: the style has no layer "lakes" "#
                    + #"(its layers: "ground", "road-minor", "road-major", "names")"#
            ])
    }

    @Test("a filter is replaced, taken away, and left as it was by a wrong one")
    func filters() throws {
        #expect(
            try edit("null") { $0.setFilter(matching: "road-minor", $1) }.style.layer(id: "road-minor")?.filter == nil)
        let (added, none) = try edit(#"["==", ["get", "class"], "path"]"#) { $0.setFilter(matching: "road-major", $1) }
        #expect(added.layer(id: "road-major")?.filter != nil)
        #expect(none == [])
        let (kept, told) = try edit(#"["===", "class", "path"]"#) { $0.setFilter(matching: "road-minor", $1) }
        #expect(kept.layer(id: "road-minor")?.filter != nil)
        #expect(told.count == 1)
        #expect(told.first?.contains("scene.json:1:") == true)
    }

    @Test("a filter is given to all layers whose ids match") func filtersOfMany() throws {
        let (style, told) = try edit(#"["==", ["get", "class"], "path"]"#) { $0.setFilter(matching: "road-*", $1) }
        #expect(told == [])
        let filters = ["road-minor", "road-major", "names"].map { style.layer(id: $0)?.filter?.propertyNames }
        #expect(filters[0] == ["class"] && filters[1] == ["class"] && filters[2] == nil)
    }

    @Test("properties are set and unset, and wrong ones are errors with their place")
    func properties() throws {
        let (set, none) = try edit(#"{"line-width": ["step", ["zoom"], 1, 10, 4]}"#) {
            $0.setPaint(of: "road-minor", $1)
        }
        #expect(set.layer(id: "road-minor")?.property(.lineWidth).number(EvaluationContext(zoom: 12)) == 4)
        #expect(none == [])
        let (unset, _) = try edit(#"{"background-color": null}"#) { $0.setPaint(of: "ground", $1) }
        #expect(unset.layer(id: "ground")?.sets(.backgroundColor) == false)
        let (shown, _) = try edit(#"{"visibility": "visible"}"#) { $0.setLayout(of: "names", $1) }
        #expect(shown.layer(id: "names")?.isVisible == true)
        let (_, told) = try edit(#"{"line-colour": "red", "line-width": "wide"}"#) { $0.setPaint(of: "road-minor", $1) }
        #expect(
            told == [
                #"scene.json:1:17: line-colour: unknown property "line-colour" (did you mean "line-color"?)"#,
                "scene.json:1:38: line-width: number expected, string found",
            ])
    }

    @Test("a layer is added on top, or below another, with a source of its own")
    func adds() throws {
        let layer =
            #"{"id": "track", "type": "line", "source": {"type": "geojson", "data": "t.geojson"}, "before": "names"}"#
        let (style, told) = try edit(layer) { $0.addLayer($1, folder: "/scenes") }
        #expect(told == [])
        #expect(style.layers.map(\.id) == ["ground", "road-minor", "road-major", "track", "names"])
        #expect(style.layer(id: "track")?.source == "track")
        #expect(style.sources["track"]?.sceneFolder == "/scenes")
        #expect(style.sources["tiles"]?.sceneFolder == nil)
        let top = try edit(#"{"id": "tint", "type": "background"}"#) { $0.addLayer($1, folder: "/scenes") }
        #expect(top.style.layers.last?.id == "tint")
    }

    @Test(
        "a layer that cannot be added is an error at its place",
        arguments: [
            (#"{"id": "ground", "type": "background"}"#, #"scene.json:1:1: the style has a layer "ground" already"#),
            (
                #"{"id": "a", "type": "line", "source": "tile", "source-layer": "road"}"#,
                #"scene.json:1:39: source "tile" not found (did you mean "tiles"?)"#
            ),
            (
                #"{"id": "a", "type": "lines", "source": "tiles", "source-layer": "road"}"#,
                "scene.json:1:21: type: expected one of ["
            ),
            (
                #"{"id": "tiles", "type": "line", "source": {"type": "geojson", "data": "t.geojson"}}"#,
                #"scene.json:1:43: source: the style has a source "tiles" already"#
            ),
        ])
    func refuses(layer: String, message: String) throws {
        let (style, told) = try edit(layer) { $0.addLayer($1, folder: "") }
        #expect(told.first?.hasPrefix(message) == true, "\(told)")
        #expect(style.layers.count == 4)
    }

    @Test("an unknown layer to go below is a warning, and the layer goes on top")
    func unknownBefore() throws {
        let (style, told) = try edit(#"{"id": "tint", "type": "background", "before": "name"}"#) {
            $0.addLayer($1, folder: "")
        }
        #expect(told == [#"scene.json:1:48: warning: before: the style has no layer "name" (did you mean "names"?)"#])
        #expect(style.layers.last?.id == "tint")
    }
}
