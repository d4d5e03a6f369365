// SPDX-License-Identifier: MIT
import StaticMap
import TestSupport
import Testing

@Suite("Attribution of a picture") struct CreditTests {
    private func scene(_ attribution: String = "\"auto\"", zoom: Double = 14) -> String {
        """
        {"version": 1, "size": [400, 200], "attribution": \(attribution),
         "camera": {"center": [24.944, 60.171], "zoom": \(zoom)}}
        """
    }

    @Test("archives are credited where they are seen")
    func archives() throws {
        #expect(try Maps.render(scene()).attribution.contains("© OpenStreetMap contributors"))
        let world = try Maps.render(scene(zoom: 2)).attribution
        #expect(world.contains("Natural Earth"))
        #expect(world.contains("GeoNames"))
    }

    @Test("what a source says as HTML is drawn as text")
    func html() throws {
        let json = """
            {"version": 1, "size": [300, 100], "camera": {"center": [0, 0], "zoom": 0}, "basemap": {"style": {"version": 8,
              "sources": {"p": {"type": "geojson", "data": {"type": "Point", "coordinates": [0, 0]},
                 "attribution": "<a href='https://me.example/'>&copy; Me &amp; <b>you</b></a>"}},
              "layers": [{"id": "p", "type": "circle", "source": "p"}]}}}
            """
        #expect(try Maps.render(json).attribution == "© Me & you")
    }

    @Test("without a line the makers are still told")
    func hidden() throws {
        let shown = try Maps.render(scene())
        let hidden = try Maps.render(scene("\"none\""))
        #expect(hidden.attribution == shown.attribution)
        #expect(hidden.bytes != shown.bytes)
        // The line lies in the lower right corner, and nothing else changes.
        let (a, b) = (try shown.bitmap(), try hidden.bitmap())
        let changed = a.pixels.indices.filter { a.pixels[$0] != b.pixels[$0] }
        #expect(changed.allSatisfy { $0 / 400 >= 100 })
    }
}
