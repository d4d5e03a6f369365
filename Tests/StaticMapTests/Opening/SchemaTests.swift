// SPDX-License-Identifier: MIT
import Foundation
import StaticMap
import TestSupport
import Testing

@Suite("Tiles of a schema that is known") struct SchemaTests {
    private static let folder = packageRoot.appending(path: "Tests/Fixtures/schemas").path(percentEncoded: false)

    private func map(
        _ basemap: String, side: Int = 420, with renderer: MapRenderer = Maps.shared
    ) throws -> MapSnapshot {
        let scene = """
            {"version": 1, "size": [\(side), \(side)], "attribution": "none", "basemap": \(basemap),
             "camera": {"center": [24.94995, 60.19069], "zoom": 14.2}}
            """
        return try Maps.render(scene, folder: Self.folder, with: renderer)
    }

    /// A style with one layer.
    private func style(_ layer: String, _ filter: String, schema: String) -> String {
        """
        {"version": 8, "sources": {"t": {"type": "vector", "tiles": ["\(schema)/{z}/{x}/{y}.pbf"], "minzoom": 14, "maxzoom": 14}},
         "layers": [{"id": "a", "type": "fill", "source": "t", "source-layer": "\(layer)", "filter": \(filter),
                     "paint": {"fill-color": "#f00"}}]}
        """
    }

    @Test("are drawn by all installed styles, as their own", arguments: ["protomaps", "shortbread"])
    func installedStyles(schema: String) throws {
        for name in Maps.home.styleNames {
            let map = try map(#"{"style": "\#(name)", "tiles": "\#(schema)"}"#)
            #expect(map.warnings.filter { $0.code != .textMissingFont }.isEmpty, "\(name)")
            #expect(try map.bitmap().colorCount > 20, "\(name)")
        }
    }

    @Test("lie over the world, also where they do not say where they end") func overTheWorld() throws {
        let world = packageRoot.appending(path: "basemap/world.pmtiles").path(percentEncoded: false)
        for tiles in [#"["WORLD", "protomaps"]"#, #"["protomaps", "WORLD"]"#] {
            let map = try map(#"{"style": "streets", "tiles": \#(tiles.replacing("WORLD", with: world))}"#)
            #expect(try map.bitmap().colorCount > 20, "\(tiles)")
        }
    }

    /// Further south, only one of the schemas has the name of a bay.
    @Test("look the same in both schemas") func same() throws {
        let maps = try ["protomaps", "shortbread"].map {
            try map(#"{"style": "streets", "tiles": "\#($0)"}"#, side: 300).bitmap()
        }
        #expect(maps[0].pixels == maps[1].pixels)
    }

    @Test("are told by the report") func report() throws {
        for (schema, name) in [("protomaps", "Protomaps 4"), ("shortbread", "Shortbread 1")] {
            let report = try map(#"{"style": "streets", "tiles": "\#(schema)"}"#).report
            #expect(report.contains(#""schema": "\#(name)""#))
        }
        #expect(try map("{}").report.contains(#""schema": "OpenMapTiles""#))
    }

    @Test("are drawn by any style of OpenMapTiles, also out of its own source") func ownStyle() throws {
        let filter = #"["==", ["get", "class"], "ocean"]"#
        for schema in ["protomaps", "shortbread"] {
            // Half of what the style asks for is enough to tell.
            let style = style("water", filter, schema: schema).replacing(
                #"{"id": "a""#,
                with: #"{"id": "b", "type": "line", "source": "t", "source-layer": "transportation"}, {"id": "a""#)
            #expect(try map(#"{"style": \#(style)}"#).bitmap().count(of: 0xFFFF_0000) > 1000, "\(schema)")
        }
    }

    @Test("are drawn as they are by a style of their own") func foreignStyle() throws {
        let land = style("landuse", #"["==", ["get", "kind"], "wood"]"#, schema: "protomaps")
        #expect(try map(#"{"style": \#(land)}"#).bitmap().count(of: 0xFFFF_0000) > 1000)
        let ocean = style("ocean", #"["all"]"#, schema: "shortbread")
        #expect(try map(#"{"style": \#(ocean)}"#).bitmap().count(of: 0xFFFF_0000) > 1000)
    }

    @Test("are adapted once, and beside the tiles themselves") func cached() throws {
        let renderer = Maps.renderer()
        let first = try map(#"{"style": "streets", "tiles": "protomaps"}"#, with: renderer)
        let land = style("landuse", #"["==", ["get", "kind"], "wood"]"#, schema: "protomaps")
        let own = try map(#"{"style": \#(land)}"#, with: renderer)
        #expect(try map(#"{"style": "streets", "tiles": "protomaps"}"#, with: renderer).bytes == first.bytes)
        #expect(try map(#"{"style": \#(land)}"#, with: renderer).bytes == own.bytes)
    }

    @Test("come from providers as well") func provided() throws {
        struct Provider: TileProvider {
            let bytes: [UInt8]
            func tile(_ id: TileID, of source: String) -> [UInt8]? {
                id == TileID(z: 14, x: 9327, y: 4740) ? bytes : nil
            }
        }
        let tile = [UInt8](try Data(contentsOf: URL(filePath: Self.folder + "/shortbread/14/9327/4740.pbf")))
        let renderer = MapRenderer(home: Maps.home, useSystemFonts: false, tileProviders: [Provider(bytes: tile)])
        let style = style("water", #"["==", ["get", "class"], "ocean"]"#, schema: "x")
            .replacing(#""tiles": ["x/{z}/{x}/{y}.pbf"]"#, with: #""url": "provider:own""#)
            .replacing(
                #"{"id": "a""#,
                with: #"{"id": "b", "type": "line", "source": "t", "source-layer": "transportation"}, {"id": "a""#)
        #expect(try map(#"{"style": \#(style)}"#, with: renderer).bitmap().count(of: 0xFFFF_0000) > 1000)
    }

    @Test("are named by inspect") func inspected() throws {
        for (schema, name) in [("protomaps", "Protomaps 4"), ("shortbread", "Shortbread 1")] {
            let found = try Maps.shared.inspect(URL(filePath: "\(Self.folder)/\(schema)"))
            #expect(found.lines.contains { $0.hasPrefix("schema:") && $0.hasSuffix(name) })
            #expect(found.json.contains(#""schema": "\#(name)""#))
        }
    }
}
