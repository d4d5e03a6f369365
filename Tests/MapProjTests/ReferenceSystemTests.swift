// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry
import MapProj
import Testing

@Suite("Coordinate reference systems") struct ReferenceSystemTests {
    /// A definition, a longitude and a latitude, and what pyproj 3.7 makes of them.
    static let published: [(String, Double, Double, Double, Double)] = [
        ("EPSG:25832", 10, 51, 570168.8615, 5650300.7865),
        ("urn:ogc:def:crs:EPSG::25832", 9, 0.5, 500000.0000, 55265.0371),
        ("http://www.opengis.net/def/crs/EPSG/0/25832", 6.2, 60, 343853.5660, 6654716.3923),
        ("epsg:32719", -70.65, -33.45, 346642.6950, 6297606.8325),
        ("EPSG:3035", 24.94, 60.17, 5145382.1617, 4206177.5040),
        ("EPSG:2056", 7.439, 46.951, 2600027.9828, 1199990.7991),
        ("EPSG:3413", -45, 80, 0.0, -1085920.2974),
        ("EPSG:2193", 174.78, -41.29, 1749045.8029, 5427521.3834),
        ("EPSG:3857", 11.5, 48.1, 1280174.1441, 6123507.4250),
        ("EPSG:4258", 11.5, 48.1, 11.5, 48.1),
        (
            "+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 +ellps=GRS80 +units=m", 12, 50, 4464387.4789,
            2989464.3148
        ),
        ("+proj=utm +zone=33 +south +datum=WGS84", 15.5, -12, 554430.1804, 8673396.9850),
        ("ESRI:54030", 11, 48, 914198.3134, 5119205.2798),
        // As a .prj file says it.
        (
            """
            PROJCS["ETRS_1989_UTM_Zone_32N",GEOGCS["GCS_ETRS_1989",DATUM["D_ETRS_1989",SPHEROID["GRS_1980",6378137.0,\
            298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],\
            PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",9.0],\
            PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]
            """, 10, 51, 570168.8615, 5650300.7865
        ),
        // As GDAL says it, with a grid that is none.
        (
            """
            PROJCS["WGS 84 / Pseudo-Mercator",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],\
            PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Mercator_1SP"],PARAMETER["central_meridian",0],\
            PARAMETER["scale_factor",1],PARAMETER["false_easting",0],PARAMETER["false_northing",0],UNIT["metre",1],\
            AXIS["Easting",EAST],AXIS["Northing",NORTH],EXTENSION["PROJ4","+proj=merc +a=6378137 +b=6378137 +lat_ts=0 \
            +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +wktext +no_defs"]]
            """, 11.5, 48.1, 1280174.1441, 6123507.4250
        ),
    ]

    @Test("as pyproj, there and back", arguments: published)
    func transforms(definition: String, longitude: Double, latitude: Double, x: Double, y: Double) throws {
        let system = try ReferenceSystem(definition)
        var points = [Point(longitude, latitude), Point(longitude, latitude)]
        try system.fromLongitudeLatitude(&points)
        let tolerance = system.isGeographic ? 1e-8 : 0.001
        #expect(points.allSatisfy { abs($0.x - x) < tolerance && abs($0.y - y) < tolerance }, "\(points)")
        try system.toLongitudeLatitude(&points)
        #expect(points.allSatisfy { abs($0.x - longitude) < 1e-7 && abs($0.y - latitude) < 1e-7 }, "\(points)")
    }

