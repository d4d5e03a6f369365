// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapVector
import Testing

@Suite("Outlines out of distances") struct FieldOutlineTests {
    /// A field of 32 × 32 pixels around a shape, given how far inside its outline a place lies.
    private func field(_ depth: (Point) -> Double) -> DistanceField {
        let distances = (0..<32 * 32).map { i -> UInt8 in
            let inside = depth(Point(Double(i % 32) + 0.5, Double(i / 32) + 0.5))
            return UInt8(max(0, min(255, (191.25 + 32 * inside).rounded())))
        }
        return DistanceField(width: 32, height: 32, distances: distances)
    }

    @Test("a circle is round to a tenth of a pixel") func circle() {
        let center = Point(16.3, 15.8)
        let path = SDFContour.path(of: field { 9 - $0.distance(to: center) })
        let radii = path.flattened.flatMap(\.points).map { $0.distance(to: center) }
        #expect(path.flattened.count == 1)
        #expect(radii.allSatisfy { abs($0 - 9) < 0.1 })
        #expect(path.verbs.count < 60)
    }

    @Test("a hole runs the other way round") func ring() {
        let center = Point(16, 16)
        let path = SDFContour.path(of: field { 3 - abs($0.distance(to: center) - 9) })
        let rings = path.flattened.filter { $0.points.count > 2 }
        #expect(rings.map { signedArea($0.points) > 0 }.sorted { $0 && !$1 } == [true, false])
        let inside = HitShape.area(path, .nonZero)
        #expect(inside.contains(Point(25, 16)))
        #expect(!inside.contains(center))
    }

    @Test("a square keeps its corners") func square() {
        let path = SDFContour.path(of: field { p in 8 - max(abs(p.x - 16), abs(p.y - 16)) })
        for corner in [Point(8, 8), Point(24, 8), Point(24, 24), Point(8, 24)] {
            let nearest = path.points.map { $0.distance(to: corner) }.min() ?? .infinity
            #expect(nearest < 0.75)
        }
        #expect(abs(path.bounds.width - 16) < 0.1)
    }

    @Test("a shape that is cut by the field's edge is closed there") func cut() {
        let path = SDFContour.path(of: field { p in 8 - abs(p.x - 2) })
        #expect(path.flattened.count == 1)
        #expect(path.verbs.last == .close)
    }

    @Test("nothing gives nothing") func nothing() {
        #expect(SDFContour.path(of: field { _ in -5 }).isEmpty)
    }

    @Test("neither noise nor a checker board gets it lost") func noise() {
        var random: UInt64 = 7
        let noise = DistanceField(
            width: 32, height: 32,
            distances: (0..<1024).map { _ in
                random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: random >> 40)
            })
        let checker = DistanceField(
            width: 32, height: 32, distances: (0..<1024).map { ($0 + $0 / 32) % 2 == 0 ? 255 : 0 })
        for field in [noise, checker] {
            let path = SDFContour.path(of: field)
            #expect(!path.isEmpty)
            #expect(Rect(x: -1, y: -1, width: 34, height: 34).contains(path.bounds))
        }
    }
}
