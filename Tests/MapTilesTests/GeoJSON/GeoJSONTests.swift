// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapGeometry
import MapTiles
import TestSupport
import Testing

private let world = TileID(z: 0, x: 0, y: 0)

@Suite("GeoJSON tiles") struct GeoJSONTests {
    private func tiler(
        _ text: String, _ options: GeoJSONOptions = GeoJSONOptions(), diagnostics: DiagnosticSink = DiagnosticSink()
    ) throws -> GeoJSONTiler {
        let document = try JSONDocument(file: "test.geojson", text: Array(text.utf8))
        return try #require(GeoJSONTiler(Field(document, diagnostics: diagnostics), options: options))
    }

    private func geometry(_ type: String, _ coordinates: String) -> String {
        "{\"type\": \"\(type)\", \"coordinates\": \(coordinates)}"
    }

    private func feature(_ geometry: String, more: String = "") -> String {
        "{\"type\": \"Feature\", \"geometry\": \(geometry)\(more)}"
    }

    private func parts(_ tile: VectorTile?) -> [[Point]] {
        (tile?.layers.first.map { Array($0.features) } ?? []).flatMap { feature in
            let geometry = feature.geometry()
            return geometry.parts.map { Array(geometry.points[$0]) }
        }
    }

    @Test("features are the same for any number of threads", arguments: [2, 3, 64])
    func threads(_ threads: Int) throws {
        let features = (0..<100).map { index in
            let ring = "[[\(index),0],[\(index + 1),0],[\(index + 1),\(index % 50 + 1)],[\(index),0]]"
            return feature(
                geometry("Polygon", "[\(ring)]"), more: ",\"id\":\(index),\"properties\":{\"a\":\(index % 7)}")
        }
        let text = "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
        let field = {
            Field(try JSONDocument(.geojson, file: "a", text: Array(text.utf8)), diagnostics: DiagnosticSink())
        }
        let (one, several) = (
            try #require(GeoJSONTiler(try field())), try #require(GeoJSONTiler(try field(), threads: threads))
        )
        #expect(several.bounds == one.bounds)
        let tiles = [one, several].map { ($0.vectorTile(world)?.layers[0].features).map(Array.init) ?? [] }
        #expect(tiles[0].count > 100, "some are in the margin of the next world")
        #expect(tiles[0].map { $0.geometry() } == tiles[1].map { $0.geometry() })
        #expect(tiles[0].map(\.id) == tiles[1].map(\.id) && tiles[0].map(\.properties) == tiles[1].map(\.properties))
    }

    @Test("beyond a pole the latitude sinks again", arguments: [(100.0, 80.0), (-100, -80), (190, -10), (450, 90)])
    func beyondThePole(latitude: Double, folded: Double) throws {
        let tile = { (latitude: Double) -> VectorTile? in
            let json = "{\"type\": \"Point\", \"coordinates\": [10, \(latitude)]}"
            let document = try JSONDocument(file: "point", text: Array(json.utf8))
            return GeoJSONTiler(Field(document, diagnostics: DiagnosticSink()))?.vectorTile(TileID(z: 0, x: 0, y: 0))
        }
        let points = try tile(latitude)?.layers.first?.features.first?.geometry().points
        #expect(try points == tile(folded)?.layers.first?.features.first?.geometry().points)
        #expect(points?.count == 1)
    }

    @Test("a point lies where Web Mercator puts it, in the middle of the world") func point() throws {
        let tile = try tiler(geometry("Point", "[0, 0, 99]")).vectorTile(world)
        #expect(parts(tile) == [[Point(4096, 4096)]])
        #expect(tile?.layers.first?.extent == 8192)
    }

    @Test(
        "all geometry types are read",
        arguments: [
            ("Point", "[10, 10]", GeometryType.point, 1), ("MultiPoint", "[[10, 10], [20, 20]]", .point, 2),
            ("LineString", "[[10, 10], [20, 20]]", .lineString, 1),
            ("MultiLineString", "[[[10, 10], [20, 20]], [[30, 10], [20, 20]]]", .lineString, 2),
            ("Polygon", "[[[0, 0], [30, 0], [30, 30], [0, 0]], [[20, 5], [25, 5], [25, 10], [20, 5]]]", .polygon, 2),
            (
                "MultiPolygon", "[[[[0, 0], [30, 0], [30, 30], [0, 0]]], [[[50, 0], [60, 0], [60, 20], [50, 0]]]]",
                .polygon, 2
            ),
        ])
    func types(_ type: String, _ coordinates: String, _ expected: GeometryType, _ count: Int) throws {
        let tile = try tiler(feature(geometry(type, coordinates))).vectorTile(world)
        let found = try #require(tile?.layers.first?.features.first)
        #expect(found.type == expected)
        #expect(found.geometry().parts.count == count)
    }

