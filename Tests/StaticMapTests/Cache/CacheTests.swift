// SPDX-License-Identifier: MIT
import Dispatch
import Foundation
import MapCore
import MapLayout
import StaticMap
import Synchronization
import TestSupport
import Testing

@Suite("What a renderer keeps") struct CacheTests {
    private static let root = packageRoot.path

    private func document(_ longitude: Double, basemap: String = "") throws -> SceneDocument {
        let text = """
            {"version": 1, "size": [300, 200], "basemap": {"style": "streets"\(basemap)},
             "camera": {"center": [\(longitude), 60.17], "zoom": 12}}
            """
        return try SceneDocument(text: Array(text.utf8), file: "map.json")
    }

    private func renderer(_ bytes: Int = 64 << 20) -> MapRenderer {
        MapRenderer(
            home: Home(folder: Self.root), fontFolders: testFontFolders, useSystemFonts: false, threads: 2,
            cacheBytes: bytes)
    }

    @Test("A tile is decoded once for all maps that show it") func tilesOnce() throws {
        let renderer = renderer()
        _ = try renderer.render(try document(24.94))
        let first = renderer.cache.tiles.missCount
        #expect(first > 0)
        _ = try renderer.render(try document(24.94))
        #expect(renderer.cache.tiles.missCount == first)
        // A view next to it needs at most one more column of each archive's tiles.
        _ = try renderer.render(try document(24.95))
        let second = renderer.cache.tiles.missCount
        #expect(second - first < first)
        _ = try renderer.render(try document(24.94))
        #expect(renderer.cache.tiles.missCount == second)
    }

    @Test("A kept tile is decoded further for a style that draws other layers") func furtherLayers() throws {
        let scenes = try [["water"], ["landcover", "water"], ["transportation"]].map { names in
            let layers = names.map {
                #"{"id": "\#($0)", "type": "line", "source": "t", "source-layer": "\#($0)"}"#
            }
            let text = """
                {"version": 1, "size": [300, 200], "attribution": "none",
                 "camera": {"center": [24.94, 60.17], "zoom": 13}, "basemap": {"style": {"version": 8,
                   "sources": {"t": {"type": "vector", "url": "\(Self.root)/basemap/helsinki.pmtiles"}},
                   "layers": [\(layers.joined(separator: ","))]}}}
                """
            return try SceneDocument(text: Array(text.utf8), file: "map.json")
        }
        let alone = try scenes.map { try renderer().render($0).bytes }
        #expect(Set(alone).count == 3)
        for order in [[0, 1, 2, 0], [2, 1, 0, 2], [1, 0, 2, 1]] {
            let renderer = renderer()
            var missCount: Int?
            for index in order {
                #expect(try renderer.render(scenes[index]).bytes == alone[index])
                missCount = missCount ?? renderer.cache.tiles.missCount
            }
            #expect(renderer.cache.tiles.missCount == missCount)
        }
    }

    @Test("What layers of a style without images find is kept as well") func withoutImages() throws {
        let folder = try ScratchFolder()
        let style = """
            {"version": 8,
             "sources": {"a": {"type": "geojson", "data": "\(Self.root)/examples/data/city-center.geojson"}},
             "layers": [{"id": "areas", "type": "fill", "source": "a", "paint": {"fill-color": "#aabbcc"}}]}
            """
        let file = try folder.write("style.json", style)
        let text = """
            {"version": 1, "size": [300, 200], "basemap": {"style": "\(file)"},
             "camera": {"center": [24.94, 60.17], "zoom": 12}}
            """
        let scene = try SceneDocument(text: Array(text.utf8), file: "map.json")
        let renderer = renderer()
        let memory = try #require(renderer.cache.tileLayouts)
        let first = try renderer.render(scene).bytes
        #expect(try renderer.render(scene).bytes == first)
        let made = memory.missCount
        #expect(made > 0)
        #expect(try renderer.render(scene).bytes == first)
        #expect(memory.missCount == made)
    }

