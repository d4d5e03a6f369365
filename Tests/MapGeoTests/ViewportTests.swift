// SPDX-License-Identifier: MIT
import MapGeo
import MapGeometry
import TestSupport
import Testing

@Suite("Viewports") struct ViewportTests {
    @Test("pixels and coordinates lead to each other") func roundTrip() {
        var random = SplitMix(seed: 5)
        for _ in 0..<1000 {
            let viewport = Viewport(
                size: Size(width: 600, height: 400), scale: .random(in: 0.5...8, using: &random),
                center: Coordinate(
                    latitude: .random(in: -80...80, using: &random), longitude: .random(in: -180...180, using: &random)),
                zoom: .random(in: 2...22, using: &random), bearing: .random(in: -400...400, using: &random),
                focus: Point(.random(in: 0...600, using: &random), .random(in: 0...400, using: &random)))
            let point = Point(.random(in: 0...600, using: &random), .random(in: 0...400, using: &random))
            let mercator = viewport.groundToMercator.apply(point * viewport.scale)
            guard (0.01...0.99).contains(mercator.y), abs(mercator.x - 0.5) < 20 else { continue }
            let coordinate = viewport.coordinate(at: point)
            #expect((-180...180).contains(coordinate.longitude))
            let back = viewport.point(for: coordinate)
            let world = 512 * Double(1 << Int(viewport.zoom))
            // Where the image shows the world twice, the copy nearest to the center is meant.
            if world > 1500 { #expect(back.distance(to: point) < 1e-3) }
            #expect(viewport.point(for: viewport.center).distance(to: viewport.focus) < 1e-6)
        }
    }

    @Test(
        "bearing points up",
        arguments: [(0.0, Point(0, -1)), (90, Point(-1, 0)), (180, Point(0, 1)), (-90, Point(1, 0))]
            as [(Double, Point)])
    func bearing(bearing: Double, north: Point) {
        let viewport = Viewport(
            size: Size(width: 200, height: 200), scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: 3,
            bearing: bearing)
        let moved = viewport.point(for: Coordinate(latitude: 1, longitude: 0)) - Point(100, 100)
        #expect((moved * (1 / moved.length)).distance(to: north) < 1e-12)
    }

    @Test(
        "bearings are normalised",
        arguments: [(0.0, 0.0), (360, 0), (-30, 330), (750, 30), (-1e-20, 0)] as [(Double, Double)])
    func normalised(bearing: Double, normal: Double) {
        let viewport = Viewport(
            size: Size(width: 2, height: 2), scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: 3,
            bearing: bearing)
        #expect(viewport.bearing == normal)
    }

    @Test("a point beyond the antimeridian is near") func antimeridian() {
        let viewport = Viewport(
            size: Size(width: 200, height: 200), scale: 1, center: Coordinate(latitude: 0, longitude: 179.9), zoom: 8)
        let point = viewport.point(for: Coordinate(latitude: 0, longitude: -179.9))
        #expect(abs(point.x - 100 - 512 * 256 * 0.2 / 360) < 1e-6)
        let bounds = viewport.bounds
        #expect(bounds.west < 180 && bounds.east > 180)
    }

    @Test("an image wider than the world covers all longitudes") func wide() {
        let viewport = Viewport(
            size: Size(width: 2000, height: 200), scale: 1, center: Coordinate(latitude: 0, longitude: 50), zoom: 0)
        #expect(viewport.bounds.west == -180)
        #expect(viewport.bounds.east == 180)
    }

    @Test(
        "an image has whole pixels only, and loses none to rounding errors",
        arguments: [(100, 1.15, 115), (600, 2, 1200), (70, 1.1, 77), (0.2, 1, 1), (100.9, 1, 100)]
            as [(Double, Double, Int)])
    func pixels(width: Double, scale: Double, pixels: Int) {
        let viewport = Viewport(
            size: Size(width: width, height: width), scale: scale, center: Coordinate(latitude: 0, longitude: 0),
            zoom: 0)
        #expect(viewport.pixelWidth == pixels)
        #expect(viewport.pixelHeight == pixels)
    }

    @Test("metres a point") func meters() {
        let viewport = Viewport(
            size: Size(width: 9, height: 9), scale: 3, center: Coordinate(latitude: 60, longitude: 0), zoom: 14)
        #expect(abs(viewport.metersPerPoint - 2.388_657_133) < 1e-6)
    }
}
