// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import MapCore
import MapGeometry
import MapImages
import StaticMap
import StaticMapServer
import TestSupport
import Testing

@Suite("WMS in many coordinate systems") struct WMSSystemTests {
    @Test("WMS answers for itself alone", arguments: [("WMS", true), ("wms", true), ("WFS", false)])
    func services(name: String, isServed: Bool) async throws {
        let service = try ServerFixture.service()
        defer { service.end() }
        let text = await service.get("/wms?SERVICE=\(name)&REQUEST=GetCapabilities").text
        #expect(text.contains("<WMS_Capabilities") == isServed)
        #expect(text.contains("SERVICE: expected WMS") != isServed)
    }

    @Test(
        "WMTS has tiles in degrees, and in systems that an operator chose",
        arguments: [
            // A tile of 256 pixels whose sides are 5.625 degrees: 60° N, 22.5° E is a corner of it.
            ("streets-WorldCRS84Quad", "WorldCRS84Quad", "5", 36, 5, "CRS:84", "22.5,56.25,28.125,61.875"),
            ("streets-EPSG:3035", "EPSG:3035", "4", 9, 6, "EPSG:3035", nil),
        ])
    func tiles(
        _ layer: String, _ set: String, _ level: String, _ column: Int, _ row: Int, _ system: String, _ box: String?
    ) async throws {
        let service = try ServerFixture.service { $0.systems = ["EPSG:3035"] }
        defer { service.end() }
        let capabilities = await service.get("/wmts").text
        #expect(capabilities.contains("<ows:Identifier>\(layer)</ows:Identifier>"))
        let matrices = try #require(
            capabilities.components(separatedBy: "<TileMatrixSet><ows:Identifier>").first {
                $0.hasPrefix("\(set)<")
            })
        func numbers(_ tag: String, _ text: String) -> [Double] {
            (text.components(separatedBy: "<\(tag)>").dropFirst().first?.components(separatedBy: "<").first ?? "")
                .split(separator: " ").compactMap { Double($0) }
        }
        let matrix = try #require(
            matrices.components(separatedBy: "<TileMatrix><ows:Identifier>").first { $0.hasPrefix("\(level)<") })
        // Metres of a pixel, or degrees as long as at the equator.
        let unit = system == "CRS:84" ? 6_378_137 * Double.pi / 180 : 1
        let side = 256 * numbers("ScaleDenominator", matrix)[0] * 0.00028 / unit
        let place = numbers("TopLeftCorner", matrix)
        #expect(place.count == 2)
        let corner = system == "CRS:84" ? (x: place[0], y: place[1]) : (x: place[1], y: place[0])
        let west = corner.x + Double(column) * side
        let north = corner.y - Double(row) * side
        let found =
            system == "CRS:84" ? [west, north - side, west + side, north] : [north - side, west, north, west + side]
        if let box {
            for (a, b) in zip(found, box.split(separator: ",").compactMap { Double($0) }) { #expect(abs(a - b) < 1e-6) }
        }
        func tile(_ column: Int, _ row: Int) async -> Response {
            await service.get(
                "/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=\(layer)&STYLE=default&TILEMATRIXSET=\(set)"
                    + "&TILEMATRIX=\(level)&TILEROW=\(row)&TILECOL=\(column)&FORMAT=image/png")
        }
        let answer = await tile(column, row)
        try #require(answer.status == .ok, "\(answer.text)")
        let own = try decodeImage(answer.bytes, maxPixels: 1 << 20)
        #expect(own.width == 256 && own.height == 256)
        // The same box as a map: areas and lines agree, names may be elsewhere.
        let map = await service.get(
            "/wms?SERVICE=WMS&VERSION=1.3.0&REQUEST=GetMap&LAYERS=streets&STYLES=&FORMAT=image/png&CRS=\(system)"
                + "&WIDTH=256&HEIGHT=256&BBOX=" + found.map { "\($0)" }.joined(separator: ","))
        try #require(map.status == .ok, "\(map.text)")
        let other = try decodeImage(map.bytes, maxPixels: 1 << 20)
        let far = zip(own.pixels, other.pixels).count { $0.differences(from: $1).max() > 24 }
        #expect(far < own.pixels.count / 10, "\(far)")
        #expect(await tile(100_000, 0).status == .badRequest)
    }

    /// A map of a style with round symbols at two places, of a radius of 20 points, on white.
    private func map(
        _ query: String, places: [(Double, Double)], layers: String? = nil
    ) async throws -> Bitmap {
        let folder = try ScratchFolder()
        let points = places.map { "[\($0.0), \($0.1)]" }.joined(separator: ", ")
        let circles = #"{"id": "c", "type": "circle", "source": "p", "paint": {"circle-radius": 20}}"#
        try folder.write(
            "styles/own.json",
            """
            {"version": 8, "sources": {
              "p": {"type": "geojson", "data": {"type": "MultiPoint", "coordinates": [\(points)]}},
              "earth": {"type": "geojson", "data": {"type": "Polygon", "coordinates":
               [[[-180, -85], [180, -85], [180, 85], [-180, 85], [-180, -85]]]}}},
             "layers": [{"id": "b", "type": "background", "paint": {"background-color": "#ffffff"}}, \(layers ?? circles)]}
            """)
        let config = try folder.write(
            "config.json", #"{"options": {"paths": {"styles": "styles"}}, "styles": {"own": {"style": "own.json"}}}"#)
        let service = try ServerFixture.service { $0.configFile = config }
        defer { service.end() }
        let answer = await service.get("/wms?REQUEST=GetMap&LAYERS=own&FORMAT=image/png&" + query)
        try #require(answer.status == .ok, "\(query): \(answer.text)")
        return try decodeImage(answer.bytes, maxPixels: 1 << 22)
    }

    /// The box around all dark pixels in a part of an image.
    private func dark(_ bitmap: Bitmap, columns: Range<Int>? = nil) -> Rect {
        var box = Rect.null
        for y in 0..<bitmap.height {
            for x in columns ?? 0..<bitmap.width where bitmap.pixels[y * bitmap.width + x] & 255 < 128 {
                box = box.union(Rect(x: Double(x), y: Double(y), width: 1, height: 1))
            }
        }
        return box
    }

    /// A system, a box in its order of numbers, and the place that pyproj 3.7 has in its middle.
    static let boxes: [(String, String, Double, Double)] = [
        // 4321000 3210000, northing first.
        ("EPSG:3035", "3110000,4221000,3310000,4421000", 10, 52),
        // 570168.86 5650300.79, easting first.
        ("EPSG:25832", "560168.86,5640300.79,580168.86,5660300.79", 10, 51),
        // 2600027.98 1199990.80
        ("EPSG:2056", "2590027.98,1189990.8,2610027.98,1209990.8", 7.439, 46.951),
        // Round the pole, where both numbers grow to the south.
        ("EPSG:3995", "-1e5,-1738783.24,1e5,-1538783.24", 0, 75),
        ("EPSG:4258", "50,9,52,11", 10, 51), ("EPSG:4326", "-1,-1,1,1", 0, 0), ("CRS:84", "59,9,61,11", 60, 10),
    ]

    @Test("what lies in the middle of a box is drawn there, round", arguments: boxes)
    func placesMiddles(system: String, box: String, longitude: Double, latitude: Double) async throws {
        let drawn = try await map(
            "VERSION=1.3.0&CRS=\(system)&BBOX=\(box)&WIDTH=200&HEIGHT=200", places: [(longitude, latitude)])
        let found = dark(drawn)
        #expect(abs(found.center.x - 100) < 1 && abs(found.center.y - 100) < 1, "\(system): \(found)")
        #expect(abs(found.width - 40) <= 2 && abs(found.height - 40) <= 2, "\(system): \(found)")
    }

    @Test("older versions have the east first in every system")
    func ordersAxes() async throws {
        let new = try await map(
            "VERSION=1.3.0&CRS=EPSG:3035&BBOX=3110000,4221000,3310000,4421000&WIDTH=100&HEIGHT=100",
            places: [(10, 52.3)])
        let old = try await map(
            "VERSION=1.1.1&SRS=EPSG:3035&BBOX=4221000,3110000,4421000,3310000&WIDTH=100&HEIGHT=100",
            places: [(10, 52.3)])
        #expect(new.pixels == old.pixels && !dark(new).isNull)
    }

    @Test(
        "symbols keep their shape in boxes of every shape",
        arguments: [
            ("EPSG:3035", "3110000,4221000,3310000,4421000", 300, 100, 10.0, 52.0),
            ("EPSG:3035", "3110000,4221000,3310000,4421000", 100, 300, 10, 52),
            ("EPSG:4326", "59,24,61,26", 100, 300, 25, 60), ("EPSG:3857", "-2e5,-2e5,2e5,2e5", 100, 300, 0, 0),
            ("EPSG:3857", "-2e5,-2e5,2e5,2e5", 300, 100, 0, 0),
        ])
    func keepsShapes(
        system: String, box: String, width: Int, height: Int, longitude: Double, latitude: Double
    ) async throws {
        let drawn = try await map(
            "VERSION=1.3.0&CRS=\(system)&BBOX=\(box)&WIDTH=\(width)&HEIGHT=\(height)", places: [(longitude, latitude)])
        let found = dark(drawn)
        #expect(drawn.width == width && drawn.height == height)
        #expect(
            abs(found.center.x - Double(width) / 2) < 1 && abs(found.center.y - Double(height) / 2) < 1, "\(found)")
        #expect(abs(found.width - 40) <= 2 && abs(found.height - 40) <= 2, "\(found)")
    }

    @Test(
        "a box may go beyond the antimeridian",
        arguments: [
            ("CRS:84", "170,-10,190,10"), ("CRS:84", "-190,-10,-170,10"), ("EPSG:4258", "-10,170,10,190"),
            ("EPSG:3857", "18924313,-1118890,21150703,1118890"),
        ])
    func crossesAntimeridian(system: String, box: String) async throws {
        let drawn = try await map(
            "VERSION=1.3.0&CRS=\(system)&BBOX=\(box)&WIDTH=200&HEIGHT=200", places: [(175, 0), (-175, 0)])
        let (left, right) = (dark(drawn, columns: 0..<100), dark(drawn, columns: 100..<200))
        #expect(abs(left.center.x - 50) <= 1 && abs(right.center.x - 150) <= 1, "\(left) \(right)")
        #expect(abs(left.center.y - 100) <= 1 && abs(right.center.y - 100) <= 1, "\(left) \(right)")
    }

    @Test("a box that is larger than the world, or than what a system is for, shows what there is")
    func showsWhatThereIs() async throws {
        let world = try await map(
            "VERSION=1.3.0&CRS=CRS:84&BBOX=-360,-180,360,180&WIDTH=400&HEIGHT=200&TRANSPARENT=FALSE&BGCOLOR=0x000000",
            places: [(0, 0)], layers: ##"{"id": "x", "type": "background", "paint": {"background-color": "#ffffff"}}"##)
        #expect(world.pixels[0] == 0xFF00_0000 && world.pixels[100 * 400 + 200] == 0xFFFF_FFFF)
        #expect(world.pixels[100 * 400 + 98] == 0xFF00_0000 && world.pixels[100 * 400 + 102] == 0xFFFF_FFFF)
        #expect(world.pixels[48 * 400 + 200] == 0xFF00_0000 && world.pixels[52 * 400 + 200] == 0xFFFF_FFFF)
        // Half of the Earth is behind Europe, and a map zone ends somewhere.
        for (system, box, place) in [
            ("EPSG:3035", "-26790000,-25679000,33210000,34321000", (10.0, 52.0)),
            ("EPSG:25832", "-4e7,-4e7,4e7,5.130060157e7", (10, 51)),
        ] {
            let drawn = try await map(
                "VERSION=1.3.0&CRS=\(system)&BBOX=\(box)&WIDTH=300&HEIGHT=300&BGCOLOR=0xFF00FF", places: [place])
            #expect(drawn.pixels[0] == 0xFFFF_00FF, "\(system)")
            let found = dark(drawn)
            #expect(
                abs(found.center.x - 150) < 4 && abs(found.center.y - 150) < 4 && found.width > 18,
                "\(system): \(found)")
        }
        let away = try await map(
            "VERSION=1.3.0&CRS=EPSG:25832&BBOX=9e8,9e8,9.1e8,9.1e8&WIDTH=20&HEIGHT=20&BGCOLOR=0x00FF00",
            places: [(0, 0)])
        #expect(Set(away.pixels) == [0xFF00_FF00])
    }

    @Test("a JPEG has no transparency, but the background that is asked for", arguments: ["TRUE", "FALSE"])
    func opaqueFormat(_ transparent: String) async throws {
        // The upper part lies beyond the pole.
        let answer = await (try ServerFixture.shared.get()).get(
            "/wms?REQUEST=GetMap&VERSION=1.3.0&LAYERS=streets&CRS=CRS:84&BBOX=-180,-90,180,180&WIDTH=64&HEIGHT=48"
                + "&FORMAT=image/jpeg&BGCOLOR=0xFF0000&TRANSPARENT=" + transparent)
        try #require(answer.status == .ok, "\(answer.text)")
        let corner = try decodeImage(answer.bytes, maxPixels: 1 << 14).pixels[0]
        #expect(corner.differences(from: 0xFFFF_0000).max() < 16, "\(corner)")
    }

    @Test("a layer of WMTS whose name XML escapes is asked for by its name")
    func escapesNames() async throws {
        let folder = try ScratchFolder()
        try folder.write("styles/own.json", #"{"version": 8, "sources": {}, "layers": []}"#)
        let config = try folder.write(
            "config.json", #"{"options": {"paths": {"styles": "styles"}}, "styles": {"a&b": {"style": "own.json"}}}"#)
        let service = try ServerFixture.service { $0.configFile = config }
        defer { service.end() }
        let capabilities = await service.get("/wmts").text
        #expect(capabilities.contains("<ows:Identifier>a&amp;b-WorldCRS84Quad</ows:Identifier>"))
        let answer = await service.get(
            "/wmts?REQUEST=GetTile&LAYER=a%26b-WorldCRS84Quad&TILEMATRIX=0&TILEROW=0&TILECOL=0&FORMAT=image/png")
        #expect(answer.status == .ok, "\(answer.text)")
    }

    @Test(
        "a box that is no map is refused at once",
        arguments: ["0,0,1e-9,1e7", "0,0,1e7,1e-9", "0,0,5e-324,5e-324", "0,0,1e-4,1e-4"])
    func refusesSlivers(box: String) async throws {
        let service = try ServerFixture.shared.get()
        let answer = await service.get(
            "/wms?REQUEST=GetMap&VERSION=1.1.1&LAYERS=streets&SRS=EPSG:3035&BBOX=\(box)&WIDTH=100&HEIGHT=100")
        #expect(answer.status == .badRequest && answer.text.contains("InvalidParameterValue"), "\(answer.text)")
    }

    @Test("areas of the whole Earth cover maps of a part of it, also from far away")
    func coversParts() async throws {
        let earth = #"{"id": "x", "type": "fill", "source": "earth", "paint": {"fill-color": "black"}}"#
        for width in [40, 300] {
            let size = "WIDTH=\(width)&HEIGHT=\(width)"
            let drawn = try await map(
                "VERSION=1.3.0&CRS=EPSG:3035&BBOX=0,1111000,6420000,7531000&\(size)", places: [(10, 52)], layers: earth)
            let box = dark(drawn)
            #expect(box == Rect(x: 0, y: 0, width: Double(width), height: Double(width)), "\(box)")
            let holes = drawn.pixels.count { $0 & 255 > 20 }
            #expect(holes == 0, "\(width): \(holes)")
        }
    }

    @Test("capabilities list what is offered, with boxes in the order of their axes")
    func listsSystems() async throws {
        let service = try ServerFixture.service { $0.systems = ["EPSG:3035", "urn:ogc:def:crs:EPSG::25832"] }
        defer { service.end() }
        let new = await service.get("/wms?service=WMS&request=GetCapabilities").text
        let names = ["EPSG:3857", "CRS:84", "EPSG:4326", "EPSG:3035", "EPSG:25832"]
        #expect(new.contains(names.map { "<CRS>\($0)</CRS>" }.joined()))
        #expect(
            !new.contains("EPSG:2056") && new.contains("<BoundingBox CRS=\"EPSG:4326\" minx=\"-90.0\" miny=\"-180.0\""))
        func box(_ text: String, _ name: String) throws -> [Double] {
            let line = try #require(text.split(separator: "\n").first { $0.contains("RS=\"\(name)\"") })
            return line.split(separator: "\"").compactMap { Double($0) }
        }
        let (north, east) = (try box(new, "EPSG:3035"), try box(new, "EPSG:25832"))
        // From Iceland to the Black Sea there is more than from Crete to the North Cape.
        #expect(north.count == 4 && north[3] - north[1] > north[2] - north[0] - 1e6 && north[0] > 0, "\(north)")
        #expect(east.count == 4 && east[2] - east[0] < 1e6 && east[3] - east[1] > 4e6, "\(east)")
        let old = await service.get("/wms?service=WMS&request=GetCapabilities&version=1.1.1").text
        #expect(old.contains("<SRS>EPSG:3035</SRS>") && !old.contains("CRS84"))
        let swapped = try box(old, "EPSG:3035")
        #expect(swapped == [north[1], north[0], north[3], north[2]])
        let query = "/wms?request=GetMap&layers=streets&width=9&height=9&bbox=1,1,2,2"
        #expect(await service.get(query + "&version=1.3.0&crs=EPSG:2056").text.contains("InvalidCRS"))
        #expect(await service.get(query + "&version=1.1.1&srs=EPSG:2056").text.contains("InvalidSRS"))
    }

    @Test(
        "an operator's mistake in the list keeps the server from starting",
        arguments: ["EPSG:999999", "Lambert", "EPSG:5513"]
    )
    func refusesLists(code: String) throws {
        #expect(throws: RequestError.self) { try ServerFixture.service { $0.systems = [code] } }
    }

    @Test("the usual systems are known here, each with a box and the order of its axes", arguments: ServedSystems.usual)
    func knowsUsual(code: String) throws {
        // As pyproj 3.7 has them: those whose first axis goes to the north, or is called northing.
        let northFirst: Set = [
            "EPSG:32661", "EPSG:32761", "EPSG:4258", "EPSG:3035", "EPSG:3034", "EPSG:2169", "EPSG:31287", "EPSG:2180",
            "EPSG:3006", "EPSG:3301", "EPSG:3059", "EPSG:3346", "EPSG:4269", "EPSG:7844", "EPSG:2193",
        ]
        let system = try #require(ServedSystems.standard.system(code))
        #expect(system.isNorthFirst == northFirst.contains(code))
        let numbers = system.text(system.bounds).split(separator: ",").compactMap { Double($0) }
        #expect(numbers.count == 4 && numbers[0] < numbers[2] && numbers[1] < numbers[3])
    }

    @Test("GetFeatureInfo finds what is drawn at a pixel of any box")
    func tellsFeatures() async throws {
        let service = try ServerFixture.shared.get()
        let answer = await service.get(
            "/wms?REQUEST=GetFeatureInfo&VERSION=1.3.0&LAYERS=streets&QUERY_LAYERS=streets&CRS=EPSG:3035"
                + "&BBOX=3110000,4221000,3310000,4421000&WIDTH=300&HEIGHT=100&I=150&J=50&INFO_FORMAT=application/json")
        let coordinate = try answer.json()["hit"]?["coordinate"]?.array?.compactMap(\.number) ?? []
        try #require(coordinate.count == 2)
        #expect(abs(coordinate[0] - 10) < 0.02 && abs(coordinate[1] - 52) < 0.02, "\(coordinate)")
    }
}