    @Test("What layers find in a tile is found once for all maps of one zoom") func layersOnce() throws {
        let renderer = renderer()
        let memory = try #require(renderer.cache.tileLayouts)
        let first = try renderer.render(try document(24.94)).bytes
        #expect(memory.missCount > 0)
        // The second map of a view keeps its shapes as well.
        #expect(try renderer.render(try document(24.94)).bytes == first)
        let made = memory.missCount
        #expect(try renderer.render(try document(24.94)).bytes == first)
        #expect(memory.missCount == made)
        // The first image kept more than it shows: the second one is none the worse for it.
        let moved = try document(24.9)
        #expect(try renderer.render(moved).bytes == self.renderer(0).render(moved).bytes)
        let edited = try document(24.94, basemap: #", "setFilter": {"water": ["==", "class", "none"]}"#)
        let dry = try renderer.render(edited).bytes
        #expect(try dry != first && dry == self.renderer(0).render(edited).bytes)
        let painted = try document(24.94, basemap: #", "setPaint": {"water": {"fill-color": "red"}}"#)
        let red = try renderer.render(painted).bytes
        #expect(try red != first && red == self.renderer(0).render(painted).bytes)
        #expect(self.renderer(0).cache.tileLayouts == nil)
    }

    @Test("raster tiles are decoded once, whatever folder they come from") func rasterTilesOnce() throws {
        let folder = try ScratchFolder()
        try folder.writeTiles(["0/0/0": 0xFF20_40FF])
        let text = """
            {"version": 1, "size": [100, 100], "basemap": {"tiles": "tiles/{z}/{x}/{y}.png"},
             "camera": {"center": [0, 0], "zoom": 0}, "attribution": "none"}
            """
        let renderer = renderer()
        let rasterImages = renderer.cache.rasterImages
        let first = try Maps.render(text, folder: folder.path, with: renderer).bytes
        #expect(rasterImages.missCount == 1)
        #expect(try Maps.render(text, folder: folder.path, with: renderer).bytes == first)
        #expect(rasterImages.missCount == 1)
        try folder.writeTiles(["0/0/0": 0xFF20_41FF])
        #expect(try Maps.render(text, folder: folder.path, with: renderer).bytes != first)
        #expect(rasterImages.missCount == 2)
    }

    @Test("Features of a file are read and cut once") func featuresOnce() throws {
        let folder = try ScratchFolder()
        func write(_ longitude: Double) throws {
            let ring = "[[\(longitude), 0], [20, 0], [20, 20], [\(longitude), 0]]"
            try folder.write(
                "area.json", Array(#"{"type": "Polygon", "coordinates": [\#(ring)]}"#.utf8))
        }
        let style = """
            {"version": 8, "sources": {"a": {"type": "geojson", "data": "area.json"}}, "layers": [
              {"id": "area", "type": "fill", "source": "a", "paint": {"fill-color": "#ff0000"}}]}
            """
        try folder.write("style.json", Array(style.utf8))
        try write(0)
        let text = """
            {"version": 1, "size": [200, 200], "basemap": {"style": "style.json"}, "camera": {"center": [0, 0], "zoom": 1}}
            """
        let renderer = renderer()
        let first = try Maps.render(text, folder: folder.path, with: renderer).bytes
        let made = renderer.cache.tiles.missCount
        #expect(made > 0)
        #expect(try Maps.render(text, folder: folder.path, with: renderer).bytes == first)
        #expect(renderer.cache.features.missCount == 1 && renderer.cache.tiles.missCount == made)
        try write(-12)
        #expect(try Maps.render(text, folder: folder.path, with: renderer).bytes != first)
        #expect(renderer.cache.features.missCount == 2)
    }

    @Test("What is wrong with a layer's features is told for each map") func toldEachTime() throws {
        let folder = try ScratchFolder()
        let style = """
            {"version": 8, "sources": {"m": {"type": "vector", "url": "pmtiles://\(Maps.helsinki)"}}, "layers": [
              {"id": "points", "type": "symbol", "source": "m", "source-layer": "poi",
               "layout": {"icon-image": "nowhere"}},
              {"id": "lines", "type": "symbol", "source": "m", "source-layer": "transportation_name",
               "layout": {"symbol-placement": "line", "icon-image": "nothing"}}]}
            """
        try folder.write("style.json", Array(style.utf8))
        let renderer = renderer()
        func warnings() throws -> [String] {
            try Maps.render(
                #"{"version": 1, "size": [300, 200], "basemap": {"style": "style.json"}, "camera": {"center": [24.94, 60.17], "zoom": 14}}"#,
                folder: folder.path, with: renderer
            ).warningTexts
        }
        let first = try warnings()
        #expect(first.contains { $0.contains("nowhere") } && first.contains { $0.contains("nothing") })
        #expect(try warnings() == first)
    }

    @Test("What is wrong with a feature is told for each map that has it") func toldOfEach() throws {
        let folder = try ScratchFolder()
        let style = """
            {"version": 8, "sources": {"m": {"type": "vector", "url": "pmtiles://\(Maps.helsinki)"}}, "layers": [
              {"id": "points", "type": "symbol", "source": "m", "source-layer": "poi",
               "layout": {"icon-image": "nowhere", "text-field": ["get", "name"]}}]}
            """
        try folder.write("style.json", Array(style.utf8))
        let renderer = renderer()
        func warnings(_ side: Int, _ center: String) throws -> [String] {
            try Maps.render(
                """
                {"version": 1, "size": [\(side), \(side)], "basemap": {"style": "style.json"},
                 "camera": {"center": \(center), "zoom": 14}}
                """, folder: folder.path, with: renderer
            ).warningTexts
        }
        // The first map has symbols of all features of the second one, and others.
        #expect(try warnings(1200, "[24.94, 60.17]").contains { $0.contains("nowhere") })
        #expect(try warnings(32, "[24.955, 60.165]").contains { $0.contains("nowhere") })
    }

    @Test("Concurrent maps share tiles and come out the same") func concurrent() throws {
        let alone = try (0..<4).map { try self.renderer(0).render(try self.document(24.93 + Double($0) * 0.01)).bytes }
        let shared = renderer()
        _ = try shared.render(try document(24.93))
        let rasterImages = Mutex([Int: [UInt8]]())
        let documents = try (0..<16).map { try self.document(24.93 + Double($0 % 4) * 0.01) }
        DispatchQueue.concurrentPerform(iterations: documents.count) { index in
            let bytes = (try? shared.render(documents[index]))?.bytes
            rasterImages.withLock { $0[index] = bytes }
        }
        rasterImages.withLock { rasterImages in
            for index in documents.indices { #expect(rasterImages[index] == alone[index % 4]) }
        }
        let serial = renderer()
        for document in documents { _ = try serial.render(document) }
        #expect(shared.cache.tiles.missCount == serial.cache.tiles.missCount)
    }

    @Test("A cache makes each value once, even for many threads at once") func valuesOnce() {
        let cache = SharedCache<Int, Int>(limit: 1 << 20)
        let calls = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 64) { index in
            let value = cache.value(for: index % 4, cost: { _ in 10 }) {
                calls.withLock { $0 += 1 }
                return index % 4
            }
            #expect(value == index % 4)
        }
        #expect(calls.withLock { $0 } == 4)
        #expect(cache.cost == 40)
    }

    @Test("A cache makes anew what does not last") func shortLived() {
        let cache = SharedCache<Int, Int>(limit: 1000)
        #expect(cache.value(for: 1, cost: { _ in 1 }, isLasting: { $0 > 3 }) { 3 } == 3)
        #expect(cache.value(for: 1, cost: { _ in 1 }, isLasting: { $0 > 3 }) { 7 } == 7)
        #expect(cache.value(for: 1, cost: { _ in 1 }, isLasting: { $0 > 3 }) { 9 } == 7)
        #expect(cache.missCount == 2)
    }

    @Test("A cache keeps to its limit, and what was used last") func limit() {
        let cache = SharedCache<Int, Int>(limit: 100_000)
        for key in 0..<50 {
            _ = cache.value(for: key, cost: { _ in 10_000 }) { key }
            _ = cache.value(for: 0, cost: { _ in 10_000 }) { -1 }
            #expect(cache.cost <= 100_000)
        }
        #expect(cache.value(for: 0, cost: { _ in 10_000 }) { -1 } == 0)
    }

    @Test("Values of no size do not pile up in a cache") func emptyValues() {
        let cache = SharedCache<Int, Int>(limit: 100_000)
        for key in 0..<20_000 { _ = cache.value(for: key, cost: { _ in 0 }) { key } }
        #expect(cache.count > 100)
        #expect(cache.count * (MemoryLayout<Int>.stride + 64) <= 100_000)
    }

    @Test("What could not be made is made anew") func failures() {
        struct Trouble: Error {}
        let cache = SharedCache<Int, Int>(limit: 100)
        #expect(throws: Trouble.self) {
            try cache.value(for: 1, cost: { _ in 1 }) { () throws(Trouble) -> Int in throw Trouble() }
        }
        #expect(cache.count == 0)
        #expect(cache.value(for: 1, cost: { _ in 1 }) { 7 } == 7)
    }

    @Test("A style that was changed is read again") func changedStyle() throws {
        let folder = try ScratchFolder()
        func style(_ color: String) -> String {
            #"{"version": 8, "sources": {}, "layers": [{"id": "b", "type": "background", "paint": {"background-color": "\#(color)"}}]}"#
        }
        try folder.write("style.json", Array(style("#ff0000").utf8))
        let text = #"{"version": 1, "size": [8, 8], "attribution": "none", "basemap": {"style": "style.json"}}"#
        let document = try SceneDocument(text: Array(text.utf8), file: folder.file("map.json"))
        let renderer = renderer()
        let red = try renderer.render(document).bytes
        #expect(try renderer.render(document).bytes == red)
        try folder.write("style.json", Array(style("#00ff0000").utf8))
        #expect(try renderer.render(document).bytes != red)
    }

    @Test("Nobody asks for an archive of a style that no layer draws", arguments: ["mbtiles", "pmtiles"])
    func unusedArchives(format: String) throws {
        let folder = try ScratchFolder()
        try folder.write("damaged.\(format)", Array("damaged".utf8))
        let sources = ["damaged", "missing"].map { #""\#($0)": {"type": "vector", "url": "\#($0).\#(format)"}"# }
        let style = """
            {"version": 8, "sources": {\(sources.joined(separator: ","))},
             "layers": [{"id": "b", "type": "background", "paint": {"background-color": "#ff0000"}}]}
            """
        try folder.write("style.json", Array(style.utf8))
        let text = #"{"version": 1, "size": [8, 8], "attribution": "none", "basemap": {"style": "style.json"}}"#
        let document = try SceneDocument(text: Array(text.utf8), file: folder.file("map.json"))
        let renderer = renderer()
        #expect(try renderer.render(document).warnings.isEmpty)
        #expect(renderer.cache.archives.missCount == 0)
    }

    @Test("The archive of a tile template is opened once for all overlays and maps") func templatesOnce() throws {
        let folder = try ScratchFolder()
        try folder.writeTiles(["0/0/0": 0xFF20_40FF])
        let overlays = (0..<6).map {
            #"{"type": "tiles", "tiles": "tiles/{z}/{x}/{y}.png", "maxZoom": \#(12 + $0)}"#
        }.joined(separator: ",")
        let text = """
            {"version": 1, "size": [100, 100], "camera": {"center": [0, 0], "zoom": 0}, "overlays": [\(overlays)]}
            """
        for bytes in [0, 64 << 20] {
            let renderer = renderer(bytes)
            for _ in 0..<3 { _ = try Maps.render(text, folder: folder.path, with: renderer) }
            // The folder, and the two archives of the base map.
            #expect(renderer.cache.archives.missCount <= 3)
        }
        // A new zoom changes the folder.
        let renderer = renderer()
        _ = try Maps.render(text, folder: folder.path, with: renderer)
        let opened = renderer.cache.archives.missCount
        try folder.writeTiles(["1/0/0": 0xFF20_40FF])
        _ = try Maps.render(text, folder: folder.path, with: renderer)
        #expect(renderer.cache.archives.missCount == opened + 1)
    }
}
