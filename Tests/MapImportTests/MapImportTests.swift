// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapGeo
import MapGeometry
import MapImport
import MapTiles
import TestSupport
import Testing

/// An archive that was imported, with its tiles as they are read.
struct ImportedArchive {
    let archive: any TileArchive
    let summary: TileImport.Summary
    let findings: [Diagnostic]
    let bytes: [UInt8]

    init(_ path: String, _ folder: ScratchFolder, change: (inout ImportOptions) -> Void = { _ in }) throws {
        var options = ImportOptions()
        change(&options)
        let diagnostics = DiagnosticSink()
        let output = folder.file("\(UInt64.random(in: .min ... .max)).pmtiles")
        summary = try TileImport.run(path, to: output, options, diagnostics: diagnostics)
        findings = diagnostics.all
        archive = try openArchive(at: output)
        bytes = [UInt8](try Data(contentsOf: URL(filePath: output)))
    }

    /// The features of a layer in the tile at a place.
    func features(_ layer: String, _ zoom: Int, _ longitude: Double = 24.95, _ latitude: Double = 60.15) throws
        -> [VectorFeature]
    {
        let place = WebMercator.project(Coordinate(latitude: latitude, longitude: longitude))
        let count = Double(1 << zoom)
        let tile = try archive.vectorTile(TileID(z: zoom, x: Int(place.x * count), y: Int(place.y * count)))
        return (tile?[layer]?.features).map(Array.init) ?? []
    }
}

