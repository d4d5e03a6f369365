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
        let scenes = try SoakScenes(BenchmarkData(threads: 1), folder: "stress")
        @Sendable func bytes(_ index: Int, _ renderer: MapRenderer) -> [UInt8]? {
            try? scenes.draw(index, with: renderer)
        }
        let single = scenes.renderer(threads: 1, cache: cache)
        let alone = (0..<maps).map { bytes($0, single) }
        let shared = scenes.renderer(threads: 2, cache: cache)
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
