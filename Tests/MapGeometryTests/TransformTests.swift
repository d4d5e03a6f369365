// SPDX-License-Identifier: MIT
import MapGeometry
import Testing

@Suite("Transforms") struct TransformTests {
    static let samples: [Transform] = [
        .identity, .translation(Point(3, -4)), .scale(2, 0.5), .rotation(0.7),
        Transform.scale(3, 3).then(.rotation(-1.2)).then(.translation(Point(100, 50))),
        Transform(a: 1, b: 0.25, c: -2, d: 3, tx: 7, ty: -9),
    ]

    @Test("the inverse leads back", arguments: samples) func inverse(transform: Transform) throws {
        let back = try #require(transform.inverse)
        for point in [Point.zero, Point(1, 0), Point(-17.5, 1e4)] {
            #expect(back.apply(transform.apply(point)).distance(to: point) < 1e-9)
            #expect(transform.then(back).apply(point).distance(to: point) < 1e-9)
        }
    }

    @Test("what flattens the plane has no inverse") func flat() {
        #expect(Transform.scale(0, 1).inverse == nil)
        #expect(Transform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0).inverse == nil)
        #expect(Transform.scale(.infinity, 1).inverse == nil)
        #expect(Transform.scale(.nan, 1).inverse == nil)
    }

    @Test("the first of two maps comes first") func order() {
        let both = Transform.translation(Point(1, 0)).then(.scale(2, 2))
        #expect(both.apply(Point(1, 1)) == Point(4, 2))
        #expect(both.applyToVector(Point(1, 1)) == Point(2, 2))
    }

    @Test("a turn is clockwise on screen and exact at quarters", arguments: -9...9) func quarters(turns: Int) {
        let corners = [Point(1, 0), Point(0, 1), Point(-1, 0), Point(0, -1)]
        let turned = Transform.rotation(Double(turns) * .pi / 2).apply(Point(1, 0))
        #expect(turned == corners[((turns % 4) + 4) % 4])
        #expect(Transform.rotation(Double(turns) * .pi / 2).keepsRectangles == (turns % 2 == 0))
    }

    @Test("a rectangle is mapped to the box around it") func rectangle() {
        let box = Transform.rotation(.pi / 4).apply(Rect(x: -1, y: -1, width: 2, height: 2))
        #expect(abs(box.maxX - 2.0.squareRoot()) < 1e-12 && abs(box.minY + 2.0.squareRoot()) < 1e-12)
    }

    @Test("no angle traps", arguments: [Double.nan, .infinity, 1e300, -1e300]) func oddAngles(angle: Double) {
        _ = Transform.rotation(angle)
    }
}
