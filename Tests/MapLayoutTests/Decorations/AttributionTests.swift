// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapLayout
import MapScene
import MapText
import Testing

@Suite("Attribution of a map") struct AttributionTests {
    private static let makers = "© OpenStreetMap contributors, GeoNames (CC BY 4.0), Natural Earth"

    private func drawing(
        _ text: String, _ width: Double, _ height: Double, scale: Double = 1, initials: String? = nil,
        insets: EdgeInsets = EdgeInsets(), diagnostics: DiagnosticSink = DiagnosticSink()
    ) throws -> Drawing {
        var fixture = MapFixture(
            layers: #"{"id": "ground", "type": "background"}"#, sources: [:],
            view: Viewport(
                size: Size(width: width, height: height), scale: scale, center: Coordinate(latitude: 0, longitude: 0),
                zoom: 3))
        fixture.attribution = AttributionLine(text, initials: initials)
        fixture.contentInsets = insets
        let drawing = try fixture.drawing()
        fixture.diagnostics.all.forEach(diagnostics.add)
        return drawing
    }

    private func runs(_ drawing: Drawing) -> [GlyphRun] {
        drawing.items(.attribution).compactMap { if case .glyphs(let run) = $0.mark { run } else { nil } }
    }

    @Test(
        "the text has at least six points and covers at most a tenth of the map, and a fifth of a small one",
        arguments: [(60.0, 200.0), (120, 90), (150, 150), (200, 150), (300, 200), (800, 600), (2000, 30)], [1.0, 2])
    func size(size: (Double, Double), scale: Double) throws {
        for text in [
            "© OpenStreetMap contributors", Self.makers, String(repeating: "Survey of the Islands ", count: 9),
        ] {
            let drawing = try drawing(text, size.0, size.1, scale: scale)
            let box = try #require(drawing.items(.attribution).first).bounds
            let share = size.0 * size.1 > 60_000 ? 0.1 : 0.2
            #expect(box.width * box.height <= share * size.0 * size.1 * scale * scale)
            #expect(box.minX >= 0 && box.minY >= 0)
            for run in runs(drawing) { #expect(run.size >= 6 * scale) }
        }
    }

    @Test(
        "OpenStreetMap is named in full, then briefly, then by a symbol",
        arguments: [
            (300.0, 200.0, "©\u{A0}OpenStreetMap contributors"), (120, 90, "©\u{A0}OpenStreetMap"),
            (40, 40, nil),
        ] as [(Double, Double, String?)])
    func short(width: Double, height: Double, expected: String?) throws {
        let drawing = try drawing("© OpenStreetMap contributors", width, height)
        #expect(runs(drawing).map(\.text) == (expected.map { [$0] } ?? []))
        let target = try #require(drawing.items(.attribution).first?.targets.first)
        #expect(target.title == "© OpenStreetMap contributors")
        #expect(drawing.omissions.map(\.id) == (expected == nil ? ["attribution"] : []))
    }

    @Test("a long text wraps on a small map, where OpenStreetMap is named briefly")
    func wrapped() throws {
        let text = "Map by the Department of Public Works, data © OpenStreetMap contributors, 2026 ed."
        let drawing = try drawing(text, 200, 120)
        let drawn = runs(drawing).map(\.text).joined(separator: " ").replacing("\u{A0}", with: " ")
        #expect(drawn == text.replacing(" contributors", with: ""))
        #expect(drawing.omissions.isEmpty)
    }

    @Test("makers are named by initials before a symbol stands for them, and both are reported")
    func initials() throws {
        let names = runs(try drawing(Self.makers, 160, 100, initials: "© OSM, GeoNames, NE")).map(\.text)
        #expect(names.joined(separator: " ").replacing("\u{A0}", with: " ").contains("GeoNames (CC BY 4.0), Natural"))
        let sink = DiagnosticSink()
        let small = try drawing(Self.makers, 90, 60, initials: "© OSM, GeoNames, NE", diagnostics: sink)
        #expect(runs(small).map(\.text).joined(separator: " ") == "© OSM, GeoNames, NE")
        #expect(small.omissions.isEmpty)
        #expect(sink.all.map(\.code) == [.attributionShortened])
        _ = try drawing(Self.makers, 40, 40, initials: "© OSM, GeoNames, NE", diagnostics: sink)
        #expect(sink.all.last?.message.hasSuffix("a symbol is drawn") == true)
    }

    @Test("the text keeps off what covers the map, or lies at its edge", arguments: [1.0, 2])
    func insets(scale: Double) throws {
        let sheet = EdgeInsets(top: 20, left: 10, bottom: 100, right: 30)
        for text in ["© OpenStreetMap contributors", Self.makers] {
            let box = try #require(
                drawing(text, 300, 200, scale: scale, insets: sheet).items(.attribution).first?.bounds)
            #expect(box.minX >= 10 * scale && box.maxX < 270 * scale)
            #expect(box.minY >= 20 * scale && box.maxY < 100 * scale)
        }
        let free = try drawing(Self.makers, 300, 200, insets: EdgeInsets(top: 20)).items(.attribution)
        #expect(free.map(\.bounds) == (try drawing(Self.makers, 300, 200)).items(.attribution).map(\.bounds))
    }

    @Test("an output of hardly the symbol's size has no attribution, which is reported") func tiny() throws {
        let drawing = try drawing(Self.makers, 20, 20)
        #expect(drawing.items(.attribution).isEmpty)
        #expect(drawing.omissions == [Omission(id: "attribution", text: Self.makers, reason: .noRoom)])
    }
}
