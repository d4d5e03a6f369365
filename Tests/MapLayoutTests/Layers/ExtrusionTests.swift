// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapGeometry
import MapImages
import MapLayout
import MapTiles
import TestSupport
import Testing

@Suite("Buildings") struct ExtrusionTests {
    private func layer(
        height: Double, color: String = "#808080", opacity: Double = 1, id: String = "b", source: String = "l"
    ) -> String {
        """
        {"id": "\(id)", "type": "fill-extrusion", "source": "s", "source-layer": "\(source)", "paint":
         {"fill-extrusion-color": "\(color)", "fill-extrusion-height": \(height), "fill-extrusion-opacity": \(opacity)}}
        """
    }

    /// Of zoom 16 at the equator: a tile is 611 metres wide, a unit 15 centimetres.
    private func image(
        _ features: [VectorFeature], height: Double, pitch: Double, opacity: Double = 1
    ) throws -> Bitmap {
        try image([("l", features)], layers: layer(height: height, opacity: opacity), pitch: pitch)
    }

    private func image(
        _ sourceLayers: [(name: String, features: [VectorFeature])], layers: String, pitch: Double = 60
    ) throws -> Bitmap {
        // The tile whose middle the camera looks at.
        let center = WebMercator.unproject(Point(0.5 + 0.5 / 65_536, 0.5 + 0.5 / 65_536))
        let view = Viewport(
            size: Size(width: 256, height: 256), scale: 1, center: center, zoom: 16, tilt: Tilt(pitch: pitch))
        let tile = VectorTile(
            layers: sourceLayers.map { VectorLayer(name: $0.name, version: 2, extent: 4096, features: $0.features) })
        let archive = StubArchive(maxZoom: 16, tiles: { $0 == TileID(z: 16, x: 32_768, y: 32_768) ? tile : nil })
        return try MapFixture(archive, layers: layers, view: view).image()
    }

    private let house = VectorFeature.box(Rect(minX: 1848, minY: 1848, maxX: 2248, maxY: 2248))

    @Test("a building rises from its footprint") func rises() throws {
        let flat = try image([house], height: 0, pitch: 60)
        let high = try image([house], height: 40, pitch: 60)
        func rows(_ image: Bitmap) -> ClosedRange<Int> {
            let rows = (0..<256).filter { image.pixel(128, $0) != 0 }
            return (rows.first ?? 0)...(rows.last ?? 0)
        }
        let (low, tall) = (rows(flat), rows(high))
        #expect(abs(low.upperBound - tall.upperBound) <= 1)
        // 40 metres are 33.5 pixels, seen under sin 60°.
        #expect(abs(Double(low.lowerBound - tall.lowerBound) - 29) < 4)
        // The wall is darker than the roof.
        let (roof, wall) = (high.pixel(128, tall.lowerBound + 3) & 255, high.pixel(128, tall.upperBound - 3) & 255)
        #expect(wall < roof)
    }

    @Test("what is nearer hides what is behind it, whatever the order of the features") func hidden() throws {
        let behind = VectorFeature.box(Rect(minX: 1848, minY: 1248, maxX: 2248, maxY: 1548))
        let first = try image([house, behind], height: 60, pitch: 60)
        let second = try image([behind, house], height: 60, pitch: 60)
        #expect(first.pixels == second.pixels)
        let alone = try image([house], height: 60, pitch: 60)
        #expect(zip(alone.pixels, first.pixels).allSatisfy { $0 == 0 || $0 == $1 })
    }

    @Test("solid things that stand in each other are seen where they are nearer, also those of other layers")
    func standingInEachOther() throws {
        let slab = VectorFeature.box(Rect(minX: 1448, minY: 1448, maxX: 2648, maxY: 2648))
        let slabLayer = layer(height: 10, color: "#ff0000", id: "slab", source: "slab")
        let towerLayer = layer(height: 60, color: "#0000ff", id: "tower", source: "tower")
        let slabs = [("slab", [slab]), ("tower", [house])]
        let upwards = try image(slabs, layers: slabLayer + "," + towerLayer)
        let downwards = try image(slabs, layers: towerLayer + "," + slabLayer)
        #expect(upwards.pixels == downwards.pixels)
        // The roof of the slab hides the foot of the tower: some of the slab is in front of it.
        let tower = try image([("tower", [house])], layers: towerLayer)
        let lowest = try #require((0..<256).last { tower.pixel(128, $0) != 0 })
        #expect(upwards.pixel(128, lowest) != tower.pixel(128, lowest))
        #expect(upwards.pixel(128, lowest - 20) == tower.pixel(128, lowest - 20))
    }

    @Test("seen from above, walls away from the middle show") func above() throws {
        let east = VectorFeature.box(Rect(minX: 2648, minY: 1848, maxX: 2848, maxY: 2248))
        let image = try image([east], height: 100, pitch: 0)
        let columns = (0..<256).filter { image.pixel($0, 128) != 0 }
        // The footprint is 25 pixels wide, from column 203 on.
        #expect(columns.first == 203)
        #expect(columns.count > 30)
    }

    @Test("opacity counts for the layer as a whole") func opacity() throws {
        let half = try image([house], height: 40, pitch: 60, opacity: 0.5)
        let alphas = Set(half.pixels.map { $0 >> 24 })
        #expect(alphas.isSubset(of: [0, 127, 128]))
        #expect(alphas.count > 1)
    }

    @Test("nothing traps behind the camera or inside a building") func inside() throws {
        let around = VectorFeature.box(Rect(minX: 0, minY: 0, maxX: 4096, maxY: 4096))
        for pitch in [0.0, 45, 85] { _ = try image([around, house], height: 19_000, pitch: pitch) }
    }
}
