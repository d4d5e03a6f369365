// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import StaticMap
import StaticMapBatch
import TestSupport
import Testing

/// The limits of a map begin with its text, and hold for whatever becomes of it.
@Suite("Limits of a batch") struct BatchLimitTests {
    private func nested(_ depth: Int) -> String {
        #", "x-deep": "# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    @Test("hold for the nesting of a line") func nesting() throws {
        var batch = try Batch()
        let lines = [Batch.line("a", more: nested(100)), Batch.scene(more: nested(100)), Batch.line("b")]
        #expect(try batch.run(lines, to: batch.folderOutput()).summary.drawn == 3)
        batch.limits = .strict
        let outcome = try batch.run(lines, to: batch.folderOutput())
        // What cannot be parsed has no id but its number.
        #expect(outcome.errors("1") == [LimitCode.nesting.rawValue])
        #expect(outcome.errors("2") == [LimitCode.nesting.rawValue])
        #expect(outcome.errors("b").isEmpty)
    }

    @Test("hold for the number of values in a line") func values() throws {
        var batch = try Batch()
        let many = #", "x-many": [0"# + String(repeating: ",0", count: 20_000) + "]"
        batch.limits.bytes = 1 << 20
        let lines = [Batch.line("a", more: many), Batch.line("b")]
        let outcome = try batch.run(lines, to: batch.folderOutput())
        #expect(outcome.errors("1") == [LimitCode.bytes.rawValue])
        #expect(outcome.errors("b").isEmpty)
    }

    @Test("hold for the row, and for the scene that it makes") func rows() throws {
        var batch = try Batch()
        batch.limits = .strict
        let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
        let rows = [
            #"{"id": "a", "lon": 0, "lat": 0, "zoom": 1}"#,
            #"{"id": "b", "lon": 0, "lat": 0, "zoom": 1, "x": \#(deep)}"#,
        ]
        let template = Batch.template.replacing(#""version": 1,"#, with: #""version": 1, "x-note": "{{x|}}","#)
        let outcome = try batch.run(
            template: template, rows: rows.joined(separator: "\n"), as: "rows.jsonl", to: batch.folderOutput())
        #expect(outcome.errors("a").isEmpty)
        #expect(outcome.errors("2") == [LimitCode.nesting.rawValue])
    }

    /// A circle as wide as the image.
    private static let circle =
        #", "overlays": [{"type": "circle", "center": [0, 0], "radius": 9000000, "alpha": 0.5}]"#

    @Test("hold for the painted pixels of images and of pages", arguments: [OutputFormat.png, .pdf])
    func paintedPixels(format: OutputFormat) throws {
        var batch = try Batch()
        if format == .pdf { batch.names = ["{{id}}"] }
        func errors(_ batch: Batch) throws -> [String] {
            let output: any BatchOutput =
                format == .pdf
                ? try PagesOutput(batch.folder.file("maps.pdf"), title: "Maps", author: "", background: nil)
                : try batch.folderOutput()
            return try batch.run([Batch.line("a", more: Self.circle)], to: output, format: format).errors("a")
        }
        #expect(try errors(batch) == [])
        batch.limits.paintedPixels = 50
        #expect(try errors(batch) == [LimitCode.paintedPixels.rawValue])
    }

    @Test("a page without any font for its text is refused, as an image is", arguments: [OutputFormat.png, .pdf])
    func noFonts(format: OutputFormat) throws {
        var batch = try Batch()
        batch.hasFonts = false
        if format == .pdf { batch.names = ["{{id}}"] }
        let labelled = Batch.line("a", more: #", "annotations": [{"coordinate": [0, 0], "title": "Here"}]"#)
        let output: any BatchOutput =
            format == .pdf
            ? try PagesOutput(batch.folder.file("maps.pdf"), title: "Maps", author: "", background: nil)
            : try batch.folderOutput()
        let outcome = try batch.run([labelled], to: output, format: format)
        #expect(outcome.errors("a") == [Diagnostic.Code.renderNoFonts.rawValue])
    }

    private func pyramid(_ batch: Batch, _ layer: String) throws -> PyramidRun.Summary {
        let data = #"{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [10, 10]}}"#
        let style = """
            {"version": 8, "sources": {"g": {"type": "geojson", "data": \(data)}}, "layers": [\(layer)]}
            """
        let node = try JSONDocument(file: "style", text: Array(style.utf8)).root
        let box = CoordinateBox(west: -170, south: -80, east: 170, north: 80)
        let plan = PyramidPlan(region: TileRegion(boxes: [box]), zooms: 0...1)
        let run = PyramidRun(batch.renderer, plan, basemap: .members(["style": node]), format: .png, quality: nil)
        let store = try TileStore(batch.folder.file("store"), settings: run.settings, isResumed: false)
        return try run.run(into: store) { _, _ in }
    }

    @Test("hold for the painted pixels of tiles") func tilePixels() throws {
        var batch = try Batch()
        let layer =
            #"{"id": "c", "type": "circle", "source": "g", "paint": {"circle-radius": 40, "circle-opacity": 0.5}}"#
        #expect(try pyramid(batch, layer).tiles > 0)
        batch.limits.paintedPixels = 50
        let error = #expect(throws: Diagnostic.self) { try pyramid(batch, layer) }
        #expect(error?.code.rawValue == LimitCode.paintedPixels.rawValue)
    }

    @Test("tiles without any font for their text are refused") func tileFonts() throws {
        var batch = try Batch()
        let layer = #"{"id": "t", "type": "symbol", "source": "g", "layout": {"text-field": "Here"}}"#
        #expect(try pyramid(batch, layer).tiles > 0)
        batch.hasFonts = false
        let error = #expect(throws: Diagnostic.self) { try pyramid(batch, layer) }
        #expect(error?.code.rawValue == Diagnostic.Code.renderNoFonts.rawValue)
    }
}
