// SPDX-License-Identifier: MIT
import MapGeometry
import TestSupport
import Testing

@Suite("Perspective") struct PerspectiveTests {
    private func perspective(
        pitch: Double, roll: Double = 0, fieldOfView: Double = 36.869_897_645_844_02, focus: Point = Point(300, 200)
    ) -> Perspective {
        Perspective(
            size: Size(width: 600, height: 400), focus: focus,
            Perspective.Angles(pitch: pitch, roll: roll, fieldOfView: fieldOfView))
    }

    @Test("ground and image lead to each other") func roundTrip() {
        var random = SplitMix(seed: 11)
        for _ in 0..<1000 {
            let view = perspective(
                pitch: .random(in: 0...85, using: &random), roll: .random(in: -180...180, using: &random),
                fieldOfView: .random(in: 10...100, using: &random),
                focus: Point(.random(in: 100...500, using: &random), .random(in: 100...300, using: &random)))
            let point = Point(.random(in: 0...600, using: &random), .random(in: 0...400, using: &random))
            guard view.showsGround(at: point), let ground = view.ground(at: point) else { continue }
            #expect(view.apply(ground).distance(to: point) < 1e-6)
            #expect(view.apply(view.camera.focus).distance(to: view.camera.focus) < 1e-9)
        }
    }

    @Test("a homography finds the ground that is drawn") func homography() throws {
        var random = SplitMix(seed: 12)
        var count = 0
        for _ in 0..<1000 {
            let view = perspective(
                pitch: .random(in: 0...85, using: &random), roll: .random(in: -180...180, using: &random),
                fieldOfView: .random(in: 10...100, using: &random),
                focus: Point(.random(in: 100...500, using: &random), .random(in: 100...300, using: &random))
            ).raised(by: .random(in: -50...50, using: &random))
            guard let homography = view.groundHomography else { continue }
            let q = Point(.random(in: 0...600, using: &random), .random(in: 0...400, using: &random))
            let p = homography.origin + homography.right * q.x + homography.down * q.y
            guard let ground = view.ground(at: q) else {
                #expect(p.z < homography.minW)
                continue
            }
            count += 1
            #expect(p.z >= homography.minW)
            #expect(
                ground.distance(to: Point(p.x / p.z, p.y / p.z)) < 1e-6 * max(1, ground.distance(to: view.camera.focus))
            )
        }
        #expect(count > 500)
    }

    @Test("from straight above, the image is the ground") func flat() {
        let point = Point(17, 391)
        #expect(perspective(pitch: 0).apply(point).distance(to: point) < 1e-9)
    }

    @Test("half way up to the upper edge, a pitch of 60 degrees shows what MapLibre shows") func pitched() throws {
        // The camera is 1.5 heights from the focus: tan(angle) = 100 / 600 above the line of sight.
        let ground = try #require(perspective(pitch: 60).ground(at: Point(300, 100)))
        // By the law of sines in the triangle of camera, focus and point.
        #expect(abs(ground.y - (200 - 281.165_5)) < 1e-3)
        #expect(ground.x == 300)
    }

    @Test("a roll of 90 degrees turns the image") func rolled() {
        let turned = perspective(pitch: 0, roll: 90).apply(Point(310, 200))
        #expect(turned.distance(to: Point(300, 190)) < 1e-9)
    }

    @Test("above the horizon there is no ground") func horizon() {
        let view = perspective(pitch: 85)
        #expect(view.ground(at: Point(300, 10)) == nil)
        #expect(!view.showsGround(at: Point(300, 150)))
        #expect(view.showsGround(at: Point(300, 190)))
        let footprint = view.footprint()
        #expect(footprint.corners.count == 4)
        let far = view.camera.depths.upperBound * 1.000_001
        #expect(footprint.corners.allSatisfy { view.depth($0) > 0 && view.depth($0) <= far })
    }

    @Test("the linear map touches the perspective", arguments: [(0.0, 0.0), (45, 0), (60, 30), (80, -75)])
    func linear(pitch: Double, roll: Double) {
        let view = perspective(pitch: pitch, roll: roll)
        let point = Point(380, 240)
        let linear = view.linear(at: point)
        #expect(linear.apply(point).distance(to: view.apply(point)) < 1e-9)
        for step in [Point(0.01, 0), Point(0, 0.01)] {
            let error = linear.apply(point + step).distance(to: view.apply(point + step))
            #expect(error < 1e-5)
        }
    }
}

@Suite("Convex regions") struct ConvexRegionTests {
    private let diamond = ConvexRegion([Point(0, -10), Point(10, 0), Point(0, 10), Point(-10, 0)])

    @Test("rectangles are inside, across or outside") func rectangles() {
        #expect(diamond.contains(Rect(x: -2, y: -2, width: 4, height: 4)))
        let wide = Rect(x: -8, y: -8, width: 16, height: 16)
        #expect(!diamond.contains(wide))
        #expect(!diamond.contains(wide, margin: 4.2) && diamond.contains(wide, margin: 4.3))
        #expect(diamond.overlaps(Rect(x: 4, y: 4, width: 20, height: 20)))
        #expect(!diamond.overlaps(Rect(x: 6, y: 6, width: 3, height: 3)))
        #expect(ConvexRegion([]).isEmpty)
        #expect(!ConvexRegion([]).contains(.zero))
    }

    @Test("rings and lines are clipped") func clipping() {
        let square = Rect(x: 0, y: 0, width: 20, height: 20).corners
        #expect(abs(abs(signedArea(diamond.clipped(ring: square))) - 50) < 1e-9)
        #expect(diamond.clipped(ring: Rect(x: 20, y: 20, width: 5, height: 5).corners).isEmpty)
        let parts = diamond.clipped(line: [Point(-20, 0), Point(20, 0), Point(20, 5), Point(-20, 5)])
        #expect(parts.count == 2)
        #expect(abs(parts[0].start - 10) < 1e-9)
        #expect(abs(parts[1].start - 60) < 1e-9)
        #expect(parts[1].points[0].distance(to: Point(5, 5)) < 1e-9)
    }

    @Test("corners may run in either direction") func direction() {
        let reversed = ConvexRegion(diamond.corners.reversed())
        #expect(reversed.contains(Point(3, 3)) && !reversed.contains(Point(8, 8)))
    }
}
