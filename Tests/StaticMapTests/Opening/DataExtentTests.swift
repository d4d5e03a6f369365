// SPDX-License-Identifier: MIT
import MapGeo
import StaticMap
import TestSupport
import Testing

@Suite("Maps look at their data when nothing says where to look") struct DataExtentTests {
    /// The middle of the view.
    private func center(_ members: String, folder: ScratchFolder) throws -> Coordinate {
        let text = #"{"version": 1, "size": [200, 200], "attribution": "none", \#(members)}"#
        return try Maps.render(text, folder: folder.path).viewport.center
    }

    private func style(_ source: String, _ layer: String) -> String {
        #"{"version": 8, "sources": {"a": {\#(source)}}, "layers": [{"id": "a", "source": "a", \#(layer)}]}"#
    }

    private static let raster = #""type": "raster", "tiles": ["tiles/{z}/{x}/{y}.png"], "tileSize": 256"#
    private static let tile = TileID(z: 5, x: 18, y: 9)

    @Test("a style with tiles of its own, with and without a fit", arguments: ["", #""camera": {"fit": "all"}, "#])
    func tiles(camera: String) throws {
        let folder = try ScratchFolder()
        try folder.writeTiles(["\(Self.tile)": 0xFFFF_0000])
        let style = style(Self.raster, #""type": "raster""#)
        let center = try center(camera + #""basemap": {"style": \#(style)}"#, folder: folder)
        #expect(Self.tile.box.contains(center))
    }

    @Test("a style with features of its own") func features() throws {
        let folder = try ScratchFolder()
        let point = #"{"type": "LineString", "coordinates": [[20, 60], [22, 61]]}"#
        for data in [point, #""a.geojson""#] {
            try folder.write("a.geojson", point)
            let style = style(#""type": "geojson", "data": \#(data)"#, #""type": "line""#)
            let center = try center(#""basemap": {"style": \#(style)}"#, folder: folder)
            #expect(abs(center.longitude - 21) < 0.01 && abs(center.latitude - 60.5) < 0.1)
        }
    }

    @Test("bounds of the source count, and a center of the style counts more") func stated() throws {
        let folder = try ScratchFolder()
        try folder.writeTiles(["\(Self.tile)": 0xFFFF_0000])
        let bounded = style(Self.raster + #", "bounds": [10, 10, 20, 20]"#, #""type": "raster""#)
        #expect(abs(try center(#""basemap": {"style": \#(bounded)}"#, folder: folder).longitude - 15) < 0.01)
        let centered = bounded.replacing(#""version": 8"#, with: #""version": 8, "center": [3, 4], "zoom": 5"#)
        #expect(abs(try center(#""basemap": {"style": \#(centered)}"#, folder: folder).longitude - 3) < 0.01)
    }

    @Test("tiles without bounds, on the map and over it") func folders() throws {
        let folder = try ScratchFolder()
        try folder.writeTiles(["\(Self.tile)": 0xFFFF_0000])
        for members in [#""basemap": {"tiles": "tiles"}"#, #""overlays": [{"type": "tiles", "tiles": "tiles"}]"#] {
            #expect(Self.tile.box.contains(try center(members, folder: folder)))
        }
    }
}

extension CoordinateBox {
    fileprivate func contains(_ c: Coordinate) -> Bool {
        (west...east).contains(c.longitude) && (south...north).contains(c.latitude)
    }
}
