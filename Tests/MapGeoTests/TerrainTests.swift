// SPDX-License-Identifier: MIT
import Libc
import MapGeo
import MapGeometry
import Testing

@Suite("Terrain") struct TerrainTests {
    /// The world at zoom 4 as hills of up to 2,000 km, high enough for a small map to be uneven.
    private func hills(_ height: (_ x: Double, _ y: Double) -> Double) -> Terrain {
        let side = 64
        let heights = (0..<(side + 2) * (side + 2)).map { (index: Int) -> Float in
            let (row, column) = index.quotientAndRemainder(dividingBy: side + 2)
            return Float(height(Double(column - 1) / Double(side), Double(row - 1) / Double(side)))
        }
        return Terrain([TileID(z: 0, x: 0, y: 0): Terrain.Tile(side: side, heights: heights)], exaggeration: 1)
    }

    private func view(pitch: Double, roll: Double = 0, zoom: Double = 3, on projection: MapProjection = .mercator)
        -> Viewport
    {
        Viewport(
            size: Size(width: 400, height: 300), scale: 2, center: Coordinate(latitude: 10, longitude: 20), zoom: zoom,
            bearing: 30, tilt: Tilt(pitch: pitch, roll: roll), projection: projection)
    }

    @Test("heights are interpolated between samples and multiplied by the exaggeration") func heights() {
        let heights = (0..<16).map { (index: Int) -> Float in
            let (row, column) = index.quotientAndRemainder(dividingBy: 4)
            return Float(column * 100 + row * 1000)
        }
        let terrain = Terrain([TileID(z: 0, x: 0, y: 0): Terrain.Tile(side: 2, heights: heights)], exaggeration: 1.5)
        #expect(terrain.height(at: Point(0, 0)) == 1.5 * 1100)
        #expect(terrain.height(at: Point(0.25, 0.5)) == 1.5 * 2150)
        #expect(terrain.height(at: Point(1.25, 0.5)) == 1.5 * 2150)
        #expect(terrain.height(at: Point(0.5, 1.5)) == 0)
        #expect(terrain.range == 0...1.5 * 3300)
    }

    @Test("the camera looks at the height of the center", arguments: [0.0, 50]) func center(pitch: Double) {
        let view = view(pitch: pitch).standing(on: hills { x, _ in 1_000_000 * x })
        #expect(view.centerHeight > 400_000)
        #expect(view.point(for: view.center).distance(to: view.focus) < 1e-6)
        #expect(view.magnification(at: view.center) == 1)
    }

    @Test("level ground is where it is without a terrain") func level() {
        let (flat, standing) = (view(pitch: 60), view(pitch: 60).standing(on: hills { _, _ in 500 }))
        for longitude in stride(from: 0.0, through: 40, by: 5) {
            let location = Coordinate(latitude: 12, longitude: longitude)
            #expect(flat.point(for: location).distance(to: standing.point(for: location)) < 1e-6)
        }
        #expect(standing.overLevelGround == flat)
    }

    @Test("a point of the map leads to the ground that is seen there, and back", arguments: [0.0, 40, 70])
    func roundTrip(pitch: Double) {
        let view = view(pitch: pitch, roll: 10).standing(
            on: hills { x, y in 60_000 * (1 + (x * 60).rounded(.down).truncatingRemainder(dividingBy: 2) + y) })
        var seen = 0
        for y in stride(from: 5.0, to: 300, by: 29) {
            for x in stride(from: 5.0, to: 400, by: 31) where view.showsGround(at: Point(x, y)) {
                let location = view.coordinate(at: Point(x, y))
                // The ends of the world are cliffs.
                guard abs(location.latitude) < 85 else { continue }
                seen += 1
                let back = view.point(for: location)
                #expect(back.distance(to: Point(x, y)) < 0.01)
            }
        }
        #expect(seen > 60)
    }

    @Test(
        "on globes too, and on the way from a ball to a plane",
        arguments: [(0.0, 3.0), (50, 3), (40, 5), (60, 10.5), (60, 11.4)])
    func roundTripOnGlobes(pitch: Double, zoom: Double) {
        let height = 200_000 / exp2(zoom - 3)
        let view = view(pitch: pitch, zoom: zoom, on: .globe).standing(
            on: hills { x, y in height * (1 + (x * 60).rounded(.down).truncatingRemainder(dividingBy: 2) + y) })
        var seen = 0
        for y in stride(from: 5.0, to: 300, by: 29) {
            for x in stride(from: 5.0, to: 400, by: 31) where view.showsGround(at: Point(x, y)) {
                let location = view.coordinate(at: Point(x, y))
                guard abs(location.latitude) < 85 else { continue }
                seen += 1
                #expect(view.point(for: location).distance(to: Point(x, y)) < 0.01)
            }
        }
        #expect(seen > 60)
    }

