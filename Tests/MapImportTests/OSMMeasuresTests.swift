// SPDX-License-Identifier: MIT
import MapGeo
import MapGeometry
import MapImport
import Testing

@Suite("Measures of features") struct OSMMeasuresTests {
    /// Clockwise on the map.
    private func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> [Point] {
        [(west, north), (east, north), (east, south), (west, south), (west, north)].map {
            WebMercator.project(Coordinate(latitude: $0.1, longitude: $0.0))
        }
    }

    /// The area between two parallels and two meridians on a sphere: R² Δλ (sin φ₂ − sin φ₁).
    @Test(
        "areas are those on a sphere, large and small",
        arguments: [
            (0.0, 0.0, 90.0, 30.0), (10, 60, 10.001, 60.001), (10, 60, 20, 70),
        ])
    func areas(west: Double, south: Double, east: Double, north: Double) {
        let radians = Double.pi / 180
        let exact =
            6_371_008.8 * 6_371_008.8 * (east - west) * radians
            * (sine(north * radians) - sine(south * radians))
        let ring = box(west, south, east, north)
        #expect(abs(squareMetersOfRing(ring[...]) / exact - 1) < 1e-5)
        #expect(abs(squareMetersOfRing(Array(ring.reversed())[...]) / exact + 1) < 1e-5)
    }

    @Test("lengths are those on a sphere")
    func lengths() {
        let degree = 6_371_008.8 * Double.pi / 180
        let long = [(0.0, 0.0), (0.0, 40.0)].map { WebMercator.project(Coordinate(latitude: $0.1, longitude: $0.0)) }
        #expect(abs(metersOfLine(long[...]) / degree / 40 - 1) < 1e-9)
        let short = [(5.0, 60.0), (5.001, 60.0)].map {
            WebMercator.project(Coordinate(latitude: $0.1, longitude: $0.0))
        }
        #expect(abs(metersOfLine(short[...]) / degree / 0.0005 - 1) < 1e-6)
    }

    @Test("the label of an area is inside of it, and outside of its holes")
    func labels() throws {
        // A U, whose middle is outside.
        let u = [(0.0, 0.0), (1, 0), (1, 5), (4, 5), (4, 0), (5, 0), (5, 6), (0, 6), (0, 0)].map { Point($0.0, $0.1) }
        let place = try #require(labelPoint(of: [u[...]]))
        #expect(!(place.x > 1 && place.x < 4 && place.y < 5))
        let square = [(0.0, 0.0), (10, 0), (10, 10), (0, 10), (0, 0)].map { Point($0.0, $0.1) }
        let hole = [(3.0, 0.5), (3, 9.5), (9.5, 9.5), (9.5, 0.5), (3, 0.5)].map { Point($0.0, $0.1) }
        let beside = try #require(labelPoint(of: [square[...], hole[...]]))
        #expect(abs(beside.x - 1.5) < 0.3)
        #expect(labelPoint(of: [[]]) == nil)
    }
}
