// SPDX-License-Identifier: MIT
import Foundation
import MapImages
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

    @Test("does not wait for a step that cannot be interrupted", .timeLimit(.minutes(1)))
    func uninterruptible() async throws {
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        var scene = Scene(size: Size(width: 60, height: 40))
        scene.camera = .center(Coordinate(latitude: 0, longitude: 0), zoom: 2)
        let blocker = Blocker(start)
        scene.overlays = [Overlay.drawing { _, _ in blocker.wait() }]
        let renderer = Maps.renderer()
        let task = Task { [scene] in try await renderer.render(scene) }
        for await _ in started { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(!blocker.isReleased)
        blocker.release()
    }

    /// Blocks a thread until it is released.
    private final class Blocker: Sendable {
        private let released = Atomic(false)
        private let start: AsyncStream<Void>.Continuation

        init(_ start: AsyncStream<Void>.Continuation) { self.start = start }

        var isReleased: Bool { released.load(ordering: .relaxed) }

        func release() { released.store(true, ordering: .relaxed) }

        func wait() {
            start.yield()
            while !isReleased { Thread.sleep(forTimeInterval: 0.001) }
        }
    }

    /// Prints the time from the cancellation to the return; nothing is asserted about it.
    @Test(
        "cancel-to-return times", .enabled(if: ProcessInfo.processInfo.environment["STATICMAP_MEASURE"] != nil),
        .serialized, arguments: [OutputFormat.png, .png8, .jpeg, .webp, .svg, .pdf], [5, 50, 200, 600, 1500])
    func times(format: OutputFormat, milliseconds: Int) async throws {
        let text = """
            {"version": 1, "size": [1500, 1500], "scale": 2, "basemap": {"style": "streets"},
             "camera": {"center": [24.94, 60.17], "zoom": 12}}
            """
        let document = try SceneDocument(text: Array(text.utf8), file: "scene.json")
        let renderer = Maps.renderer()
        let task = Task { try await renderer.render(document, as: format) }
        try await Task.sleep(for: .milliseconds(milliseconds))
        let clock = ContinuousClock()
        let start = clock.now
        task.cancel()
        let isFinished = (try? await task.value) != nil
        let end = isFinished ? "finished before" : "returned after \(clock.now - start)"
        print("cancelled \(format.rawValue) after \(milliseconds) ms: \(end)")
    }
}
