// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import MapGeo
import MapGeometry
import MapTiles
import TestSupport
import Testing

@Suite("Tiles in another schema, presented in OpenMapTiles") struct SchemaAdapterTests {
    private typealias Properties = [String: PropertyValue]

    /// A decoded tile with one layer, whose features have the geometry of their type.
    private func tile(
        _ layer: String, _ features: [(GeometryType, Properties)], extent: Int = 4096
    ) throws -> VectorTile {
        let made = features.map { type, properties in
            var geometry = TileGeometry()
            let points = [Point(10, 10), Point(100, 10), Point(100, 90)]
            geometry.append(type == .point ? [Point(50, 17)] : points)
            return VectorFeature(id: .number(7), type: type, properties: properties, geometry: geometry)
        }
        let whole = VectorTile(layers: [VectorLayer(name: layer, version: 2, extent: extent, features: made)])
        return try VectorTile(decoding: whole.encoded)
    }

    /// What one feature becomes: layers with properties.
    private func presented(
        _ schema: TileSchema, _ layer: String, _ type: GeometryType, _ properties: Properties, zoom: Int = 14
    ) throws -> [String: Properties] {
        let adapter = try #require(SchemaAdapter(schema))
        let tile = adapter.presented(try tile(layer, [(type, properties)]), zoom: zoom)
        return tile.layers.reduce(into: [:]) { found, layer in
            #expect(layer.rows != nil, "filters run over tables")
            for feature in layer.features {
                #expect(feature.type == type)
                found[layer.name] = feature.properties
            }
        }
    }

    private func expect(
        _ schema: TileSchema, _ layer: String, _ type: GeometryType, _ properties: Properties, zoom: Int = 14,
        becomes expected: [String: Properties], location: SourceLocation = #_sourceLocation
    ) throws {
        let found = try presented(schema, layer, type, properties, zoom: zoom)
        #expect(found == expected, sourceLocation: location)
    }

    @Test("have Protomaps' roads with names and shields") func roads() throws {
        let name: Properties = [
            "name": "Main Road", "name:latin": "Main Road", "name_en": "Main Road", "name_de": "Main Road",
        ]
        .mapValues(PropertyValue.string)
        try expect(
            .protomaps4, "roads", .lineString,
            [
                "kind": .string("major_road"), "kind_detail": .string("primary_link"), "is_link": .bool(true),
                "is_bridge": .bool(true), "oneway": .string("-1"), "name": .string("Main Road"), "ref": .string("A 1"),
            ],
            becomes: [
                "transportation": [
                    "class": .string("primary"), "ramp": .number(1), "brunnel": .string("bridge"),
                    "oneway": .number(-1),
                ],
                "transportation_name": name.merging(["class": .string("primary"), "ref": .string("A 1")]) { $1 },
            ])
        try expect(
            .protomaps4, "roads", .lineString,
            [
                "kind": .string("highway"), "kind_detail": .string("motorway"), "ref": .string("I 80;US 50"),
                "shield_text": .string("80"), "network": .string("US:I"),
            ],
            becomes: [
                "transportation": ["class": .string("motorway")],
                "transportation_name": [
                    "class": .string("motorway"), "ref": .string("80"), "network": .string("us-interstate"),
                ],
            ])
        try expect(
            .protomaps4, "roads", .lineString, ["kind": .string("rail"), "kind_detail": .string("tram")],
            becomes: [
                "transportation": ["class": .string("transit"), "subclass": .string("tram")],
                "transportation_name": ["class": .string("transit"), "subclass": .string("tram")],
            ])
        try expect(
            .protomaps4, "roads", .lineString, ["kind": .string("rail"), "kind_detail": .string("turntable")],
            becomes: [:])
        try expect(
            .protomaps4, "roads", .lineString, ["kind": .string("aeroway"), "kind_detail": .string("runway")],
            becomes: ["aeroway": ["class": .string("runway")]])
    }

    @Test("have what version 3 of Protomaps calls by longer names") func version3() throws {
        try expect(
            .protomaps3, "roads", .lineString,
            ["pmap:kind": .string("medium_road"), "pmap:level": .number(-1), "pmap:link": .number(0)],
            becomes: [
                "transportation": ["class": .string("secondary"), "brunnel": .string("tunnel")],
                "transportation_name": ["class": .string("secondary")],
            ])
        try expect(
            .protomaps3, "boundaries", .lineString,
            ["pmap:kind": .string("country"), "pmap:min_admin_level": .number(2), "disputed": .number(1)],
            becomes: ["boundary": ["admin_level": .number(2), "maritime": .number(0), "disputed": .number(1)]])
        try expect(
            .protomaps3, "natural", .polygon, ["pmap:kind": .string("wood")],
            becomes: ["landcover": ["class": .string("wood"), "subclass": .string("wood")]])
        try expect(
            .protomaps3, "physical_line", .lineString, ["pmap:kind": .string("river")],
            becomes: ["waterway": ["class": .string("river")]])
    }