    @Test(
        "zones of UTM are the same without PROJ",
        arguments: [
            "EPSG:25832", "urn:ogc:def:crs:EPSG::25837", "EPSG:32601", "EPSG:32633", "EPSG:32719", "EPSG:32760",
        ])
    func zones(definition: String) throws {
        let (own, system) = (try ReferenceSystem.ofCoordinates(definition), try ReferenceSystem(definition))
        #expect(own == system && !own.isGeographic)
        // Nothing else is known of it: it is not PROJ's.
        #expect(own.name != system.name)
        let zone = try #require(Int(definition.suffix(2)))
        let isSouth = definition.contains(":327")
        let meridian = Double(6 * zone - 183)
        for (x, y) in [(-3.0, 1.0), (0, 40), (2.9, 70), (5, 55)] {
            let place = Point(meridian + x, isSouth ? -y : y)
            var (a, b) = ([place], [place])
            try own.fromLongitudeLatitude(&a)
            try system.fromLongitudeLatitude(&b)
            #expect((a[0] - b[0]).length < 2e-4)
            try own.toLongitudeLatitude(&a)
            try system.toLongitudeLatitude(&b)
            let turn = ((a[0].x - b[0].x) / 360).rounded() * 360
            #expect(abs(a[0].x - b[0].x - turn) < 1e-8 && abs(a[0].y - b[0].y) < 1e-8)
        }
        var outside = [Point(meridian, 400), Point(.nan, 3), Point(meridian + 85, 10), Point(meridian, 52)]
        try own.fromLongitudeLatitude(&outside)
        #expect(outside.map(\.x.isFinite) == [false, false, false, true])
        for other in ["EPSG:2056", "EPSG:25838"] {
            #expect(try ReferenceSystem.ofCoordinates(other).name == ReferenceSystem(other).name)
        }
    }

    @Test("names and areas") func names() throws {
        let system = try ReferenceSystem("EPSG:25832")
        #expect(system.name == "ETRS89 / UTM zone 32N")
        #expect(!system.isGeographic)
        #expect(system.areaOfUse.map { $0.west > 5 && $0.east < 13 && $0.south > 30 } == true)
        #expect(try ReferenceSystem("EPSG:4258").isGeographic)
        // Horizontal coordinates of a system with heights.
        #expect(try ReferenceSystem("EPSG:5555").name == "ETRS89 / UTM zone 32N")
        #expect(try ReferenceSystem("EPSG:4326") == .wgs84)
    }

    @Test("what cannot be transformed is not a number") func outside() throws {
        var points = [Point(9, 51), Point(9, 400), Point(.nan, 3), Point(9, 52)]
        try ReferenceSystem("EPSG:25832").fromLongitudeLatitude(&points)
        #expect(points.map(\.x.isFinite) == [true, false, false, true])
        points = [Point(9, 91)]
        try ReferenceSystem.webMercator.fromLongitudeLatitude(&points)
        #expect(points[0].x.isNaN)
        points = []
        try ReferenceSystem("EPSG:25832").fromLongitudeLatitude(&points)
    }

    @Test(
        "what is no system, or more than one",
        arguments: [
            "", "EPSG:", "EPSG:99999999", "EPSG:25832; DROP TABLE", "nonsense", "+proj=nothing", "PROJCS[\"cut",
            "EPSG:4978",
            "EPSG:5773", "+init=epsg:25832", "+proj=pipeline +step +proj=utm +zone=32",
            "+proj=longlat +ellps=bessel +nadgrids=/etc/passwd",
            "+proj=longlat +ellps=bessel +nadgrids=@null,/etc/passwd",
            "+proj=hgridshift +grids=BETA2007.gsb", "+proj=tinshift +file=/etc/passwd", "GEOGCS[\"a\u{0}b\"]",
            "PROJCS[" + String(repeating: "A", count: 70_000), String(repeating: "GEOGCS[", count: 9000),
        ])
    func refused(definition: String) {
        let error = #expect(throws: Diagnostic.self) { try ReferenceSystem(definition) }
        #expect(error?.code == .coordinatesUnknownSystem)
        #expect((error?.message.utf8.count ?? 0) < 400)
    }

    @Test("several threads share a system") func threads() async throws {
        let system = try ReferenceSystem("EPSG:3035")
        await withTaskGroup(of: Bool.self) { group in
            for index in 0..<16 {
                group.addTask {
                    var points = (0..<500).map { Point(Double(index) + Double($0) / 1000, 45 + Double($0) / 100) }
                    let before = points
                    do {
                        try system.fromLongitudeLatitude(&points)
                        try system.toLongitudeLatitude(&points)
                    } catch { return false }
                    return zip(points, before).allSatisfy { abs($0.x - $1.x) < 1e-7 && abs($0.y - $1.y) < 1e-7 }
                }
            }
            for await isSame in group { #expect(isSame) }
        }
    }
}
