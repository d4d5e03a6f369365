// SPDX-License-Identifier: MIT
import Foundation
import MapGeo
import MapImages
import MapTiles
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
        // Classes have a color each.
        #expect(colors.count > (members.contains("steepness") ? 4 : 20), "\(colors.count)")
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

    // MARK: - Standing on the ground

    private let walk = """
        {"type": "geojson", "id": "walk", "elevation": "terrain", "colorBy": "elevation", "data": {"type": "Feature",
         "properties": {"name": "Walk"}, "geometry": {"type": "LineString", "coordinates": [[10.68, 47.48], [10.75, 47.50]]}}}
        """

    @Test("tracks and annotations take their heights from the ground") func standing() throws {
        let members =
            elevation(#""hillshade": "none""#) + """
                , "overlays": [\(walk)], "decorations": [{"type": "profile", "track": "walk"}],
                "annotations": [{"id": "top", "coordinate": [10.7125, 47.4895], "title": "Top, $elevation", "elevation": "terrain"}]
                """
        let map = try map(members)
        #expect(map.warningTexts == [])
        let numbers = try #require(map.tracks.first)
        #expect(numbers.name == "Walk")
        #expect(numbers.ascent ?? 0 > 50 && numbers.descent ?? 0 > 50)
        // Heights as GDAL has them at this place.
        let report = try #require(JSONSerialization.jsonObject(with: Data(map.report.utf8)) as? [String: Any])
        let list = try #require((report["elevations"] as? [String: Any])?["items"] as? [[String: Any]])
        #expect(list.count == 1 && list[0]["target"] as? String == "annotation/top")
        let height = try #require(list[0]["elevation"] as? Double)
        let document = try SceneDocument(
            text: Array(text(members, zoom: 12, camera: "").utf8), file: "scene.json", folder: packageRoot.path)
        let svg = String(decoding: try Maps.shared.render(document, as: .svg).bytes, as: UTF8.self)
        #expect(svg.contains("data-x-elevation=\"\(height)\""))
        #expect(svg.contains("Top, \(Int(height.rounded()))"))
    }

    @Test("without heights, what stands on the ground is an error that says how to name some") func noHeights() throws {
        for (members, path) in [
            (#""overlays": [\#(walk)]"#, "overlays[0].elevation"),
            (#""annotations": [{"coordinate": [10.7, 47.5], "elevation": "terrain"}]"#, "annotations[0].elevation"),
        ] {
            let error = try #require(throws: RenderError.self) { try map(#""basemap": {\#(ground)}, \#(members)"#) }
            let problem = try #require(error.diagnostics.first { $0.code == .dataNoHeights })
            #expect(problem.path == path && problem.hint?.contains("--elevation") == true)
        }
        let beside =
            elevation(#""hillshade": "none""#) + #", "annotations": [{"coordinate": [1, 2], "elevation": "terrain"}]"#
        let warning = try #require(try map(beside).warnings.first { $0.code == .dataNoHeights })
        #expect(warning.path == "annotations[0].elevation" && warning.severity == .warning)
    }

    @Test("heights of a style serve as well as those of the scene") func heightsOfStyle() throws {
        let style = """
            "basemap": {"style": {"version": 8, "sources": {"dem": {"type": "raster-dem", "url": "geotiff://\(dem)"}}, "layers": [
              {"id": "ground", "type": "background", "paint": {"background-color": "#ffffff"}}]}}
            """
        let own = try map(elevation(#""hillshade": "none""#) + ", \"overlays\": [\(walk)]").tracks
        #expect(try map(style + ", \"overlays\": [\(walk)]").tracks == own && own.first?.ascent != nil)
    }

    // MARK: - Contours of an archive

    /// An archive of one tile with ten lines from north to south around the middle of Helsinki, every fifth of them an index line.
    private func contours(in folder: ScratchFolder, isOurs: Bool) throws -> String {
        let middle = WebMercator.project(Coordinate(latitude: 60.1705, longitude: 24.944))
        let (x, y) = (Int(middle.x * 1024), Int(middle.y * 1024))
        var (tile, layer, geometry) = (TileEncoder(), LayerEncoder(name: "contour", extent: 4096), GeometryEncoder())
        let names = isOurs ? ["ele", "index"] : ["height", "nth_line"]
        let keys = names.map { layer.key($0) }
        for number in 0..<10 {
            let isIndex = number % 5 == 0
            let values = [
                layer.value(.number(Double(100 + 20 * number))),
                layer.value(isOurs ? .bool(isIndex) : .number(isIndex ? 5 : 1)),
            ]
            let column = Int32((middle.x * 1024 - Double(x)) * 4096) + Int32(number - 5) * 20
            geometry.removeAll()
            geometry.add(line: [TilePoint(column, 4096), TilePoint(column, 0)])
            layer.add(
                id: nil, type: .lineString,
                tags: [keys[0], try #require(values[0]), keys[1], try #require(values[1])],
                geometry: geometry.bytes[...])
        }
        tile.add(layer)
        try folder.write("lines/10/\(x)/\(y).pbf", tile.bytes)
        try folder.write(
            "lines/tiles.json", #"{"tilejson": "3.0.0", "vector_layers": [{"id": "contour", "fields": {}}]}"#)
        return folder.file("lines")
    }

    @Test(
        "Outdoors and Print draw the contours of an archive by themselves, in either schema",
        arguments: ["outdoors", "print"], [true, false])
    func contoursOfArchive(style: String, isOurs: Bool) throws {
        let folder = try ScratchFolder()
        let archive = try contours(in: folder, isOurs: isOurs)
        func image(_ keys: String) throws -> MapSnapshot {
            try Maps.render(
                """
                {"version": 1, "size": [400, 300], "attribution": "none", "camera": {"center": [24.944, 60.1705], "zoom": 14},
                 "basemap": {"style": "\(style)"\(keys)}}
                """, folder: folder.path)
        }
        let (plain, lined) = (try image(""), try image(#", "tiles": ["\#(archive)"]"#))
        #expect(lined.warningTexts.filter { !$0.contains("credited") } == [])
        // The map is still there, and lines lie on it; those of an index are stronger.
        func changed(_ other: MapSnapshot) throws -> Int {
            zip(try plain.bitmap().pixels, try other.bitmap().pixels).count { $0 != $1 }
        }
        let (all, index) = (
            try changed(lined),
            try changed(image(#", "tiles": ["\#(archive)"], "hide": ["contour", "contour-label"]"#))
        )
        #expect((500...20_000).contains(all), "\(all)")
        #expect(index > 50 && index < all, "\(index)")
        // Beside the base map's own archive, too, and not beside other contours.
        let both = try image(#", "tiles": ["\#(Maps.helsinki)", "\#(archive)"]"#)
        #expect(try changed(both) > 500)
        let other = try image(#", "tiles": ["\#(archive)"], "elevation": {"data": "\#(dem)", "hillshade": "none"}"#)
        #expect(try changed(other) == 0)
    }
}
