// SPDX-License-Identifier: MIT
import MapGeometry
import MapImport
import TestSupport
import Testing

/// Coasts in a box from 0, 0 to 10, 10, y southwards; water is at the right-hand side.
@Suite("Sea") struct SeaTests {
    private static let box = Rect(minX: 0, minY: 0, maxX: 10, maxY: 10)

    private func way(_ id: Int64, _ points: (Double, Double)...) -> CoastLine {
        CoastLine(way: id, points: points.map { Point($0.0, $0.1) })
    }

    private func sea(
        _ ways: CoastLine..., land: [Point] = [], isSea: @escaping (Point) -> Bool? = { _ in nil }
    ) -> Sea {
        Sea(Coast(ways: ways), box: Self.box, land: land, isSea: isSea)
    }

    /// The area under water; islands are taken off.
    private func size(_ sea: Sea) -> Double {
        (sea.areas.flatMap { $0 }.reduce(0) { $0 + signedArea($1) } * 1e9).rounded() / 1e9
    }

    /// An island runs counterclockwise on the map.
    private func island(_ id: Int64, _ x: Double, _ y: Double, size: Double = 1) -> CoastLine {
        way(id, (x, y), (x, y + size), (x + size, y + size), (x + size, y), (x, y))
    }

    @Test("the sea is at the right of a coast that crosses the box")
    func crossing() {
        let south = sea(way(1, (-1, 4), (11, 4)))
        #expect(size(south) == 60)
        #expect(south.areas == [[[Point(0, 4), Point(10, 4), Point(10, 10), Point(0, 10), Point(0, 4)]]])
        #expect(south.problems.isEmpty)
        #expect(size(sea(way(1, (11, 4), (-1, 4)))) == 40)
    }

    @Test("ways are joined in any order")
    func joining() {
        #expect(size(sea(way(3, (7, 4), (11, 4)), way(1, (-1, 4), (3, 4)), way(2, (3, 4), (7, 4)))) == 60)
    }

    @Test("two coasts bound a strait, or two seas")
    func twoCoasts() {
        let strait = sea(way(1, (-1, 3), (11, 3)), way(2, (11, 6), (-1, 6)))
        #expect(strait.areas.count == 1)
        #expect(size(strait) == 30)
        let land = sea(way(1, (11, 3), (-1, 3)), way(2, (-1, 6), (11, 6)))
        #expect(land.areas.count == 2)
        #expect(size(land) == 70)
    }

    @Test("a coast that leaves and comes back")
    func reentering() {
        // A cape that reaches out of the box in the south, with sea at both sides of it.
        let cape = sea(way(1, (-1, 4), (4, 4), (4, 12), (6, 12), (6, 4), (11, 4)))
        #expect(cape.areas.count == 2)
        #expect(size(cape) == 48)
        // A bay that begins outside of the box, in the north.
        let bay = sea(way(1, (4, -1), (4, 3), (6, 3), (6, -1)).reversed)
        #expect(size(bay) == 6)
    }

    @Test("a coast that only touches the edge changes nothing")
    func touching() {
        #expect(size(sea(way(1, (-1, 4), (5, 4), (5, 10), (6, 4), (11, 4)))) == 57)
        #expect(sea(way(1, (-5, 2), (-1, 5), (-5, 8))).areas.isEmpty)
    }

    @Test("islands are holes, also without any other coast")
    func islands() {
        let alone = sea(island(1, 4, 4), island(2, 7, 7))
        #expect(alone.areas.count == 1)
        #expect(alone.areas.first?.count == 3)
        #expect(size(alone) == 98)
        let beside = sea(way(1, (-1, 4), (11, 4)), island(2, 2, 6), island(3, 2, 1))
        #expect(size(beside) == 59)
        #expect(beside.problems.map(\.way) == [3])
    }

    @Test("an inland sea with an island, and a sea that crosses the edge beside it")
    func inlandSea() {
        let lagoon = island(1, 2, 2, size: 5).reversed
        #expect(size(sea(lagoon, island(2, 4, 4))) == 24)
        #expect(size(sea(way(3, (-1, 8), (11, 8)), lagoon, island(2, 4, 4))) == 44)
    }

    @Test("an island that crosses the edge")
    func islandAtTheEdge() {
        let edge = sea(island(1, 8, 4, size: 4))
        #expect(size(edge) == 92)
        #expect(edge.areas.count == 1)
    }

