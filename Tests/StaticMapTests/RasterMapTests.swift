// SPDX-License-Identifier: MIT
import Foundation
import MapImages
import StaticMap
import TestSupport
import Testing

@Suite("Rasters and heights on maps") struct RasterMapTests {
    private let dem = packageRoot.appending(path: "examples/relief/dem.tif").path

    /// A map of 200 × 150 points in the middle of the heights.
    private func map(_ members: String, zoom: Double = 12, camera: String = "") throws -> MapSnapshot {
        try Maps.render(text(members, zoom: zoom, camera: camera), folder: packageRoot.path)
    }

    private func text(_ members: String, zoom: Double, camera: String) -> String {
        """
        {"version": 1, "size": [200, 150], "attribution": "none", \(members),
         "camera": {"center": [10.7125, 47.4895], "zoom": \(zoom)\(camera)}}
        """
    }

    private let ground = """
        "style": {"version": 8, "sources": {}, "layers": [
          {"id": "ground", "type": "background", "paint": {"background-color": "#ffffff"}}]}
        """

    private func elevation(_ members: String) -> String {
        #""basemap": {\#(ground), "elevation": {"data": "\#(dem)", \#(members)}}"#
    }

    @Test("an overlay has the colors that it asks for") func overlay() throws {
        func image(_ keys: String) throws -> Bitmap {
            let overlay = #"{"type": "geotiff", "data": "\#(dem)"\#(keys)}"#
            return try map(#""basemap": {\#(ground)}, "overlays": [\#(overlay)]"#).bitmap()
        }
        let red = try image(#", "colors": [[0, "red"], [4000, "red"]]"#)
        #expect(Set(red.pixels) == [0xFFFF_0000])
        let gray = try image("")
        #expect(gray.pixels.allSatisfy { $0 >> 16 & 255 == $0 >> 8 & 255 && $0 >> 8 & 255 == $0 & 255 })
        #expect(Set(gray.pixels).count > 50)
        #expect(try image(#", "stretch": [0, 1]"#).pixels.allSatisfy { $0 == 0xFFFF_FFFF })
        #expect(try image(#", "colors": "viridis""#).pixels != gray.pixels)
    }

    @Test(
        "what an overlay cannot be is an error at its place",
        arguments: [
            #"{"type": "geotiff", "data": "dem.tif", "bands": 3}"#, #"{"type": "geotiff", "data": "no.tif"}"#,
            #"{"type": "geotiff", "data": "dem.tif", "stretch": "98-2%"}"#,
            #"{"type": "geotiff", "data": "dem.tif", "colors": [[2, "red"], [1, "blue"]]}"#,
            #"{"type": "geotiff", "data": "contours.json"}"#,
        ])
    func wrong(overlay: String) throws {
        let text = #"{"version": 1, "size": [100, 100], "overlays": [\#(overlay)]}"#
        let folder = packageRoot.appending(path: "examples/relief").path
        let error = try #require(throws: RenderError.self) { try Maps.render(text, folder: folder) }
        #expect(
            error.diagnostics.contains { $0.path.hasPrefix("overlays[0]") || $0.description.contains("overlays[0]") })
    }

    @Test("a GeoTIFF as an image of a style lies where it says itself") func imageSource() throws {
        let style = """
            "basemap": {"style": {"version": 8, "sources": {"i": {"type": "image", "url": "\(dem)",
             "coordinates": [[0, 1], [1, 1], [1, 0], [0, 0]]}}, "layers": [{"id": "i", "type": "raster", "source": "i"}]}}
            """
        let overlay = #""basemap": {\#(ground)}, "overlays": [{"type": "geotiff", "data": "\#(dem)"}]"#
        #expect(try map(style).bitmap().pixels == (try map(overlay).bitmap().pixels))
    }

    @Test("a raster source of a style has the same keys") func source() throws {
        let style = """
            "basemap": {"style": {"version": 8, "sources": {"r": {"type": "raster", "url": "geotiff://\(dem)",
             "colors": [[0, "#00ff00"], [4000, "#00ff00"]]}}, "layers": [{"id": "r", "type": "raster", "source": "r"}]}}
            """
        #expect(Set(try map(style).bitmap().pixels) == [0xFF00_FF00])
    }

    @Test("contours are lines in every format, and stronger where they are an index") func contours() throws {
        let members = elevation(#""hillshade": "none", "contours": {"interval": 50, "index": 250, "color": "red"}"#)
        let map = try map(members)
        #expect(map.warningTexts == [])
        let pixels = try map.bitmap().pixels
        let red = pixels.count { $0 >> 16 & 255 == 255 && $0 >> 8 & 255 < 160 }
        #expect((500...20_000).contains(red), "\(red)")
        let document = try SceneDocument(
            text: Array(text(members, zoom: 12, camera: "").utf8), file: "scene.json", folder: packageRoot.path)
        let svg = String(decoding: try Maps.shared.render(document, as: .svg).bytes, as: UTF8.self)
        #expect(svg.contains("elevation-contour-index") && svg.contains("<path") && !svg.contains("<image"))
        let none = try self.map(elevation(#""hillshade": "none", "contours": false"#)).bitmap()
        #expect(Set(none.pixels) == [0xFFFF_FFFF])
    }

    @Test(
        "light, shade and steepness are seen",
        arguments: [
            #""contours": false"#, #""contours": false, "hillshade": "standard""#,
            #""contours": false, "hillshade": "swiss""#, #""contours": false, "hillshade": "none", "shadows": true"#,
            #""contours": false, "hillshade": "none", "slopes": "steepness""#,
            #""contours": false, "hillshade": "none", "slopes": "aspect""#,
            #""contours": false, "hillshade": "none", "spotHeights": true"#,
        ])
    func shades(members: String) throws {
        let map = try map(elevation(members))
        #expect(map.warningTexts == [])
        let colors = Set(try map.bitmap().pixels)
        #expect(colors.count > 20, "\(colors.count)")
    }

    @Test("a tilted map stands on the heights, unless they are flattened") func tilted() throws {
        func image(_ exaggeration: Double) throws -> [UInt32] {
            try map(
                elevation(#""contours": {"interval": 100}, "exaggeration": \#(exaggeration)"#), zoom: 11.5,
                camera: #", "pitch": 55"#
            ).bitmap().pixels
        }
        let (flat, natural, high) = (try image(0), try image(1), try image(3))
        #expect(flat != natural && natural != high)
    }

    @Test("hybrid has roads and names over the images, satellite has none of them") func hybrid() throws {
        func image(_ style: String) throws -> Bitmap {
            try Maps.render(
                """
                {"version": 1, "size": [200, 150], "attribution": "none", "camera": {"center": [24.944, 60.1705], "zoom": 14.6},
                 "basemap": {"style": "\(style)", "tiles": ["ortho.tif", "../../basemap/helsinki.pmtiles"]}}
                """, folder: packageRoot.appending(path: "examples/relief").path
            ).bitmap()
        }
        let (plain, roads) = (try image("satellite"), try image("hybrid"))
        let changed = zip(plain.pixels, roads.pixels).count { $0 != $1 }
        #expect(changed > 2000 && changed < plain.pixels.count * 2 / 3, "\(changed)")
        // Edges of names are darker than the images, names are white.
        #expect(roads.pixels.count { $0 == 0xFFFF_FFFF } > plain.pixels.count { $0 == 0xFFFF_FFFF } + 20)
    }

    @Test("the map types need images") func noImages() throws {
        for style in ["satellite", "hybrid"] {
            let error = try #require(throws: RenderError.self) {
                try Maps.render(#"{"version": 1, "size": [99, 99], "basemap": "\#(style)"}"#)
            }
            #expect(
                error.diagnostics.contains { $0.code == .basemapUnknownStyle && $0.hint?.contains("--tiles") == true })
        }
    }
}
