// SPDX-License-Identifier: MIT
import Foundation
import StaticMap
import Synchronization
import TestSupport
import Testing

@Suite("Cancelling a render") struct CancellationTests {
    /// Cancels the task that renders as soon as it asks for a tile, and counts what it asks for after that.
    private final class CancellingTiles: TileProvider {
        let requests = Atomic(0)
        private let task = Mutex<Task<MapSnapshot, any Error>?>(nil)
        private let image: [UInt8]

        init() throws { image = try encodePNG(.plain(0xFFFF_0000)) }

        func cancel(_ task: Task<MapSnapshot, any Error>) { self.task.withLock { $0 = task } }

        func tile(_ id: TileID, of source: String) -> [UInt8]? {
            requests.add(1, ordering: .relaxed)
            while task.withLock({ $0?.cancel() }) == nil { Thread.sleep(forTimeInterval: 0.001) }
            return image
        }
    }

    private func document(_ size: Int) throws -> SceneDocument {
        let text = """
            {"version": 1, "size": [\(size), \(size)], "attribution": "none", "camera": {"center": [0, 0], "zoom": 5},
             "basemap": {"style": {"version": 8,
               "sources": {"ground": {"type": "raster", "tileSize": 256, "url": "provider:ground"}},
               "layers": [{"id": "p", "type": "raster", "source": "ground"}]}}}
            """
        return try SceneDocument(text: Array(text.utf8), file: "scene.json")
    }

    @Test("throws CancellationError and reads hardly any more tiles") func stops() async throws {
        let tiles = try CancellingTiles()
        let renderer = MapRenderer(
            home: Maps.home, fontFolders: testFontFolders, useSystemFonts: false, tileProviders: [tiles], threads: 2)
        let document = try document(4000)
        let task = Task { try await renderer.render(document) }
        tiles.cancel(task)
        await #expect(throws: CancellationError.self) { try await task.value }
        // The whole map has more than 200; each of two threads may be in the middle of one.
        #expect(tiles.requests.load(ordering: .relaxed) <= 4)
    }

    @Test("before it begins throws CancellationError and reads nothing") func early() async throws {
        let tiles = try CancellingTiles()
        let renderer = MapRenderer(
            home: Maps.home, fontFolders: testFontFolders, useSystemFonts: false, tileProviders: [tiles])
        let document = try document(600)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await renderer.render(document)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(tiles.requests.load(ordering: .relaxed) == 0)
    }

    @Test("leaves nothing broken in the renderer's caches") func caches() async throws {
        let scene = """
            {"version": 1, "size": [400, 300], "basemap": {"style": "streets"},
             "camera": {"center": [24.94, 60.17], "zoom": 12}}
            """
        let document = try SceneDocument(text: Array(scene.utf8), file: "scene.json")
        let expected = try await Maps.renderer().render(document).bytes
        let renderer = Maps.renderer()
        for milliseconds in [1, 5, 20, 60] {
            let task = Task { try await renderer.render(document) }
            try await Task.sleep(for: .milliseconds(milliseconds))
            task.cancel()
            _ = try? await task.value
        }
        #expect(try await renderer.render(document).bytes == expected)
    }
}
