// SPDX-License-Identifier: MIT
import Foundation
import MapCanvas
import MapImages
import StaticMap
import TestSupport
import Testing

/// Whatever a scene names is read in one place, which knows the folders that may be read.
@Suite("Folders that may be read") struct FileRootsTests {
    private let parent: ScratchFolder
    private let red: UInt32 = 0xFFFF_0000

    init() throws {
        parent = try ScratchFolder()
        let area =
            #"{"type": "Polygon", "coordinates": [[[-60, -60], [60, -60], [60, 60], [-60, 60], [-60, -60]]]}"#
        for folder in ["outside", "scene/inside"] {
            try parent.write("\(folder)/area.geojson", area)
            try parent.write("\(folder)/red.png", try encodePNG(.plain(red, side: 4)))
            try parent.write("\(folder)/0/0/0.png", try encodePNG(.plain(red, side: 256)))
            try parent.write("\(folder)/sprite.png", try encodePNG(.plain(red, side: 4)))
            try parent.write(
                "\(folder)/sprite.json", #"{"red": {"x": 0, "y": 0, "width": 4, "height": 4, "pixelRatio": 1}}"#)
            try parent.write(
                "\(folder)/style.json",
                #"""
                {"version": 8, "sources": {}, "layers": [
                 {"id": "b", "type": "background", "paint": {"background-color": "#ff0000"}}]}
                """#)
        }
        try FileManager.default.createSymbolicLink(
            atPath: parent.path + "/scene/link", withDestinationPath: parent.path + "/outside")
    }

    private static let overlay =
        ##""overlays": [{"type": "geojson", "data": "@/area.geojson", "fillColor": "#ff0000"}]"##
    private static let style = #""basemap": {"style": "@/style.json"}"#

    private static func basemap(_ source: String, _ layer: String, _ more: String = "") -> String {
        #"""
        "basemap": {"style": {"version": 8, \#(more) "sources": {"s": \#(source)}, "layers": [
         {"id": "b", "type": "background", "paint": {"background-color": "#ffffff"}}, \#(layer)]}}
        """#
    }

    static let items = [
        overlay, style,
        basemap(
            #"{"type": "geojson", "data": "@/area.geojson"}"#,
            ##"{"id": "f", "type": "fill", "source": "s", "paint": {"fill-color": "#ff0000"}}"##),
        basemap(
            #"""
            {"type": "image", "url": "@/red.png",
             "coordinates": [[-170, 80], [170, 80], [170, -80], [-170, -80]]}
            """#, #"{"id": "r", "type": "raster", "source": "s"}"#),
        basemap(
            #"{"type": "raster", "tiles": ["@/{z}/{x}/{y}.png"], "tileSize": 256, "maxzoom": 0}"#,
            #"{"id": "r", "type": "raster", "source": "s"}"#),
        basemap(
            #"{"type": "geojson", "data": {"type": "Point", "coordinates": [0, 0]}}"#,
            #"{"id": "p", "type": "background", "paint": {"background-pattern": "red"}}"#, #""sprite": "@/sprite","#),
    ]

    private func redPixels(_ item: String, _ folder: String, roots: [String]?) -> Int {
        let scene = """
            {"version": 1, "size": [40, 40], "attribution": "none", "camera": {"center": [0, 0], "zoom": 1},
             \(item.replacing("@", with: folder))}
            """
        let renderer = MapRenderer(
            home: Maps.home, fontFolders: testFontFolders, useSystemFonts: false,
            fileRoots: roots?.map { URL(filePath: $0) })
        let map = try? Maps.render(scene, folder: parent.path + "/scene", with: renderer)
        return (try? map?.bitmap().count(of: red)) ?? 0
    }

    @Test("without roots, a scene reads what its user may read", arguments: items)
    func trusted(item: String) {
        #expect(redPixels(item, parent.path + "/outside", roots: nil) > 800)
    }

    @Test("with roots, nothing outside of them is read, by whatever path", arguments: items)
    func confined(item: String) {
        let roots = [parent.path + "/scene"]
        #expect(redPixels(item, "inside", roots: roots) > 800)
        #expect(redPixels(item, parent.path + "/scene/inside", roots: roots) > 800)
        for path in [parent.path + "/outside", "../outside", "link", "inside/../../outside"] {
            #expect(redPixels(item, path, roots: roots) == 0, "\(path)")
        }
    }

    @Test("a diagnostic says that the file lies outside") func message() throws {
        let renderer = MapRenderer(
            home: Maps.home, useSystemFonts: false, fileRoots: [URL(filePath: parent.path + "/scene")])
        let scene = """
            {"version": 1, "size": [40, 40], "camera": {"center": [0, 0], "zoom": 1},
             "overlays": [{"type": "geojson", "data": "/etc/passwd"}]}
            """
        let error = try #require(throws: RenderError.self) {
            try Maps.render(scene, folder: parent.path + "/scene", with: renderer)
        }
        #expect(error.diagnostics.map(\.code) == ["file.outside-roots"])
    }

    @Test("a pipe where tiles are meant is an error, not a wait") func pipe() throws {
        let path = parent.file("scene/pipe.pmtiles")
        #expect(mkfifo(path, 0o600) == 0)
        let scene = #"{"version": 1, "size": [40, 40], "basemap": {"tiles": "pipe.pmtiles"}}"#
        let error = try #require(throws: RenderError.self) { try Maps.render(scene, folder: parent.path + "/scene") }
        #expect(error.diagnostics.contains { $0.message.contains("a pipe") })
    }
}
