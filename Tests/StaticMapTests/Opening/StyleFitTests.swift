// SPDX-License-Identifier: MIT
import StaticMap
import TestSupport
import Testing

@Suite("Tiles of another schema than the style's") struct StyleFitTests {
    /// Those of no schema that is known.
    private static let others = [
        "admin", "ground", "landcover", "landuse", "place_label", "poi_label", "road", "structure", "water",
    ]
    private static let openMapTiles = [
        "aeroway", "boundary", "building", "landcover", "landuse", "park", "place", "poi", "transportation",
        "transportation_name", "water", "waterway",
    ]

    /// A tile with a square in each layer.
    private func folder(_ layers: [String], listed: Bool) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write("own/0/0/0.pbf", layers.flatMap { VectorTileFile.square(layer: $0) })
        let list = layers.map { #"{"id": "\#($0)", "fields": {}}"# }.joined(separator: ", ")
        if listed { try folder.write("own/metadata.json", #"{"vector_layers": [\#(list)], "attribution": "© Me"}"#) }
        return folder
    }

    private func scene(_ basemap: String) -> String {
        """
        {"version": 1, "size": [256, 256], "attribution": "none", "camera": {"center": [0, 0], "zoom": 0},
         "basemap": {\(basemap)}}
        """
    }

    private func style(_ layers: [String]) -> String {
        let fills = layers.map { #"{"id": "\#($0)", "type": "fill", "source": "t", "source-layer": "\#($0)"}"# }
        return """
            {"version": 8, "sources": {"t": {"type": "vector", "tiles": ["own/{z}/{x}/{y}.pbf"], "maxzoom": 0}},
             "layers": [\(fills.joined(separator: ", "))]}
            """
    }

    private func strangers(_ basemap: String, _ folder: ScratchFolder) throws -> [Diagnostic] {
        try Maps.render(scene(basemap), folder: folder.path).warnings.filter {
            [.tilesNotInStyle, .tilesAutomaticStyle].contains($0.code)
        }
    }

    @Test("are reported with what the style asks for and what they have", arguments: [true, false])
    func namedStyle(listed: Bool) throws {
        let folder = try folder(Self.others, listed: listed)
        for basemap in [
            #""tiles": "own/{z}/{x}/{y}.pbf", "style": "streets""#, #""style": \#(style(Self.openMapTiles))"#,
        ] {
            let found = try strangers(basemap, folder)
            #expect(found.map(\.code) == [.tilesNotInStyle])
            let message = try #require(found.first?.message)
            #expect(message.contains(#"3 of its 9 layers, "landcover", "landuse", "water", and not "admin""#))
            #expect(message.contains(#"it asks for "aero"#))
        }
    }

    @Test("are drawn in automatic colors for a scene that names no style", arguments: [true, false])
    func noStyle(listed: Bool) throws {
        let folder = try folder(Self.others, listed: listed)
        let found = try strangers(#""tiles": "own""#, folder)
        #expect(found.map(\.code) == [.tilesAutomaticStyle])
        #expect(found.first?.message.contains(#""road""#) == true)
    }

    @Test("are not those of an extract without water, nor of a style of few layers", arguments: [true, false])
    func fitting(listed: Bool) throws {
        let extract = try folder(Self.openMapTiles.filter { $0 != "water" }, listed: listed)
        #expect(try strangers(#""tiles": "own", "style": "streets""#, extract).isEmpty)
        #expect(try strangers(#""tiles": "own""#, extract).isEmpty)
        let all = try folder(Self.openMapTiles, listed: listed)
        #expect(try strangers(#""style": \#(style(["water", "park", "building"]))"#, all).isEmpty)
        let roads = try folder(["transportation", "building"], listed: listed)
        #expect(try strangers(#""tiles": "own", "style": "streets""#, roads).isEmpty)
    }

    @Test("are found by their features where half of the names are known") func features() throws {
        let folder = try ScratchFolder()
        let roads = VectorTileFile.square(layer: "my_roads", count: 30)
        try folder.write("own/0/0/0.pbf", VectorTileFile.square(layer: "water") + roads)
        let list = #"[{"id": "water", "fields": {}}, {"id": "my_roads", "fields": {}}]"#
        try folder.write("own/metadata.json", #"{"vector_layers": \#(list)}"#)
        #expect(try strangers(#""style": \#(style(Self.openMapTiles))"#, folder).map(\.code) == [.tilesNotInStyle])
    }

    @Test("leave no map empty without a warning") func nothingDrawn() throws {
        let folder = try folder(["water"], listed: true)
        let style = style(["water"]).replacing(
            #""source-layer": "water""#, with: #""source-layer": "water", "filter": ["==", "kind", "lake"]"#)
        let found = try Maps.render(scene(#""style": \#(style)"#), folder: folder.path).warnings
        #expect(found.map(\.code) == [.basemapNothingDrawn])
        #expect(found.first?.hint?.contains(#"1 features in the layers "water""#) == true)
    }
}
