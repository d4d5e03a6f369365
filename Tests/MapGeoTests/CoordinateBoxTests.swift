// SPDX-License-Identifier: MIT
import MapGeo
import Testing

@Suite("Boxes of coordinates") struct CoordinateBoxTests {
    private let europe = CoordinateBox(west: -10, south: 35, east: 40, north: 70)

    @Test(
        "boxes touch where they share an area or an edge",
        arguments: [
            (CoordinateBox(west: 0, south: 40, east: 5, north: 45), true),
            (CoordinateBox(west: 40, south: 30, east: 50, north: 40), true),
            (CoordinateBox(west: 41, south: 30, east: 50, north: 40), false),
            (CoordinateBox(west: 0, south: 0, east: 5, north: 34), false),
            (CoordinateBox(west: 350, south: 40, east: 370, north: 45), true),
            (CoordinateBox(west: 170, south: 40, east: -170, north: 45), false),
            (CoordinateBox.world, true),
        ])
    func touching(other: CoordinateBox, expected: Bool) {
        #expect(europe.touches(other) == expected)
        #expect(other.touches(europe) == expected)
    }
}
