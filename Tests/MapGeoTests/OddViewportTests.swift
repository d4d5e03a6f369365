// SPDX-License-Identifier: MIT
import MapGeo
import MapGeometry
import TestSupport
import Testing

@Suite("Viewports of numbers that make no sense") struct OddViewportTests {
    private static let odd = [
        0, -0.0, 1, -1, 0.5, 90, 180, 360, 1e-300, 1e9, 1e300, -1e300, .infinity, -.infinity, .nan,
        .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ]

    @Test("are limited to what makes sense, and every question has an answer")
    func random() {
        var random = SplitMix(seed: 12)
        func number() -> Double { Self.odd.randomElement(using: &random) ?? 0 }
        for _ in 0..<3000 {
            let projection: MapProjection = Bool.random(using: &random) ? .verticalPerspective : .mercator
            let view = Viewport(
                size: Size(width: number(), height: number()), scale: number(),
                center: Coordinate(latitude: number(), longitude: number()), zoom: number(), bearing: number(),
                focus: Bool.random(using: &random) ? nil : Point(number(), number()),
                tilt: Bool.random(using: &random)
                    ? Tilt() : Tilt(pitch: number(), roll: number(), verticalFieldOfView: number()),
                projection: projection)
            #expect(view.pixelWidth >= 1 && view.pixelHeight >= 1)
            #expect(view.size.width > 0 && view.size.width <= 1e6)
            #expect(view.zoom.isFinite && view.center.latitude.isFinite)
            let coordinate = Coordinate(latitude: number(), longitude: number())
            _ = (view.point(for: coordinate), view.shows(coordinate), view.coordinate(at: Point(number(), number())))
            _ = (view.showsGround(at: Point(number(), number())), view.footprint, view.bounds, view.metersPerPoint)
            _ = view.centerCoordinateDistance
        }
    }

    @Test("sensible ones are as they were said") func sensible() {
        let view = Viewport(
            size: Size(width: 300.5, height: 200), scale: 1.5, center: Coordinate(latitude: 60, longitude: 200),
            zoom: 22.5,
            bearing: -30, focus: Point(-5, 3), tilt: Tilt(pitch: 85, roll: 400, verticalFieldOfView: 150))
        #expect(view.size == Size(width: 300.5, height: 200) && view.scale == 1.5 && view.zoom == 22.5)
        #expect(view.bearing == 330 && view.focus == Point(-5, 3) && view.center.longitude == -160)
        #expect(view.tilt == Tilt(pitch: 85, roll: 400, verticalFieldOfView: 150))
    }
}
