// SPDX-License-Identifier: MIT
import MapGeometry
import TestSupport
import Testing

@Suite("Interior point of a polygon") struct InteriorPointTests {
    private func inside(_ p: Point, _ ring: [Point]) -> Bool {
        var inside = false
        for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) where (a.y > p.y) != (b.y > p.y) {
            if p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x { inside.toggle() }
        }
        return inside
    }

    @Test("the point inside a square is its middle")
    func square() throws {
        let ring = Rect(x: 10, y: 20, width: 100, height: 100).corners
        let point = try #require(interiorPoint(of: [ring[...]], precision: 0.5))
        #expect(point.distance(to: Point(60, 70)) <= 1)
    }

    @Test("the point of a horseshoe lies in an arm, not in the gap; that of a ring not in its hole")
    func bent() throws {
        let shoe = [(0, 0), (100, 0), (100, 100), (80, 100), (80, 20), (20, 20), (20, 100), (0, 100)]
            .map { Point(Double($0.0), Double($0.1)) }
        let point = try #require(interiorPoint(of: [shoe[...]], precision: 0.1))
        #expect(inside(point, shoe))
        let outer = Rect(x: 0, y: 0, width: 100, height: 100).corners
        let hole = Rect(x: 20, y: 20, width: 60, height: 60).corners
        let between = try #require(interiorPoint(of: [outer[...], hole[...]], precision: 0.1))
        #expect(inside(between, outer) && !inside(between, hole))
    }

    @Test("the point inside a random star lies inside it", arguments: 0..<20)
    func stars(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        let turns: [(Double, Double)] = [
            (1, 0), (0.809, 0.588), (0.309, 0.951), (-0.309, 0.951), (-0.809, 0.588), (-1, 0), (-0.809, -0.588),
            (-0.309, -0.951), (0.309, -0.951), (0.809, -0.588),
        ]
        let ring = turns.map { turn in
            let radius = Double.random(in: 10...100, using: &random)
            return Point(turn.0 * radius, turn.1 * radius)
        }
        #expect(inside(try #require(interiorPoint(of: [ring[...]], precision: 1)), ring))
    }

    @Test("of a coast with many edges, no other point is farther from all of them", arguments: 0..<3)
    func coast(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        let ring = (0..<700).map { index in
            let turn = Double(index) / 700 * 2 * Double.pi
            let radius = 60 + 25 * cosine(3 * turn) + Double.random(in: 0...8, using: &random)
            return Point(radius * cosine(turn), radius * sine(turn))
        }
        func reach(_ p: Point) -> Double {
            let nearest = ring.indices.map { squaredDistance(p, ring[$0], ring[($0 + 1) % ring.count]) }.min() ?? 0
            return inside(p, ring) ? nearest.squareRoot() : 0
        }
        let found = reach(try #require(interiorPoint(of: [ring[...]], precision: 0.5)))
        for x in stride(from: -90.0, through: 90, by: 6) {
            for y in stride(from: -90.0, through: 90, by: 6) { #expect(reach(Point(x, y)) <= found + 0.5) }
        }
    }

    @Test("rings without area, and none at all, trap nothing")
    func degenerate() {
        #expect(interiorPoint(of: [], precision: 1) == nil)
        let flat = [Point(0, 0), Point(5, 5), Point(9, 9)]
        #expect(interiorPoint(of: [flat[...]], precision: 1) != nil)
        let wild = [Point(.nan, 0), Point(.infinity, 5), Point(9, -.infinity)]
        _ = interiorPoint(of: [wild[...]], precision: 1)
    }
}