    @Test("a GeometryCollection gives one feature for each member, with the same properties") func collection() throws {
        let collection =
            "{\"type\": \"GeometryCollection\", \"geometries\": [\(geometry("Point", "[1, 1]")), "
            + "\(geometry("LineString", "[[10, 10], [20, 20]]"))]}"
        let tile = try tiler(feature(collection, more: ", \"properties\": {\"a\": [1, {\"b\": null}]}")).vectorTile(
            world)
        let features = try #require(tile?.layers.first?.features)
        #expect(features.map(\.type) == [.point, .lineString])
        for feature in features {
            #expect(feature.property("a") == .array([.number(1), .object(["b": .null])]))
        }
    }

    @Test("outer rings run clockwise on screen and holes the other way, however they were written")
    func winding() throws {
        for (outer, hole) in [
            ("[[0, 0], [30, 0], [30, 30], [0, 30], [0, 0]]", "[[5, 5], [20, 5], [20, 20], [5, 5]]"),
            ("[[0, 0], [0, 30], [30, 30], [30, 0], [0, 0]]", "[[5, 5], [20, 20], [20, 5], [5, 5]]"),
        ] {
            let rings = parts(try tiler(geometry("Polygon", "[\(outer), \(hole)]")).vectorTile(world))
            #expect(rings.map(\.count) == [4, 3])
            #expect(signedArea(rings[0]) > 0)
            #expect(signedArea(rings[1]) < 0)
        }
    }

    @Test("what lies beyond the antimeridian appears on the other side") func antimeridian() throws {
        let line = try tiler(geometry("LineString", "[[170, 10], [190, 10]]"))
        let xs = parts(line.vectorTile(world)).flatMap { $0.map { $0.x / 8192 * 360 - 180 } }.sorted()
        // Cut at the buffer, a quarter of the tile: 90 degrees.
        #expect(xs.map { $0.rounded() } == [-190, -170, 170, 190])
        #expect(line.vectorTile(TileID(z: 3, x: 0, y: 3)) != nil)
        #expect(line.vectorTile(TileID(z: 3, x: 7, y: 3)) != nil)
        #expect(line.vectorTile(TileID(z: 3, x: 4, y: 3)) == nil)
        let point = try tiler(geometry("Point", "[-185, 0]"))
        #expect(parts(point.vectorTile(TileID(z: 1, x: 1, y: 1))).count == 1)
    }

    @Test("features are cut a quarter of a tile beyond its edges") func clips() throws {
        let line = try tiler(geometry("LineString", "[[-180, 0], [180, 0]]"))
        let cut = parts(line.vectorTile(TileID(z: 2, x: 1, y: 1)))
        #expect(cut == [[Point(-2048, 8192), Point(10240, 8192)]])
        let square = try tiler(geometry("Polygon", "[[[-170, -80], [170, -80], [170, 80], [-170, 80], [-170, -80]]]"))
        let ring = parts(square.vectorTile(TileID(z: 3, x: 4, y: 4)))
        let box = try #require(ring.first).reduce(into: Rect.null) { $0.extend(to: $1) }
        #expect(box == Rect(minX: -2048, minY: -2048, maxX: 10240, maxY: 10240))
    }

    @Test("lines are simplified at small zooms, and left whole at the highest") func simplifies() throws {
        let points = (0...1000).map { "[\(10 + Double($0) / 1e5), \($0 % 2 == 0 ? 50 : 50.000_001)]" }
        let line = try tiler(geometry("LineString", "[\(points.joined(separator: ","))]"))
        let box = try #require(line.bounds)
        let p = WebMercator.project(box.center)
        let at = { (z: Int) in TileID(z: z, x: Int(p.x * Double(1 << z)), y: Int(p.y * Double(1 << z))) }
        #expect(parts(line.vectorTile(at(13))).joined().count == 2)
        #expect(parts(line.vectorTile(at(18))).joined().count > 100)
        #expect(line.vectorTile(world) == nil, "shorter than the tolerance")
    }

