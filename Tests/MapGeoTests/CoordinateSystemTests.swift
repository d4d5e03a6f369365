// SPDX-License-Identifier: MIT
import MapGeo
import Testing

@Suite("Coordinate systems") struct CoordinateSystemTests {
    @Test("a place in Beijing, as the geoChina manual gives it")
    func published() {
        let gcj = CoordinateSystem.wgs84.convert(Coordinate(latitude: 39.90105, longitude: 116.42079), to: .gcj02)
        #expect(abs(gcj.latitude - 39.90245) < 1e-5)
        #expect(abs(gcj.longitude - 116.42703) < 1e-5)
    }

    static let coordinates = [
        Coordinate(latitude: 39.90105, longitude: 116.42079), Coordinate(latitude: 22.54, longitude: 114.06),
        Coordinate(latitude: 31.2304, longitude: 121.4737), Coordinate(latitude: 43.8, longitude: 87.6),
        Coordinate(latitude: 18.2, longitude: 109.5), Coordinate(latitude: 45.75, longitude: 126.63),
    ]
    static let pairs = CoordinateSystem.allCases.flatMap { a in CoordinateSystem.allCases.map { (a, $0) } }

    @Test("there and back again is under a centimetre", arguments: coordinates, pairs)
    func roundTrip(coordinate: Coordinate, pair: (CoordinateSystem, CoordinateSystem)) {
        let back = pair.1.convert(pair.0.convert(coordinate, to: pair.1), to: pair.0)
        // A degree is 111 km: 1e-8 degrees are about a millimetre.
        #expect(abs(back.latitude - coordinate.latitude) < 2e-8)
        #expect(abs(back.longitude - coordinate.longitude) < 2e-8)
    }

    @Test("AMap's shift is some hundred metres, Baidu's more", arguments: coordinates)
    func shifts(coordinate: Coordinate) {
        let gcj = CoordinateSystem.wgs84.convert(coordinate, to: .gcj02)
        let bd = CoordinateSystem.wgs84.convert(coordinate, to: .bd09)
        func metres(_ c: Coordinate) -> Double {
            let dy = (c.latitude - coordinate.latitude) * 111_320
            let dx = (c.longitude - coordinate.longitude) * 111_320 * 0.75
            return (dx * dx + dy * dy).squareRoot()
        }
        #expect((100...800).contains(metres(gcj)))
        #expect((500...2500).contains(metres(bd)))
    }

    @Test(
        "outside of China nothing moves", arguments: CoordinateSystem.allCases,
        [
            Coordinate(latitude: 60.17, longitude: 24.94), Coordinate(latitude: -33.9, longitude: 151.2),
            Coordinate(latitude: 37.77, longitude: -122.42), Coordinate(latitude: 0, longitude: 0),
        ])
    func outside(system: CoordinateSystem, coordinate: Coordinate) {
        #expect(CoordinateSystem.wgs84.convert(coordinate, to: system) == coordinate)
        #expect(system.convert(coordinate, to: .wgs84) == coordinate)
    }

    @Test("an unwrapped longitude stays unwrapped") func unwrapped() {
        let plain = CoordinateSystem.wgs84.convert(Coordinate(latitude: 30, longitude: 110), to: .gcj02)
        let turned = CoordinateSystem.wgs84.convert(Coordinate(latitude: 30, longitude: -250), to: .gcj02)
        #expect(abs(turned.longitude + 360 - plain.longitude) < 1e-9)
    }
}
