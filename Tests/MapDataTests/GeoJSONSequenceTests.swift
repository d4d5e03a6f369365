// SPDX-License-Identifier: MIT
import MapCore
import MapData
import MapGeo
import Testing

@Suite("Sequences of GeoJSON texts") struct GeoJSONSequenceTests {
    private static let limits = GeoJSONGeometry.Limits(longitude: 360, latitude: 90)

    private func feature(_ x: Int) -> String {
        #"{"type": "Feature", "properties": {"n": \#(x)}, "geometry": {"type": "Point", "coordinates": [\#(x), 0]}}"#
    }

    /// The longitudes of all points.
    private func read(_ text: String, _ sink: DiagnosticSink = DiagnosticSink()) throws -> [Double] {
        let document = try JSONDocument(.geojson, file: "a.geojsonl", text: Array(text.utf8))
        var longitudes: [Double] = []
        _ = Field(document, diagnostics: sink).readGeoJSON(Self.limits) { feature in
            for case .points(let points) in feature.geometries { longitudes += points.map(\.longitude) }
        }
        return longitudes
    }

    @Test("records follow separators, or stand on lines of their own, with and without a mark of the byte order")
    func forms() throws {
        let separated = (1...3).map { "\u{1E}\(feature($0))\n" }.joined()
        let lines = (1...3).map(feature).joined(separator: "\n")
        let windows = (1...3).map(feature).joined(separator: "\r\n\r\n") + "\r\n"
        for text in [separated, lines, windows, "\u{FEFF}" + lines, "\u{1E}" + separated] {
            #expect(try read(text) == [1, 2, 3])
        }
    }

    @Test("records may be features, collections and geometries, over several lines") func kinds() throws {
        let collection = #"{"type": "FeatureCollection",\n"features": [\#(feature(1)), \#(feature(2))]}"#
            .replacing(#"\n"#, with: "\n")
        let point = #"{"type": "Point", "coordinates": [3, 0]}"#
        #expect(try read([collection, point, feature(4)].joined(separator: "\n")) == [1, 2, 3, 4])
        #expect(try read("\u{1E}\(point)") == [3])
    }

    @Test("an error names the record and its line") func errors() throws {
        let error = #expect(throws: Diagnostic.self) {
            try read(feature(1) + "\n" + feature(2) + "\n{\"type\": Point}")
        }
        #expect(error?.message == "record 3: expected a JSON value, found 'Point}'")
        #expect(error?.position?.line == 3)
        let sink = DiagnosticSink()
        let broken = #"{"type": "Point", "coordinates": ["x", 0]}"#
        #expect(try read([feature(1), broken, feature(3)].joined(separator: "\n"), sink) == [1, 3])
        #expect(sink.all.map(\.path) == ["record 2.coordinates"])
        #expect(sink.all.first?.position?.line == 2)
    }

    @Test("rubbish behind one text is a mistake in that text") func rubbish() throws {
        for text in [feature(1) + "}", feature(1) + "\n]", feature(1) + feature(2)] {
            let error = #expect(throws: Diagnostic.self) { try read(text) }
            #expect(error?.message.hasPrefix("expected the end of the text") == true)
        }
    }
}
