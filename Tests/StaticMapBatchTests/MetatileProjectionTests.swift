// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import StaticMap
import Testing

@Suite("The projection of tiles") struct MetatileProjectionTests {
    @Test("is Web Mercator, whatever style and base map say", arguments: ["globe", "vertical-perspective"])
    func flat(_ projection: String) {
        let block = MetatilePlan(TileID(z: 2, x: 1, y: 1), style: "s", tileSize: 256, scale: 1, count: 2)
        let scene = block.scene(basemap: .members(["projection": .text(projection), "language": .text("de")]))
        #expect(scene["basemap"]?.line == #"{"language": "de", "projection": "mercator"}"#)
        var basemap = BaseMap(style: .named("s"))
        basemap.projection = BaseMap.Projection(rawValue: projection)
        #expect(block.scene(of: basemap).basemap.projection == .mercator)
    }
}
