// SPDX-License-Identifier: MIT
import MapCore
import StaticMap
import TestSupport
import Testing

/// Small relatives of `tools/staticmap_tools/robustness/bombs.py`: each is drawn at a limit of what it costs, and ends in that limit at one less.
@Suite("Edges of bombs") struct BombEdgeTests {
    struct Bomb: Sendable, CustomTestStringConvertible {
        let name: String
        let code: LimitCode
        /// What the diagnostic says about the location.
        let location: String
        let scene: String

        var testDescription: String { name }
    }

    private static func styled(_ data: String, _ layer: String) -> String {
        """
        {"version": 1, "size": [200, 150], "camera": {"center": [0, 0], "zoom": 2}, "basemap": {"style": {"version": 8,
         "sources": {"g": {"type": "geojson", "data": \(data)}}, "layers": [{"id": "a", "source": "g", \(layer)}]}}}
        """
    }

    private static func scene(_ overlay: String) -> String {
        """
        {"version": 1, "size": [200, 150], "camera": {"center": [0, 0], "zoom": 2}, "overlays": [\(overlay)],
         "basemap": {"style": {"version": 8, "sources": {}, "layers": []}}}
        """
    }

    /// Positions all over the map, in no order.
    private static func positions(_ count: Int, seed: UInt64 = 1) -> String {
        var random = SplitMix(seed: seed)
        let all = (0..<count).map { _ in
            "[\(Double.random(in: -60...60, using: &random)), \(Double.random(in: -40...40, using: &random))]"
        }
        return "[\(all.joined(separator: ","))]"
    }

    private static let line = #"{"type": "LineString", "coordinates": \#(positions(300, seed: 2))}"#

    static let all = [
        Bomb(
            name: "a line along great circles", code: .vertices, location: "overlays",
            scene: scene(#"{"type": "polyline", "geodesic": true, "coordinates": \#(positions(200))}"#)),
        Bomb(
            name: "a distance for each line", code: .expressionSteps, location: "layers.a, tile 2/",
            scene: styled(
                #"{"type": "LineString", "coordinates": \#(positions(300))}"#,
                #""type": "line", "filter": ["<", ["distance", \#(line)], 1e7]"#)),
        Bomb(
            name: "a polygon for each point", code: .expressionSteps, location: "layers.a, tile 2/",
            scene: styled(
                #"{"type": "MultiPoint", "coordinates": \#(positions(500))}"#,
                #""type": "circle", "filter": ["within", {"type": "Polygon", "coordinates": [\#(positions(99))]}]"#)),
        Bomb(
            name: "a text of 5,000 letters in one line", code: .labelBytes, location: "xxx",
            scene: styled(
                #"{"type": "Point", "coordinates": [0, 0]}"#,
                #""type": "symbol", "layout": {"text-field": "\#(String(repeating: "x", count: 5000))"}"#)),
        Bomb(
            name: "an SVG image of translucent circles", code: .paintedPixels, location: "annotation/0",
            scene: """
                {"version": 1, "size": [200, 150], "camera": {"center": [0, 0], "zoom": 2},
                 "basemap": {"style": {"version": 8, "sources": {}, "layers": []}},
                 "annotations": [{"coordinate": [0, 0], "view": "image", "image": "<svg xmlns='http://www.w3.org/2000/svg' width='90' height='90'>\(
                    String(repeating: "<circle cx='45' cy='45' r='40' opacity='.1'/>", count: 20))</svg>"}]}
                """),
    ]

    @Test("a bomb is drawn at a limit of its cost, and ends at one less", arguments: all)
    func edge(bomb: Bomb) throws {
        var renderer = MapRenderer(
            home: Maps.home, fontFolders: testFontFolders, useSystemFonts: false, threads: 1, cacheBytes: 0,
            limits: .generous)
        let cost = try RenderBudget(.generous).run { () throws(RenderError) in
            _ = try Maps.render(bomb.scene, with: renderer)
            return RenderLimits.generous[bomb.code] - RenderBudget.rest(of: bomb.code)
        }
        try #require(cost > 0)
        renderer.limits[bomb.code] = cost
        _ = try Maps.render(bomb.scene, with: renderer)
        renderer.limits[bomb.code] = cost - 1
        let error = #expect(throws: RenderError.self) { try Maps.render(bomb.scene, with: renderer) }
        #expect(error?.kind == .pastLimit)
        #expect(error?.diagnostics.map(\.code) == [bomb.code.code])
        #expect(error?.diagnostics.first?.message.contains("\(cost - 1)") == true)
        let location = error?.diagnostics.first?.path ?? ""
        #expect(location.contains(bomb.location), "\(location)")
    }
}
