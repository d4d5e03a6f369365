// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapGeometry
import MapLayout
import MapText
import Testing

@Suite("Attribution of a map") struct AttributionTests {
    private static let makers = "© OpenStreetMap contributors, GeoNames (CC BY 4.0), Natural Earth"

    private func drawing(_ text: String, _ width: Double, _ height: Double, scale: Double = 1) throws -> Drawing {
        var fixture = MapFixture(
            layers: #"{"id": "ground", "type": "background"}"#, sources: [:],
            view: Viewport(
                size: Size(width: width, height: height), scale: scale, center: Coordinate(latitude: 0, longitude: 0),
                zoom: 3))
        fixture.attribution = text
        return try fixture.drawing()
    }

    private func runs(_ drawing: Drawing) -> [GlyphRun] {
        drawing.items(.attribution).compactMap { if case .glyphs(let run) = $0.mark { run } else { nil } }
    }

    @Test(
        "the text has at least six points and covers at most a tenth of the map",
        arguments: [(60.0, 200.0), (120, 90), (150, 150), (200, 150), (300, 200), (800, 600), (2000, 30)], [1.0, 2])
    func size(size: (Double, Double), scale: Double) throws {
        for text in [
            "© OpenStreetMap contributors", Self.makers, String(repeating: "Survey of the Islands ", count: 9),
        ] {
            let drawing = try drawing(text, size.0, size.1, scale: scale)
            let box = try #require(drawing.items(.attribution).first).bounds
            #expect(box.width * box.height <= 0.1 * size.0 * size.1 * scale * scale)
            #expect(box.minX >= 0 && box.minY >= 0)
            for run in runs(drawing) { #expect(run.size >= 6 * scale) }
        }
    }

    @Test(
        "OpenStreetMap is named in full, then briefly, then by a symbol",
        arguments: [
            (300.0, 200.0, "©\u{A0}OpenStreetMap contributors"), (120, 90, "©\u{A0}OpenStreetMap"),
            (60, 200, nil), (40, 40, nil),
        ] as [(Double, Double, String?)])
    func short(width: Double, height: Double, expected: String?) throws {
        let drawing = try drawing("© OpenStreetMap contributors", width, height)
        #expect(runs(drawing).map(\.text) == (expected.map { [$0] } ?? []))
        let target = try #require(drawing.items(.attribution).first?.targets.first)
        #expect(target.title == "© OpenStreetMap contributors")
        #expect(drawing.omissions.map(\.id) == (expected == nil ? ["attribution"] : []))
    }

    @Test("an output of hardly the symbol's size has no attribution, which is reported") func tiny() throws {
        let drawing = try drawing(Self.makers, 20, 20)
        #expect(drawing.items(.attribution).isEmpty)
        #expect(drawing.omissions == [Omission(id: "attribution", text: Self.makers, reason: .noRoom)])
    }
}