    @Test("have Protomaps' land, water, buildings and points") func areas() throws {
        try expect(.protomaps4, "earth", .polygon, ["kind": .string("earth")], becomes: [:])
        try expect(
            .protomaps4, "water", .polygon, ["kind": .string("ocean")], becomes: ["water": ["class": .string("ocean")]])
        try expect(
            .protomaps4, "water", .polygon, ["kind": .string("water"), "kind_detail": .string("river")],
            becomes: ["water": ["class": .string("river")]])
        try expect(
            .protomaps4, "landuse", .polygon, ["kind": .string("park")],
            becomes: ["landcover": ["class": .string("grass"), "subclass": .string("park")]])
        try expect(
            .protomaps4, "landuse", .polygon, ["kind": .string("hospital")],
            becomes: ["landuse": ["class": .string("hospital")]])
        try expect(
            .protomaps4, "buildings", .polygon,
            ["kind": .string("building"), "height": .number(12), "min_height": .number(3)],
            becomes: ["building": ["render_height": .number(12), "render_min_height": .number(3)]])
        try expect(
            .protomaps4, "buildings", .point, ["kind": .string("address"), "addr_housenumber": .string("12 a")],
            becomes: ["housenumber": ["housenumber": .string("12 a")]])
        try expect(
            .protomaps4, "pois", .point, ["kind": .string("supermarket")],
            becomes: ["poi": ["class": .string("grocery"), "subclass": .string("supermarket"), "rank": .number(19)]])
        try expect(
            .protomaps4, "pois", .point,
            ["kind": .string("peak"), "elevation": .string("1234.4"), "min_zoom": .number(14)],
            becomes: ["mountain_peak": ["class": .string("peak"), "ele": .number(1234), "rank": .number(3)]])
        try expect(.protomaps4, "pois", .point, ["kind": .string("tree")], becomes: [:])
    }

    @Test("have places with ranks and capitals") func places() throws {
        try expect(
            .protomaps4, "places", .point,
            [
                "kind": .string("locality"), "kind_detail": .string("city"), "min_zoom": .number(4),
                "capital": .string("yes"),
                "population": .number(2_000_000), "population_rank": .number(12),
            ],
            becomes: [
                "place": [
                    "class": .string("city"), "capital": .number(2), "population": .number(2_000_000),
                    "rank": .number(2),
                ]
            ])
        try expect(
            .shortbread, "place_labels", .point, ["kind": .string("capital"), "population": .number(600_000)],
            becomes: [
                "place": [
                    "class": .string("city"), "capital": .number(2), "population": .number(600_000), "rank": .number(1),
                ]
            ])
        try expect(.shortbread, "place_labels", .point, ["kind": .string("hamlet")], zoom: 11, becomes: [:])
        try expect(
            .shortbread, "boundary_labels", .point, ["admin_level": .string("2"), "way_area": .number(3e8)],
            becomes: ["place": ["class": .string("country"), "rank": .number(1)]])
    }

    @Test("have Shortbread's streets, whose empty texts are none") func shortbread() throws {
        try expect(
            .shortbread, "streets", .lineString,
            [
                "kind": .string("motorway"), "link": .bool(true), "tunnel": .bool(true), "bridge": .bool(false),
                "oneway": .bool(true), "oneway_reverse": .bool(true), "surface": .string("asphalt"),
                "service": .string(""),
            ],
            becomes: [
                "transportation": [
                    "class": .string("motorway"), "ramp": .number(1), "brunnel": .string("tunnel"),
                    "oneway": .number(-1),
                    "surface": .string("paved"),
                ]
            ])
        try expect(
            .shortbread, "street_labels", .lineString,
            ["kind": .string("primary"), "ref": .string("B 1\nB 5"), "name": .string(""), "name_de": .string("")],
            becomes: ["transportation_name": ["class": .string("primary"), "ref": .string("B 1;B 5")]])
        try expect(
            .shortbread, "street_labels", .lineString, ["kind": .string("motorway"), "ref": .string("I 80")],
            becomes: [
                "transportation_name": [
                    "class": .string("motorway"), "ref": .string("80"), "network": .string("us-interstate"),
                ]
            ])
        try expect(
            .shortbread, "water_polygons", .polygon, ["kind": .string("glacier")],
            becomes: ["landcover": ["class": .string("ice"), "subclass": .string("glacier")]])
        let poi = try presented(
            .shortbread, "pois", .point,
            ["amenity": .string(""), "shop": .string("bakery"), "housenumber": .string("5"), "name": .string("Brot")])
        #expect(poi["poi"]?["class"] == .string("shop"))
        #expect(poi["poi"]?["subclass"] == .string("bakery"))
        #expect(poi["housenumber"] == ["housenumber": .string("5")])
        let station = try presented(.shortbread, "public_transport", .point, ["kind": .string("tram_stop")])
        #expect(station["poi"]?["class"] == .string("railway"))
    }

