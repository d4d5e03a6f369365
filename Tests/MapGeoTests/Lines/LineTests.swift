// SPDX-License-Identifier: MIT
import Libc
import MapCore
import MapGeo
import MapGeometry
import Testing

private func c(_ longitude: Double, _ latitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
}

@Suite("Lines on the ground") struct LineTests {
    @Test(
        "lines take the short way round",
        arguments: [
            ([170.0, -170], [170.0, 190]), ([-170, 170], [-170, -190]), ([0, 100, -100, 0], [0, 100, 260, 360]),
            ([-180, 180], [-180, 180]), ([10, 20], [10, 20]), ([], []),
            // Unrolled already: the long way is meant.
            ([-170, 190], [-170, 190]), ([10, 190, 20], [10, 190, 20]),
        ])
    func shortWay(given: [Double], expected: [Double]) {
        #expect(unwrapped(given.map { c($0, 0) }).map(\.longitude) == expected)
    }

    @Test("a ring around the pole is closed along it") func poleRing() {
        let ring = unwrappedRing([c(0, 70), c(90, 70), c(180, 70), c(-90, 70)])
        #expect(ring.map(\.longitude) == [0, 90, 180, 270, 360, 360, 0])
        #expect(ring.suffix(2).map(\.latitude) == [90, 90])
    }

    @Test("holes come to where the outer ring is") func holes() {
        let outer = unwrappedRing([c(170, 0), c(-170, 0), c(-170, 10), c(170, 10)])
        let hole = aligned(unwrappedRing([c(-179, 1), c(-178, 1), c(-178, 2)]), with: outer)
        #expect(hole.map(\.longitude) == [181, 182, 182])
    }

    @Test("a geodesic is a great circle, and crosses the antimeridian") func geodesic() throws {
        let line = geodesicLine([c(139.7, 35.7), c(-122.4, 37.8)], tolerance: 1e-5)
        #expect(line.count > 30)
        #expect(line.first == c(139.7, 35.7))
        let last = try #require(line.last)
        #expect(abs(last.longitude - 237.6) < 1e-9)
        // The northernmost point of Tokyo to San Francisco.
        let top = try #require(line.map(\.latitude).max())
        #expect(abs(top - 48.7) < 0.01)
        #expect(zip(line, line.dropFirst()).allSatisfy { $0.longitude < $1.longitude })
    }

    @Test("antipodes do not run for ever") func antipodes() {
        #expect(geodesicLine([c(0, 0), c(180, 0)], tolerance: 1e-9).count < 70_000)
        #expect(geodesicLine([c(0, 90), c(0, -90)], tolerance: 1e-9).count < 70_000)
    }

    @Test("a geodesic ends when its map has no time left") func stopped() {
        let line = (0..<2000).map { c(Double($0 % 2) * 90, Double($0 % 80)) }
        let whole = geodesicLine(line, tolerance: 1e-4)
        var limits = RenderLimits.generous
        limits.milliseconds = 0
        let stopped = RenderBudget(limits).run { geodesicLine(line, tolerance: 1e-4) }
        #expect(stopped.count < 10_000 && whole.count > 20_000)
        #expect(stopped == Array(whole.prefix(stopped.count)))
    }

    @Test(
        "the direct geodesic, as the GDA technical manual has it, and along equator and meridian",
        arguments: [
            (c(144.424_867_89, -37.951_033_42), 306.868_158_33, 54_972.271, c(143.926_495_53, -37.652_821_14)),
            (c(0, 0), 0.0, 110_574.389, c(0, 1)),
            (c(0, 0), 90.0, 111_319.491, c(1, 0)),
        ])
    func direct(start: Coordinate, azimuth: Double, distance: Double, end: Coordinate) {
        let there = start.destination(azimuth: azimuth * .pi / 180, distance: distance)
        #expect(abs(there.latitude - end.latitude) < 2e-6)
        #expect(abs(there.longitude - end.longitude) < 2e-6)
    }

    @Test("a circle is as wide on the ground as it is high", arguments: [0.0, 60, -80])
    func circle(latitude: Double) {
        let ring = c(25, latitude).circle(radius: 1000, count: 4)
        let north = (ring[0].latitude - latitude) * 111_320
        let east = (ring[1].longitude - 25) * 111_320 * cos(latitude * .pi / 180)
        #expect(abs(north - 1000) < 7)
        #expect(abs(east - 1000) < 7)
    }

    @Test("Google's example of an encoded line") func encoded() throws {
        let line = try EncodedPolyline.decode("_p~iF~ps|U_ulLnnqC_mqNvxq`@", precision: 5)
        #expect(line == [c(-120.2, 38.5), c(-120.95, 40.7), c(-126.453, 43.252)])
        #expect(try EncodedPolyline.decode("", precision: 5) == [])
    }

    @Test(
        "broken encoded lines say where",
        arguments: ["_p~iF", "_p~iF~ps|U_ulL", "_p~iF~p \u{7F}", "~~~~~~~~~~~~~~~~~~"])
    func brokenEncoded(text: String) {
        #expect(throws: EncodedPolyline.DecodingError.self) { try EncodedPolyline.decode(text, precision: 5) }
    }

    @Test("no bytes make the decoder trap") func fuzz() {
        var state: UInt64 = 1
        for _ in 0..<2000 {
            let text = (0..<20).map { _ -> Character in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Character(Unicode.Scalar(UInt8(60 + state >> 33 % 68)))
            }
            _ = try? EncodedPolyline.decode(String(text), precision: 9)
        }
    }
}

@Suite("Explored area") struct ExploredAreaTests {
    private func track(_ line: [Coordinate], _ radius: Double) -> ExploredTrack {
        ExploredTrack(line: line, radius: radius)
    }

    @Test("one place is a disk", arguments: [0.0, 60, -75])
    func disk(latitude: Double) {
        let area = exploredArea(of: [track([c(10, latitude)], 500)])
        #expect(abs(area / (.pi * 500 * 500) - 1) < 0.002)
    }

    @Test("a straight walk is a lane with two half disks") func lane() {
        let metres = 2000.0
        let degrees = metres / 6_371_008.8 * 180 / .pi
        let expected = metres * 200 + .pi * 100 * 100
        for end in [c(0, degrees), c(degrees, 0), c(degrees * 0.6, degrees * 0.8)] {
            let area = exploredArea(of: [track([c(0, 0), end], 100)])
            #expect(abs(area / expected - 1) < 0.002)
        }
    }

    @Test("what was walked twice counts once") func union() {
        let line = [c(24.94, 60.17), c(24.95, 60.175), c(24.96, 60.17)]
        let once = exploredArea(of: [track(line, 60)])
        #expect(abs(exploredArea(of: [track(line, 60), track(line.reversed(), 60)]) / once - 1) < 1e-9)
        #expect(exploredArea(of: [track(line, 60), track([c(24.95, 60.175)], 30)]) / once < 1.003)
        #expect(exploredArea(of: []) == 0)
    }
}
