// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapData
import MapGeo
import TestSupport
import Testing

private let folder = packageRoot.appending(path: "Tests/Fixtures/features").path

/// What a format reads of a file, for all of it or a box.
private func read(
    _ name: String, box: CoordinateBox? = nil, layers: [String] = [], _ reading: FeatureReading = FeatureReading(),
    limit: Int = 1 << 24
) throws(Diagnostic) -> [FeatureCollector] {
    let path = "\(folder)/\(name)"
    let query = FeatureQuery(layers: layers, box: box, reading: reading, limit: limit)
    guard name.hasSuffix(".fgb") else { return try Shapefile(path: path, limit: limit).features(query) }
    return [try FlatGeobuf(ByteSource(path: path, limit: limit), file: path).features(query)]
}

private func message<Value>(_ body: () throws(Diagnostic) -> Value) -> String {
    do throws(Diagnostic) {
        _ = try body()
        return "nothing thrown"
    } catch { return "\(error.message) | \(error.hint ?? "")" }
}

extension JSONNode {
    /// All positions, and how they are nested.
    fileprivate var positions: (shape: String, numbers: [[Double]]) {
        if let numbers = array?.compactMap(\.number), numbers.count >= 2 { return ("p", [Array(numbers.prefix(2))]) }
        let parts = (array ?? [self["coordinates"], self["geometries"]].compactMap(\.self)).map(\.positions)
        return ("(" + parts.map(\.shape).sorted().joined() + ")", parts.flatMap(\.numbers))
    }
}

@Suite("FlatGeobuf and Shapefile") struct FeatureFileTests {
    static let files = [
        "mixed.fgb", "heights.fgb", "plain.fgb", "indexed.fgb", "finland.fgb", "point.shp", "points.shp", "lines.shp",
        "areas.shp", "deep.shp", "heights.shp", "measures.shp", "finland.shp",
    ]

    @Test("files of GDAL are read as GDAL reads them", arguments: files) func likeGDAL(name: String) throws {
        let text = try readFile(folder + "/expected.json", limit: 1 << 24)
        let expected = try #require(JSONDocument(.json, file: "expected.json", text: text).root[name]?.array)
        let found = try read(name).flatMap(\.features)
        try #require(found.count == expected.count)
        for (feature, wanted) in zip(found, expected) {
            let geometry = try #require(feature["geometry"])
            let wantedGeometry = try #require(wanted["geometry"])
            #expect(geometry["type"] == wantedGeometry["type"])
            let (own, theirs) = (geometry.positions, wantedGeometry.positions)
            #expect(own.shape == theirs.shape)
            let key = { (a: [Double], b: [Double]) in (a[0].rounded(), a[1], a[0]) < (b[0].rounded(), b[1], b[0]) }
            for (a, b) in zip(own.numbers.sorted(by: key), theirs.numbers.sorted(by: key)) {
                #expect(abs(a[0] - b[0]) < 1e-6 && abs(a[1] - b[1]) < 1e-6, "\(a) \(b)")
            }
            for member in wanted["properties"]?.object?.members ?? [] {
                let value = feature["properties"]?[member.key]
                #expect(value?.line == member.node.line, "\(name) \(member.key)")
            }
        }
    }

    @Test("a collection says that it is in WGS 84 where the file or the caller names a system") func declared() throws {
        var reading = FeatureReading()
        func says(_ name: String) throws -> Bool {
            FeatureCollector.collection(of: try read(name, reading)).declaresWGS84
        }
        #expect(try says("finland.fgb") && says("areas.shp"))
        #expect(try !says("point.shp"))
        reading.crs = "EPSG:4326"
        #expect(try says("point.shp"))
    }

