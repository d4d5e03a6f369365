// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapData
import StaticMap
import TestSupport
import Testing

/// Maps end at a limit, and not before it.
@Suite("Limits of a map") struct RenderLimitsTests {
    /// A scene that costs something of everything that is counted.
    private static func scene(_ folder: borrowing ScratchFolder) throws -> SceneDocument {
        let points = (0..<40).map { #"{"type": "Feature", "properties": {"n": "ab"}, "geometry": \#(point($0))}"# }
        try folder.write(
            "data.geojson", #"{"type": "FeatureCollection", "features": [\#(points.joined(separator: ","))]}"#)
        let json = """
            {"version": 1, "size": [120, 80], "camera": {"center": [0, 0], "zoom": 2},
             "basemap": {"style": {"version": 8, "sources": {"g": {"type": "geojson", "data": "data.geojson"}}, "layers": [
               {"id": "dots", "type": "circle", "source": "g", "paint": {"circle-radius": ["length", ["get", "n"]]}},
               {"id": "names", "type": "symbol", "source": "g",
                "layout": {"text-field": ["concat", ["get", "n"], "c"], "text-allow-overlap": true}}]}},
             "overlays": [{"type": "polyline", "coordinates": [[-9, 0], [9, 3]], "lineDashPattern": [2, 2]}]}
            """
        return try SceneDocument(text: Array(json.utf8), file: "scene.json", folder: folder.path)
    }

    private static func point(_ index: Int) -> String {
        #"{"type": "Point", "coordinates": [\#(index - 20), \#(index % 7)]}"#
    }

    private func renderer(_ limits: RenderLimits) -> MapRenderer {
        MapRenderer(
            home: Maps.home, fontFolders: testFontFolders, useSystemFonts: false, threads: 2, cacheBytes: 0,
            limits: limits)
    }

    @Test(
        "what a map costs is within a limit of as much, and past a limit of one less",
        arguments: [
            LimitCode.paintedPixels, .bytes, .tiles, .features, .vertices, .labelBytes, .dashes, .expressionSteps,
        ])
    func edge(code: LimitCode) throws {
        let folder = try ScratchFolder()
        let document = try Self.scene(folder)
        let renderer = renderer(.generous)
        let (expected, cost) = try RenderBudget(.generous).run { () throws(RenderError) in
            let drawn = try renderer.render(document)
            return (drawn, RenderLimits.generous[code] - RenderBudget.rest(of: code))
        }
        try #require(cost > 0)

        var limits = RenderLimits.generous
        limits[code] = cost
        let drawn = try self.renderer(limits).render(document)
        #expect(drawn.bytes == expected.bytes)

        limits[code] = cost - 1
        let error = #expect(throws: RenderError.self) { try self.renderer(limits).render(document) }
        #expect(error?.kind == .pastLimit)
        #expect(error?.diagnostics.map(\.code) == [code.code])
        #expect(error?.diagnostics.first?.message.contains("\(cost - 1)") == true)
        #expect(error?.diagnostics.first?.hint?.contains("RenderLimits.\(code)") == true)
    }

    @Test("an image may have as many pixels as the limit says", arguments: [(120 * 80, true), (120 * 80 - 1, false)])
    func pixels(limit: Int, isDrawn: Bool) throws {
        let folder = try ScratchFolder()
        var limits = RenderLimits.generous
        limits.pixels = limit
        let renderer = renderer(limits)
        let document = try Self.scene(folder)
        if isDrawn {
            #expect(throws: Never.self) { try renderer.render(document) }
        } else {
            let error = #expect(throws: RenderError.self) { try renderer.render(document) }
            #expect(error?.diagnostics.map(\.code) == ["limits.pixels"])
        }
    }

    /// Expressions that make texts of 4,000 bytes.
    private static let longTexts: [String] = {
        let half = String(repeating: "x", count: 2000)
        let third = String(repeating: "x", count: 1332)
        let items = [1995, 1998].map { "\"" + String(repeating: "x", count: $0) + "\"" }
        let list = #"["literal", [\#(items.joined(separator: ","))]]"#
        return [
            #"["concat", "\#(half)", "\#(half)"]"#,
            #"["to-string", \#(list)]"#,
            #"["join", ["literal", ["\#(third)", "\#(third)", "\#(third)"]], "-&"]"#,
            #"["upcase", ["concat", "\#(half)", "\#(half)"]]"#,
            #"["format", "\#(half)", {}, ["concat", ["get", "none"], "\#(half)"], {}]"#,
        ]
    }()

    @Test(
        "a text of an expression may have as many bytes as the limit says", arguments: longTexts,
        [(4000, true), (3999, false)])
    func textBytes(expression: String, edge: (limit: Int, isDrawn: Bool)) throws {
        let (limit, isDrawn) = edge
        var limits = RenderLimits.generous
        limits.textBytes = limit
        let json = """
            {"version": 1, "size": [50, 50], "camera": {"center": [0, 0], "zoom": 2},
             "basemap": {"style": {"version": 8, "sources": {"g": {"type": "geojson", "data": \(Self.point(20))}}, "layers": [
               {"id": "a", "type": "symbol", "source": "g", "layout": {"text-field": \(expression)}}]}}}
            """
        let renderer = renderer(limits)
        do {
            _ = try Maps.render(json, with: renderer)
            #expect(isDrawn)
        } catch {
            #expect(!isDrawn)
            #expect(error.diagnostics.map(\.code) == ["limits.text-bytes"])
        }
    }

    @Test("styles may be nested as deep as the limit says", arguments: [(19, true), (18, false)])
    func nesting(limit: Int, isDrawn: Bool) throws {
        // The style, its layers, a layer, its layout, and the rest of the expression.
        let literal = String(repeating: "[", count: 15) + String(repeating: "]", count: 15)
        let folder = try ScratchFolder()
        try folder.write(
            "style.json",
            #"{"version": 8, "sources": {}, "layers": [{"id": "a", "type": "background", "metadata": {"a": \#(literal)}}]}"#
        )
        var limits = RenderLimits.generous
        limits.nesting = limit
        let json =
            #"{"version": 1, "size": [50, 50], "camera": {"center": [0, 0], "zoom": 2}, "basemap": "style.json"}"#
        let renderer = renderer(limits)
        do {
            _ = try Maps.render(json, folder: folder.path, with: renderer)
            #expect(isDrawn)
        } catch {
            #expect(!isDrawn)
            #expect(error.diagnostics.contains { $0.code == "limits.nesting" })
        }
    }

    @Test(
        "a map that takes too long ends, and its renderer draws the next one",
        arguments: [LimitCode.milliseconds, .cpuMilliseconds])
    func time(code: LimitCode) throws {
        let folder = try ScratchFolder()
        let document = try Self.scene(folder)
        var renderer = renderer(.generous)
        renderer.limits[code] = 1
        // The base map takes longer than a millisecond to open and draw.
        let world =
            #"{"version": 1, "size": [2000, 2000], "basemap": "streets", "camera": {"center": [10, 50], "zoom": 4}}"#
        let error = #expect(throws: RenderError.self) { try Maps.render(world, with: renderer) }
        #expect(error?.diagnostics.map(\.code) == [code.code])
        renderer.limits[code] = .max
        #expect(throws: Never.self) { try renderer.render(document) }
    }

    @Test(
        "a large image may take more processor time, a tenth for each further megapixel",
        arguments: [(1, 1500), (1 << 20, 1500), (2 << 20, 1650), (16 << 20, 3750)])
    func largeImages(pixels: Int, milliseconds: Int) {
        #expect(RenderLimits.strict.cpuMilliseconds(pixels: pixels) == milliseconds)
        var limits = RenderLimits.strict
        limits.pixels = pixels
        let budget = RenderBudget(limits)
        budget.run {
            #expect(RenderBudget.checkImage(pixels: pixels, at: "size"))
            #expect(!RenderBudget.checkImage(pixels: pixels + 1, at: "size"))
        }
        #expect(budget.problem?.code == "limits.pixels" && budget.problem?.path == "size")
    }

    @Test("tiles that a limit left out are drawn by the next map") func keepsNothing() throws {
        let json = #"{"version": 1, "size": [300, 200], "camera": {"center": [24.944, 60.171], "zoom": 14}}"#
        let expected = try Maps.render(json)
        for code in [LimitCode.features, .bytes, .expressionSteps, .labelBytes] {
            var renderer = MapRenderer(
                home: Maps.home, fontFolders: testFontFolders, useSystemFonts: false, limits: .generous)
            renderer.limits[code] = 100
            #expect(throws: RenderError.self) { try Maps.render(json, with: renderer) }
            renderer.limits = .generous
            #expect(try Maps.render(json, with: renderer).bytes == expected.bytes)
        }
    }

    @Test("options name limits by their properties") func text() throws {
        #expect(try RenderLimits("") == .generous)
        #expect(try RenderLimits("strict") == .strict)
        let changed = try RenderLimits("strict,vertices=12,milliseconds=5")
        #expect((changed.vertices, changed.milliseconds, changed.labelBytes) == (12, 5, RenderLimits.strict.labelBytes))
        for wrong in ["lenient", "vertices", "vertices=0", "vertices=many", "vertices=-1", "Vertices=1"] {
            #expect(throws: RenderLimits.TextError.self, "\(wrong)") { try RenderLimits(wrong) }
        }
        for code in LimitCode.allCases { #expect(try RenderLimits("\(code.name)=7")[code] == 7) }
    }
}
