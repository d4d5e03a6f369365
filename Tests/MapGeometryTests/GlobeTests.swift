// SPDX-License-Identifier: MIT
import Libc
import MapGeometry
import TestSupport
import Testing

@Suite("Globe") struct GlobeTests {
    private let size = Size(width: 512, height: 512)
    private let focus = Point(256, 256)

    private func camera(
        _ latitude: Double, zoom: Double, bearing: Double = 0, pitch: Double = 0, roll: Double = 0, blend: Double = 1
    ) -> Perspective {
        Perspective(
            size: size, focus: focus,
            Perspective.Angles(pitch: pitch, roll: roll, fieldOfView: 36.869_897_645_844_02),
            globe: Globe.Shape(latitude: latitude, worldSize: 512 * exp2(zoom), bearing: bearing, blend: blend))
    }

    /// A tile around which the ground is centered at `longitude`, in pixels of the ground.
    private func tile(
        _ z: Int, _ x: Int, _ y: Int, latitude: Double, longitude: Double = 0, zoom: Double
    ) -> [Point] {
        let world = 512 * exp2(zoom)
        let middle = Point(
            longitude / 360 + 0.5, 0.5 - asinh(tan(latitude * .pi / 180)) / (2 * .pi))
        let side = 1 / exp2(Double(z))
        return [(0, 0), (1, 0), (1, 1), (0, 1)].map { (dx: Double, dy: Double) in
            focus + (Point((Double(x) + dx) * side, (Double(y) + dy) * side) - middle) * world
        }
    }

    private func area(_ rings: [[Point]]) -> Double { rings.reduce(0) { $0 + signedArea($1) } }

    @Test("ground and image lead to each other, also on the way to a plane") func roundTrip() {
        var random = SplitMix(seed: 5)
        var seen = 0
        for _ in 0..<2000 {
            let blend = Bool.random(using: &random) ? 1.0 : 0.4
            let view = camera(
                .random(in: -85...85, using: &random), zoom: .random(in: blend < 1 ? 9...16 : -1...16, using: &random),
                bearing: .random(in: 0...360, using: &random), pitch: .random(in: 0...85, using: &random),
                roll: .random(in: -180...180, using: &random), blend: blend)
            let point = Point(.random(in: 0...512, using: &random), .random(in: 0...512, using: &random))
            guard let ground = view.ground(at: point) else { continue }
            seen += 1
            #expect(view.apply(ground).distance(to: point) <= 0.01)
        }
        #expect(seen > 500)
    }

    @Test("the whole ground covers the ball once, poles and far side included") func wholeWorld() {
        for (latitude, zoom, pitch, longitude) in [
            (0.0, 1.0, 0.0, 0.0), (0, 1, 0, 77), (80, -0.5, 0, 15), (-85, 0, 0, -170), (30, 2, 60, 0), (45, 3, 30, 120),
        ] {
            let view = camera(latitude, zoom: zoom, pitch: pitch)
            let ball = abs(signedArea(view.globeOutline()))
            let whole = area(view.globeArea(of: tile(0, 0, 0, latitude: latitude, longitude: longitude, zoom: zoom)))
            #expect(abs(whole / ball - 1) < 0.001, "\(latitude) \(zoom) \(pitch) \(longitude)")
        }
    }
}