    @Test("ids are taken, promoted or generated") func ids() throws {
        let list = [#""7", "properties": {"key": 5}"#, #""x", "properties": {"key": "y"}"#, #"2.5"#]
            .map { feature(geometry("Point", "[0, 0]"), more: ", \"id\": \($0)") }.joined(separator: ",")
        let text = "{\"type\": \"FeatureCollection\", \"features\": [\(list)]}"
        func ids(_ change: (inout GeoJSONOptions) -> Void) throws -> [PropertyValue?] {
            var options = GeoJSONOptions()
            change(&options)
            return try #require(try tiler(text, options).vectorTile(world)).layers[0].features.map(\.id)
        }
        #expect(try ids { _ in } == [.number(7), .string("x"), .number(2.5)])
        #expect(try ids { $0.promoteID = "key" } == [.number(5), .string("y"), nil])
        #expect(try ids { $0.generateIDs = true } == [.number(0), .number(1), .number(2)])
    }

    @Test("broken features are left out, and reported with their place") func broken() throws {
        let list = [
            feature(geometry("Point", "[0, \"x\"]")), feature("null"), feature(geometry("Point", "[1, 1]")), "4",
            feature(geometry("Polygon", "[[[0, 0], [1, 1], 5]]")), feature(geometry("Circle", "[0, 0]")),
        ]
        let diagnostics = DiagnosticSink()
        let text = "{\"type\": \"FeatureCollection\", \"features\": [\n\(list.joined(separator: ",\n"))]}"
        let tiler = try tiler(text, diagnostics: diagnostics)
        #expect(tiler.vectorTile(world)?.layers[0].features.count == 1)
        #expect(
            diagnostics.all.map(\.path) == [
                "features[0].geometry.coordinates", "features[3]", "features[4].geometry.coordinates[0][2]",
                "features[5].geometry.type",
            ])
        #expect(diagnostics.all.allSatisfy { $0.severity == .warning && $0.position != nil })
        #expect(!diagnostics.hasErrors)
    }

    @Test(
        "what is no GeoJSON is an error",
        arguments: ["{}", "[]", "{\"type\": \"Topology\"}", "{\"type\": \"FeatureCollection\"}"])
    func refuses(_ text: String) throws {
        let diagnostics = DiagnosticSink()
        let document = try JSONDocument(file: "test.geojson", text: Array(text.utf8))
        #expect(GeoJSONTiler(Field(document, diagnostics: diagnostics)) == nil)
        #expect(diagnostics.hasErrors)
    }

    @Test("the index finds what a plain search finds") func index() {
        var random = SystemRandomNumberGenerator()
        let boxes = (0..<1000).map { _ in
            Rect(
                x: .random(in: 0...1, using: &random), y: .random(in: 0...1, using: &random),
                width: .random(in: 0...0.1), height: 0)
        }
        let index = BoxIndex(boxes)
        for _ in 0..<50 {
            let r = Rect(x: .random(in: -0.2...1), y: .random(in: -0.2...1), width: 0.1, height: 0.2)
            var found: [Int] = []
            index.search(r) { found.append($0) }
            let plain = boxes.indices.filter {
                boxes[$0].minX <= r.maxX && r.minX <= boxes[$0].maxX && boxes[$0].minY <= r.maxY
                    && r.minY <= boxes[$0].maxY
            }
            #expect(found.sorted() == plain)
        }
    }

    @Test("a file opens as an archive with bounds and fields") func archive() throws {
        let scratch = try ScratchFolder()
        let text = feature(
            geometry("LineString", "[[10, 20], [30, 40]]"), more: ", \"properties\": {\"a\": 1, \"b\": \"c\"}")
        let path = try scratch.write("lines.json", Array(text.utf8))
        let archive = try openArchive(at: path)
        #expect(archive.info.container == .geojson)
        #expect(archive.info.vectorLayers.map(\.fields) == [["a": "Number", "b": "String"]])
        let bounds = try #require(archive.info.bounds)
        #expect(abs(bounds.west - 10) < 1e-9 && abs(bounds.north - 40) < 1e-9)
        #expect(try archive.vectorTile(world)?.layers.first?.features.count == 1)
    }
}
