// SPDX-License-Identifier: MIT
import MapGeo
import MapGeometry
import TestSupport
import Testing

@Suite("Viewports of globes") struct GlobeViewportTests {
    private let size = Size(width: 600, height: 400)

    private func view(
        _ latitude: Double, _ longitude: Double, zoom: Double, tilt: Tilt = Tilt(), _ projection: MapProjection = .globe
    ) -> Viewport {
        Viewport(
            size: size, scale: 1, center: Coordinate(latitude: latitude, longitude: longitude), zoom: zoom, tilt: tilt,
            projection: projection)
    }

    @Test("points and coordinates lead to each other") func roundTrip() {
        var random = SplitMix(seed: 21)
        for _ in 0..<500 {
            let viewport = Viewport(
                size: size, scale: .random(in: 0.5...4, using: &random),
                center: Coordinate(
                    latitude: .random(in: -85...85, using: &random), longitude: .random(in: -180...180, using: &random)),
                zoom: .random(in: 0...14, using: &random), bearing: .random(in: 0...360, using: &random),
                tilt: Tilt(pitch: .random(in: 0...70, using: &random)), projection: .globe)
            let point = Point(.random(in: 0...600, using: &random), .random(in: 0...400, using: &random))
            guard viewport.showsGround(at: point) else { continue }
            let coordinate = viewport.coordinate(at: point)
            #expect(viewport.point(for: coordinate).distance(to: point) < 0.01)
            #expect(viewport.isInFront(coordinate))
        }
    }

    @Test("a globe becomes a plane between zoom 11 and 12") func transition() {
        #expect(MapProjection.globe.globeBlend(atZoom: 3) == 1)
        #expect(MapProjection.globe.globeBlend(atZoom: 11.25) == 0.75)
        #expect(view(60, 25, zoom: 11.5).isGlobe)
        #expect(!view(60, 25, zoom: 12).isGlobe)
        #expect(view(60, 25, zoom: 12).perspective == nil)
        #expect(view(60, 25, zoom: 20, .verticalPerspective).isGlobe)
        #expect(!view(60, 25, zoom: 3, .mercator).isGlobe)
    }

    @Test("the poles and the far side") func poles() {
        let north = view(80, 15, zoom: -1)
        let pole = Coordinate(latitude: 90, longitude: 0)
        #expect(north.isInFront(pole))
        let point = north.point(for: pole)
        #expect(abs(point.x - 300) < 0.001 && point.y < 200 && point.y > 100)
        #expect(north.coordinate(at: point).latitude > 89.99)
        #expect(north.bounds.north == 90 && north.bounds.east - north.bounds.west == 360)
        #expect(!north.isInFront(Coordinate(latitude: -40, longitude: 15)))
        #expect(!north.showsGround(at: Point(2, 2)))
        #expect(north.footprint.allSatisfy { $0.latitude.isFinite && $0.longitude.isFinite })
    }

    @Test("fits keep what is asked for in sight") func fits() throws {
        let frame = ViewportFrame(size: size, scale: 1, projection: .globe)
        let cities = [(60.2, 24.9), (48.9, 2.3), (30.0, 31.2), (55.8, 37.6)].map {
            FitItem(
                coordinate: Coordinate(latitude: $0.0, longitude: $0.1),
                extent: Rect(minX: -10, minY: -30, maxX: 10, maxY: 0))
        }
        let fitted = try #require(frame.viewport(showing: cities, zooms: 0...20))
        #expect(fitted.showsAll && fitted.viewport.isGlobe)
        let image = Rect(x: 0, y: 0, width: 600, height: 400).inset(by: -1e-3)
        for city in cities {
            #expect(fitted.viewport.isInFront(city.coordinate))
            let box = city.extent.offset(by: fitted.viewport.point(for: city.coordinate))
            #expect(image.contains(box))
        }
        let box = frame.viewport(showing: CoordinateBox(west: -20, south: 35, east: 40, north: 70), zooms: 0...20)
        #expect(box.showsAll)
        for longitude in stride(from: -20.0, through: 40, by: 5) {
            for latitude in [35.0, 70] {
                let p = box.viewport.point(for: Coordinate(latitude: latitude, longitude: longitude))
                #expect(image.inset(by: -0.5).contains(p))
            }
        }
        // Cities all around the Earth are not all seen, of a ball that fills the image.
        let corners = [0.0, 90, 180, -90].map { FitItem(coordinate: Coordinate(latitude: 10, longitude: $0)) }
        let far = try #require(frame.viewport(showing: corners, zooms: -5...20))
        #expect(!far.showsAll)
        let ball = try #require(far.viewport.perspective?.sphere).outline().reduce(into: Rect.null) {
            $0.extend(to: $1)
        }
        #expect(ball.height > 375)
        // More than half of the Earth cannot be seen: then the whole ball is.
        let world = frame.viewport(showing: CoordinateBox(west: -180, south: -60, east: 180, north: 75), zooms: 0...20)
        let outline = try #require(world.viewport.perspective?.sphere).outline()
        let bounds = outline.reduce(into: Rect.null) { $0.extend(to: $1) }
        #expect(image.contains(bounds) && bounds.height > 375 && bounds.height < 390)
    }

    @Test("a tilted fit stops before something disappears behind the horizon", arguments: [0.0, 45, 90, 135, 225, 330])
    func tiltedFits(bearing: Double) throws {
        let frame = ViewportFrame(
            size: Size(width: 400, height: 300), scale: 1, bearing: bearing, tilt: Tilt(pitch: 75), projection: .globe)
        let cities = [(40.0, 0.0), (60, 30), (35, -10)].map {
            FitItem(coordinate: Coordinate(latitude: $0.0, longitude: $0.1))
        }
        let fitted = try #require(frame.viewport(showing: cities, zooms: 0...20))
        #expect(fitted.showsAll && fitted.viewport.zoom > 1.9)
        for city in cities {
            #expect(fitted.viewport.isInFront(city.coordinate))
            #expect(fitted.viewport.pixelRect.inset(by: -1e-3).contains(fitted.viewport.point(for: city.coordinate)))
        }
    }
}
