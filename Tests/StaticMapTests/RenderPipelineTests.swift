// SPDX-License-Identifier: MIT
import MapCore
import StaticMap
import TestSupport
import Testing

/// What is wrong with a map is found whoever asks for it.
@Suite("One course for all maps") struct RenderPipelineTests {
    private func scene(_ more: String) throws -> SceneDocument {
        let text = """
            {"version": 1, "size": [60, 40], "camera": {"center": [0, 0], "zoom": 2}, "attribution": "none",
             "basemap": {"style": {"version": 8, "sources": {}, "layers": []}}, \(more)}
            """
        return try SceneDocument(text: Array(text.utf8), file: "scene.json")
    }

    private func renderer(hasFonts: Bool = true, limits: RenderLimits = .generous) -> MapRenderer {
        MapRenderer(
            home: Maps.home, fontFolders: hasFonts ? testFontFolders : [], useSystemFonts: false, threads: 1,
            limits: limits)
    }

    /// What fails of an image, a page and a hit map.
    private func failures(_ renderer: MapRenderer, _ document: SceneDocument) -> [[String]] {
        let ways: [(SceneDocument) throws -> Void] = [
            { _ = try renderer.render($0) }, { _ = try renderer.layout($0) }, { _ = try renderer.hitMap(of: $0) },
        ]
        return ways.map { way in
            do {
                try way(document)
                return []
            } catch {
                return ((error as? RenderError)?.diagnostics ?? []).map(\.code.rawValue)
            }
        }
    }

    @Test("text without any font") func fonts() throws {
        let document = try scene(#""annotations": [{"coordinate": [0, 0], "title": "Here"}]"#)
        #expect(failures(renderer(), document) == [[], [], []])
        let code = Diagnostic.Code.renderNoFonts.rawValue
        #expect(failures(renderer(hasFonts: false), document) == [[code], [code], [code]])
    }

    @Test("painted pixels past the limit") func paintedPixels() throws {
        let document = try scene(#""overlays": [{"type": "circle", "center": [0, 0], "radius": 900000}]"#)
        var limits = RenderLimits.generous
        limits.paintedPixels = 50
        let code = LimitCode.paintedPixels.rawValue
        #expect(failures(renderer(limits: limits), document) == [[code], [code], [code]])
    }

    @Test("the phases of several formats come in their order, and painting once") func phases() throws {
        let snapshots = try renderer().render(try scene(#""overlays": []"#), as: [.png, .svg, .jpeg])
        #expect(snapshots[0].phases.map(\.name) == ["open", "layout", "paint", "encode", "encode", "encode"])
        #expect(snapshots[0].phases.allSatisfy { $0.seconds >= 0 })
    }

    @Test("a large image goes to its file, which is in its place once it is finished") func largeImage() throws {
        let text = """
            {"version": 1, "size": [8200, 8200], "camera": {"center": [0, 0], "zoom": 2}, "attribution": "none",
             "basemap": {"style": {"version": 8, "sources": {}, "layers": []}}}
            """
        let document = try SceneDocument(text: Array(text.utf8), file: "scene.json")
        let folder = try ScratchFolder()
        let (large, other) = (StripFile(folder.file("large.png")), StripFile(folder.file("other.svg")))
        let snapshots = try renderer().render(document, as: [(.png, large), (.svg, other)], options: EncodingOptions())
        #expect(snapshots[0].bytes.isEmpty && !snapshots[1].bytes.isEmpty)
        #expect(throws: (any Error).self) { try folder.contents("large.png") }
        #expect(try large.finish() && !other.finish())
        #expect(try Array(folder.contents("large.png")) == renderer().render(document).bytes)
    }

    @Test("a check finds nesting past the limit of the text, and every problem once") func checks() {
        let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
        let text = Array(#"{"version": 1, "x-deep": \#(deep), "camera": {"center": [0, 0], "zoom": 2}}"#.utf8)
        #expect(renderer().check(text, file: "scene.json").isEmpty)
        #expect(
            renderer(limits: .strict).check(text, file: "scene.json").map(\.code.rawValue) == [
                LimitCode.nesting.rawValue
            ])
        let wrong = Array(#"{"version": 1, "sise": 1, "camera": {"center": [0, 0], "zoom": 200}}"#.utf8)
        let problems = renderer().check(wrong, file: "scene.json")
        #expect(problems.count == 2 && Set(problems).count == 2, "\(problems)")
    }

    @Test("a check reads data once, also for an animation that needs all of it") func checksOnce() throws {
        let document = try scene(
            #"""
            "overlays": [{"type": "geojson", "data": {"type": "Feature", "properties": {"t": 1},
              "geometry": {"type": "Point", "coordinates": [0, 0]}}}],
            "animation": {"timeline": {"property": "t"}}
            """#)
        var limits = RenderLimits.generous
        limits.features = 1
        let problems = renderer(limits: limits).check(Array(document.text.utf8), file: "scene.json")
        #expect(problems.isEmpty, "\(problems)")
    }
}
