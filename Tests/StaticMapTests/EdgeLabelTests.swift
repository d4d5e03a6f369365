// SPDX-License-Identifier: MIT
import MapImages
import StaticMap
import TestSupport
import Testing

@Suite("Labels at the edges of a map") struct EdgeLabelTests {
    /// A black name at a point of a white map that is 200 points wide; at zoom 0 a point is 0.7 degrees.
    private func bitmap(longitude: Double, _ layout: String) throws -> Bitmap {
        try Maps.render(
            """
            {"version": 1, "size": [200, 100], "attribution": "none", "camera": {"center": [0, 0], "zoom": 0},
             "basemap": {"style": {"version": 8,
               "sources": {"s": {"type": "geojson", "data": {"type": "Point", "coordinates": [\(longitude), 0]}}},
               "layers": [{"id": "g", "type": "background", "paint": {"background-color": "white"}},
                 {"id": "n", "type": "symbol", "source": "s",
                  "layout": {"text-field": "Stockholm", "text-size": 14, "text-font": ["Inter"], \(layout)}}]}}}
            """
        ).bitmap()
    }

    @Test(
        "a name is moved, or takes another of its anchors, so that no edge cuts it",
        arguments: [-66.0, 66],
        [#""text-anchor": "center""#, #""text-variable-anchor": ["center", "left", "right"]"#])
    func whole(longitude: Double, layout: String) throws {
        let bitmap = try bitmap(longitude: longitude, layout)
        #expect(bitmap.colorCount > 2)
        for y in 0..<bitmap.height {
            #expect(bitmap.pixel(0, y) == 0xFFFF_FFFF)
            #expect(bitmap.pixel(bitmap.width - 1, y) == 0xFFFF_FFFF)
        }
    }
}
