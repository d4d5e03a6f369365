// SPDX-License-Identifier: MIT
import MapGeometry
import Testing

@Suite("Clipping and simplifying") struct PlaneAlgorithmTests {
    private let square = Rect(x: 0, y: 0, width: 10, height: 10)

    @Test("a line that leaves and comes back gives two parts") func twoParts() {
        let line = [Point(5, 5), Point(15, 5), Point(15, 8), Point(5, 8)]
        #expect(clippedLine(line, to: square) == [[Point(5, 5), Point(10, 5)], [Point(10, 8), Point(5, 8)]])
    }

    @Test("a line that crosses without a corner inside is found; one that passes by is not") func crossing() {
        #expect(clippedLine([Point(-5, 5), Point(15, 5)], to: square) == [[Point(0, 5), Point(10, 5)]])
        #expect(clippedLine([Point(-5, 8), Point(8, 18)], to: square).isEmpty)
        #expect(clippedLine([Point(3, 3)], to: square) == [[Point(3, 3)]])
        #expect(clippedLine([], to: square).isEmpty)
    }

    @Test("a ring around everything becomes the rectangle") func surround() {
        let ring = clippedRing([Point(-5, -5), Point(20, -5), Point(20, 20), Point(-5, 20)], to: square)
        #expect(ring.count == 4)
        #expect(signedArea(ring) == 100)
        #expect(clippedRing([Point(20, 20), Point(30, 20), Point(30, 30)], to: square).isEmpty)
    }

    @Test("corners of a clipped ring lie exactly on the rectangle's edges") func exactEdges() {
        let rect = Rect(minX: 0.1, minY: 0.3, maxX: 1.1, maxY: 1.7)
        let ring = clippedRing([Point(-1 / 3, 0.7), Point(0.7, -1 / 7), Point(1.9, 0.9), Point(0.6, 2.3)], to: rect)
        #expect(ring.count == 6 && ring.allSatisfy(rect.contains))
    }

    @Test("a ring is cut where a function changes its sign, with what its corners carry") func cut() {
        struct Corner: Equatable {
            var place: Point
            var height: Double
        }
        let square = [(0.0, 0.0, 0.0), (4, 0, 4), (4, 4, 8), (0, 4, 4)].map { Corner(place: Point($0, $1), height: $2) }
        let high = cutting(
            square, by: { $0.height - 6 },
            mix: { Corner(place: $0.place.mix($1.place, $2), height: $0.height + ($1.height - $0.height) * $2) })
        #expect(high.map(\.place) == [Point(4, 2), Point(4, 4), Point(2, 4)])
        #expect(high.map(\.height) == [6, 8, 6])
        #expect(cutting(square.map(\.place)) { 1 - $0.x } == [Point(0, 0), Point(1, 0), Point(1, 4), Point(0, 4)])
        #expect(cutting(square.map(\.place)) { -1 - $0.x }.isEmpty && cutting([]) { $0.x }.isEmpty)
    }

    @Test("a clipped ring has the area that sampling finds") func area() {
        for seed in 0..<20 {
            let ring = (0..<7).map { i in
                let angle = Double(i) * 0.9 + Double(seed)
                let (a, b) = (Double((i * 7 + seed) % 9), Double((i * 5 + seed) % 9))
                return Point(5 + a * cosine(angle), 5 + b * sine(angle))
            }
            let cut = clippedRing(ring, to: square)
            var sampled = 0.0
            for i in 0..<100 {
                for j in 0..<100 {
                    sampled += winding(ring, Point((Double(i) + 0.5) / 10, (Double(j) + 0.5) / 10)) / 100
                }
            }
            #expect(abs(signedArea(cut) - sampled) < 1)
        }
    }

    /// How often a ring runs round a point, clockwise on screen.
    private func winding(_ ring: [Point], _ p: Point) -> Double {
        var turns = 0.0
        for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
            let side = (b.x - a.x) * (p.y - a.y) - (p.x - a.x) * (b.y - a.y)
            if a.y <= p.y, b.y > p.y, side > 0 { turns += 1 }
            if a.y > p.y, b.y <= p.y, side < 0 { turns -= 1 }
        }
        return turns
    }

    @Test("no corner that was left out lies farther than the tolerance") func simplify() {
        let line = (0..<500).map { i in
            let x = Double(i)
            let noise = Double(i * 7 % 5) / 5
            return Point(x, 20 * sine(x / 30) + noise)
        }
        let simple = simplified(line, tolerance: 1)
        #expect(simple.count < 100)
        #expect(simple.first == line.first && simple.last == line.last)
        for p in line {
            let nearest = zip(simple, simple.dropFirst()).map { distance(p, $0, $1) }.min() ?? .infinity
            #expect(nearest <= 1.000_01)
        }
    }

    @Test("a straight line keeps its ends only, a ring its corners") func straight() {
        #expect(simplified((0...9).map { Point(Double($0), 0) }, tolerance: 0.1) == [Point(0, 0), Point(9, 0)])
        let ring = [Point(0, 0), Point(5, 0), Point(10, 0), Point(10, 10), Point(0, 10), Point(0, 5)]
        #expect(
            simplified(ring, tolerance: 0.1, closed: true) == [Point(0, 0), Point(10, 0), Point(10, 10), Point(0, 10)])
    }

    private func distance(_ p: Point, _ a: Point, _ b: Point) -> Double {
        let (d, length) = (b - a, a.distance(to: b))
        let t = max(0, min(1, ((p.x - a.x) * d.x + (p.y - a.y) * d.y) / (length * length)))
        return p.distance(to: a.mix(b, t))
    }
}
