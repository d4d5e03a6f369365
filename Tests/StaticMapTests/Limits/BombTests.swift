// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapImages
import StaticMap
import TestSupport
import Testing

/// Small inputs that ask for a lot. `make bombs` measures larger ones with the program.
@Suite("Bombs") struct BombTests {
    /// The code of the error that strict limits end a scene with; nil when it is drawn.
    private func code(_ json: String) throws -> String? {
        var renderer = MapRenderer(
            home: Maps.home, fontFolders: testFontFolders, useSystemFonts: false, threads: 2, cacheBytes: 0,
            limits: .strict)
        // No test depends on how fast the machine is.
        (renderer.limits.milliseconds, renderer.limits.cpuMilliseconds) = (.max, .max)
        do {
            _ = try Maps.render(json, with: renderer)
            return nil
        } catch {
            #expect(error.kind == .pastLimit)
            return error.diagnostics.count == 1 ? error.diagnostics[0].code.rawValue : error.description
        }
    }

    private func scene(_ style: String, zoom: Double = 2) -> String {
        #"{"version": 1, "size": [400, 300], "camera": {"center": [0, 0], "zoom": \#(zoom)}, "basemap": {"style": \#(style)}}"#
    }

    private func style(_ data: String, _ layer: String) -> String {
        """
        {"version": 8, "sources": {"g": {"type": "geojson", "data": \(data)}},
         "layers": [{"id": "a", "source": "g", \(layer)}]}
        """
    }

    private static let point = #"{"type": "Point", "coordinates": [0, 0]}"#

    private func points(_ count: Int) -> String {
        var random = SplitMix(seed: 1)
        let positions = (0..<count).map { _ in
            "[\(Double.random(in: -40...40, using: &random)), \(Double.random(in: -30...30, using: &random))]"
        }
        return #"{"type": "MultiPoint", "coordinates": [\#(positions.joined(separator: ","))]}"#
    }

    @Test("a text that doubles 25 times") func doubledText() throws {
        var text = #"["var", "s25"]"#
        for index in (1...25).reversed() {
            text = #"["let", "s\#(index)", ["concat", ["var", "s\#(index - 1)"], ["var", "s\#(index - 1)"]], \#(text)]"#
        }
        let field = #""type": "symbol", "layout": {"text-field": ["let", "s0", "xxxxxxxxxx", \#(text)]}"#
        #expect(try code(scene(style(Self.point, field))) == "limits.text-bytes")
    }

    @Test("an expression of 20,000 operators for each of 5,000 points") func longExpression() throws {
        let terms = (0..<20_000).map { #"["*", ["zoom"], \#($0)]"# }.joined(separator: ",")
        let features = (0..<5000).map {
            #"{"type": "Feature", "properties": {"a": \#($0)}, "geometry": {"type": "Point", "coordinates": [0, 0]}}"#
        }
        let data = #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#
        let terms2 = terms.replacingOccurrences(of: #"["zoom"]"#, with: #"["get", "a"]"#)
        let layer = #""type": "circle", "paint": {"circle-radius": ["%", ["+", \#(terms2)], 3]}"#
        #expect(try code(scene(style(data, layer))) == "limits.expression-steps")
    }

    @Test("20,000 circles that each cover the map") func wideCircles() throws {
        let layer = #""type": "circle", "paint": {"circle-radius": 2000, "circle-opacity": 0.1}"#
        #expect(try code(scene(style(points(20_000), layer))) == "limits.painted-pixels")
    }

    @Test("20,000 points of heat that each cover the map") func wideHeat() throws {
        #expect(
            try code(scene(style(points(400_000), #""type": "heatmap", "paint": {"heatmap-radius": 2000}"#)))
                == "limits.painted-pixels")
    }

    @Test("labels of 100,000 letters") func longLabels() throws {
        let features = (0..<20).map {
            #"{"type": "Feature", "properties": {"n": "\#($0) \#(String(repeating: "abcdefghi ", count: 10_000))"}, "geometry": {"type": "Point", "coordinates": [\#($0), 0]}}"#
        }
        let data = #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#
        #expect(
            try code(scene(style(data, #""type": "symbol", "layout": {"text-field": ["get", "n"]}"#)))
                == "limits.label-bytes")
    }

    @Test("one file as 1,000 sources") func sharedFile() throws {
        let folder = try ScratchFolder()
        let path = try folder.write("points.geojson", points(100))
        let sources = (0..<1000).map { #""s\#($0)": {"type": "geojson", "data": "\#(path)"}"# }.joined(separator: ",")
        let layers = (0..<1000).map { #"{"id": "l\#($0)", "type": "circle", "source": "s\#($0)"}"# }
            .joined(separator: ",")
        let renderer = MapRenderer(
            home: Maps.home, fontFolders: testFontFolders, useSystemFonts: false, cacheBytes: 0)
        let spent = try RenderBudget(.generous).run { () throws(RenderError) in
            _ = try Maps.render(
                scene(#"{"version": 8, "sources": {\#(sources)}, "layers": [\#(layers)]}"#), with: renderer)
            return RenderLimits.generous.bytes - RenderBudget.rest(of: .bytes)
        }
        // It is read once, and cut into tiles for each source.
        #expect(spent == 4 * (try folder.contents("points.geojson").count))
    }

    @Test("a line scribbled over the map is painted in a time that grows with its length", arguments: [true, false])
    func scribble(isArea: Bool) throws {
        var random = SplitMix(seed: 1)
        let positions = (0..<20_000).map { _ -> String in
            let longitude = Double.random(in: -60...60, using: &random)
            let latitude = Double.random(in: -40...40, using: &random)
            return "[\(longitude), \(latitude)]"
        }
        let overlay =
            isArea
            ? #"{"type": "polygon", "fillColor": "red", "coordinates": [\#(positions.joined(separator: ","))]}"#
            : #"{"type": "polyline", "strokeColor": "red", "lineWidth": 4, "coordinates": [\#(positions.joined(separator: ","))]}"#
        let drawn = try Maps.render(
            """
            {"version": 1, "size": [200, 150], "camera": {"center": [0, 0], "zoom": 1}, "overlays": [\(overlay)],
             "basemap": {"style": {"version": 8, "sources": {}, "layers": []}}}
            """)
        // A line covers all of the middle; of an area, about half of the samples are inside.
        let alphas = try drawn.bitmap().pixels.map { Double($0 >> 24) }
        let rows = stride(from: 55 * 200 + 70, to: 95 * 200, by: 200)
        let sum = rows.reduce(0) { $0 + alphas[$1..<$1 + 60].reduce(0, +) }
        let mean = sum / (40 * 60) / 255
        #expect(isArea ? (0.4...0.6).contains(mean) : mean > 0.99)
    }

    @Test("300,000 combining marks are drawn as 30") func combiningMarks() throws {
        func drawn(_ marks: Int) throws -> [UInt8] {
            let title = "a" + String(repeating: "\\u0301", count: marks)
            return try Maps.render(
                #"{"version": 1, "size": [200, 150], "basemap": {"style": {"version": 8, "sources": {}, "layers": []}}, "annotations": [{"coordinate": [0, 0], "title": "\#(title)"}]}"#
            ).bytes
        }
        #expect(try drawn(300_000) == drawn(30))
    }
}
