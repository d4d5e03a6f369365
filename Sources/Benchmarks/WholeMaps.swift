// SPDX-License-Identifier: MIT
import Dispatch
import Foundation
import MapCanvas
import MapImages
import StaticMap

/// Maps from a scene's text to a PNG.
struct WholeMaps {
    private let data: BenchmarkData

    init(_ data: BenchmarkData) { self.data = data }

    var work: [Work] {
        get throws {
            let texts = Dictionary(uniqueKeysWithValues: data.scenes.map { ($0.name, $0.text) })
            let names = ["w1", "w2", "w2@2x", "w3", "w4", "w8", "w9", "tilted", "globe"]
            var work: [Work] = []
            for name in names {
                let scene = try data.scene(texts[name] ?? "")
                work.append(fresh(name, scene))
                work.append(repeated(name, scene))
            }
            work.append(panned(texts["w2"] ?? ""))
            work.append(try encoding(texts["w5"] ?? ""))
            work.append(process())
            work.append(many(processors: 1))
            if data.threads > 1 { work.append(many(processors: data.threads)) }
            work.append(try batch())
            work.append(pyramid())
            return work
        }
    }

    /// With nothing in any cache of ours but the fonts, which a process loads once.
    private func fresh(_ name: String, _ scene: SceneDocument) -> Work {
        Work(name: "map \(name), new renderer") { _ = try data.renderer().render(scene) }
    }

    /// The same view again.
    private func repeated(_ name: String, _ scene: SceneDocument) -> Work {
        let renderer = data.renderer()
        return Work(name: "map \(name), again") { _ = try renderer.render(scene) }
    }

    /// Another view of the same city each time.
    private func panned(_ text: String) -> Work {
        let renderer = data.renderer()
        var index = 0
        return Work(name: "map w2, panned") {
            index += 1
            var scene = try data.scene(text)
            scene.scene.camera.framing = .center(
                Coordinate(latitude: data.city.latitude, longitude: data.city.longitude + 0.001 * Double(index % 5)),
                zoom: 14)
            _ = try renderer.render(scene)
        }
    }

    private func encoding(_ text: String) throws -> Work {
        let bitmap = try decodeImage(try data.renderer().render(try data.scene(text)).bytes, maxPixels: 1 << 24)
        let bytes = Double(bitmap.width * bitmap.height * (bitmap.isOpaque ? 3 : 4))
        return Work(name: "encode w5", amount: (bytes / 1e6, "MB")) {
            _ = try encodePNG(bitmap, threads: data.threads)
        }
    }

    /// The program as users start it.
    private func process() -> Work {
        Work(name: "process w6") {
            try run(["render", data.folder + "/w6.json", "-o", data.folder + "/w6.png"])
        }
    }

    /// The maps of `many` as lines for the program, which writes them to a folder.
    private func batch() throws -> Work {
        let count = 1000
        let lines = (0..<count).map { data.city($0, count: count) }.joined(separator: "\n")
        let file = data.folder + "/w7.jsonl"
        try Data(lines.utf8).write(to: URL(fileURLWithPath: file))
        return Work(name: "batch w7, \(data.threads) at a time", amount: (Double(count), "maps")) {
            try run(["batch", file, "-o", data.folder + "/w7", "--threads", "\(data.threads)", "--quiet"])
        }
    }

    /// Tiles of the city's middle, of which most blocks have only some.
    private func pyramid() -> Work {
        let (city, output) = (data.city, data.folder + "/pyramid.pmtiles")
        let box = [city.longitude - 0.02, city.latitude - 0.014, city.longitude + 0.02, city.latitude + 0.014]
        return Work(name: "tiles of zooms 10 to 16, \(data.threads) at a time") {
            try run([
                "tiles", "render", "--style", data.cityStyle, "--bbox=" + box.map { "\($0)" }.joined(separator: ","),
                "--zooms", "10-16", "-o", output, "--threads", "\(data.threads)", "--quiet",
            ])
        }
    }

    private func run(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: data.root + "/.build/release/staticmap")
        process.arguments = arguments
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchmarkError("build it first: swift build -c release --product staticmap")
        }
    }

    /// Two hundred different maps with one renderer, each drawn by one processor.
    private func many(processors: Int) -> Work {
        let count = 200
        var renderer = data.renderer(threads: 1)
        return Work(
            name: "maps w7, \(processors) at a time", amount: (Double(count), "maps"),
            prepare: { renderer = data.renderer(threads: 1) }
        ) {
            let scenes = try (0..<count).map { try data.scene(data.city($0, count: count)) }
            let shared = renderer
            nonisolated(unsafe) let failures = UnsafeMutablePointer<Int>.allocate(capacity: processors)
            failures.initialize(repeating: 0, count: processors)
            defer { failures.deallocate() }
            DispatchQueue.concurrentPerform(iterations: processors) { processor in
                for index in stride(from: processor, to: count, by: processors)
                where (try? shared.render(scenes[index])) == nil { failures[processor] += 1 }
            }
            guard (0..<processors).allSatisfy({ failures[$0] == 0 }) else { throw BenchmarkError("a map failed") }
        }
    }
}