    @Test("higher ground is nearer to the camera, and hides what is behind it") func hidden() {
        let wall = hills { x, y in abs(y - 0.46) < 0.012 ? 900_000 : 0 }
        let level = Viewport(
            size: Size(width: 400, height: 400), scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: 3,
            tilt: Tilt(pitch: 60))
        let view = level.standing(on: wall)
        func ground(_ y: Double) -> Point { view.mercatorToGround.apply(Point(0.5, y)) }
        let top = WebMercator.unproject(Point(0.5, 0.46))
        #expect(view.magnification(at: top) > level.magnification(at: top))
        #expect(!view.isHidden(at: ground(0.5)))
        #expect(!view.isHidden(at: ground(0.46)))
        #expect(view.isHidden(at: ground(0.44)))
    }

    @Test("slopes of a mountain above the camera are seen, and what is behind them is not") func aboveCamera() {
        let view = Viewport(
            size: Size(width: 400, height: 400), scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: 3,
            tilt: Tilt(pitch: 85)
        ).standing(on: hills { x, y in abs(y - 0.46) < 0.012 ? 900_000 : 0 })
        let (slope, top) = (
            view.mercatorToGround.apply(Point(0.5, 0.473)), view.mercatorToGround.apply(Point(0.5, 0.455))
        )
        // The camera is 600 · cos 85° pixels above the center.
        #expect(view.groundHeight(at: slope) > 53)
        #expect(!view.isHidden(at: slope))
        #expect(view.isHidden(at: top))
        let place = WebMercator.unproject(Point(0.5, 0.473))
        let point = view.point(for: place)
        #expect(view.showsGround(at: point))
        #expect(abs(view.coordinate(at: point).latitude - place.latitude) < 0.01)
    }

    @Test(
        "the image of the ground ends where the sky begins, also above hills",
        arguments: [
            (Tilt(pitch: 85), MapProjection.mercator), (Tilt(pitch: 85, roll: 20), .mercator),
            (Tilt(pitch: 85, roll: 180), .mercator), (Tilt(pitch: 110), .mercator), (Tilt(pitch: 60), .globe),
        ])
    func visibleImage(tilt: Tilt, projection: MapProjection) {
        let view = Viewport(
            size: Size(width: 400, height: 400), scale: 1, center: Coordinate(latitude: 0, longitude: 0), zoom: 3,
            tilt: tilt, projection: projection
        ).standing(on: hills { x, y in abs(x - 0.5) < 0.02 && abs(y - 0.46) < 0.012 ? 900_000 : 0 })
        let image = view.visibleImage
        if tilt.pitch == 85 {
            let slope = view.point(for: WebMercator.unproject(Point(0.5, 0.473)))
            #expect(image.surrounds(slope))
            #expect(view.overLevelGround.perspective?.visibleImage().surrounds(slope) == false)
        }
        let points = stride(from: 10.0, to: 400, by: 20).flatMap { y in
            stride(from: 10.0, to: 400, by: 20).map { Point($0, y) }
        }
        #expect(points.count { image.surrounds($0) != view.showsGround(at: $0) } < 4)
    }

    @Test("a mesh has the heights of half of its resolution, and what stands on it the finest ones") func resolutions()
    {
        func level(_ height: Float) -> Terrain.Tile {
            Terrain.Tile(side: 2, heights: Array(repeating: height, count: 16))
        }
        let terrain = Terrain(
            [
                TileID(z: 0, x: 0, y: 0): level(10), TileID(z: 1, x: 0, y: 0): level(20),
                TileID(z: 2, x: 0, y: 0): level(30),
            ], exaggeration: 1)
        #expect(terrain.patch(below: TileID(z: 2, x: 0, y: 0))?.height(0.5, 0.5) == 20)
        #expect(terrain.patch(below: TileID(z: 2, x: 3, y: 3))?.height(0.5, 0.5) == 10)
        #expect(terrain.patch(below: TileID(z: 0, x: 0, y: 0))?.height(0.5, 0.5) == 10)
        #expect(terrain.height(at: Point(0.1, 0.1)) == 30)
        #expect(terrain.height(at: Point(0.4, 0.1)) == 20 && terrain.height(at: Point(-0.1, 0.1)) == 10)
        #expect(terrain.lowestHeight(around: Point(1.1, 0.1)) == 30 && terrain.lowestHeight(around: Point(0.9, 1)) == 0)
        let fine = Terrain([TileID(z: 2, x: 0, y: 0): level(30)], exaggeration: 1)
        #expect(fine.patch(below: TileID(z: 2, x: 0, y: 0))?.height(0.5, 0.5) == 30)
    }
}