    @Test("a box without coast asks elsewhere, and is land without an answer")
    func noCoast() {
        #expect(sea().areas.isEmpty)
        #expect(size(sea { _ in true }) == 100)
        #expect(sea { $0.x < 5 }.areas.isEmpty)
        // The coast beside the box knows better.
        #expect(size(sea(way(1, (12, 11), (12, -1))) { _ in true }) == 0)
        #expect(size(sea(way(1, (12, -1), (12, 11))) { _ in false }) == 100)
    }

    @Test("a way that runs the wrong way round between others is turned")
    func reversedWay() {
        let turned = sea(way(1, (-1, 4), (4, 4)), way(2, (6, 4), (4, 4)), way(3, (6, 4), (11, 4)))
        #expect(size(turned) == 60)
        #expect(turned.problems.map(\.way) == [2])
    }

    @Test("an island that runs the wrong way round stays land")
    func reversedIsland() {
        let turned = sea(way(1, (-1, 4), (11, 4)), island(2, 2, 6).reversed)
        #expect(size(turned) == 59)
        #expect(turned.problems.map(\.way) == [2])
    }

    @Test("between coasts that contradict one another is land, and the coast is named")
    func contradiction() {
        let wrong = sea(way(1, (-1, 3), (11, 3)), way(2, (-1, 6), (11, 6)))
        #expect(size(wrong) == 40)
        #expect(wrong.problems.map(\.way) == [1])
    }

    @Test("a coast that ends within the box is led on to the edge, and never floods houses")
    func cutElsewhere() {
        let ways = way(1, (2, 4), (5, 4), (8, 4))
        let guessed = sea(ways)
        #expect(size(guessed) == 36)
        #expect(guessed.problems.map(\.way) == [1])
        let houses = (0..<10).map { Point(5, 5 + 0.1 * Double($0)) }
        #expect(sea(ways, land: houses).areas.isEmpty)
        #expect(sea(ways) { _ in false }.areas.isEmpty)
    }

    /// An island around a place as a star, in a few ways in any order.
    private func star(_ random: inout SplitMix) -> (ring: [Point], ways: [CoastLine]) {
        func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
        let center = Point(number(-4...14), number(-4...14))
        let corners = Int.random(in: 3...40, using: &random)
        var ring = (0..<corners).map { corner in
            // Counterclockwise where y grows downwards.
            let angle = -2 * Double.pi * Double(corner) / Double(corners)
            return center + Point(cosine(angle), sine(angle)) * number(0.5...7)
        }
        if let first = ring.first { ring.append(first) }
        var ways: [CoastLine] = []
        var start = 0
        while start < ring.count - 1 {
            let end = min(ring.count - 1, start + Int.random(in: 1...20, using: &random))
            ways.append(CoastLine(way: Int64(ways.count + 1), points: Array(ring[start...end])))
            start = end
        }
        return (ring, ways.shuffled(using: &random))
    }

    @Test("sea and island fill the box, wherever the island is")
    func anyIsland() {
        var random = SplitMix(seed: 31)
        for _ in 0..<2000 {
            let (ring, ways) = star(&random)
            let inside = abs(signedArea(clippedRing(ring, to: Self.box)))
            let sea = Sea(Coast(ways: ways), box: Self.box, land: []) { _ in nil }
            let isNear = inside > 0 || ring.contains { Self.box.contains($0) }
            let expected = inside == 100 ? 0 : 100 - inside
            // A box beside an island is in the sea if the island is near.
            if isNear { #expect(abs(size(sea) - expected) < 1e-6) }
            // The same ring as a lake that is a sea.
            let lake = Coast(ways: ways.map { CoastLine(way: $0.way, points: $0.points.reversed()) })
            let water = Sea(lake, box: Self.box, land: []) { _ in nil }
            if isNear, inside < 100 { #expect(abs(size(water) - inside) < 1e-6) }
        }
    }

    @Test("a whole coast that runs the wrong way round does not flood a town")
    func flood() {
        let houses = (0..<10).map { Point(5, 5 + 0.1 * Double($0)) }
        let flood = sea(way(1, (-1, 4), (11, 4)), land: houses)
        #expect(flood.areas.isEmpty)
        #expect(!flood.problems.isEmpty)
    }
}

extension CoastLine {
    fileprivate var reversed: CoastLine { CoastLine(way: way, points: points.reversed()) }
}