    @Test("a box is looked up in the index, and without one all is looked through") func index() throws {
        let box = CoordinateBox(west: 24.19, south: 60.19, east: 24.31, north: 60.31)
        let numbers = { (name: String) throws in
            try read(name, box: box).flatMap(\.features).compactMap { $0["properties"]?["number"]?.number }
        }
        let expected = [84.0, 85, 86, 104, 105, 106, 124, 125, 126]
        #expect(try numbers("indexed.fgb").sorted() == expected)
        #expect(try numbers("plain.fgb") == expected)
        // An id is a feature's place in the file, however it was found.
        let whole = try read("indexed.fgb").flatMap(\.features)
        for feature in try read("indexed.fgb", box: box).flatMap(\.features) {
            let id = Int(feature["id"]?.number ?? -1)
            #expect(whole[id] == feature)
        }
        let away = CoordinateBox(west: -10, south: 0, east: -9, north: 1)
        #expect(try read("indexed.fgb", box: away)[0].features.isEmpty)
        #expect(try read("finland.fgb", box: away)[0].features.isEmpty)
        #expect(try read("finland.fgb", box: box)[0].features.count == 2)
        #expect(try read("finland.shp", box: away)[0].features.isEmpty)
        let antimeridian = CoordinateBox(west: 170, south: 60, east: 385, north: 61)
        #expect(try read("indexed.fgb", box: antimeridian)[0].features.count == 400)
    }

    @Test("encodings are those of the .cpg, the table or the caller") func encodings() throws {
        var reading = FeatureReading()
        #expect(try read("lines.shp")[0].features[0]["properties"]?["name"]?.string == "Järvenpää")
        reading.encoding = "koi8-r"
        let path = folder + "/lines.shp"
        let file = try Shapefile(path: path, limit: 1 << 20, encoding: "koi8-r")
        let other = try file.features(FeatureQuery(reading: reading, limit: 1 << 20))[0].features[0]
        #expect(other["properties"]?["name"]?.string == "JДrvenpДД")
        #expect(
            message { () throws(Diagnostic) in try Shapefile(path: path, limit: 1 << 20, encoding: "klingon") }
                .contains("found \"klingon\""))
    }

    @Test("an archive holds several, of which some can be named") func archive() throws {
        #expect(try read("two.zip").map(\.features.count) == [2, 2])
        #expect(try read("two.zip", layers: ["lines"]).map(\.features.count) == [2])
        #expect(
            message { () throws(Diagnostic) in try read("two.zip", layers: ["line"]) }.contains(
                "did you mean \"lines\"?"))
    }

    @Test("what does not say its system is taken for degrees, or refused") func systems() throws {
        #expect(
            try read("point.shp")[0].notes == [
                "no .prj file says the coordinate system: longitudes and latitudes of WGS 84 are assumed"
            ])
        var reading = FeatureReading()
        reading.crs = "EPSG:999999"
        #expect(
            message { () throws(Diagnostic) in try read("point.shp", reading) }.contains(
                "a coordinate system that PROJ knows"))
        reading.crs = "EPSG:3067"
        #expect(try read("point.shp", reading)[0].features.count == 1)
    }

    @Test("a FlatGeobuf file without a system, with an edge south of 90°, is refused") func southernEdge() throws {
        var bytes = try readFile("\(folder)/plain.fgb", limit: 1 << 20)
        func found() throws(Diagnostic) -> FeatureCollector {
            try FlatGeobuf(ByteSource(bytes), file: "plain.fgb").features(FeatureQuery(limit: 1 << 20))
        }
        // The header's entry of the system is taken away.
        bytes.replaceSubrange(46..<48, with: [0, 0])
        #expect(
            try found().notes == [
                "the file does not say its coordinate system: longitudes and latitudes of WGS 84 are assumed"
            ])
        let edge = (-500.0).bitPattern
        bytes.replaceSubrange(104..<112, with: (0..<8).map { UInt8(truncatingIfNeeded: edge >> (8 * $0)) })
        #expect(
            message(found).hasPrefix(
                "the file does not say its coordinate system, and its coordinates are no longitudes and latitudes"))
    }

    @Test(
        "damage is an error or a warning with the number of the feature",
        arguments: ["mixed.fgb", "areas.shp", "indexed.fgb"])
    func damage(name: String) throws {
        let bytes = try readFile("\(folder)/\(name)", limit: 1 << 24)
        func features(_ bytes: [UInt8]) throws(Diagnostic) -> FeatureCollector {
            var reading = FeatureReading()
            reading.crs = "EPSG:4326"
            let query = FeatureQuery(reading: reading, limit: 1 << 24)
            if name.hasSuffix(".fgb") { return try FlatGeobuf(ByteSource(bytes), file: name).features(query) }
            return try Shapefile(bytes, file: name, limit: 1 << 24).features(query)[0]
        }
        let whole = try features(bytes).features.count
        for count in stride(from: 0, to: bytes.count, by: 7) {
            if let found = try? features(Array(bytes.prefix(count))) {
                #expect(found.features.count <= whole)
            }
        }
        let cut = try features(Array(bytes.dropLast(3)))
        #expect(cut.omissions.contains { $0.contains("is cut off by the end of the file") })
        for at in stride(from: 0, to: bytes.count, by: 5) {
            var changed = bytes
            changed[at] ^= 0xFF
            _ = try? features(changed)
        }
    }

    @Test("a MultiPatch is refused by name") func multiPatch() throws {
        var bytes = try readFile("\(folder)/areas.shp", limit: 1 << 20)
        bytes[108] = 31
        let found = try Shapefile(bytes, file: "areas.shp", limit: 1 << 20).features(FeatureQuery(limit: 1 << 20))[0]
        #expect(found.omissions == ["record 0 has a geometry of a type that is not read, MultiPatch"])
        #expect(found.features.count == 1)
    }

    @Test("a file beyond the limit is an error") func limit() {
        #expect(message { () throws(Diagnostic) in try read("indexed.fgb", limit: 4000) }.contains("too much data"))
    }
}

