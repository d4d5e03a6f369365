// SPDX-License-Identifier: MIT
import Foundation
import MapImages
import StaticMap
import TestSupport
import Testing

@Suite("Tile overlays") struct TileOverlayTests {
    private let red: UInt32 = 0xFFFF_0000
    private let blue: UInt32 = 0xFF00_00FF

    /// One overlay over a white ground, 256 points wide; at zoom 1 a tile of 256 points covers a quarter of the world.
    private func scene(
        _ overlay: String, zoom: Double = 1, scale: Int = 1, center: String = "[-90, 66.51326044311186]"
    ) -> String {
        """
        {"version": 1, "size": [256, 256], "scale": \(scale), "attribution": "none",
         "basemap": {"style": {"version": 8, "sources": {}, "layers":
           [{"id": "g", "type": "background", "paint": {"background-color": "white"}}]}},
         "camera": {"center": \(center), "zoom": \(zoom), "zoomTileSize": 256},
         "overlays": [{"type": "tiles", \(overlay)}]}
        """
    }

    private func bitmap(_ overlay: String, _ folder: ScratchFolder, zoom: Double = 1, scale: Int = 1) throws -> Bitmap {
        try Maps.render(scene(overlay, zoom: zoom, scale: scale), folder: folder.path).bitmap()
    }

    @Test("a finer file is no larger on the map", arguments: [1, 2])
    func ratio(scale: Int) throws {
        let folder = try ScratchFolder()
        for x in 0..<2 {
            for y in 0..<2 {
                try folder.write("t/1/\(x)_\(y).png", try encodePNG(.plain(red)))
                try folder.write("t/1/\(x)_\(y)@2x.png", try encodePNG(.plain(blue, side: 512)))
            }
        }
        // Of one zoom alone: a tile of 512 points would be wanted at another.
        let overlay = #""tiles": "t/{z}/{x}_{y}{ratio}.png", "minimumZ": 1, "maximumZ": 1, "overzoom": false"#
        #expect(try bitmap(overlay, folder, scale: scale).pixel(128, 128) == (scale == 1 ? red : blue))
    }

    @Test("rows are counted from the south where asked", arguments: [(false, 0xFFFF_0000), (true, 0xFF00_00FF)])
    func flipped(flipped: Bool, color: UInt32) throws {
        let folder = try ScratchFolder()
        try folder.writeTiles(["1/0/0": red, "1/0/1": blue, "1/1/0": red, "1/1/1": blue])
        let overlay = #""tiles": "tiles/{z}/{x}/{y}.png", "geometryFlipped": \#(flipped)"#
        #expect(try bitmap(overlay, folder).pixel(128, 128) == color)
    }

    @Test("a tile's size on the map may be told") func tileSize() throws {
        let folder = try ScratchFolder()
        try folder.writeTiles(["0/0/0": red, "1/0/0": blue])
        #expect(try bitmap(#""tiles": "tiles/{z}/{x}/{y}.png""#, folder).pixel(128, 128) == blue)
        #expect(try bitmap(#""tiles": "tiles/{z}/{x}/{y}.png", "tileSize": 512"#, folder).pixel(128, 128) == red)
    }

    @Test("zooms outside of the limits draw nothing, or the last tiles larger") func zooms() throws {
        let folder = try ScratchFolder()
        try folder.writeTiles(["1/0/0": red, "1/1/0": red, "1/0/1": red, "1/1/1": red])
        let white: UInt32 = 0xFFFF_FFFF
        let tiles = #""tiles": "tiles/{z}/{x}/{y}.png", "minimumZ": 1, "maximumZ": 1"#
        #expect(try bitmap(tiles, folder, zoom: 0).pixel(128, 128) == white)
        #expect(try bitmap(tiles, folder, zoom: 3).pixel(128, 128) == red)
        #expect(try bitmap(tiles + #", "overzoom": false"#, folder, zoom: 3).pixel(128, 128) == white)
    }

    @Test("an overlay of which the view shows nothing is told of") func notInView() throws {
        let folder = try ScratchFolder()
        try folder.writeTiles(["1/0/0": red, "1/1/0": red, "1/0/1": red, "1/1/1": red])
        let tiles = #""tiles": "tiles/{z}/{x}/{y}.png", "minimumZ": 1, "maximumZ": 1"#
        func codes(_ overlay: String, zoom: Double) throws -> [Diagnostic.Code] {
            try Maps.render(scene(overlay, zoom: zoom), folder: folder.path).warnings.map(\.code)
        }
        #expect(try codes(tiles, zoom: 1) == [])
        #expect(try codes(tiles, zoom: 0) == [.overlaysNotInView])
        #expect(try codes(tiles + #", "overzoom": false"#, zoom: 3) == [.overlaysNotInView])
        #expect(try codes(tiles + #", "bounds": [100, 10, 110, 20]"#, zoom: 1) == [.overlaysNotInView])
    }

    @Test("bounds cut to the pixel whose middle lies inside") func bounds() throws {
        let folder = try ScratchFolder()
        try folder.writeTiles(["1/0/0": red])
        // The image shows longitudes from -180 to 0; -90 lies between the pixels 127 and 128.
        let cut = try bitmap(#""tiles": "tiles/{z}/{x}/{y}.png", "bounds": [-90, 0, 0, 85]"#, folder)
        #expect(cut.pixel(127, 128) == 0xFFFF_FFFF)
        #expect(cut.pixel(128, 128) == red)
        #expect(cut.count(of: red) == 128 * (256 - cut.rows(above: red)))
    }

    @Test("missing tiles are left out, filled or told", arguments: ["skip", "overzoom", "error"])
    func missing(policy: String) throws {
        let folder = try ScratchFolder()
        try folder.writeTiles(["0/0/0": blue, "1/1/1": red])
        let overlay = #""tiles": "tiles/{z}/{x}/{y}.png", "missingTiles": "\#(policy)""#
        if policy == "error" {
            let failure = try #require(Maps.failure(scene(overlay), folder: folder.path))
            #expect("\(failure.diagnostics)".contains("1/0/0"))
        } else {
            #expect(try bitmap(overlay, folder).pixel(128, 128) == (policy == "skip" ? 0xFFFF_FFFF : blue))
        }
    }

    @Test("an overlay may stand in for the base map") func replaces() throws {
        let folder = try ScratchFolder()
        try folder.writeTiles(["1/0/0": red])
        let overlay = #""tiles": "tiles/{z}/{x}/{y}.png", "canReplaceMapContent": true, "bounds": [-180, 0, -90, 85]"#
        let bitmap = try bitmap(overlay, folder)
        #expect(bitmap.pixel(10, 128) == red)
        #expect(bitmap.pixel(200, 128) == 0)
    }

    @Test("an archive is not turned upside down") func archive() throws {
        let failure = try #require(
            Maps.failure(
                scene(#""tiles": "\#(packageRoot.path)/Tests/Fixtures/tiles.mbtiles", "geometryFlipped": true"#)))
        #expect("\(failure.diagnostics)".contains("only a path with {y} can be turned upside down"))
    }
}

extension Bitmap {
    /// The rows above the first that has a color.
    fileprivate func rows(above color: UInt32) -> Int {
        (pixels.firstIndex(of: color) ?? 0) / width
    }
}