@Suite("Importing OpenStreetMap") struct MapImportTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test("a road has its class, name, number and route, and lies where its nodes are")
    func road() throws {
        var osm = OSMBuilder()
        let way = osm.way(
            [(24.949, 60.15), (24.951, 60.15)],
            [
                "highway": "primary", "name": "Mannerheimintie", "name:sv": "Mannerheimvägen", "ref": "5",
                "bridge": "yes",
                "layer": "1", "oneway": "-1", "surface": "asphalt", "toll": "yes",
            ])
        osm.relation([(way, "")], ["type": "route", "route": "road", "network": "US:I", "ref": "80"])
        let map = try ImportedArchive(try osm.write(to: folder), folder) { $0.languages = ["sv"] }
        let road = try #require(try map.features("transportation", 14).first)
        let wanted: [String: PropertyValue] = [
            "class": .string("primary"), "brunnel": .string("bridge"), "layer": .number(1), "oneway": .number(-1),
            "surface": .string("paved"), "toll": .number(1), "network": .string("us-interstate"),
        ]
        #expect(road.properties == wanted)
        let name = try #require(try map.features("transportation_name", 14).first)
        #expect(name.property("name") == .string("Mannerheimintie"))
        #expect(name.property("name:latin") == .string("Mannerheimintie"))
        #expect(name.property("name:sv") == .string("Mannerheimvägen"))
        #expect(name.property("ref") == .string("80"))
        #expect(name.property("ref_length") == .number(2))
        #expect(name.property("network") == .string("us-interstate"))
        #expect(name.property("route_1") == .string("US:I=80"))
        let place = WebMercator.project(Coordinate(latitude: 60.15, longitude: 24.949))
        let first = road.geometry().points[0]
        let tile = Point(
            (place.x * 16384).truncatingRemainder(dividingBy: 1), (place.y * 16384).truncatingRemainder(dividingBy: 1))
        #expect(first.distance(to: tile * 4096) < 1)
    }

    @Test("a zoom of a schema may be any number") func anyZoom() throws {
        let schema =
            #"{"name": "t", "layers": {"place": {"rows": [{"from": "point", "when": {"place": "town"}, "#
            + #""zoom": "@integer lod", "set": {"class": "$place"}}]}}}"#
        var osm = OSMBuilder()
        for (index, zoom) in ["-99999999999999999999999", "99999999999999999999999", "-3", "12"].enumerated() {
            osm.node(24.95, 60.15 + Double(index) * 0.001, ["place": "town", "lod": zoom])
        }
        let document = try JSONDocument(.geojson, file: "schema.json", text: Array(schema.utf8))
        let map = try ImportedArchive(try osm.write(to: folder), folder) { $0.schema = document }
        #expect(try !map.features("place", 14).isEmpty)
    }

    @Test(
        "blanks between groups of three digits belong to the number",
        arguments: [
            ("1 200 000", 1_200_000), ("1\u{A0}200\u{202F}000 people", 1_200_000), ("-1\u{2009}200,7", -1200),
            ("1 200 30", 1200), ("12 3456", 12), ("1234 567", 1234), ("12 m", 12), (" 7", 7),
        ])
    func groups(text: String, number: Double) throws {
        let schema =
            #"{"name": "t", "layers": {"place": {"rows": [{"from": "point", "when": {"place": "town"}, "zoom": 14, "#
            + #""set": {"class": "$place", "number": "@integer n", "height": "@meters ele"}}]}}}"#
        var osm = OSMBuilder()
        osm.node(24.95, 60.15, ["place": "town", "n": text, "ele": "5\u{A0}280 ft"])
        let document = try JSONDocument(.geojson, file: "schema.json", text: Array(schema.utf8))
        let map = try ImportedArchive(try osm.write(to: folder), folder) { $0.schema = document }
        let town = try #require(try map.features("place", 14).first)
        #expect(town.property("number") == .number(number))
        #expect(town.property("height") == .number(1609))
    }

    @Test("the zooms of an archive begin where its tiles do") func leastZoom() throws {
        let schema =
            #"{"name": "t", "layers": {"place": {"rows": [{"from": "point", "when": {"place": "town"}, "zoom": 13, "#
            + #""set": {"class": "$place"}}]}}}"#
        var osm = OSMBuilder()
        osm.node(24.95, 60.15, ["place": "town"])
        let document = try JSONDocument(.geojson, file: "schema.json", text: Array(schema.utf8))
        let map = try ImportedArchive(try osm.write(to: folder), folder) { $0.schema = document }
        #expect(map.archive.info.minZoom == 13 && map.archive.info.maxZoom == 14)
        #expect(map.archive.info.vectorLayers.map(\.zooms) == [13...14])
        #expect(map.summary.zooms == 13...14)
    }

    @Test("names in any Latin letters are Latin ones") func latin() throws {
        var osm = OSMBuilder()
        osm.node(24.95, 60.15, ["place": "town", "name": "Şəki"])
        let town = try #require(try ImportedArchive(try osm.write(to: folder), folder).features("place", 14).first)
        #expect(town.property("name:latin") == .string("Şəki"))
        #expect(town.property("name:nonlatin") == nil)
    }

    @Test("classes come from the zoom on that the schema says")
    func zooms() throws {
        var osm = OSMBuilder()
        for (index, highway) in ["motorway", "secondary", "residential", "footway"].enumerated() {
            let latitude = 60.15 + Double(index) * 0.0001
            osm.way([(24.93, latitude), (24.97, latitude)], ["highway": highway])
        }
        let map = try ImportedArchive(try osm.write(to: folder), folder) { $0.zooms = 8...14 }
        let all: [PropertyValue] = ["motorway", "secondary", "minor", "path"].map { .string($0) }
        for (zoom, count) in [(8, 1), (9, 2), (12, 3), (14, 4)] {
            let classes = try map.features("transportation", zoom).compactMap { $0.property("class") }
            #expect(Set(classes) == Set(all.prefix(count)))
        }
    }

    @Test("lines of equal attributes are joined end to end, where two of them meet")
    func joined() throws {
        var osm = OSMBuilder()
        for index in 0..<4 {
            let west = 24.94 + Double(index) * 0.002
            osm.way([(west, 60.15), (west + 0.002, 60.15)], ["highway": "primary", "name": "A"])
        }
        let map = try ImportedArchive(try osm.write(to: folder), folder)
        for (layer, zoom) in [("transportation", 12), ("transportation_name", 13)] {
            let features = try map.features(layer, zoom)
            #expect(features.count == 1)
            #expect(features.first?.geometry().parts.count == 1)
        }
        #expect(try map.features("transportation", 14).count == 4)
    }

    @Test("a closed line is joined with none of the lines that meet on it")
    func closedLine() throws {
        var osm = OSMBuilder()
        let corner: OSMBuilder.Place = (24.95, 60.15)
        let ring: [OSMBuilder.Place] = [corner, (24.952, 60.15), (24.952, 60.152), (24.95, 60.152), corner]
        osm.way(ring, ["highway": "residential"])
        osm.way([(24.946, 60.148), corner], ["highway": "residential"])
        osm.way([corner, (24.946, 60.15)], ["highway": "residential"])
        let map = try ImportedArchive(try osm.write(to: folder), folder) { $0.zooms = 12...14 }
        let shape = try #require(try map.features("transportation", 13).first).geometry()
        let parts = shape.parts.map { shape.points[$0] }
        #expect(parts.map(\.count) == [5, 3])
        #expect(parts[0].first == parts[0].last)
    }

    @Test("areas have their classes and holes; a closed way is a road or an area by its tags")
    func areas() throws {
        var osm = OSMBuilder()
        let outer = osm.box(24.94, 60.14, 24.96, 60.16)
        let inner = osm.box(24.949, 60.149, 24.951, 60.151)
        osm.relation(
            [(outer, "outer"), (inner, "inner")], ["type": "multipolygon", "natural": "water", "name": "Järvi"])
        osm.box(24.92, 60.14, 24.93, 60.15, ["landuse": "forest"])
        osm.box(24.9, 60.1, 24.901, 60.101, ["building": "yes", "building:levels": "3"])
        osm.box(24.91, 60.11, 24.912, 60.112, ["highway": "residential"])
        osm.box(24.915, 60.115, 24.917, 60.117, ["highway": "pedestrian", "area": "yes"])
        let map = try ImportedArchive(try osm.write(to: folder), folder) { $0.zooms = 10...10 }
        let water = try #require(try map.features("water", 10).first)
        #expect(water.property("class") == .string("lake"))
        #expect(water.geometry().parts.count == 2)
        #expect(try map.features("landcover", 10).map { $0.property("class") } == [.string("wood")])
        let whole = try ImportedArchive(try osm.write(to: folder), folder) { $0.zooms = 14...14 }
        let building = try #require(try whole.features("building", 14, 24.9005, 60.1005).first)
        #expect(building.property("render_height") == .number(11))
        #expect(building.property("render_min_height") == .number(0))
        #expect(try whole.features("transportation", 14, 24.911, 60.111).map(\.type).contains(.lineString))
        #expect(try whole.features("transportation", 14, 24.916, 60.116).map(\.type).contains(.polygon))
        #expect(try whole.features("transportation", 14, 24.911, 60.111).count <= 2)
        let name = try #require(
            try whole.features("water_name", 14, 24.9551, 60.155).first ?? whole.features("water_name", 14).first)
        #expect(name.property("name") == .string("Järvi"))
    }

    @Test("where a tile's edge cuts through a hole, or through two arms, the rings do not touch")
    func cutAreas() throws {
        // The edge between two tiles of zoom 14 is at 24.9609375° E.
        var osm = OSMBuilder()
        let outer = osm.box(24.955, 60.14, 24.967, 60.16)
        let across = osm.box(24.958, 60.145, 24.964, 60.15)
        let beside = osm.box(24.956, 60.149, 24.957, 60.151)
        osm.relation(
            [(outer, "outer"), (across, "inner"), (beside, "inner")], ["type": "multipolygon", "natural": "water"])
        osm.way(
            [
                (24.955, 60.155), (24.967, 60.155), (24.967, 60.1555), (24.958, 60.1555), (24.958, 60.1575),
                (24.967, 60.1575), (24.967, 60.158), (24.955, 60.158), (24.955, 60.155),
            ], ["landuse": "forest"])
        let map = try ImportedArchive(try osm.write(to: folder), folder) { $0.zooms = 14...14 }
        let west = try #require(try map.features("water", 14, 24.958, 60.147).first).geometry()
        // The hole across has become a bay, and the other one is a hole of the ring.
        let runsRight = west.parts.map { signedArea(Array(west.points[$0])) > 0 }
        #expect(runsRight.count == 2)
        #expect(Set(runsRight).count == 2)
        let east = try #require(try map.features("water", 14, 24.965, 60.147).first).geometry()
        #expect(east.parts.count == 1)
        let arms = try #require(try map.features("landcover", 14, 24.965, 60.1565).first).geometry()
        let heights = arms.parts.map { Rect(around: Array(arms.points[$0])).height }
        #expect(heights.count == 2)
        #expect(heights.allSatisfy { $0 > 10 && $0 < 200 })
    }

    @Test("buildings of a block are merged at zoom 13, where a gap is narrow")
    func merged() throws {
        var osm = OSMBuilder()
        // 24 m wide with gaps of 3 m, and one that stands apart.
        for index in 0..<3 {
            let west = 24.95 + Double(index) * 0.000484
            osm.box(west, 60.15, west + 0.00043, 60.1502, ["building": "yes"])
        }
        osm.box(24.955, 60.15, 24.9555, 60.1502, ["building": "yes"])
        let map = try ImportedArchive(try osm.write(to: folder), folder)
        let merged = try map.features("building", 13, 24.951, 60.1501)
        #expect(merged.count == 1)
        #expect(merged.first?.geometry().parts.count == 2)
        #expect(try map.features("building", 14, 24.951, 60.1501).count >= 3)
    }

    @Test("points that have no room go, the less important first, and others have their rank")
    func grid() throws {
        var osm = OSMBuilder()
        for index in 0..<20 {
            osm.node(
                24.95 + Double(index) * 0.0001, 60.15,
                ["place": "village", "name": "V\(index)", "population": "\(100 + index)"])
        }
        let map = try ImportedArchive(try osm.write(to: folder), folder)
        let places = try map.features("place", 8)
        #expect(places.map { $0.property("name") } == [19, 18, 17, 16].map { .string("V\($0)") })
        #expect(places.map { $0.property("rank") } == [11, 12, 13, 14].map { .number($0) })
    }

    @Test("cities have the ranks of the bundled ones: by their people, and capitals come before others")
    func ranks() throws {
        var osm = OSMBuilder()
        osm.node(24.9501, 60.1501, ["place": "city", "name": "A", "population": "3645000", "capital": "yes"])
        osm.node(24.9502, 60.1502, ["place": "city", "name": "B", "population": "874000"])
        osm.node(24.9503, 60.1503, ["place": "city", "name": "C", "population": "658000", "capital": "2"])
        osm.node(24.9504, 60.1504, ["place": "city", "name": "D", "population": "38000", "capital": "yes"])
        osm.node(24.9505, 60.1505, ["place": "city", "name": "E", "population": "38000"])
        let map = try ImportedArchive(try osm.write(to: folder), folder)
        var ranks: [String: Double] = [:]
        for place in try map.features("place", 12) {
            if case .string(let name)? = place.property("name"), case .number(let rank)? = place.property("rank") {
                ranks[name] = rank
            }
        }
        #expect(ranks == ["A": 1, "B": 3, "C": 1, "D": 4, "E": 15])
    }

    @Test("borders have the level of the relation, and are there once for two neighbors")
    func borders() throws {
        var osm = OSMBuilder()
        let shared = osm.way([(24.94, 60.14), (24.96, 60.16)])
        for (name, level) in [("A", "2"), ("B", "4")] {
            osm.relation(
                [(shared, "outer")],
                ["type": "boundary", "boundary": "administrative", "admin_level": level, "name": name])
        }
        let map = try ImportedArchive(try osm.write(to: folder), folder)
        let borders = try map.features("boundary", 14)
        #expect(borders.map { $0.property("admin_level") } == [.number(2)])
        #expect(borders.first?.property("disputed") == .number(0))
    }

    @Test("an exclave's border, which its relation may call a multipolygon, has the least level of both sides")
    func exclaves() throws {
        var osm = OSMBuilder()
        let way = osm.box(24.949, 60.149, 24.951, 60.151, ["boundary": "administrative", "admin_level": "8"])
        osm.relation(
            [(way, "outer")], ["type": "multipolygon", "boundary": "administrative", "admin_level": "6", "name": "A"])
        osm.relation(
            [(way, "inner")], ["type": "multipolygon", "boundary": "administrative", "admin_level": "7", "name": "B"])
        let map = try ImportedArchive(try osm.write(to: folder), folder)
        let borders = try map.features("boundary", 14, 24.9495, 60.1495)
        #expect(borders.map { $0.property("admin_level") } == [.number(6)])
        #expect(borders.map(\.type) == [.lineString])
    }

    @Test("a named building that is no point of interest keeps its name, and one with parts is not raised")
    func buildings() throws {
        var osm = OSMBuilder()
        let outline = osm.box(24.949, 60.149, 24.951, 60.151, ["building": "yes", "name": "Talo"])
        let part = osm.box(24.949, 60.149, 24.95, 60.15, ["building:part": "yes", "height": "30"])
        osm.relation([(outline, "outline"), (part, "part")], ["type": "building"])
        osm.node(24.9502, 60.1502, ["amenity": "bank", "name": "Pankki"])
        let map = try ImportedArchive(try osm.write(to: folder), folder) { $0.zooms = 14...14 }
        let hidden = try map.features("building", 14, 24.9495, 60.1495).map { $0.property("hide_3d") }
        #expect(hidden.contains(.bool(true)) && hidden.contains(nil))
        let points = try map.features("poi", 14, 24.95, 60.15)
        #expect(points.map { $0.property("name") } == [.string("Pankki"), .string("Talo")])
        #expect(points.map { $0.property("class") } == [.string("bank"), nil])
        #expect(points.map { $0.property("rank") } == [.number(1), .number(25)])
    }

    @Test("a junction has the class of the most important of its roads")
    func junctions() throws {
        var osm = OSMBuilder()
        let ends = [osm.node(24.94, 60.15), osm.node(24.96, 60.15), osm.node(24.96, 60.151)]
        let exit = osm.node(24.95, 60.15, ["highway": "motorway_junction", "ref": "12"])
        osm.node(24.951, 60.1502, ["highway": "motorway_junction", "ref": "13"])
        osm.way(of: [exit, ends[2]], ["highway": "trunk_link"])
        osm.way(of: [ends[0], exit, ends[1]], ["highway": "trunk"])
        let map = try ImportedArchive(try osm.write(to: folder), folder)
        let junctions = try map.features("transportation_name", 14).filter { $0.type == .point }
        #expect(junctions.map { $0.property("ref") } == [.string("12"), .string("13")])
        #expect(junctions.map { $0.property("class") } == [.string("trunk"), .string("motorway")])
        #expect(junctions.allSatisfy { $0.property("subclass") == .string("junction") })
    }

    @Test("blocks that zstd packed are read, and those of lz4 are refused with the way out")
    func packings() throws {
        var osm = OSMBuilder()
        osm.way([(24.949, 60.15), (24.951, 60.15)], ["highway": "primary"])
        osm.packing = 7
        let map = try ImportedArchive(try osm.write(to: folder), folder)
        #expect(try map.features("transportation", 14).count == 1)
        osm.packing = 6
        let path = try osm.write(to: folder)
        let error = #expect(throws: Diagnostic.self) { try ImportedArchive(path, folder) }
        #expect(error?.code == .importUnsupported)
        #expect(error?.message.contains("lz4") == true && error?.message.contains("osmium cat") == true)
    }

    @Test("an extract across the antimeridian has its sea on both sides, and no tiles between")
    func antimeridian() throws {
        var osm = OSMBuilder()
        // An island whose coast is parted at the antimeridian, with land at its left-hand side.
        osm.way([(180, -17.02), (179.9, -17.0), (180, -16.98)].reversed(), ["natural": "coastline"])
        osm.way([(-180, -16.98), (-179.9, -17.0), (-180, -17.02)].reversed(), ["natural": "coastline"])
        for longitude in [179.8, -179.8] {
            osm.node(longitude, -17.1)
            osm.node(longitude, -16.9)
        }
        let path = try folder.write(
            "fiji.osm.pbf", osm.file(west: -180, south: -17.1, east: 180, north: -16.9))
        let map = try ImportedArchive(path, folder) { $0.zooms = 10...12 }
        #expect(abs(map.summary.bounds.west - 179.8) < 1e-6 && abs(map.summary.bounds.east - 180.2) < 1e-6)
        #expect(map.summary.tiles < 40)
        for longitude in [179.85, -179.85] {
            #expect(try map.features("water", 12, longitude, -17.05).map { $0.property("class") } == [.string("ocean")])
        }
        // The middle of the island is land.
        #expect(try map.features("water", 12, 179.97, -17).first?.geometry().parts.count != 0)
        let named = try ImportedArchive(path, folder) {
            $0.zooms = 10...12
            $0.bounds = CoordinateBox(west: 179.8, south: -17.1, east: -179.8, north: -16.9)
        }
        #expect(named.summary.tiles == map.summary.tiles)
    }

    @Test("the same bytes for any number of threads, and when what does not fit into memory goes to disk")
    func reproducible() throws {
        var osm = OSMBuilder()
        for index in 0..<300 {
            let west = 24.9 + Double(index % 20) * 0.004
            let south = 60.1 + Double(index / 20) * 0.004
            osm.box(west, south, west + 0.003, south + 0.003, ["building": "yes", "addr:housenumber": "\(index)"])
            osm.way([(west, south), (west + 0.004, south)], ["highway": "residential", "name": "Street \(index % 7)"])
        }
        let path = try osm.write(to: folder)
        let one = try ImportedArchive(path, folder) { $0.threads = 1 }
        let four = try ImportedArchive(path, folder) { $0.threads = 4 }
        let small = try ImportedArchive(path, folder) { $0.memory = 10_000 }
        #expect(one.bytes == four.bytes)
        #expect(one.bytes == small.bytes)
        #expect(one.summary.tiles > 20)
    }

    @Test("the metadata name layers, bounds and who made the data")
    func metadata() throws {
        var osm = OSMBuilder()
        osm.node(24.95, 60.15, ["amenity": "cafe", "name": "Ekberg"])
        let map = try ImportedArchive(try osm.write(to: folder), folder)
        #expect(map.archive.info.attribution == "© OpenStreetMap contributors")
        #expect(map.archive.info.name == "tiny")
        #expect(map.archive.info.bounds == CoordinateBox(west: 24.9, south: 60.1, east: 25, north: 60.2))
        #expect(map.archive.info.vectorLayers.count == 16)
        let fields = Dictionary(map.archive.info.vectorLayers.map { ($0.id, $0.fields) }) { first, _ in first }
        #expect(fields["building"]?["render_height"] == "Number")
        #expect(fields["building"]?["hide_3d"] == "Boolean")
        #expect(fields["mountain_peak"]?["rank"] == "Number")
        #expect(fields["transportation"]?["class"] == "String")
        #expect(fields["transportation_name"]?["route_1"] == "String")
        #expect(try map.features("poi", 14).map { $0.property("class") } == [.string("cafe")])
    }

    @Test("a file without features says so, and leaves nothing behind")
    func empty() throws {
        let path = try OSMBuilder().write(to: folder)
        #expect(throws: Diagnostic.self) { try ImportedArchive(path, folder) }
        #expect(try folder.names() == ["tiny.osm.pbf"])
    }
}
