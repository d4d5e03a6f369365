// SPDX-License-Identifier: MIT
import MapGeo
import MapGeometry
import TestSupport
import Testing

@Suite("Web Mercator") struct WebMercatorTests {
    @Test(
        "known places",
        arguments: [
            (Coordinate(latitude: 0, longitude: 0), Point(0.5, 0.5)),
            (Coordinate(latitude: WebMercator.maxLatitude, longitude: -180), Point(0, 0)),
            (Coordinate(latitude: -WebMercator.maxLatitude, longitude: 180), Point(1, 1)),
            // y = (1 - asinh(tan φ) / π) / 2 for 60° N.
            (Coordinate(latitude: 60, longitude: 90), Point(0.75, 0.2903996408605087)),
        ])
    func known(coordinate: Coordinate, point: Point) {
        #expect(WebMercator.project(coordinate).distance(to: point) < 1e-9)
    }

    @Test("there and back") func roundTrip() {
        var random = SplitMix(seed: 1)
        for _ in 0..<2000 {
            let coordinate = Coordinate(
                latitude: .random(in: -85...85, using: &random), longitude: .random(in: -500...500, using: &random))
            let back = WebMercator.unproject(WebMercator.project(coordinate))
            #expect(abs(back.latitude - coordinate.latitude) < 1e-9)
            #expect(abs(back.longitude - coordinate.longitude) < 1e-9)
        }
    }

    @Test("the poles are clamped to the square's edge") func poles() {
        #expect(WebMercator.project(Coordinate(latitude: 90, longitude: 0)).y.magnitude < 1e-9)
        #expect(abs(WebMercator.project(Coordinate(latitude: -90, longitude: 0)).y - 1) < 1e-9)
    }

    @Test("a point's metres at the equator and at 60°") func meters() {
        #expect(abs(WebMercator.metersPerPoint(at: 0, zoom: 0) - 78_271.516_964) < 1e-3)
        #expect(abs(WebMercator.metersPerPoint(at: 60, zoom: 10) - 78_271.516_964 / 2048) < 1e-6)
    }

    @Test(
        "longitudes are wrapped",
        arguments: [
            (0, 0), (180, 180), (-180, -180), (181, -179), (-181, 179), (360, 0), (540, 180), (-540, -180), (725, 5),
        ] as [(Double, Double)])
    func wraps(longitude: Double, wrapped: Double) {
        let result = wrapLongitude(longitude)
        #expect(abs(result - wrapped) < 1e-9 || abs(abs(result - wrapped) - 360) < 1e-9)
        #expect((-180...180).contains(result))
    }

    @Test("metres become degrees around a place") func spans() {
        let equator = CoordinateSpan(
            latitudinalMeters: 111_319.49, longitudinalMeters: 222_638.98,
            around: Coordinate(latitude: 0, longitude: 9))
        #expect(abs(equator.latitudeDelta - 1) < 1e-6 && abs(equator.longitudeDelta - 2) < 1e-6)
        let north = CoordinateSpan(
            latitudinalMeters: 400, longitudinalMeters: 400, around: Coordinate(latitude: 60, longitude: 9))
        #expect(abs(north.longitudeDelta / north.latitudeDelta - 2) < 1e-9)
        let pole = CoordinateSpan(
            latitudinalMeters: 1e9, longitudinalMeters: 1e9, around: Coordinate(latitude: 90, longitude: 9))
        #expect(pole == CoordinateSpan(latitudeDelta: 180, longitudeDelta: 360))
    }
}

@Suite("Tile ids and boxes") struct TileIDTests {
    @Test("family") func family() {
        let tile = TileID(z: 14, x: 9326, y: 4741)
        #expect(tile.description == "14/9326/4741")
        #expect(tile.parent == TileID(z: 13, x: 4663, y: 2370))
        #expect(tile.ancestor(atZoom: 6) == TileID(z: 6, x: 36, y: 18))
        #expect(tile.ancestor(atZoom: 20) == tile)
        #expect(TileID(z: 0, x: 0, y: 0).parent == nil)
        #expect(TileID(z: 2, x: 0, y: 1).tmsRow == 2)
    }

    @Test(
        "what is no tile",
        arguments: [
            TileID(z: -1, x: 0, y: 0), TileID(z: 31, x: 0, y: 0), TileID(z: 0, x: 1, y: 0), TileID(z: 3, x: 8, y: 0),
            TileID(z: 3, x: 0, y: -1), TileID(z: .max, x: .max, y: .min),
        ])
    func invalid(tile: TileID) {
        #expect(!tile.isValid)
    }

    @Test("a tile's box holds what its square holds") func box() {
        let tile = TileID(z: 14, x: 9326, y: 4741)
        let helsinki = Coordinate(latitude: 60.1715, longitude: 24.9445)
        let center = WebMercator.project(helsinki)
        let here = TileID(z: 14, x: Int(center.x * 16384), y: Int(center.y * 16384))
        #expect(here.mercatorRect.contains(center))
        #expect((here.box.south...here.box.north).contains(helsinki.latitude))
        #expect((here.box.west...here.box.east).contains(helsinki.longitude))
        #expect(TileID(z: 0, x: 0, y: 0).box.west == -180)
        #expect(tile.isValid)
    }

    @Test("a box across the antimeridian is unwrapped") func antimeridian() {
        let box = CoordinateBox(west: 170, south: -20, east: -160, north: 0)
        #expect(box.east == 200)
        #expect(box.center == Coordinate(latitude: -10, longitude: 185))
    }
}
