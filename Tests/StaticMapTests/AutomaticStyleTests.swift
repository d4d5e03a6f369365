// SPDX-License-Identifier: MIT
import Foundation
import MapImages
import StaticMap
import TestSupport
import Testing

@Suite("Tiles of a schema that no installed style knows") struct AutomaticStyleTests {
    private func scene(_ tiles: String, _ more: String = "") -> String {
        """
        {"version": 1, "size": [256, 256], "attribution": "none", "camera": {"center": [0, 0], "zoom": 0},
         "basemap": {"tiles": [\(tiles)]\(more)}}
        """
    }

    /// A tile folder with one tile, which a square covers.
    private func folder(layer: String, metadata: String? = nil) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write("own/0/0/0.pbf", VectorTileFile.square(layer: layer))
        if let metadata { try folder.write("own/metadata.json", metadata) }
        return folder
    }

    @Test("are drawn in colors of their own, with a note", arguments: [true, false])
    func unknown(hasMetadata: Bool) throws {
        let metadata = #"{"vector_layers": [{"id": "parcels", "fields": {"name": "String"}}]}"#
        let folder = try folder(layer: "parcels", metadata: hasMetadata ? metadata : nil)
        let map = try Maps.render(scene(#""own""#), folder: folder.path)
        #expect(map.warnings.count == 1)
        #expect(map.warnings.first?.severity == .note)
        #expect(map.warningTexts.first?.contains(#"no installed style draws its layers "parcels""#) == true)
        // The background is #f8f8f5; the square has a color of its own over it.
        let middle = try map.bitmap().pixel(128, 128)
        #expect(middle != 0xFFF8_F8F5 && middle >> 24 == 255)
    }

    @Test("are drawn as before if their layers are known, or if the scene names a style")
    func known() throws {
        let water = try folder(layer: "water")
        #expect(try Maps.render(scene(#""own""#), folder: water.path).warnings.allSatisfy { $0.severity != .note })
        let own = try folder(layer: "parcels", metadata: #"{"vector_layers": [{"id": "parcels", "fields": {}}]}"#)
        let named = try Maps.render(scene(#""own""#, #", "style": "streets""#), folder: own.path)
        #expect(named.warningTexts.contains { $0.contains("the style draws none of its layers") })
    }

    @Test("lie on known tiles, below their names")
    func both() throws {
        let folder = try folder(layer: "parcels", metadata: #"{"vector_layers": [{"id": "parcels", "fields": {}}]}"#)
        let world = packageRoot.appending(path: "basemap/world.pmtiles").path(percentEncoded: false)
        let alone = try Maps.render(scene("\"\(world)\""), folder: folder.path).bitmap()
        let map = try Maps.render(scene("\"\(world)\", \"own\""), folder: folder.path)
        #expect(map.warnings.contains { $0.severity == .note })
        #expect(try map.bitmap().pixels != alone.pixels)
    }
}
