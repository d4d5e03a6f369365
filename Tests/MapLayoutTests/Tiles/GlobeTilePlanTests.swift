// SPDX-License-Identifier: MIT
import MapGeo
import MapGeometry
import MapLayout
import TestSupport
import Testing

@Suite("Tiles of globes") struct GlobeTilePlanTests {
    private static let places = [
        Coordinate(latitude: 39.9, longitude: 116.4), Coordinate(latitude: 35.7, longitude: 139.7),
        Coordinate(latitude: 31.2, longitude: 121.5), Coordinate(latitude: 28.6, longitude: 77.2),
        Coordinate(latitude: 51.5, longitude: -0.1), Coordinate(latitude: 60.2, longitude: 24.9),
        Coordinate(latitude: 40.7, longitude: -74), Coordinate(latitude: 34.1, longitude: -118.2),
        Coordinate(latitude: -33.9, longitude: 151.2), Coordinate(latitude: -22.9, longitude: -43.2),
        Coordinate(latitude: 82.5, longitude: -62.3), Coordinate(latitude: -17.8, longitude: 179.9),
        Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 40.97, longitude: 90),
        Coordinate(latitude: -85.05, longitude: 10),
    ]

    private static let tilts = [
        Tilt(), Tilt(pitch: 45), Tilt(pitch: 80), Tilt(pitch: 60, roll: 40), Tilt(pitch: 20, verticalFieldOfView: 90),
    ]

    /// The middle of each part of a view divided into 25, in the unit square of Web Mercator: what is seen of the ground.
    private func seen(in view: Viewport) -> [Point] {
        (0..<25).compactMap { index in
            let point = Point(
                view.size.width * (Double(index % 5) + 0.5) / 5, view.size.height * (Double(index / 5) + 0.5) / 5)
            guard view.showsGround(at: point) else { return nil }
            var place = view.mercator(atPixel: point)
            place.x -= place.x.rounded(.down)
            return (0.0..<1).contains(place.y) ? place : nil
        }
    }

    @Test(
        "whatever a view shows lies in a tile of its plan", arguments: places,
        [MapProjection.mercator, .globe, .verticalPerspective])
    func covered(place: Coordinate, projection: MapProjection) throws {
        let sizes = [Size(width: 600, height: 400), Size(width: 40, height: 30), Size(width: 200, height: 1200)]
        for zoom in stride(from: 2.0, through: 13, by: 0.5) {
            for (index, tilt) in Self.tilts.enumerated() {
                let size = sizes[(index + Int(2 * zoom)) % 3]
                let view = Viewport(
                    size: size, scale: 1, center: place, zoom: zoom, bearing: index % 2 == 0 ? 0 : 77, tilt: tilt,
                    projection: projection)
                let tiles = try #require(TilePlan.covering(view, zoom: Int(zoom.rounded(.down))))
                let squares = tiles.map(\.id.mercatorRect)
                let missing = seen(in: view).filter { place in !squares.contains { $0.contains(place) } }
                #expect(missing.isEmpty, "zoom \(zoom), \(size), pitch \(tilt.pitch)")
            }
        }
    }

    @Test("an area that holds all that is seen of a globe fills the image", arguments: [3.0, 6.5, 9, 11.5])
    func surrounding(zoom: Double) throws {
        for place in Self.places where abs(place.latitude) < 70 {
            let view = Viewport(
                size: Size(width: 300, height: 200), scale: 1, center: place, zoom: zoom, projection: .globe)
            let sphere = try #require(view.perspective?.sphere)
            // Most of the hemisphere around the place.
            let middle = WebMercator.project(place)
            let box = Rect(
                minX: middle.x - 0.2, minY: max(0.001, middle.y - 0.2), maxX: middle.x + 0.2,
                maxY: min(0.999, middle.y + 0.2))
            let rings = sphere.area(of: box.corners.map(view.mercatorToGround.apply))
            let frame = ConvexRegion(view.pixelRect.corners)
            let painted = rings.map { abs(signedArea(frame.clipped(ring: $0))) }.reduce(0, +)
            #expect(abs(painted - 300 * 200) < 60, "\(place)")
        }
    }
}
