// SPDX-License-Identifier: MIT
import Foundation
import StaticMap
import Testing

@Suite("Locating") struct LocateTests {
    private static let home = Coordinate(latitude: 60.17, longitude: 24.94)

    private static func place(_ name: String, _ meters: Double, address: String = "") -> Gazetteer.Place {
        // North of home: a degree has 111,195 m.
        Gazetteer.Place(
            name: name, address: address,
            coordinate: Coordinate(latitude: home.latitude + meters / 111_195, longitude: home.longitude))
    }

    private static let gazetteer = Gazetteer(places: [
        place("Old Library", 300), place("Library", 500), place("library cafe", 100, address: "Main Street 1"),
        place("Museum", 50), place("Bakery", 700, address: "Library Street 2"),
    ])

    private let resolver = LocationResolver(gazetteer: gazetteer, defaultCoordinate: home)

    @Test(
        "the exact name comes first, then names that begin with the text or have it, then addresses; the nearest first")
    func ranking() {
        let found = Self.gazetteer.search("LIBRARY", near: Self.home).map(\.name)
        #expect(found == ["Library", "library cafe", "Old Library", "Bakery"])
        #expect(Self.gazetteer.search("  ", near: Self.home).isEmpty)
        #expect(Self.gazetteer.search("zoo", near: Self.home).isEmpty)
    }

