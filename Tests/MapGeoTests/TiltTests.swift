// SPDX-License-Identifier: MIT
import Foundation
import MapGeo
import MapGeometry
import TestSupport
import Testing

@Suite("Tilted viewports") struct TiltTests {
    private let size = Size(width: 600, height: 400)

    @Test("points and coordinates lead to each other") func roundTrip() {
        var random = SplitMix(seed: 3)
        for _ in 0..<500 {
            let viewport = Viewport(
                size: size, scale: .random(in: 0.5...4, using: &random),
                center: Coordinate(
                    latitude: .random(in: -70...70, using: &random), longitude: .random(in: -180...180, using: &random)),
                zoom: .random(in: 9...20, using: &random), bearing: .random(in: 0...360, using: &random),
                tilt: Tilt(
                    pitch: .random(in: 0...85, using: &random), roll: .random(in: -90...90, using: &random),
                    verticalFieldOfView: .random(in: 20...60, using: &random)))
            let point = Point(.random(in: 0...600, using: &random), .random(in: 0...400, using: &random))
            guard viewport.showsGround(at: point) else { continue }
            let back = viewport.point(for: viewport.coordinate(at: point))
            #expect(back.distance(to: point) < 0.01)
            #expect(viewport.point(for: viewport.center).distance(to: viewport.focus) < 1e-6)
        }
    }

    @Test("a flat tilt changes nothing") func flat() {
        let center = Coordinate(latitude: 52.5, longitude: 13.4)
        let flat = Viewport(size: size, scale: 2, center: center, zoom: 12, bearing: 30)
        let same = Viewport(size: size, scale: 2, center: center, zoom: 12, bearing: 30, tilt: Tilt())
        #expect(flat == same)
        #expect(flat.perspective == nil)
        #expect(flat.groundRect == flat.pixelRect)
    }

    @Test("the footprint is wider at the top, and ends below the horizon") func footprint() {
        let tilted = Viewport(
            size: size, scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: 10, tilt: Tilt(pitch: 60))
        let corners = tilted.footprint
        #expect(corners.count == 4)
        #expect(corners[1].longitude - corners[0].longitude > 2 * (corners[2].longitude - corners[3].longitude))
        for (corner, point) in zip(corners, [Point(0, 0), Point(600, 0), Point(600, 400), Point(0, 400)]) {
            #expect(tilted.point(for: corner).distance(to: point) < 1e-6)
        }
        let flatter = Viewport(
            size: size, scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: 10, tilt: Tilt(pitch: 80))
        #expect(!flatter.showsGround(at: Point(300, 0)))
        #expect(flatter.footprint.allSatisfy { flatter.point(for: $0).y > 50 })
        let end = flatter.coordinate(at: Point(300, 0))
        #expect(end.latitude > 0 && end.latitude < 10)
    }

    @Test("a camera below the ground is lifted onto it, nearer to its center", arguments: [91, 150.0])
    func below(pitch: Double) throws {
        let center = Coordinate(latitude: 20, longitude: 30)
        let view = Viewport(size: size, scale: 1, center: center, zoom: 5, tilt: Tilt(pitch: pitch))
        let camera = try #require(view.perspective?.camera)
        #expect(view.tilt.pitch == 90)
        #expect(camera.cosPitch == 0)
        #expect(abs(view.zoom - (5 - log2(sin(pitch * .pi / 180)))) < 1e-9)
        // It sees what stands on the ground, but nothing of the ground itself.
        #expect(view.point(for: center).distance(to: view.focus) < 1e-6)
        #expect(view.footprint.isEmpty == false)
        #expect(!view.showsGround(at: Point(300, 390)))
        #expect(view.shows(Coordinate(latitude: 25, longitude: 30)))
        let highest = Viewport(size: size, scale: 1, center: center, zoom: 5, tilt: Tilt(pitch: 180))
        #expect(highest.zoom == 22)
    }

    @Test("what is behind the camera is far outside") func behind() {
        let viewport = Viewport(
            size: size, scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: 10, tilt: Tilt(pitch: 80))
        let behind = Coordinate(latitude: -1, longitude: 0)
        #expect(!viewport.isInFront(behind))
        #expect(viewport.point(for: behind).y > 10_000)
        #expect(viewport.isInFront(viewport.center))
    }

    @Test(
        "a fit shows all items with their extents",
        arguments: [(30.0, 0.0, 0.0), (60, 45, 0), (75, 200, 0), (85, 10, 0), (50, 0, 25), (0, 0, 90)]
            as [(Double, Double, Double)])
    func fit(pitch: Double, bearing: Double, roll: Double) throws {
        var frame = ViewportFrame(
            size: size, scale: 2, bearing: bearing, content: Rect(minX: 20, minY: 60, maxX: 500, maxY: 380))
        frame.tilt = Tilt(pitch: pitch, roll: roll)
        let items = [(24.9, 60.1), (25.1, 60.2), (25.0, 60.3), (24.7, 60.15)].map { longitude, latitude in
            FitItem(
                coordinate: Coordinate(latitude: latitude, longitude: longitude),
                extent: Rect(minX: -12, minY: -40, maxX: 12, maxY: 0))
        }
        let fitted = try #require(frame.viewport(showing: items, zooms: -5...24))
        #expect(fitted.showsAll)
        var box = Rect.null
        for item in items { box = box.union(item.extent.offset(by: fitted.viewport.point(for: item.coordinate))) }
        #expect(frame.content.inset(by: -0.01).contains(box))
        // As close as possible: one side of the content is reached. Close to the horizon, the ground's end is.
        #expect(pitch > 80 || box.width > frame.content.width - 1 || box.height > frame.content.height - 1)
    }

    @Test("a box and a region are inside the frustum", arguments: [20.0, 60, 80]) func framings(pitch: Double) {
        var frame = ViewportFrame(size: size, scale: 1, bearing: 20)
        frame.tilt = Tilt(pitch: pitch)
        let box = CoordinateBox(west: 13.3, south: 52.4, east: 13.5, north: 52.6)
        let output = Rect(x: 0, y: 0, width: 600, height: 400).inset(by: -0.01)
        let center = Coordinate(latitude: 52.5, longitude: 13.4)
        let span = CoordinateSpan(latitudeDelta: 0.2, longitudeDelta: 0.2)
        let views = [
            frame.viewport(showing: box, zooms: -5...24), frame.viewport(showing: span, around: center, zooms: -5...24),
        ]
        for view in views {
            #expect(view.showsAll)
            for (longitude, latitude) in [(13.3, 52.4), (13.3, 52.6), (13.5, 52.4), (13.5, 52.6)] {
                let corner = Coordinate(latitude: latitude, longitude: longitude)
                #expect(output.contains(view.viewport.point(for: corner)))
            }
        }
        #expect(views[1].viewport.point(for: center).distance(to: Point(300, 200)) < 1e-6)
    }

    @Test("a camera close to the ground sees as far as one a hundred metres above it") func low() {
        // The horizon is where MapLibre has it in `field-of-view-150`.
        let view = Viewport(
            size: Size(width: 512, height: 512), scale: 1,
            center: Coordinate(latitude: 31.556437, longitude: 35.372566),
            zoom: 16.25, bearing: 22.5, tilt: Tilt(pitch: 30, verticalFieldOfView: 150))
        #expect(view.showsGround(at: Point(256, 147.5)))
        #expect(!view.showsGround(at: Point(256, 144.5)))
    }
}
