// SPDX-License-Identifier: MIT
import Foundation
import MapImages
import StaticMap
import TestSupport
import Testing

@Suite("Where the base map's data ends") struct DataZoomTests {
    private func scene(_ camera: String, more: String = "") -> String {
        #"{"version": 1, "size": [200, 150], "attribution": "none", \#(more)"camera": \#(camera)}"#
    }

    private func codes(_ snapshot: MapSnapshot) -> [Diagnostic.Code] { snapshot.warnings.map(\.code) }

    @Test(
        "a view far beyond the zooms of the tiles is a warning, and the report has their zoom",
        arguments: [
            (#"{"center": [139.7, 35.68], "zoom": 14}"#, 7, true),
            (#"{"center": [139.7, 35.68], "zoom": 10}"#, 7, false),
            (#"{"center": [139.7, 35.68], "zoom": 4}"#, 7, false),
            (#"{"center": [24.945, 60.172], "zoom": 17}"#, 14, false),
        ])
    func views(camera: String, dataZoom: Int, warns: Bool) throws {
        let snapshot = try Maps.render(scene(camera))
        #expect(codes(snapshot).contains("basemap.overzoomed") == warns)
        #expect(snapshot.report.contains(#""dataZoom": \#(dataZoom)"#))
        if warns {
            #expect(snapshot.warningTexts.contains { $0.contains("ends at zoom 7 here, and is drawn at zoom 14") })
        }
    }

    @Test(
        "an image in which nothing lies, or which fog covers, is a warning",
        arguments: [
            ("[0, 0]", "", true), ("[20, 0]", "", false),
            // In the box around the line, which passes it by.
            ("[21, -4]", #", {"type": "polyline", "coordinates": [[16, -2], [23, -9]]}"#, true),
            ("[20, 0]", #", {"type": "fog", "color": "black", "reveal": [{"coordinates": [[90, 0], [91, 0]]}]}"#, true),
            (
                "[20, 0]", #", {"type": "fog", "color": "black", "reveal": [{"coordinates": [[20, 0], [21, 0]]}]}"#,
                false
            ),
            (
                "[20, 0]", #", {"type": "fog", "color": "rgba(0, 0, 0, 0.5)", "reveal": [{"coordinates": [[90, 0]]}]}"#,
                false
            ),
        ])
    func blank(center: String, more: String, warns: Bool) throws {
        let style = #"{"version": 8, "sources": {}, "layers": [{"id": "a", "type": "background"}]}"#
        let line = #"{"type": "polyline", "coordinates": [[18, 0], [22, 1]]}"#
        let json = scene(
            #"{"center": \#(center), "zoom": 6}"#,
            more: #""basemap": {"style": \#(style)}, "overlays": [\#(line)\#(more)], "#)
        #expect(codes(try Maps.render(json)).contains("scene.nothing-in-view") == warns)
    }

    @Test("a fit stops where the data ends, unless the camera says how near it may be")
    func fits() throws {
        let tokyo = #""annotations": [{"coordinate": [139.7, 35.68]}], "#
        let helsinki = #""annotations": [{"coordinate": [24.945, 60.172]}], "#
        let far = try Maps.render(scene(#"{"fit": "all"}"#, more: tokyo))
        #expect(far.viewport.zoom == 8)
        #expect(codes(far).isEmpty)
        let near = try Maps.render(scene(#"{"fit": "all", "maxZoom": 13}"#, more: tokyo))
        #expect(near.viewport.zoom == 13)
        #expect(codes(near) == ["basemap.overzoomed"])
        #expect(try Maps.render(scene(#"{"fit": "all"}"#, more: helsinki)).viewport.zoom == 15)
    }

    @Test("several places are kept apart where the data ends, and what limits the fit is told")
    func fitsOfSeveral() throws {
        let markers = #""annotations": [{"coordinate": [116.39, 39.9]}, {"coordinate": [116.405, 39.9]}], "#
        let snapshot = try Maps.render(scene(#"{"fit": "all"}"#, more: markers))
        let points = [116.39, 116.405].map {
            snapshot.viewport.point(for: Coordinate(latitude: 39.9, longitude: $0))
        }
        #expect(points[0].distance(to: points[1]) > 50)
        #expect(codes(snapshot) == ["camera.limited-fit"])
        let warning = try #require(snapshot.warnings.first)
        #expect(warning.message.contains("the base map ends at zoom 7 here"))
        #expect(warning.hint?.hasPrefix("\"maxZoom\": 1") == true)
        let line = #""overlays": [{"type": "polyline", "coordinates": [[116.39, 39.9], [116.405, 39.9]]}], "#
        #expect(codes(try Maps.render(scene(#"{"fit": "all"}"#, more: line))) == ["camera.limited-fit"])
        // Two datums of one place differ by centimetres.
        let same = #""annotations": [{"coordinate": [116.39, 39.9]}, {"coordinate": [116.39001, 39.9]}], "#
        #expect(try Maps.render(scene(#"{"fit": "all"}"#, more: same)).viewport.zoom == 8)
        // What is far apart anyway is fitted as before, without a word.
        let far = #""annotations": [{"coordinate": [116.4, 39.9]}, {"coordinate": [117.2, 39.1]}], "#
        #expect(codes(try Maps.render(scene(#"{"fit": "all"}"#, more: far))).isEmpty)
    }

    @Test("raster tiles may be drawn two zooms larger")
    func raster() throws {
        let folder = try ScratchFolder()
        try folder.writeTiles(["1/0/0": 0xFFFF_0000, "1/1/0": 0xFF00_FF00, "1/0/1": 0xFF00_00FF, "1/1/1": 0xFFFF_FF00])
        for (zoom, warns) in [(2.0, false), (2.5, true)] {
            let json = scene(#"{"center": [10, 10], "zoom": \#(zoom)}"#, more: #""basemap": {"tiles": "tiles"}, "#)
            #expect(codes(try Maps.render(json, folder: folder.path)).contains("basemap.overzoomed") == warns)
        }
    }

    @Test(
        "raster tiles of one zoom are drawn reduced up to two zooms below, with a note",
        arguments: [(2.0, false, true), (1.0, true, true), (0.0, true, true), (-1.0, false, false)])
    func rasterBelow(zoom: Double, isReduced: Bool, isDrawn: Bool) throws {
        let folder = try ScratchFolder()
        for x in 0..<8 {
            for y in 0..<8 {
                let color: UInt32 = (x + y) % 2 == 0 ? 0xFFFF_0000 : 0xFF00_00FF
                try folder.write("tiles/3/\(x)/\(y).png", try encodePNG(.plain(color)))
            }
        }
        let json = scene(#"{"center": [0, 0], "zoom": \#(zoom)}"#, more: #""basemap": {"tiles": "tiles"}, "#)
        let snapshot = try Maps.render(json, folder: folder.path)
        #expect(codes(snapshot).contains("basemap.underzoomed") == isReduced)
        #expect(codes(snapshot).contains("basemap.empty") != isDrawn)
        let bitmap = try snapshot.bitmap()
        #expect((bitmap.count(of: 0xFFFF_0000) > 1000) == isDrawn)
        // Each tile is as large as its place on Earth: 512 points of the world at zoom 0, an eighth of it a tile.
        if zoom == 0 {
            #expect(bitmap.pixel(100 + 32, 75 + 32) == bitmap.pixel(100 + 96, 75 - 32))
            #expect(bitmap.pixel(100 + 32, 75 + 32) != bitmap.pixel(100 + 96, 75 + 32))
        }
        if isReduced {
            #expect(snapshot.warningTexts.contains { $0.contains("begins at zoom 2, and is drawn reduced at zoom") })
        }
    }

    @Test(
        "vector tiles of one zoom are drawn reduced up to two zooms below, with a note",
        arguments: [(4.0, false, true), (3.0, true, true), (2.0, true, true), (1.0, false, false)])
    func vectorBelow(zoom: Double, isReduced: Bool, isDrawn: Bool) throws {
        let folder = try ScratchFolder()
        // The tile south east of the view's middle.
        try folder.write("tiles/4/8/8.pbf", VectorTileFile.square(layer: "roof"))
        let json = scene(#"{"center": [0, 0], "zoom": \#(zoom)}"#, more: #""basemap": {"tiles": "tiles"}, "#)
        let snapshot = try Maps.render(json, folder: folder.path)
        #expect(codes(snapshot).contains("basemap.underzoomed") == isReduced)
        #expect(codes(snapshot).contains("basemap.empty") != isDrawn)
        let bitmap = try snapshot.bitmap()
        let isFilled = { (x: Int, y: Int) in bitmap.pixel(x, y) != bitmap.pixel(5, 5) }
        #expect(isFilled(160, 120) == isDrawn)
        // At zoom 2 the tile is 128 points wide.
        #expect(!isFilled(160, 30) && !isFilled(40, 120))
    }

    @Test(
        "tiles of an area are what is seen without a camera, and what an empty fit shows",
        arguments: ["", #""camera": {"fit": "all"}, "#])
    func archiveBounds(camera: String) throws {
        let json = #"""
            {"version": 1, "size": [300, 200], "attribution": "none", \#(camera)"basemap": {"tiles": "\#(Maps.helsinki)"}}
            """#
        let whole = try Maps.render(json.replacing("[300, 200]", with: "[3000, 3000]")).viewport
        let corners = [Coordinate(latitude: 60.02, longitude: 24.5), Coordinate(latitude: 60.38, longitude: 25.35)]
        #expect(corners.allSatisfy { (-0.01...3000.01).contains(whole.point(for: $0).x) })
        #expect(corners.allSatisfy { (-0.01...3000.01).contains(whole.point(for: $0).y) })
        #expect(whole.zoom >= 10)
        // The archive has no tiles for a zoom at which a smaller map would show all of it.
        let small = try Maps.render(json)
        #expect(small.viewport.zoom == 10)
        #expect(abs(small.viewport.center.longitude - 24.9443) < 0.001)
        #expect(small.warnings.isEmpty)
    }
}
