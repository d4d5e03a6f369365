// SPDX-License-Identifier: MIT
import MapGeometry
import Testing

@Suite("Rings that cross themselves") struct RingCrossingTests {
    /// Every pair of edges, in order.
    private func slowCrossing(_ ring: [Point]) -> (Int, Int)? {
        func edge(_ i: Int) -> (Point, Point) { (ring[i], ring[(i + 1) % ring.count]) }
        func side(_ p: Point, _ q: Point, _ r: Point) -> Double {
            (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
        }
        for i in ring.indices {
            for j in ring.indices where j > i {
                let ((a, b), (c, d)) = (edge(i), edge(j))
                if side(a, b, c) * side(a, b, d) < 0, side(c, d, a) * side(c, d, b) < 0 { return (i, j) }
            }
        }
        return nil
    }

    @Test("agrees with the slow way on rings of whole numbers") func twin() {
        var state: UInt64 = 11
        func random(_ limit: UInt64) -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double((state >> 33) % limit)
        }
        var found = 0
        for _ in 0..<2000 {
            let ring = (0..<Int(random(5)) + 3).map { _ in Point(random(9), random(9)) }
            let (fast, slow) = (crossing(of: ring), slowCrossing(ring))
            #expect(fast?.0 == slow?.0 && fast?.1 == slow?.1, "\(ring)")
            if slow != nil { found += 1 }
        }
        #expect(found > 200)
    }

    @Test("touching is not crossing") func touching() {
        let ring = [Point(0, 0), Point(4, 0), Point(4, 4), Point(2, 0), Point(0, 4)]
        #expect(crossing(of: ring) == nil)
    }
}
