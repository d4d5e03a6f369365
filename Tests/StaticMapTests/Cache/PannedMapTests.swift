// SPDX-License-Identifier: MIT
import Foundation
import StaticMap
import TestSupport
import Testing

/// A renderer keeps the shapes of tiles that it is asked for again, and moves them for other views of one zoom.
@Suite("Panned maps") struct PannedMapTests {
    /// What depends on the view or on the place of a tile: patterns, dashes, translations, translucent areas, sort keys, circles.
    private static let style = """
        {"version": 8, "sprite": "\(packageRoot.path)/styles/streets/sprite",
         "sources": {"m": {"type": "vector", "url": "pmtiles://\(Maps.helsinki)"}},
         "layers": [
          {"id": "a", "type": "background", "paint": {"background-color": "#f5f2ea"}},
          {"id": "b", "type": "fill", "source": "m", "source-layer": "landcover",
           "paint": {"fill-color": "#88cc8880", "fill-outline-color": "#558833"}},
          {"id": "c", "type": "fill", "source": "m", "source-layer": "landuse",
           "layout": {"fill-sort-key": ["length", ["coalesce", ["get", "class"], ""]]},
           "paint": {"fill-color": "#e0d0c0", "fill-opacity": 0.5, "fill-translate": [3, 5]}},
          {"id": "d", "type": "fill", "source": "m", "source-layer": "water",
           "paint": {"fill-color": "#a0c8f0", "fill-translate": [1.5, -2.25], "fill-translate-anchor": "viewport"}},
          {"id": "e", "type": "fill", "source": "m", "source-layer": "park", "paint": {"fill-pattern": "PATTERN"}},
          {"id": "f", "type": "fill", "source": "m", "source-layer": "building",
           "paint": {"fill-color": "#ccaaaa", "fill-opacity": 0.7}},
          {"id": "g", "type": "line", "source": "m", "source-layer": "building",
           "paint": {"line-color": "#333333", "line-width": 0.7, "line-offset": 1}},
          {"id": "h", "type": "line", "source": "m", "source-layer": "transportation", "layout": {"line-cap": "round"},
           "paint": {"line-color": "#555555", "line-width": 3, "line-dasharray": [2, 1.3], "line-translate": [2, 2]}},
          {"id": "i", "type": "line", "source": "m", "source-layer": "transportation",
           "layout": {"line-miter-limit": 40, "line-sort-key": ["length", ["coalesce", ["get", "class"], ""]]},
           "paint": {"line-color": ["match", ["get", "class"], "primary", "#ffdd55", "#ffffff"], "line-opacity": 0.8}},
          {"id": "j", "type": "line", "source": "m", "source-layer": "waterway",
           "paint": {"line-pattern": "PATTERN", "line-width": 6}},
          {"id": "k", "type": "circle", "source": "m", "source-layer": "poi",
           "paint": {"circle-radius": 4, "circle-color": "#cc00cc88", "circle-blur": 0.3}}]}
        """.replacing("PATTERN", with: "bus")

    /// Of the base map, with what is above it at its edge, and of the style above.
    static let views: [(style: String, camera: String, scale: Int, step: Double)] = [
        (#""streets""#, #""zoom": 13.3"#, 1, 0.004),
        (#""streets""#, #""zoom": 11"#, 1, 0.05),
        (#""streets""#, #""zoom": 15.6"#, 1, 0.001),
        (#""outdoors""#, #""zoom": 12.6, "bearing": 30"#, 2, 0.006),
        (style, #""zoom": 13"#, 1, 0.003),
        (style, #""zoom": 14.4, "bearing": 200.5"#, 1, 0.002),
        (style, #""zoom": 12.2"#, 2, 0.006),
        (style, #""zoom": 16"#, 1, 0.001),
    ]

    @Test("have the bytes of those of a new renderer", arguments: views.indices) func pans(index: Int) throws {
        let view = Self.views[index]
        let renderer = Maps.renderer(threads: 2)
        for (turn, format) in [OutputFormat.png, .svg, .png, .png, .svg].enumerated() {
            let center = [24.94 + view.step * Double(turn), 60.17 - view.step / 3 * Double(turn % 3)]
            let scene = """
                {"version": 1, "size": [220, 160], "scale": \(view.scale), "basemap": {"style": \(view.style)},
                 "camera": {"center": \(center), \(view.camera)}}
                """
            let document = try SceneDocument(text: Array(scene.utf8), file: "scene.json")
            let fresh = try Maps.renderer(threads: 1).render(document, as: format)
            #expect(fresh.warningTexts == [])
            #expect(try renderer.render(document, as: format).bytes == fresh.bytes, "map \(turn)")
        }
    }
}
