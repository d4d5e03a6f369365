// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import StaticMap

/// Draws many differing maps in one process, and watches what it holds.
struct SoakCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak",
        abstract: "Draws many differing maps in one process, and fails if memory, caches or descriptors grow.",
        discussion: """
            All installed styles, all formats, and scenes with mistakes. Memory is what is resident after free \
            pages were given back, without mapped files. After the maps that warm up, the mean of the last quarter \
            of the lines may be 5 % above that of the first quarter.
            """)

    @Option(help: "How many maps.")
    var maps = 50_000

    @Option(help: "After so many maps the caches are full.")
    var warmUp = 2000

    @Option(help: "A line each so many maps.")
    var each = 1000

    @Option(help: "MiB that the renderer's caches may take.")
    var cache = 32

    @Option(help: "How many processors draw one map.")
    var threads = 1

    func validate() throws {
        guard each > 0, warmUp >= each, warmUp % each == 0, maps >= warmUp else {
            throw ValidationError("--maps must be --warm-up or more, which must be a multiple of --each")
        }
        guard cache > 0, threads > 0 else { throw ValidationError("--cache and --threads must be at least 1") }
    }

    func run() throws {
        let scenes = try SoakScenes(BenchmarkData(threads: threads), folder: "soak")
        let renderer = scenes.renderer(threads: threads, cache: cache)
        var (drawn, refused) = (0, 0)
        var settled: [Holdings] = []
        print("     maps   refused  memory MB  mapped MB  caches MB  descriptors  threads  seconds")
        let start = Date()
        for index in 0..<maps {
            do {
                guard try !scenes.draw(index, with: renderer).isEmpty else {
                    throw BenchmarkError("map \(index) has no bytes")
                }
                drawn += 1
            } catch is SceneError {
                refused += 1
            } catch is RenderError {
                refused += 1
            }
            guard (index + 1) % each == 0 else { continue }
            let holdings = Holdings.now(renderer)
            let seconds = Int(Date().timeIntervalSince(start))
            print(String(format: "%9d %9d ", index + 1, refused) + holdings.line + String(format: "%9d", seconds))
            fflush(nil)
            guard holdings.caches <= cache << 20 else { throw BenchmarkError("the caches exceed their limit") }
            guard index + 1 >= warmUp else { continue }
            if let first = settled.first { try holdings.checkGrowth(since: first) }
            settled.append(holdings)
        }
        try Holdings.checkMemory(settled)
        guard drawn > refused else { throw BenchmarkError("most of the maps were refused") }
    }
}