@Suite("CSV") struct DelimitedFeaturesTests {
    private func features(
        _ text: String, _ change: (inout FeatureReading) -> Void = { _ in }, isTabbed: Bool = false
    ) throws(Diagnostic) -> FeatureCollector {
        try features(Array(text.utf8), change, isTabbed: isTabbed)
    }

    private func features(
        _ bytes: [UInt8], _ change: (inout FeatureReading) -> Void = { _ in }, isTabbed: Bool = false
    ) throws(Diagnostic) -> FeatureCollector {
        var reading = FeatureReading()
        change(&reading)
        return try DelimitedFeatures(bytes, file: "a.csv", reading, isTabbed: isTabbed)
            .features(FeatureQuery(reading: reading, limit: 1 << 20))
    }

    private func lines(_ found: FeatureCollector) -> [String] {
        found.features.map { "\($0["geometry"]?["coordinates"]?.line ?? "") \($0["properties"]?.line ?? "")" }
    }

    @Test(
        "columns of coordinates are found in many languages",
        arguments: [
            "lon,lat", "Longitude,Latitude", "LONGITUD;LATITUD", "longitude\tlatitude", "lng|lat",
            "Längengrad;Breitengrad",
            "długość geograficzna;szerokość geograficzna", "долгота,широта", "经度,纬度", "経度,緯度", "경도,위도",
            "stop_lon,stop_lat", "X,Y",
            "Pituuspiiri;Leveyspiiri", "zeměpisná délka,zeměpisná šířka", "Boylam,Enlem", "Lengtegraad,Breedtegraad",
        ]) func languages(header: String) throws
    {
        let delimiter = String(header.first { ",;\t|".contains($0) } ?? ",")
        let found = try features(header + delimiter + "name\n24.94" + delimiter + "60.17" + delimiter + "Helsinki\n")
        #expect(lines(found) == [#"[24.94, 60.17] {"name": "Helsinki"}"#])
        #expect(found.notes.contains { $0.hasPrefix("coordinates are in the columns") })
    }

    @Test("a collection says that it is in WGS 84 where a system is named") func declared() throws {
        let text = "lon,lat\n24.94,60.17\n"
        #expect(try !FeatureCollector.collection(of: [features(text)]).declaresWGS84)
        #expect(try FeatureCollector.collection(of: [features(text) { $0.crs = "EPSG:4326" }]).declaresWGS84)
    }

