// SPDX-License-Identifier: MIT
import MapGeo
import MapLayout
import MapPlane
import Testing

@Suite("Tile plan") struct TilePlanTests {
    private func view(
        _ width: Double, _ height: Double, _ longitude: Double = 0, _ latitude: Double = 0, zoom: Double,
        bearing: Double = 0, scale: Double = 1
    ) -> Viewport {
        Viewport(
            size: Size(width: width, height: height), scale: scale,
            center: Coordinate(latitude: latitude, longitude: longitude), zoom: zoom, bearing: bearing)
    }

    @Test("a picture as large as the world needs its one tile")
    func world() {
        #expect(
            TilePlan.covering(view(512, 512, zoom: 0), zoom: 0) == [PlacedTile(id: TileID(z: 0, x: 0, y: 0), wrap: 0)])
    }
}