    @Test("distances are whole metres, cut off") func distance() {
        let near = Self.gazetteer.nearby(Self.home, count: 2)
        #expect(near.map(\.place.name) == ["Museum", "library cafe"])
        #expect(near.map(\.distance).allSatisfy { [49, 50, 99, 100].contains($0) })
        // Berlin to Paris, by the law of haversines on a sphere of 6371.0088 km.
        let a = Coordinate(latitude: 52.52, longitude: 13.405)
        let b = Coordinate(latitude: 48.8566, longitude: 2.3522)
        #expect(abs(metersBetween(a, b) - 877464.5) < 1)
        #expect(metersBetween(a, a) == 0)
        let antipode = metersBetween(Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0, longitude: 180))
        #expect(abs(antipode - .pi * 6_371_008.8) < 1)
    }

    @Test("the rules fire in their order, each falling to the next") func chain() {
        let somewhere = Coordinate(latitude: 10, longitude: 20)
        var request = LocationRequest(
            record: Self.place("Record", 10, address: "Main Street 1"), coordinate: somewhere, keyword: "museum",
            userLocation: Coordinate(latitude: 1, longitude: 2), accuracy: 20)
        #expect(resolver.resolve(request).rule == .record)
        request.record?.coordinate.latitude = 0
        let byAddress = resolver.resolve(request)
        #expect(byAddress.rule == .address)
        #expect(byAddress.place?.name == "library cafe")
        #expect(byAddress.failed == [.record])
        request.record?.address = "nowhere"
        #expect(resolver.resolve(request).coordinate == somewhere)
        request.coordinate = nil
        let byKeyword = resolver.resolve(request)
        #expect(byKeyword.rule == .keyword)
        #expect(byKeyword.reason == .keywordSearchSelected)
        request.keyword = "zoo"
        let byUser = resolver.resolve(request)
        #expect(byUser.rule == .userLocation)
        #expect(byUser.failed == [.record, .address, .keyword])
        request.accuracy = 5000
        let none = resolver.resolve(request)
        #expect(none.rule == .default)
        #expect(none.coordinate == Self.home)
        #expect(
            LocationResolver(gazetteer: Self.gazetteer).resolve(LocationRequest()).coordinate
                == CoordinateSystem.gcj02.convert(LocationResolver.beijing, to: .wgs84))
    }

    @Test("the place of the location comes first, once, and there are at most twenty") func nearby() throws {
        let many = Gazetteer(places: (0..<40).map { Self.place("p\($0)", Double($0) * 10) })
        let resolver = LocationResolver(gazetteer: many)
        let own = resolver.resolve(LocationRequest(record: Self.place("mine", 35)))
        #expect(own.nearby.first.map { [$0.place.name, "\($0.distance)"] } == ["mine", "0"])
        #expect(own.nearby.count == 20)
        let known = resolver.resolve(LocationRequest(record: Self.place("p7", 70)))
        #expect(known.nearby.first?.place.name == "p7")
        #expect(known.nearby.count == 20)
        #expect(known.nearby.count { $0.place.name == "p7" } == 1)
        #expect(known.nearby.dropFirst().map(\.distance) == known.nearby.dropFirst().map(\.distance).sorted())
        // A coordinate that is named after the area around it has no place in the data.
        let park = #"""
            {"type": "FeatureCollection", "features": [
             {"type": "Feature", "properties": {"name": "Statue"}, "geometry": {"type": "Point", "coordinates": [24.96, 60.17]}},
             {"type": "Feature", "properties": {"name": "Park"}, "geometry": {"type": "Polygon", "coordinates":
               [[[24.93, 60.16], [24.95, 60.16], [24.95, 60.18], [24.93, 60.18], [24.93, 60.16]]]}}]}
            """#
        let around = LocationResolver(gazetteer: try Gazetteer(geojson: Array(park.utf8), file: "park.geojson"))
        let inPark = around.resolve(LocationRequest(coordinate: Self.home))
        #expect(inPark.nearby.map { "\($0.place.name) \($0.distance)" } == ["Park 0", "Statue 1106"])
        #expect(inPark.nearby.first?.place.coordinate == Self.home)
    }

    @Test("after a keyword the list holds what was found, with distances from the first") func hits() {
        var request = LocationRequest(keyword: "library")
        let found = resolver.resolve(request)
        #expect(found.nearby.map(\.place.name) == ["Library", "library cafe", "Old Library", "Bakery"])
        #expect(found.nearby.map { ($0.distance + 1) / 100 } == [0, 4, 2, 2])
        #expect(found.reason == .keywordSearchSelected)
        #expect(found.warnings.isEmpty)
        request.selection = 3
        let third = resolver.resolve(request)
        #expect(third.reason == .itemSelected)
        #expect(third.place?.name == "Old Library")
        #expect(third.nearby == found.nearby)
    }

    @Test("a search lists a street once, however many lines it has") func street() throws {
        let lines = (0..<30).map {
            #"{"type": "Feature", "properties": {"name": "Main Street"}, "geometry": {"type": "LineString", "#
                + #""coordinates": [[24.\#($0 + 10), 60], [24.\#($0 + 11), 60]]}}"#
        }
        let text = #"{"type": "FeatureCollection", "features": [\#(lines.joined(separator: ","))]}"#
        let streets = try Gazetteer(geojson: Array(text.utf8), file: "streets.geojson")
        #expect(streets.search("main", near: Self.home).count == 1)
    }

    @Test("a map that the user moved comes before all else") func slide() throws {
        let text = #"{"center": [24.94, 60.17], "record": {"name": "x", "coordinate": [10, 20]}, "keyword": "museum"}"#
        let request = try LocationRequest(text: Array(text.utf8), file: "place.json")
        let moved = resolver.resolve(request)
        #expect(moved.rule == .center)
        #expect(moved.reason == .slideByCustomer)
        #expect(moved.coordinate == Self.home)
        #expect(moved.place?.name == "Museum")
        #expect(moved.warnings.map(\.path) == ["keyword"])
    }

    @Test("what has no effect is said") func unused() {
        func warnings(_ request: LocationRequest) -> [String] {
            resolver.resolve(request).warnings.map { "\($0.severity) \($0.code) \($0.path)" }
        }
        #expect(warnings(LocationRequest(keyword: "zoo")) == ["warning locate.not-found keyword"])
        #expect(
            warnings(LocationRequest(coordinate: Self.home, keyword: "museum")) == ["note locate.unused keyword"])
        #expect(
            warnings(LocationRequest(userLocation: Self.home, accuracy: 5000)) == ["warning locate.unused userLocation"]
        )
        var request = LocationRequest(record: Self.place("", 0, address: "Nowhere 9"), coordinate: Self.home)
        request.record?.coordinate.latitude = 0
        request.selection = 20
        #expect(warnings(request) == ["warning locate.not-found record.address", "warning locate.unused select"])
        #expect(resolver.resolve(request).json.contains(#""path": "record.address""#))
    }

    @Test("a place takes the name of a place nearby, else of an area around, else of a street nearby") func naming()
        throws
    {
        let geojson = """
            {"type": "FeatureCollection", "features": [
             {"type": "Feature", "properties": {"name": "Statue"}, "geometry": {"type": "Point", "coordinates": [24.94, 60.17]}},
             {"type": "Feature", "properties": {"name": "Park"}, "geometry": {"type": "Polygon", "coordinates":
               [[[24.93, 60.16], [24.95, 60.16], [24.95, 60.18], [24.93, 60.18], [24.93, 60.16]]]}},
             {"type": "Feature", "properties": {"name": "Square"}, "geometry": {"type": "Polygon", "coordinates":
               [[[24.944, 60.174], [24.946, 60.174], [24.946, 60.176], [24.944, 60.176], [24.944, 60.174]]]}},
             {"type": "Feature", "properties": {"name": "Street"}, "geometry": {"type": "LineString", "coordinates":
               [[24.96, 60.16], [24.96, 60.18]]}},
             {"type": "Feature", "geometry": {"type": "Point", "coordinates": ["x"]}}]}
            """
        let gazetteer = try Gazetteer(geojson: Array(geojson.utf8), file: "poi.geojson")
        func name(_ longitude: Double, _ latitude: Double) -> [String?] {
            let named = gazetteer.name(of: Coordinate(latitude: latitude, longitude: longitude))
            return [named?.place.name, named?.source.rawValue]
        }
        #expect(name(24.9401, 60.1701) == ["Statue", "place"])
        #expect(name(24.945, 60.175) == ["Square", "area"])
        #expect(name(24.935, 60.165) == ["Park", "area"])
        #expect(name(24.9605, 60.17) == ["Street", "line"])
        #expect(name(25, 60.17) == ["Statue", "nearest"])
        #expect(gazetteer.warnings.map(\.severity) == [.warning])
    }

    @Test("a record is found by city, district and address, whatever its province") func recordKey() throws {
        let geojson = #"""
            {"type": "FeatureCollection", "features": [
             {"type": "Feature", "geometry": {"type": "Point", "coordinates": [121, 31]},
              "properties": {"name": "North", "city": "A", "district": "B", "address": "Road 1"}},
             {"type": "Feature", "geometry": {"type": "Point", "coordinates": [122, 32]},
              "properties": {"name": "South", "city": "C", "district": "B", "address": "Road 1"}},
             {"type": "Feature", "geometry": {"type": "Point", "coordinates": [123, 33]},
              "properties": {"name": "Plain", "address": "Lane 2"}}]}
            """#
        let resolver = LocationResolver(gazetteer: try Gazetteer(geojson: Array(geojson.utf8), file: "poi.geojson"))
        func name(_ city: String, _ address: String) throws -> String? {
            let record =
                #"{"record": {"province": "P", "city": "\#(city)", "district": "B", "address": "\#(address)"}}"#
            let located = resolver.resolve(try LocationRequest(text: Array(record.utf8), file: "place.json"))
            return located.rule == .address ? located.place?.name : nil
        }
        #expect(try name("A", "Road 1") == "North")
        #expect(try name("C", "Road 1") == "South")
        #expect(try name("D", "Road 1") == nil)
        #expect(try name("A", "Lane 2") == "Plain")
    }

    @Test("a keyword that is not found leaves the list empty; a selected neighbor is the location") func selection() {
        let lost = resolver.resolve(LocationRequest(keyword: "zoo", userLocation: Self.home))
        #expect(lost.nearby.isEmpty)
        #expect(lost.coordinate == Self.home)
        var request = LocationRequest(coordinate: Self.home)
        request.selection = 2
        let selected = resolver.resolve(request)
        #expect(selected.reason == .itemSelected)
        #expect(selected.place?.name == "library cafe")
        #expect(selected.nearby.map(\.place.name).first == "Museum")
    }

    @Test("crossings, townships and formatted addresses name a location; what is far away does not") func moreNames()
        throws
    {
        let geojson = #"""
            {"type": "FeatureCollection", "features": [
             {"type": "Feature", "properties": {"name": "First Street"}, "geometry": {"type": "LineString",
              "coordinates": [[24.93, 60.17], [24.95, 60.17]]}},
             {"type": "Feature", "properties": {"name": "Second Street"}, "geometry": {"type": "LineString",
              "coordinates": [[24.94, 60.16], [24.94, 60.18]]}},
             {"type": "Feature", "properties": {"township": "Village"}, "geometry": {"type": "Polygon",
              "coordinates": [[[24.8, 60.1], [25.2, 60.1], [25.2, 60.3], [24.8, 60.3], [24.8, 60.1]]]}},
             {"type": "Feature", "geometry": {"type": "Point", "coordinates": [26, 61]}, "properties": {"name": "Mill",
              "province": "North", "city": "Town", "formatted_address": "NorthTownMill Lane 3"}}]}
            """#
        let gazetteer = try Gazetteer(geojson: Array(geojson.utf8), file: "poi.geojson")
        func name(_ longitude: Double, _ latitude: Double) -> [String?] {
            let named = gazetteer.name(of: Coordinate(latitude: latitude, longitude: longitude))
            return [named?.place.name, named?.source.rawValue]
        }
        #expect(name(24.9402, 60.1701) == ["First Street / Second Street", "crossing"])
        #expect(name(24.9402, 60.175) == ["Second Street", "line"])
        #expect(name(25.1, 60.2) == ["Village", "township"])
        #expect(name(26.3, 61) == ["Mill", "nearest"])
        #expect(name(40, 10) == [nil, nil])
        #expect(gazetteer.places.map(\.address) == ["Mill Lane 3"])
        #expect(gazetteer.nearby(Coordinate(latitude: 10, longitude: 40)).isEmpty)
    }

    @Test("a township's area does not hide the crossing in it") func township() throws {
        let streets = #"""
            {"type": "Feature", "properties": {"name": "First Street"}, "geometry": {"type": "LineString",
             "coordinates": [[24.93, 60.17], [24.95, 60.17]]}},
            {"type": "Feature", "properties": {"name": "Second Street"}, "geometry": {"type": "LineString",
             "coordinates": [[24.94, 60.16], [24.94, 60.18]]}}
            """#
        for properties in [
            #""name": "Village", "township": "Village""#, #""name": "Village", "admin_level": 10"#,
            #""name": "Village", "place": "suburb""#, #""name": "Village", "boundary": "administrative""#,
        ] {
            let text = #"""
                {"type": "FeatureCollection", "features": [\#(streets),
                 {"type": "Feature", "properties": {\#(properties)}, "geometry": {"type": "Polygon", "coordinates":
                  [[[24.8, 60.1], [25.2, 60.1], [25.2, 60.3], [24.8, 60.3], [24.8, 60.1]]]}}]}
                """#
            let gazetteer = try Gazetteer(geojson: Array(text.utf8), file: "poi.geojson")
            func name(_ longitude: Double, _ latitude: Double) -> [String?] {
                let named = gazetteer.name(of: Coordinate(latitude: latitude, longitude: longitude))
                return [named?.place.name, named?.source.rawValue]
            }
            #expect(name(24.9402, 60.1701) == ["First Street / Second Street", "crossing"])
            #expect(name(25.1, 60.2) == ["Village", "township"])
        }
    }

    @Test(
        "an address may be a street and a number",
        arguments: [("Main Street", "1", "Main Street 1"), ("阜通东大街", "6号", "阜通东大街6号")])
    func streetAndNumber(street: String, number: String, address: String) throws {
        let members = #""street": "\#(street)", "number": "\#(number)""#
        let text =
            #"{"type": "Feature", "properties": {\#(members)}, "geometry": {"type": "Point", "coordinates": [24, 60]}}"#
        let gazetteer = try Gazetteer(geojson: Array(text.utf8), file: "poi.geojson")
        #expect(gazetteer.places.map(\.address) == [address])
        let request = try LocationRequest(text: Array(#"{"record": {\#(members)}}"#.utf8), file: "place.json")
        #expect(request.record?.address == address)
        #expect(LocationResolver(gazetteer: gazetteer).resolve(request).rule == .address)
    }

    @Test(
        "a record has a coordinate in any of its forms",
        arguments: [
            #""coordinate": [24.94, 60.17]"#, #""coordinate": {"latitude": 60.17, "longitude": 24.94}"#,
            #""latitude": "60.17", "longitude": 24.94"#,
        ])
    func recordCoordinate(members: String) throws {
        let request = try LocationRequest(text: Array(#"{"record": {\#(members)}}"#.utf8), file: "place.json")
        #expect(resolver.resolve(request).rule == .record)
        #expect(resolver.resolve(request).coordinate == Self.home)
    }

    @Test("the result can be a scene, whose numbers are those of the list") func scene() throws {
        let located = resolver.resolve(LocationRequest(coordinate: Self.home))
        let document = try Maps.document(located.sceneJSON(title: "Nearby"))
        #expect(document.diagnostics.isEmpty)
        #expect(document.scene.annotations.map(\.title) == located.nearby.map(\.place.name) + ["Museum"])
        let search = resolver.resolve(LocationRequest(keyword: "library"))
        let found = try Maps.document(search.sceneJSON()).scene.annotations
        #expect(found.map(\.title) == search.nearby.map(\.place.name))
        #expect(found.map(\.id) == ["location", "place2", "place3", "place4"])
        #expect(
            try Maps.render(
                located.sceneJSON().replacing(#""version": 1,"#, with: #""version": 1, "size": [300, 200],"#)
            )
            .warnings.filter { $0.severity == .error }.isEmpty)
    }

    @Test("a record's members come back untouched, and zeros are missing numbers") func passThrough() throws {
        let text =
            #"{"record": {"name": "x", "adcode": "110105", "towncode": 110105001, "latitude": "39.9", "longitude": 116.4}}"#
        let request = try LocationRequest(text: Array(text.utf8), file: "place.json")
        let located = resolver.resolve(request)
        #expect(located.rule == .record)
        #expect(located.json.contains(#""adcode": "110105", "towncode": 110105001"#))
        let object = try JSONSerialization.jsonObject(with: Data(located.json.utf8)) as? [String: Any]
        #expect(object?["rule"] as? String == "record")
    }

    @Test(
        "wrong requests are told, with the place",
        arguments: [
            (#"{"cordinate": [1, 2]}"#, "did you mean \"coordinate\"?"),
            (#"{"coordinate": [1, 99]}"#, "coordinate[1]: expected a latitude"),
            (#"{"record": {"latitude": "north"}}"#, "record.latitude: expected degrees"), ("[]", "expected an object"),
            (#"{"userLocation": {"accuracy": -1, "coordinate": [1, 2]}}"#, "accuracy: expected"), ("{", "place.json:1"),
        ])
    func wrong(text: String, message: String) {
        let error = #expect(throws: RenderError.self) {
            try LocationRequest(text: Array(text.utf8), file: "place.json")
        }
        #expect(error?.description.contains(message) ?? false)
    }

    @Test("the base map's own names are a gazetteer") func baseMap() {
        let known = Maps.shared.gazetteer(around: Self.home)
        #expect(known.warnings.isEmpty)
        #expect(known.places.count > 100)
        // In English too, and the city of this name before a restaurant around the corner.
        let found = known.search("tokyo", near: Self.home).map(\.coordinate)
        #expect(found.first.map { abs($0.longitude - 139.7) < 1 } == true)
        #expect(found.contains { metersBetween($0, Self.home) < 5000 })
    }

    @Test("a keyword is found anywhere in the base map, however far from the default") func wholeBaseMap() {
        let request = LocationRequest(keyword: "kamppi")
        let known = Maps.shared.gazetteer(for: request)
        #expect(known.warnings.isEmpty)
        let located = LocationResolver(gazetteer: known).resolve(request)
        #expect(located.rule == .keyword)
        #expect(metersBetween(located.coordinate, Self.home) < 5000)
    }
}
