// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapGeometry
import MapImages
import MapLayout
import MapTiles
import TestSupport
import Testing

@Suite("Sky and fog") struct SkyTests {
    private let ground = #"{"id": "g", "type": "background", "paint": {"background-color": "black"}}"#

    private let level = Terrain(
        [TileID(z: 0, x: 0, y: 0): Terrain.Tile(side: 2, heights: [Float](repeating: 0, count: 16))], exaggeration: 1)

    private func image(
        _ members: String..., pitch: Double, roll: Double = 0, on terrain: Terrain? = nil
    ) throws -> Bitmap {
        let view = Viewport(
            size: Size(width: 200, height: 200), scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: 10,
            tilt: Tilt(pitch: pitch, roll: roll))
        var map = MapFixture(StubArchive([]), layers: ground, view: terrain.map(view.standing) ?? view)
        map.members = members
        return try map.image()
    }

    private let sky = #""sky": {"sky-color": "blue", "horizon-color": "white", "sky-horizon-blend": 0.5}"#

    @Test("the sky begins at the horizon in its color and goes over to the sky's") func gradient() throws {
        let image = try image(sky, pitch: 80)
        let last = try #require((0..<200).last { image.pixel(100, $0) != 0xFF00_0000 })
        // tan 10° · 0.85 · 300 pixels above the middle, where the ground goes on for a little.
        #expect(abs(last - (100 - 45)) <= 4)
        #expect(image.pixel(100, last) >> 16 & 255 > 200)
        #expect(image.pixel(100, 1) & 0xFFFFFF == 0x0000FF)
        // Half of the way has a quarter of the horizon's color.
        #expect(abs(Int(image.pixel(100, 30) >> 16 & 255) - 64) < 12)
        #expect(image.pixels.allSatisfy { $0 >> 24 == 255 })
    }

    @Test("the sky turns with the camera") func roll() throws {
        let image = try image(sky, pitch: 80, roll: 90)
        #expect(image.pixel(2, 100) & 0xFFFFFF == 0x0000FF)
        #expect(image.pixel(198, 100) == 0xFF00_0000)
    }

    @Test("a style without a sky has none, nor has a map without a horizon") func none() throws {
        #expect(try image(pitch: 80).pixel(100, 1) == 0)
        #expect(try image(sky, pitch: 40).pixels.allSatisfy { $0 == 0xFF00_0000 })
        #expect(try image(sky, pitch: 0).pixels.allSatisfy { $0 == 0xFF00_0000 })
    }

    @Test("fog lies on the ground of a terrain, thicker towards the horizon, from a pitch of 60 on") func fog() throws {
        let foggy = #""sky": {"fog-color": "white", "fog-ground-blend": 0}"#
        func values(_ image: Bitmap) -> [UInt32] {
            stride(from: 70, to: 200, by: 10).map { image.pixel(100, $0) & 255 }
        }
        let fog = values(try image(foggy, pitch: 80, on: level))
        #expect(fog == fog.sorted(by: >))
        #expect(fog[0] > 60)
        #expect(fog.last == 0)
        #expect(values(try image(foggy, pitch: 80)).allSatisfy { $0 == 0 })
        #expect(values(try image(foggy, pitch: 60, on: level)).allSatisfy { $0 == 0 })
    }

    @Test("around a globe there is no sky, and the more the flatter it gets") func globe() throws {
        func alpha(_ zoom: Double) throws -> UInt32 {
            let view = Viewport(
                size: Size(width: 200, height: 200), scale: 1, center: Coordinate(latitude: 0, longitude: 0),
                zoom: zoom,
                tilt: Tilt(pitch: 80), projection: .globe)
            var map = MapFixture(StubArchive([]), layers: ground, view: view)
            map.members = [#""sky": {"sky-color": "blue", "horizon-color": "blue", "atmosphere-blend": 0}"#]
            return try map.image().pixel(100, 1) >> 24
        }
        #expect(try alpha(9) == 0)
        #expect(try abs(Int(alpha(11.5)) - 128) <= 8)
        #expect(try alpha(13) == 255)
    }

    @Test("a map that is turned or tilted ends with the world, one from straight above does not")
    func edgeOfWorld() throws {
        func alpha(_ x: Int, _ y: Int, bearing: Double, pitch: Double, zoom: Double = 0) throws -> UInt32 {
            let view = Viewport(
                size: Size(width: 512, height: 512), scale: 1, center: Coordinate(latitude: 0, longitude: 0),
                zoom: zoom,
                bearing: bearing, tilt: Tilt(pitch: pitch))
            return try MapFixture(StubArchive([]), layers: ground, view: view).image().pixel(x, y) >> 24
        }
        #expect(try alpha(1, 1, bearing: 0, pitch: 0, zoom: -1) == 255)
        #expect(try alpha(1, 1, bearing: 60, pitch: 0) == 0)
        #expect(try alpha(256, 256, bearing: 60, pitch: 0) == 255)
        #expect(try alpha(1, 1, bearing: 60, pitch: 0, zoom: 3) == 255)
        // The world is 256 pixels high on each side: it ends where the camera sees 256 cos 60°/(1 + 256 sin 60°/768).
        #expect(try alpha(256, 256 - 96, bearing: 0, pitch: 60) == 255)
        #expect(try alpha(256, 256 - 103, bearing: 0, pitch: 60) == 0)
    }
}
