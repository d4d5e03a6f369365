// SPDX-License-Identifier: MIT
import MapGeometry
import MapLayout
import TestSupport
import Testing

@Suite("Collision grid") struct CollisionGridTests {
    private let area = Rect(x: 0, y: 0, width: 100, height: 100)

    @Test("boxes and circles keep each other off")
    func shapes() {
        var grid = CollisionGrid(covering: area, cell: 10)
        grid.insert(.box(Rect(x: 10, y: 10, width: 20, height: 10)))
        #expect(!grid.isFree(.box(Rect(x: 25, y: 15, width: 20, height: 10))))
        #expect(grid.isFree(.box(Rect(x: 31, y: 10, width: 20, height: 10))))
        // A circle passes the corner that its box would touch.
        #expect(grid.isFree(.circle(Point(33, 23), radius: 4)))
        #expect(!grid.isFree(.circle(Point(32, 22), radius: 4)))
    }

    @Test("what cooperates overlaps its kind only")
    func cooperation() {
        var grid = CollisionGrid(covering: area, cell: 10)
        let box = CollisionShape.box(Rect(x: 10, y: 10, width: 20, height: 10))
        grid.insert(box, cooperates: true)
        #expect(grid.isFree(box, cooperates: true))
        #expect(!grid.isFree(box))
    }

    @Test("shapes out of reach are not covered")
    func outside() {
        let grid = CollisionGrid(covering: area, cell: 10)
        #expect(!grid.covers(.circle(Point(-10, 50), radius: 5)))
        #expect(grid.covers(.circle(Point(-4, 50), radius: 5)))
    }

    private func randomShape(_ random: inout SplitMix) -> CollisionShape {
        let center = Point(Double.random(in: -150...650, using: &random), Double.random(in: -150...450, using: &random))
        let size = Double.random(in: 0...60, using: &random)
        guard Bool.random(using: &random) else { return .circle(center, radius: size / 2) }
        return .box(Rect(x: center.x, y: center.y, width: size, height: Double.random(in: 0...40, using: &random)))
    }

    @Test("finds the same collisions as looking at all shapes one by one", arguments: 0..<20)
    func bruteForce(seed: Int) {
        var random = SplitMix(seed: UInt64(seed))
        let area = Rect(minX: -100, minY: -100, maxX: 600, maxY: 400)
        var grid = CollisionGrid(covering: area, cell: [4, 32, 500][seed % 3])
        var taken: [(shape: CollisionShape, cooperates: Bool)] = []
        for _ in 0..<400 {
            let shape = randomShape(&random)
            guard grid.covers(shape) else { continue }
            let cooperates = Bool.random(using: &random)
            let free = !taken.contains { $0.shape.collides(with: shape) && !(cooperates && $0.cooperates) }
            #expect(grid.isFree(shape, cooperates: cooperates) == free)
            guard free else { continue }
            grid.insert(shape, cooperates: cooperates)
            taken.append((shape, cooperates))
        }
        #expect(taken.count > 20)
    }

    @Test("degenerate and infinite shapes do not trap")
    func extremes() {
        var grid = CollisionGrid(covering: Rect(x: 0, y: 0, width: 1, height: 1), cell: 32)
        for shape: CollisionShape in [
            .box(.null), .box(.everything), .box(Rect(minX: .nan, minY: 0, maxX: 1, maxY: 1)),
            .circle(Point(.nan, .infinity), radius: 1), .circle(.zero, radius: .infinity), .circle(.zero, radius: 0),
        ] {
            _ = grid.isFree(shape)
            grid.insert(shape)
        }
        #expect(!grid.isFree(.box(Rect(x: 0, y: 0, width: 1, height: 1))))
    }
}
