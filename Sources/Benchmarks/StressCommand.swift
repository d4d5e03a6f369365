// SPDX-License-Identifier: MIT
import ArgumentParser
import Dispatch
import Foundation
import StaticMap
import Synchronization

/// Draws the maps of the soak from several threads that share one renderer, for the sanitizers.
struct StressCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stress",
        abstract:
            "Draws maps from several threads with one renderer, and fails if a byte differs from those of one thread.")

    @Option(help: "How many differing maps; each thread draws all of them.")
    var maps = 200

    @Option(help: "How many threads share the renderer.")
    var callers = 8

    @Option(help: "MiB that the renderer's caches may take: too few for all, so that they are filled and emptied.")
    var cache = 2

    func validate() throws {
        guard maps > 0, callers > 0, cache > 0 else {
            throw ValidationError("--maps, --callers and --cache must be at least 1")
        }
    }

    func run() throws {
        let data = try BenchmarkData(threads: 1)
        let folder = data.folder + "/stress"
        let scenes = try SoakScenes(styles: data.root + "/styles", folder: folder)
        func renderer(threads: Int) -> MapRenderer {
            MapRenderer(
                home: Home(folder: data.root), assetFolders: [folder], threads: threads, cacheBytes: cache << 20)
        }
        @Sendable func bytes(_ index: Int, _ renderer: MapRenderer) -> [UInt8]? {
            let (text, format) = scenes.scene(index)
            let document = try? SceneDocument(text: Array(text.utf8), file: folder + "/scene.json")
            return document.flatMap { try? renderer.render($0, as: format).bytes }
        }
        let single = renderer(threads: 1)
        let alone = (0..<maps).map { bytes($0, single) }
        let shared = renderer(threads: 2)
        let differing = Mutex<Set<Int>>([])
        DispatchQueue.concurrentPerform(iterations: callers) { [maps, callers] caller in
            for turn in 0..<maps {
                // Each thread begins elsewhere, and every second one goes backwards.
                let start = (turn + caller * maps / callers) % maps
                let index = caller % 2 == 0 ? start : maps - 1 - start
                if bytes(index, shared) != alone[index] { differing.withLock { _ = $0.insert(index) } }
            }
        }
        let different = differing.withLock(\.self).sorted()
        guard different.isEmpty else { throw BenchmarkError("the bytes of these maps differ: \(different)") }
        print(
            "\(callers) threads drew \(maps) maps each, \(alone.count { $0 == nil }) of which are refused: same bytes")
    }
}
