// SPDX-License-Identifier: MIT
import MapGeo
import Testing

/// The expected numbers are those of GeographicLib 2.1.
@Suite("Lengths and areas on the ellipsoid") struct GeodesicTests {
    private static func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
        Coordinate(latitude: latitude, longitude: longitude)
    }

    @Test(
        "length and bearing of a geodesic",
        arguments: [
            (at(60.17, 24.94), at(60.2, 25), 4717.650529, 44.860849), (at(0, 0), at(0, 90), 10_018_754.171395, 90),
            (at(35.69, 139.69), at(37.775, -122.419), 8_289_653.662516, 54.371396),
            (at(-33.86, 151.2), at(51.5, -0.13), 16_988_534.459735, 319.284929),
            (at(60, -179.9), at(60, 179.9), 11159.996065, 270.086603), (at(89.9, 0), at(89.9, 180), 22338.795683, 0),
        ])
    func geodesic(_ from: Coordinate, _ to: Coordinate, _ meters: Double, _ bearing: Double) {
        let found = from.geodesic(to: to)
        #expect(abs(found.meters - meters) < 0.001 && abs(found.bearing - bearing) < 1e-5, "\(found)")
    }

    @Test("nearly opposite points have the length of a great circle, equal ones none")
    func degenerate() {
        let opposite = Self.at(0, 0).geodesic(to: Self.at(0.5, 179.7))
        #expect(abs(opposite.meters - 19_944_127) < 19_944_127 * 0.006)
        #expect(Self.at(0, 0).geodesic(to: Self.at(0, 180)).meters > 19_900_000)
        #expect(Self.at(5, 5).geodesic(to: Self.at(5, 5)).meters == 0)
        #expect(Self.at(90, 0).geodesic(to: Self.at(90, 77)).meters < 1e-6)
    }

    @Test(
        "areas, also around a pole and across the antimeridian",
        arguments: [
            ([at(0, 0), at(0, 1), at(1, 1), at(1, 0)], 12_308_778_361.469),
            ([at(48.85, 2.35), at(45.75, 4.84), at(43.3, 5.38)], 17_273_172_564.006),
            ([at(80, 0), at(80, 90), at(80, 180), at(80, -90)], 2_507_270_031_169.875),
            ([at(10, 170), at(10, -170), at(-10, -170), at(-10, 170)], 4_948_480_469_169.516),
        ])
    func area(_ ring: [Coordinate], _ expected: Double) {
        for ring in [ring, ring.reversed()] {
            let area = geodesicArea(ring + ring.prefix(1))
            #expect(abs(area - expected) < expected * 0.001, "\(area)")
        }
    }
}
