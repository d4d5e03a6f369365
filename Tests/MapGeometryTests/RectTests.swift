// SPDX-License-Identifier: MIT
import MapGeometry
import Testing

@Suite("Rectangles") struct RectTests {
    let a = Rect(x: 0, y: 0, width: 10, height: 5)

    @Test("unions and intersections") func sets() {
        let b = Rect(x: 8, y: 4, width: 10, height: 10)
        #expect(a.union(b) == Rect(minX: 0, minY: 0, maxX: 18, maxY: 14))
        #expect(a.intersection(b) == Rect(minX: 8, minY: 4, maxX: 10, maxY: 5))
        #expect(a.intersects(b))
        #expect(a.intersection(b.offset(by: Point(50, 0))) == .null)
    }

    @Test("a rectangle of a size lies evenly around its center") func center() {
        let b = Rect(center: Point(3, 4), size: Size(width: 10, height: 5))
        #expect(b == Rect(minX: -2, minY: 1.5, maxX: 8, maxY: 6.5) && b.center == Point(3, 4))
        #expect(Rect(size: b.size) == a)
    }

    @Test("rectangles that touch do not intersect") func touch() {
        let b = Rect(x: 10, y: 0, width: 1, height: 1)
        #expect(!a.intersects(b))
        #expect(a.contains(Point(10, 5)))
    }

    @Test("the null rectangle leaves unions alone") func null() {
        #expect(Rect.null.isNull)
        #expect(Rect.null.union(a) == a)
        #expect(a.intersection(.null) == .null)
        #expect(!a.intersects(.null))
        #expect(!Rect.null.contains(.zero))
        #expect(Rect.everything.contains(a))
        var box = Rect.null
        box.extend(to: Point(3, 4))
        #expect(!box.isNull && box.width == 0)
        box.extend(to: Point(1, 9))
        #expect(box == Rect(minX: 1, minY: 4, maxX: 3, maxY: 9))
    }

    @Test("edges move inwards, outwards and to whole numbers") func edges() {
        #expect(a.inset(by: 1) == Rect(minX: 1, minY: 1, maxX: 9, maxY: 4))
        #expect(a.inset(by: 3).isNull)
        #expect(a.inset(by: -1).contains(a))
        #expect(Rect(minX: 0.2, minY: -0.2, maxX: 1.1, maxY: 2).integral == Rect(minX: 0, minY: -1, maxX: 2, maxY: 2))
        #expect(a.center == Point(5, 2.5))
        #expect(a.corners == [Point(0, 0), Point(10, 0), Point(10, 5), Point(0, 5)])
    }
}

@Suite("Points and paths") struct PathTests {
    @Test("arithmetic") func points() {
        #expect(Point(1, 2) + Point(3, 4) * 2 - Point(1, 1) == Point(6, 9))
        #expect(-Point(1, -2) == Point(-1, 2))
        #expect(Point(3, 4).length == 5)
        #expect(Point(0, 0).mix(Point(10, 20), 0.25) == Point(2.5, 5))
    }

    @Test("verbs use their points") func verbs() {
        var path = Path()
        #expect(path.isEmpty && path.bounds.isNull)
        path.move(to: Point(0, 0))
        path.line(to: Point(10, 0))
        path.curve(Point(12, 0), Point(12, 5), to: Point(10, 5))
        path.close()
        #expect(path.verbs == [.move, .line, .curve, .close])
        #expect(path.points.count == 5)
        #expect(path.bounds == Rect(minX: 0, minY: 0, maxX: 12, maxY: 5))
        #expect(path.transformed(by: .translation(Point(1, 1))).bounds == Rect(minX: 1, minY: 1, maxX: 13, maxY: 6))
    }

    @Test("a circle's curves stay within 0.03 % of the radius") func circle() {
        let path = Path.circle(center: Point(5, 5), radius: 100)
        #expect(path.bounds == Rect(minX: -95, minY: -95, maxX: 105, maxY: 105))
        var start = Point.zero
        var points = path.points[...]
        for verb in path.verbs {
            switch verb {
            case .move, .line: start = points.removeFirst()
            case .curve:
                let (b, c, d) = (points.removeFirst(), points.removeFirst(), points.removeFirst())
                for t in stride(from: 0, through: 1, by: 0.1) {
                    let (ab, bc, cd) = (start.mix(b, t), b.mix(c, t), c.mix(d, t))
                    let on = ab.mix(bc, t).mix(bc.mix(cd, t), t)
                    #expect(abs(on.distance(to: Point(5, 5)) - 100) < 0.03)
                }
                start = d
            case .close: break
            }
        }
    }

    @Test("a radius is cut to half of the shorter side") func rounded() {
        let r = Rect(x: 0, y: 0, width: 10, height: 4)
        #expect(Path.roundedRectangle(r, radius: 99) == Path.roundedRectangle(r, radius: 2))
        #expect(Path.roundedRectangle(r, radius: -1) == Path.rectangle(r))
    }
}