    @Test("have names in all languages, in Latin letters and in others") func names() throws {
        let tokyo = try presented(
            .protomaps4, "places", .point,
            [
                "kind": .string("country"), "name": .string("日本"), "name:en": .string("Japan"),
                "name:de": .string("Japan "),
                "script": .string("Han"), "pgf:name": .string("glyphs"),
            ])
        #expect(tokyo["place"]?["name"] == .string("日本"))
        #expect(tokyo["place"]?["name:latin"] == .string("Japan"))
        #expect(tokyo["place"]?["name:nonlatin"] == .string("日本"))
        #expect(tokyo["place"]?["name_en"] == .string("Japan"))
        #expect(tokyo["place"]?["name_de"] == .string("Japan "))
        #expect(tokyo["place"]?["pgf:name"] == nil)
        let both = try presented(
            .protomaps4, "places", .point,
            ["kind": .string("country"), "name": .string("Zealand"), "name2": .string("Аотеароа")])
        #expect(both["place"]?["name:latin"] == .string("Zealand"))
        #expect(both["place"]?["name:nonlatin"] == .string("Аотеароа"))
        let german = try presented(
            .shortbread, "place_labels", .point,
            [
                "kind": .string("city"), "name": .string("Genève"), "name_de": .string("Genf"),
                "name_fr": .string("Genève"),
            ])
        #expect(german["place"]?["name:de"] == .string("Genf"))
        #expect(german["place"]?["name_de"] == .string("Genf"))
        #expect(german["place"]?["name_en"] == .string("Genève"))
        #expect(german["place"]?["name:fr"] == .string("Genève"))
    }

    @Test("keep ids and geometries") func geometry() throws {
        let adapter = try #require(SchemaAdapter(.protomaps4))
        let own = try tile(
            "roads", [(.lineString, ["kind": .string("highway")]), (.lineString, ["kind": .string("path")])])
        let tile = adapter.presented(own, zoom: 14)
        let roads = try #require(tile["transportation"])
        #expect(roads.features.map(\.id) == own.layers[0].features.map(\.id))
        #expect(roads.features.map { $0.geometry() } == own.layers[0].features.map { $0.geometry() })
        #expect(roads.features.map { $0.property("class") } == [.string("motorway"), .string("path")])
        #expect(tile.byteCount > own.byteCount)
    }

    @Test("are one layer where source layers differ in their extents") func extents() throws {
        let adapter = try #require(SchemaAdapter(.shortbread))
        var own = try tile("land", [(.polygon, ["kind": .string("forest")])])
        own.layers += try tile("water_polygons", [(.polygon, ["kind": .string("glacier")])], extent: 8192).layers
        let layer = try #require(adapter.presented(own, zoom: 14)["landcover"])
        #expect(layer.extent == 4096)
        #expect(layer.features.map { $0.property("class") } == [.string("wood"), .string("ice")])
        #expect(layer.features.map { $0.geometry().points[1].x } == [100, 50])
    }

    @Test("are written with the same features") func written() throws {
        for name in ["protomaps", "shortbread"] {
            let path = packageRoot.appending(path: "Tests/Fixtures/schemas/\(name)").path(percentEncoded: false)
            let archive = try openArchive(at: path)
            let own = try #require(try archive.vectorTile(TileID(z: 14, x: 9327, y: 4740)))
            let schema = TileSchema(own.layerInfos)
            #expect(schema == (name == "protomaps" ? .protomaps4 : .shortbread))
            let tile = try #require(SchemaAdapter(schema)).presented(own, zoom: 14)
            let again = try VectorTile(decoding: tile.encodedAsStored)
            #expect(again.layers.map(\.name) == tile.layers.map(\.name))
            for (a, b) in zip(again.layers, tile.layers) {
                #expect(a.features.map(\.properties) == b.features.map(\.properties))
                #expect(a.features.map { $0.geometry() } == b.features.map { $0.geometry() })
            }
        }
    }

    @Test("have layers that their archive names") func layers() throws {
        let adapter = try #require(SchemaAdapter(.shortbread))
        var streets = VectorLayerInfo(id: "streets", fields: [:])
        streets.zooms = 5...14
        let layers = adapter.layers(presenting: [streets, VectorLayerInfo(id: "mine", fields: [:])])
        #expect(layers.map(\.id) == ["transportation", "aeroway"])
        #expect(layers.map(\.zooms) == [5...14, 5...14])
        #expect(SchemaAdapter(.openMapTiles) == nil)
        #expect(SchemaAdapter(.other) == nil)
    }
}
