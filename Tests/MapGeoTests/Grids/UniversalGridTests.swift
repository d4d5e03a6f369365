// SPDX-License-Identifier: MIT
import MapGeo
import MapGeometry
import Testing

/// Against PROJ 9.5 (pyproj) and GeographicLib's references (the package mgrs).
@Suite("Universal grids") struct UniversalGridTests {
    // swift-format-ignore
    private static let places: [(Double, Double, String, Double, Double)] = [
        (60.172, 24.945, "35VLG8598472340", 385984.7186, 6672340.7677),
        (59.91, 10.75, "32VNM9786842681", 597868.3811, 6642681.5102),
        (60.39, 5.32, "32VKN9723000510", 297230.2202, 6700510.1753),
        (78.22, 15.65, "33XWG1481383004", 514813.5273, 8683004.1533),
        (-33.87, 151.21, "56HLH3443550816", 334435.7061, 6250816.3978),
        (0.0001, 0.0001, "31NAA6603200011", 166032.5860, 11.0683),
        (-0.0001, 179.9999, "60MZE3396799988", 833967.4140, 9999988.9317),
        (37.77, -122.42, "10SEG5108180454", 551081.2998, 4180454.9025),
        (86.5, 45, "ZCE7485125148", 2274851.9456, 1725148.0544),
        (84.5, -120.3, "YSL7239508307", 1472395.0761, 2308307.4245),
        (-88.2, 10.1, "BAP3504896761", 2035048.5557, 2196761.4682),
        (-80.5, -60, "ALT8456628525", 1084566.4898, 2528525.7835),
        (75, 8.9, "31XFD7019232079", 670192.7155, 8332079.4686),
        (75, 9.1, "33XUD2980732079", 329807.2845, 8332079.4686),
        (63.99, 2.999, "31VDL9995195899", 499951.0704, 7095899.8362),
        (63.99, 3.001, "32VKS0680109711", 206801.5170, 7109711.9905),
        (71.999, 20.9, "34WDE9655088823", 496550.7728, 7988823.8242),
        (72.001, 20.9, "33XYV0319199004", 703191.5934, 7999004.3195),
        (-79.99, -179.99, "1CDM4200418039", 442004.0536, 1118039.7443),
        (83.999, 179.99, "60XWU3488328887", 534883.9014, 9328887.6299),
        (22.131298, 87.043316, "45QWE0446647360", 504466.9869, 2447360.5581),
        (50.352706, 159.282102, "57UWR2006977885", 520069.1156, 5577885.4084),
        (41.295387, 152.036999, "56TML1937271995", 419372.2990, 4571995.8477),
        (-75.148944, -12.375844, "28CEB7505458113", 575054.7920, 1658113.1653),
        (74.62183, 53.630839, "39XWC7785283137", 577852.2844, 8283137.3967),
        (67.667501, -139.245853, "7WER7437406847", 574374.5417, 7506847.5990),
        (-3.06649, -91.23378, "15MXS9628760895", 696287.6509, 9660895.5880),
        (9.168029, 26.618828, "35PML5812313451", 458123.0827, 1013451.2748),
        (-77.751896, -101.977272, "14CMU2952067528", 429520.2633, 1367528.7696),
        (-34.120788, 149.884334, "55HGC6602620693", 766026.3689, 6220693.1886),
        (45.525829, -122.542484, "10TER3572741467", 535727.9081, 5041467.8266),
        (50.672677, -130.043729, "9UVS2624813946", 426248.6582, 5613946.0074),
    ]

    @Test("easting and northing are those of PROJ, to a millimeter, and lead back", arguments: places)
    func plane(latitude: Double, longitude: Double, reference: String, easting: Double, northing: Double) {
        let place = Coordinate(latitude: latitude, longitude: longitude)
        let projection = GridZone(at: place).projection
        let point = projection.project(place)
        #expect(abs(point.x - easting) < 1e-3 && abs(point.y - northing) < 1e-3)
        let back = projection.unproject(point)
        #expect(abs(back.latitude - latitude) < 1e-9)
        #expect(abs(wrapLongitude(back.longitude - longitude)) < 1e-8)
    }

    @Test("references are those of others, and lead back", arguments: places)
    func references(latitude: Double, longitude: Double, reference: String, easting: Double, northing: Double) throws {
        let place = Coordinate(latitude: latitude, longitude: longitude)
        #expect(MilitaryGrid.reference(of: place) == reference)
        let back = try MilitaryGrid.coordinate(reference)
        #expect(place.geodesic(to: back).meters < 0.75)
        let coarse = try MilitaryGrid.coordinate(MilitaryGrid.reference(of: place, digits: 2))
        #expect(place.geodesic(to: coarse).meters < 720)
    }

    @Test("references near the edges of zones and bands lead back", arguments: -10..<10)
    func edges(band: Int) throws {
        let south = Double(band) * 8
        for (north, west) in [0.0005, 0.02, 4, 7.98].flatMap({ north in [-180.0, -60, 0, 54].map { (north, $0) } }) {
            for east in [0.01, 0.3, 3, 5.99] as [Double] {
                let place = Coordinate(latitude: south + north, longitude: west + east)
                let back = try MilitaryGrid.coordinate(MilitaryGrid.reference(of: place))
                let distance = place.geodesic(to: back).meters
                #expect(distance < 0.75, "\(place)")
            }
        }
    }

    @Test(
        "texts stand for places",
        arguments: [
            ("35VLG8594", 60.3707, 24.9237), ("35v lg 85 94", 60.3707, 24.9237),
            ("35V 385985 6672341", 60.172, 24.945), ("35 north 385985 6672341", 60.172, 24.945),
            ("56 south 334436mE 6250816mN", -33.87, 151.21), ("8FVC9G8F+6W", 47.365563, 8.524938),
            ("8FVC0000+", 47.5, 8.5),
        ])
    func notations(text: String, latitude: Double, longitude: Double) throws {
        let place = try #require(try CoordinateNotation.coordinate(text))
        #expect(abs(place.latitude - latitude) < 2e-4 && abs(place.longitude - longitude) < 2e-4, "\(place)")
    }

    @Test(
        "what is wrong with a text is told",
        arguments: [
            ("35VLG859", "as many"), ("61VLG8594", "1 to 60"), ("35ILG8594", "bands"), ("35VAG8594", "columns"),
            ("35V 385985 100", "not in the band"), ("G8F+6W", "end of a plus code"), ("35S 385985 6672341", "35 south"),
        ])
    func mistakes(text: String, word: String) {
        do throws(NotationProblem) {
            _ = try CoordinateNotation.coordinate(text)
            Issue.record("no error for \(text)")
        } catch {
            #expect(error.message.contains(word), "\(error.message)")
        }
    }

    @Test("other texts are no places", arguments: ["red", "Helsinki", "24.9,60.1", "poi", "12", ""])
    func others(text: String) throws {
        #expect(try CoordinateNotation.coordinate(text) == nil)
    }

    @Test("grid north turns away from the central meridian") func convergence() {
        let place = Coordinate(latitude: 60, longitude: 25)
        #expect(abs(GridZone(at: place).convergence(at: place) - (-1.7326)) < 0.01)
    }
}
