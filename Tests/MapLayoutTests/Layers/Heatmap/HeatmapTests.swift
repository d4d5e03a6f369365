// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapImages
import MapLayout
import MapTiles
import Testing

@Suite("Heatmaps") struct HeatmapTests {
    private func image(_ paint: String, _ coordinates: String) throws -> LayerImage {
        let text = "{\"type\": \"MultiPoint\", \"coordinates\": [\(coordinates)]}"
        let document = try JSONDocument(file: "points.geojson", text: Array(text.utf8))
        let tiler = try #require(GeoJSONTiler(Field(document, diagnostics: DiagnosticSink())))
        return LayerImage(
            "{\"id\": \"h\", \"type\": \"heatmap\", \"source\": \"s\", \"paint\": {\(paint)}}",
            .vector([VectorStackEntry(source: tiler, minZoom: 0, maxZoom: 18, bounds: nil, name: "points")]))
    }

    /// Density as a shade of gray.
    private let gray =
        "\"heatmap-color\": [\"interpolate\", [\"linear\"], [\"heatmap-density\"], 0, \"black\", 1, \"white\"]"

    @Test("one point's kernel is a Gaussian of height 0.4 that ends after its radius") func kernel() throws {
        let painted = try image(gray + ", \"heatmap-radius\": 20", "[0, 0]").paint()
        let center = painted[32, 32] & 0xFF
        // Cells of four pixels cut off a little of the top.
        #expect((90...102).contains(center))
        // exp(-4.5 / 4) at half the radius.
        #expect(abs(Double(painted[42, 32] & 0xFF) - Double(center) * 0.325) < 6)
        #expect(painted[62, 32] & 0xFF == 0)
    }

    @Test("densities add up, weights and intensity multiply them") func sums() throws {
        let one = try image(gray, "[0, 0]").paint()[32, 32] & 0xFF
        let two = try image(gray, "[0, 0], [0, 0]").paint()[32, 32] & 0xFF
        let heavy = try image(gray + ", \"heatmap-weight\": 2", "[0, 0]").paint()[32, 32] & 0xFF
        let intense = try image(gray + ", \"heatmap-intensity\": 2", "[0, 0]").paint()[32, 32] & 0xFF
        #expect(abs(Int(two) - 2 * Int(one)) <= 2)
        #expect(heavy == intense && heavy == two)
    }

    @Test("where there are no points nothing is painted, with the colors of the specification") func nothing() throws {
        let painted = try image("", "[170, 80]").paint()
        #expect(painted[32, 32] == 0)
    }

    @Test("the default colors of low densities are mixed before they are made translucent") func defaultColors() throws
    {
        let painted = try image("", "[0, 0]").paint()
        // Between rgba(0, 0, 255, 0) and royalblue, (65, 105, 225): as much of it as the color is opaque.
        let low = painted.pixels.filter { (60..<200).contains($0 >> 24) }
        #expect(low.count > 100)
        for pixel in low {
            let alpha = Double(pixel >> 24)
            let (red, green) = (Double(pixel >> 16 & 0xFF) * 255 / alpha, Double(pixel >> 8 & 0xFF) * 255 / alpha)
            #expect(abs(red - 65 * alpha / 255) < 5)
            #expect(abs(green - 105 * alpha / 255) < 5)
        }
    }

    @Test("the output is the same for any number of threads") func threads() throws {
        let points = (0..<50).map { "[\(Double($0 * 37 % 40) - 20), \(Double($0 * 53 % 30) - 15)]" }
        var image = try image("", points.joined(separator: ", "))
        let one = try image.paint()
        image.threads = 4
        #expect(try image.paint().pixels == one.pixels)
    }
}