    @Test("decimals may be long, names of figures stay texts") func longNumbers() throws {
        let found = try features(
            "lon,lat,v,id\n1,2,0.30000000000000004,123456789012345678\n1,2,1.2345678901234567e-05,2\n")
        let values = found.features.compactMap { $0["properties"] }
        #expect(values.map { $0["v"]?.number } == [0.30000000000000004, 1.2345678901234567e-05])
        #expect(values.map { $0["id"]?.string } == ["123456789012345678", "2"])
    }

    @Test("quotes, line ends and kinds of values are those of RFC 4180") func quotes() throws {
        let text =
            "lat,lon,name,code,count,open,empty\r\n60.17,24.94,\"a \"\"b\"\", c\nd\",007,12,true,\r\n\r\n60.2,24.9,e,010,-1.5,FALSE,\r\n"
        let found = try features(text)
        #expect(
            lines(found) == [
                #"[24.94, 60.17] {"name": "a \"b\", c\nd", "code": "007", "count": 12, "open": true, "empty": null}"#,
                #"[24.9, 60.2] {"name": "e", "code": "010", "count": -1.5, "open": false, "empty": null}"#,
            ])
        #expect(
            message { () throws(Diagnostic) in try features("lat,lon,name\n1,2,\"x\n") }.contains(
                "a quote does not end"))
    }

    @Test("spreadsheets: decimal commas, byte order marks, sep=, UTF-16, Windows-1252") func spreadsheets() throws {
        #expect(
            lines(try features("\u{FEFF}sep=;\nx;lon;lat\nä;24,94;60,17\n".replacing("\u{FEFF}", with: ""))) == [
                #"[24.94, 60.17] {"x": "ä"}"#
            ])
        #expect(lines(try features([0xEF, 0xBB, 0xBF] + Array("lon,lat\n1,2".utf8))) == ["[1, 2] {}"])
        let wide = "lon\tlat\tn\n1\t2\tä\n".utf16.flatMap {
            [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
        }
        #expect(lines(try features([0xFF, 0xFE] + wide)) == [#"[1, 2] {"n": "ä"}"#])
        #expect(lines(try features(Array("lon,lat,n\n1,2,".utf8) + [0xE4, 0x0A])) == [#"[1, 2] {"n": "ä"}"#])
    }

    @Test("geometries are well-known text, GeoJSON, hexadecimal well-known binary or pairs") func geometries() throws {
        for text in [
            "id,geom\n1,POINT(24.5 60.5)\n",
            "id;g\n1;\"{\"\"type\"\": \"\"Point\"\", \"\"coordinates\"\": [24.5, 60.5]}\"\n",
            "id,geom\n1,01010000000000000000803840000000000040" + "4E40\n", "id;geo_point_2d\n1;60.5, 24.5\n",
        ] {
            #expect(lines(try features(text)) == [#"[24.5, 60.5] {"id": 1}"#], "\(text)")
        }
    }

    @Test("a first row that is empty or a curve is left out, and the others are read") func emptyFirst() throws {
        let point = "3,POINT ZM (24.5 60.5 5 6)\n"
        for (row, reason) in [
            ("4,POINT EMPTY\n", "no geometry in the column \"WKT\""),
            (
                "4,0101000000" + String(repeating: "000000000000F87F", count: 2) + "\n",
                "no geometry in the column \"WKT\""
            ),
            ("4,POLYGON(EMPTY)\n", "no geometry in the column \"WKT\""),
            ("4,POINT(EMPTY)\n", "no geometry in the column \"WKT\""),
            ("4,MULTIPOLYGON((EMPTY))\n", "no geometry in the column \"WKT\""),
            ("4,GEOMETRYCOLLECTION(POINT EMPTY)\n", "no geometry in the column \"WKT\""),
            ("4,POINT(1)\n", "a damaged geometry"),
            (
                "4,\"CIRCULARSTRING(0 0,1 1,2 0)\"\n",
                "a geometry of a type that is not read, CIRCULARSTRING"
            ),
            (
                "4,\"CURVEPOLYGON Z (COMPOUNDCURVE((0 0 1,1 1 1)))\"\n",
                "a geometry of a type that is not read, CURVEPOLYGON"
            ),
            ("4,\"TIN(((0 0,1 1,0 1,0 0)))\"\n", "a geometry of a type that is not read, TIN"),
            ("4,SRID=3857;POINT(1 1)\n", "a geometry of a type that is not read, SRID=3857"),
        ] {
            let isText = !row.hasPrefix("4,01")
            let rest = isText ? point : "3,01010000000000000000803840000000000040" + "4E40\n"
            let found = try features("id,WKT\n" + row + rest)
            #expect(lines(found) == [#"[24.5, 60.5] {"id": 3}"#], "\(row)")
            #expect(found.omissions == ["row 1 (line 2) has \(reason)"])
        }
    }

    @Test("words that geometries have too are texts") func words() throws {
        for word in ["Tin (Sn)", "Point (old)", "Curvepolygon (5)", "Shelf empty", "TIN"] {
            let found = try features("location,lon,lat\n\(word),24.5,60.5\n")
            #expect(lines(found) == [#"[24.5, 60.5] {"location": "\#(word)"}"#])
        }
    }

    @Test("PostGIS's geometries are in the system that they name, or in the caller's") func systems() throws {
        func point(_ system: UInt64, _ x: Double, _ y: Double) -> String {
            let numbers = [(system, 4), (x.bitPattern, 8), (y.bitPattern, 8)]
            let bytes = numbers.flatMap { number, count in (0..<count).map { number >> (8 * UInt64($0)) & 255 } }
            return "0101000020" + bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }
        let x = 1_113_194.9079327357
        let found = try features(
            "id,geom\n1,\(point(3857, x, 0))\n2,\(point(4326, 10, 0))\n3,\(point(3857, -x, 0))\n")
        let longitudes = found.features.compactMap { $0["geometry"]?["coordinates"]?.array?.first?.number }
        #expect(longitudes.count == 2 && zip(longitudes, [10, -10]).allSatisfy { abs($0 - $1) < 1e-9 })
        #expect(found.omissions == ["row 2 (line 3) is in EPSG:4326, and the first row in EPSG:3857"])
        let named = try features("id,geom\n1,\(point(3857, 10, 20))\n") { $0.crs = "EPSG:4326" }
        #expect(lines(named) == [#"[10, 20] {"id": 1}"#])
        let late = try features("id,geom\n1,\(point(0, 10, 20))\n2,\(point(4326, 30, 40))\n")
        #expect(lines(late) == [#"[10, 20] {"id": 1}"#, #"[30, 40] {"id": 2}"#])
        #expect(
            message { () throws(Diagnostic) in try features("id,geom\n1,\(point(999_999, 1, 2))\n") }.contains(
                "found \"EPSG:999999\""))
    }

    @Test("columns, delimiters and systems can be named") func named() throws {
        let text = "a:b:c\n385000:6672000:x\n"
        let found = try features(text) {
            ($0.delimiter, $0.longitude, $0.latitude, $0.crs) = (":", "a", "b", "EPSG:3067")
        }
        let numbers = (found.features.first?["geometry"]?["coordinates"]?.array ?? []).compactMap(\.number)
        #expect(zip(numbers, [24.9295, 60.1694]).allSatisfy { abs($0 - $1) < 0.01 }, "\(numbers)")
        #expect(
            message { () throws(Diagnostic) in try features("a,b\n1,2\n") { $0.geometry = "x" } }.contains(
                "there is no column \"x\""))
    }

    @Test("rows without a place are left out, and said by row and line") func rows() throws {
        let found = try features("lon,lat\n1,2\nx,3\n4,\n60,120\n")
        #expect(found.features.count == 1)
        #expect(
            found.omissions == [
                "row 2 (line 3) has no numbers in the columns \"lon\" and \"lat\", and another one",
                "row 4 (line 5) has coordinates that are no longitude and latitude, which may be swapped",
            ])
        for (text, words) in [
            ("", "the file has no rows"), ("1,2\n3,4\n", "the first row has numbers alone"),
            ("a,b\n1,2\n", "no columns of coordinates or geometries were found among \"a\", \"b\""),
            ("x,y\n385000,6672000\n", "name their system with \"crs\""),
        ] {
            #expect(message { () throws(Diagnostic) in try features(text) }.contains(words))
        }
    }
}
