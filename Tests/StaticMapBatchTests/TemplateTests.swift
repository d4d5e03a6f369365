// SPDX-License-Identifier: MIT
import MapCore
import StaticMap
import StaticMapBatch
import TestSupport
import Testing

@Suite("Templates and rows") struct TemplateTests {
    private func drawn(_ color: String, zoom: Int = 3) throws -> [UInt8] {
        let text = Batch.scene(color).replacing(#""zoom": 1"#, with: #""zoom": \#(zoom)"#)
        return try Batch().renderer.render(SceneDocument(text: Array(text.utf8), file: "scene.json")).bytes
    }

    @Test("cells become values of their placeholders' types") func table() throws {
        let batch = try Batch()
        let rows = "id;lon;lat;zoom;color\na;0;0;3;blue\nb;0;0;\"3\";\n"
        let outcome = try batch.run(template: Batch.template, rows: rows, as: "rows.csv", to: batch.folderOutput())
        #expect(outcome.summary.drawn == 2, "\(outcome.results.flatMap(\.errors))")
        #expect(try batch.folder.bytes("maps/a.png") == drawn("blue"))
        // The default of an empty cell.
        #expect(try batch.folder.bytes("maps/b.png") == drawn("red"))
    }

    @Test("a row that lacks a value or has a wrong one is reported with its place and its use")
    func badRows() throws {
        var batch = try Batch()
        batch.options.isOrdered = true
        let rows = "lon,lat,zoom\n0,0,1\n,0,1\n0,0,near\n0,0\n0,99,1\n"
        let outcome = try batch.run(template: Batch.template, rows: rows, as: "rows.csv", to: batch.folderOutput())
        #expect(outcome.results.map { $0.errors.isEmpty } == [true, false, false, false, false])
        #expect(outcome.errors("2") == [Diagnostic.Code.batchMissingValue.rawValue])
        #expect(outcome.errors("3") == [Diagnostic.Code.batchWrongValue.rawValue])
        #expect(outcome.errors("4") == [Diagnostic.Code.batchInvalidLine.rawValue])
        let errors = outcome.results.compactMap(\.errors.first)
        #expect(errors.map(\.position) == [3, 4, 5, 6].map { Position(line: $0, column: 1) })
        #expect(errors.allSatisfy { $0.file?.hasSuffix("rows.csv") ?? false })
        #expect(errors[3].hint?.contains("card.json:5:") ?? false, "\(errors[3])")
    }

    @Test("values cannot change the scene around them") func injection() throws {
        let batch = try Batch()
        let rows = [
            #"{"lon": 0, "lat": 0, "zoom": "3, \"bearing\": 90"}"#,
            #"{"lon": 0, "lat": 0, "zoom": {"a": 1}}"#,
        ]
        let outcome = try batch.run(
            template: Batch.template, rows: rows.joined(separator: "\n"), as: "rows.jsonl", to: batch.folderOutput())
        #expect(outcome.errors("1") == [Diagnostic.Code.batchWrongValue.rawValue])
        #expect(outcome.errors("2") == [Diagnostic.Code.batchWrongValue.rawValue])
    }

    @Test("features are rows, with their geometry", arguments: ["rows.geojson", "rows.geojsonl"])
    func features(name: String) throws {
        let batch = try Batch()
        let template = Batch.template.replacing(#"["{{lon}}", "{{lat}}"]"#, with: #""{{geometry.coordinates}}""#)
        let features = ["blue", "red"].enumerated().map { index, color in
            """
            {"type": "Feature", "id": "f\(index)", "properties": {"color": "\(color)", "zoom": 3}, \
            "geometry": {"type": "Point", "coordinates": [0, 0]}}
            """
        }
        let rows =
            name == "rows.geojson"
            ? #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#
            : features.map { "\u{1E}\($0)\n" }.joined()
        let outcome = try batch.run(template: template, rows: rows, as: name, to: batch.folderOutput())
        #expect(outcome.summary.drawn == 2, "\(outcome.results.flatMap(\.errors))")
        #expect(try batch.folder.bytes("maps/f0.png") == drawn("blue"))
    }

    @Test("long whole numbers keep their digits", arguments: ["rows.jsonl", "rows.geojson", "rows.geojsonl"])
    func longNumbers(name: String) throws {
        let batch = try Batch()
        let ids = ["1234567890123456788", "1234567890123456789", "9007199254740993"]
        let rows = ids.map { id in
            name == "rows.jsonl"
                ? #"{"id": \#(id), "lon": 0, "lat": 0, "zoom": 1}"#
                : #"{"type": "Feature", "id": \#(id), "properties": {"lon": 0, "lat": 0, "zoom": 1}, "geometry": null}"#
        }
        let text =
            name == "rows.geojson"
            ? #"{"type": "FeatureCollection", "features": [\#(rows.joined(separator: ","))]}"#
            : rows.joined(separator: "\n")
        let outcome = try batch.run(template: Batch.template, rows: text, as: name, to: batch.folderOutput())
        #expect(outcome.summary.drawn == 3, "\(outcome.results.flatMap(\.errors))")
        #expect(outcome.results.map(\.id).sorted() == ids)
        #expect(outcome.results.flatMap(\.outputs).map(\.name).sorted() == ids.map { $0 + ".png" })
        let scenes = try batch.run(
            ids.map { Batch.line($0).replacing("\"\($0)\"", with: $0) }, to: try batch.folderOutput())
        #expect(scenes.results.map(\.id).sorted() == ids)
    }

    @Test("a table without a column that the template needs is refused at once") func columns() throws {
        let batch = try Batch()
        let error = #expect(throws: Diagnostic.self) {
            try batch.run(
                template: Batch.template, rows: "lon,lat\n1,2\n", as: "rows.csv", to: batch.folderOutput())
        }
        #expect(error?.code.rawValue == Diagnostic.Code.batchMissingValue.rawValue)
        #expect(error?.message.contains(#""zoom""#) ?? false)
    }

    @Test("rows are named by a pattern, else by their id, else by their number") func ids() throws {
        let batch = try Batch()
        let rows = "id,lon,lat,zoom\nx,0,0,1\n,0,0,1\n"
        let own = try batch.run(template: Batch.template, rows: rows, as: "rows.csv", to: batch.folderOutput())
        #expect(own.results.map(\.id).sorted() == ["2", "x"])
        let named = try batch.run(
            template: Batch.template, rows: rows, as: "rows.csv", id: "shop-{{number:02}}", to: batch.folderOutput())
        #expect(named.results.map(\.id).sorted() == ["shop-01", "shop-02"])
    }

    @Test(
        "placeholders that are written wrongly are refused with their place",
        arguments: [#"{"version": 1, "x": "{{"}"#, #"{"version": 1, "{{lon}}": 1}"#])
    func malformed(text: String) throws {
        let folder = try ScratchFolder()
        let error = #expect(throws: Diagnostic.self) { try SceneTemplate(try folder.write("card.json", text)) }
        #expect(error?.code.rawValue == Diagnostic.Code.batchInvalidPlaceholder.rawValue)
        #expect(error?.position?.line == 1)
    }
}
