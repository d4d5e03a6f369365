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
            globe: Globe.Shape(latitude: latitude, worldSize: 512 * exp2(zoom), bearing: bearing, blend: blend)
        )
        .windowed()
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

    private func winding(_ ring: [Point], _ p: Point) -> Int {
        zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) { total, edge in
            let (a, b) = edge
            guard (a.y <= p.y) != (b.y <= p.y) else { return total }
            let x = a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)
            return x > p.x ? total + (b.y > a.y ? 1 : -1) : total
        }
    }

    @Test("of large areas, exactly that is inside which is so on the ground, near the ball too") func largeAreas()
        throws
    {
        var random = SplitMix(seed: 8)
        var (inside, checked) = (0, 0)
        for _ in 0..<300 {
            let latitude = Double.random(in: -84...84, using: &random)
            let zoom = Double.random(in: 3...21, using: &random)
            let view = try #require(
                camera(
                    latitude, zoom: zoom, bearing: 0, pitch: .random(in: 0...50, using: &random),
                    roll: .random(in: -180...180, using: &random)
                ).sphere)
            let world = 512 * exp2(zoom)
            let middle = 0.5 - asinh(tan(latitude * .pi / 180)) / (2 * .pi)
            // Two edges that the view sees, from far away, around the Earth now and then.
            let ring = (0..<2).flatMap { _ -> [Point] in
                let far = Point(
                    .random(in: -0.9...0.9, using: &random) * world,
                    (.random(in: 0.01...0.99, using: &random) - middle) * world)
                let near =
                    focus + Point(.random(in: -200...200, using: &random), .random(in: -200...200, using: &random))
                let beyond = near + (near - (far + focus)) * .random(in: 0.1...0.3, using: &random)
                return [
                    far + focus,
                    Point(beyond.x, max((0.001 - middle) * world, min((0.999 - middle) * world, beyond.y))),
                ]
            }
            let seen = view.area(of: ring)
            for _ in 0..<20 {
                let q = Point(.random(in: 0...512, using: &random), .random(in: 0...512, using: &random))
                let around = [Point(0, 0), Point(0.7, 0), Point(-0.7, 0), Point(0, 0.7), Point(0, -0.7)].map { q + $0 }
                let grounds = around.compactMap { view.ground(at: $0) }
                guard grounds.count == 5 else { continue }
                let wanted = grounds.map { p in
                    (-2...2).reduce(0) { $0 + winding(ring, p + Point(Double($1) * world, 0)) }
                }
                // Not at an edge.
                guard Set(wanted).count == 1 else { continue }
                checked += 1
                if wanted[0] != 0 { inside += 1 }
                let found = seen.reduce(0) { $0 + winding($1, q) }
                #expect((found != 0) == (wanted[0] != 0), "\(latitude) \(zoom) at \(q)")
            }
        }
        #expect(checked > 4000 && inside > 500, "\(inside) of \(checked)")
    }

    @Test("the whole ground covers the ball once, poles and far side included") func wholeWorld() throws {
        for (latitude, zoom, pitch, longitude) in [
            (0.0, 1.0, 0.0, 0.0), (0, 1, 0, 77), (80, -0.5, 0, 15), (-85, 0, 0, -170), (30, 2, 60, 0), (45, 3, 30, 120),
        ] {
            let view = try #require(camera(latitude, zoom: zoom, pitch: pitch).sphere)
            let ball = abs(signedArea(view.outline()))
            let whole = area(view.area(of: tile(0, 0, 0, latitude: latitude, longitude: longitude, zoom: zoom)))
            #expect(abs(whole / ball - 1) < 0.001, "\(latitude) \(zoom) \(pitch) \(longitude)")
        }
    }
}
