// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import MapText
import TestSupport
import Testing

@Suite("Distance fields") struct DistancePaintingTests {
    /// A square of 8 pixels in a field of 16: distances fall by 32 a pixel from its edge.
    private let square: DistanceField = {
        var distances: [UInt8] = []
        for y in 0..<16 {
            for x in 0..<16 {
                let inside = min(min(x, 15 - x), min(y, 15 - y)) - 4
                distances.append(UInt8(max(0, min(255, 192 + 32 * inside + 16))))
            }
        }
        return DistanceField(width: 16, height: 16, distances: distances)
    }()

    private func mark(_ transform: Transform, scale: Double = 1, halo: GlyphRun.Halo? = nil) -> Mark {
        .sdf(
            SDFMark(
                [.init(square, transform)], scale: scale, color: Color(red: 1, green: 0, blue: 0), halo: halo))
    }

    @Test("cover what is inside and nothing else")
    func covers() throws {
        let painted = try paint([mark(.identity)])
        #expect(painted[8, 8] == 0xFFFF_0000)
        #expect(painted[5, 5] == 0xFFFF_0000)
        #expect(painted[2, 8] == 0 && painted[8, 13] == 0)
    }

    @Test("grow with their transform, and stay sharp")
    func grows() throws {
        let painted = try paint([mark(.scale(0.5, 0.5), scale: 0.5)])
        #expect(painted[4, 4] == 0xFFFF_0000)
        #expect(painted[0, 4] == 0 && painted[7, 4] == 0)
    }

    @Test("have a halo in another color")
    func edge() throws {
        let halo = GlyphRun.Halo(color: Color(red: 0, green: 0, blue: 1), width: 2)
        let painted = try paint([mark(.identity, halo: halo)])
        #expect(painted[8, 8] == 0xFFFF_0000)
        // Half a pixel inside the halo's edge: smoothstep of 0.5 + 0.5 / (2 · 0.105 · 8) is 0.9.
        #expect(painted[2, 8] == 0xE600_00E6)
        #expect(painted[0, 8] == 0)
    }

    @Test(
        "draw nothing that makes no sense",
        arguments: [
            Transform.scale(0, 0), .scale(.nan, 1), .scale(.infinity, 1), .translation(Point(1e300, 0)),
        ])
    func nonsense(_ transform: Transform) throws {
        let painted = try paint([mark(transform)])
        #expect(painted.pixels.allSatisfy { $0 == 0 })
    }
}
