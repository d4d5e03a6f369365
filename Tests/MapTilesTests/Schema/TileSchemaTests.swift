// SPDX-License-Identifier: MIT
import MapTiles
import Testing

@Suite("The schema of tiles") struct TileSchemaTests {
    private static let protomaps = [
        "boundaries", "buildings", "earth", "landcover", "landuse", "places", "pois", "roads", "water",
    ]
    private static let shortbread = [
        "boundaries", "buildings", "land", "ocean", "place_labels", "pois", "street_labels", "streets",
        "water_polygons",
    ]
    private static let openMapTiles = [
        "building", "landcover", "place", "transportation", "transportation_name", "water",
    ]

    private func schema(_ layers: [String], _ fields: [String] = []) -> TileSchema {
        let types = Dictionary(uniqueKeysWithValues: fields.map { ($0, "String") })
        return TileSchema(layers.map { VectorLayerInfo(id: $0, fields: types) })
    }

    @Test("is recognized by its layers, with their properties or without") func recognized() {
        #expect(schema(Self.protomaps) == .protomaps4)
        #expect(schema(Self.protomaps, ["kind", "kind_detail", "name"]) == .protomaps4)
        #expect(schema(Self.protomaps + ["natural", "physical_line"], ["pmap:kind"]) == .protomaps3)
        #expect(schema(Self.protomaps + ["natural", "physical_line", "transit"]) == .protomaps3)
        #expect(schema(Self.shortbread) == .shortbread)
        #expect(schema(Self.shortbread, ["kind", "name_de"]) == .shortbread)
        #expect(schema(Self.openMapTiles) == .openMapTiles)
        #expect(schema(Self.openMapTiles, ["class"]) == .openMapTiles)
    }

    @Test("is another one for names alone") func other() {
        #expect(schema([]) == .other)
        #expect(schema(["water", "landuse", "buildings"]) == .other)
        #expect(schema(["parcels", "roads"]) == .other)
        // Layers of somebody's own that happen to have such names.
        #expect(schema(["roads", "places"], ["name", "type"]) == .other)
        #expect(schema(["roads", "places"], ["name", "kind"]) == .other)
        #expect(schema(["land", "streets"], ["kind"]) == .other)
        // Tilezen, of which Protomaps took its names.
        #expect(schema(Self.protomaps + ["transit"], ["kind", "kind_detail", "source"]) == .other)
    }

    @Test("is strange to styles of OpenMapTiles alone") func strangers() {
        let streets: Set = ["transportation", "transportation_name", "place", "poi", "water", "landuse"]
        for schema in [TileSchema.protomaps3, .protomaps4, .shortbread] {
            #expect(schema.isStranger(to: streets))
            #expect(!schema.isStranger(to: ["water", "landuse"]))
            #expect(!schema.isStranger(to: []))
        }
        #expect(!TileSchema.protomaps4.isStranger(to: Set(Self.protomaps)))
        #expect(!TileSchema.shortbread.isStranger(to: Set(Self.shortbread)))
        #expect(!TileSchema.openMapTiles.isStranger(to: streets))
        #expect(!TileSchema.other.isStranger(to: streets))
    }
}
