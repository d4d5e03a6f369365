// SPDX-License-Identifier: MIT
import ArgumentParser
import Dispatch
import Foundation
import StaticMap
import Synchronization

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

/// Scenes that differ, some of which are wrong, and the format of each.
struct SoakScenes {
    private let home: Home
    private let folder: String
    private let styles: [String]

    /// Writes the files that the scenes name.
    ///
    /// - Parameters:
    ///   - data: with the styles to draw.
    ///   - name: of a folder for the files.
    /// - Throws: when a file cannot be written.
    init(_ data: BenchmarkData, folder name: String) throws {
        home = Home(folder: data.root)
        let (folder, styles) = ("\(data.folder)/\(name)", data.root + "/styles")
        self.folder = folder
        self.styles = try FileManager.default.contentsOfDirectory(atPath: styles).sorted()
            .filter { FileManager.default.fileExists(atPath: "\(styles)/\($0)/style.json") }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let files = [
            "broken.geojson": #"{"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": {"#,
            "icon.svg": #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4" fill="red"/></svg>"#,
            "broken.svg": #"<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/passwd"/></svg>"#,
            "broken.pmtiles": "PMTiles\u{3}", "broken.png": "\u{89}PNG",
            "track.gpx":
                #"<gpx><trk><trkseg><trkpt lat="60" lon="25"/><trkpt lat="61" lon="24"/></trkseg></trk></gpx>"#,
        ]
        for (name, text) in files { try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8) }
    }

    /// A renderer of the scenes; `threads` draw one map, and its caches may take `cache` MiB.
    func renderer(threads: Int, cache: Int) -> MapRenderer {
        MapRenderer(home: home, assetFolders: [URL(filePath: folder)], threads: threads, cacheBytes: cache << 20)
    }

    /// Draws a scene.
    ///
    /// - Returns: the bytes of the output.
    /// - Throws: what is wrong with the scene.
    func draw(_ index: Int, with renderer: MapRenderer) throws -> [UInt8] {
        let (text, format) = scene(index)
        let document = try SceneDocument(text: Array(text.utf8), file: folder + "/scene.json")
        return try renderer.render(document, as: format).bytes
    }

    private func scene(_ index: Int) -> (text: String, format: OutputFormat) {
        var random = Sequence(seed: UInt64(index))
        let isCity = random.next(3) == 0
        let zoom = isCity ? 10 + random.next(60) / 10 : random.next(60) / 10
        let center =
            isCity
            ? (24.94 + (random.next(100) - 50) / 1000, 60.17 + (random.next(100) - 50) / 2000)
            : (random.next(3600) / 10 - 180, random.next(1500) / 10 - 75)
        let style = styles[Int(random.next(Double(styles.count)))]
        let (width, height) = (32 + Int(random.next(160)), 32 + Int(random.next(160)))
        let format = OutputFormat.allCases[Int(random.next(Double(OutputFormat.allCases.count)))]
        let pitch = random.next(5) == 0 ? 50 : 0
        let projections = isCity ? ["EPSG:3067", "EPSG:3035"] : ["equalEarth", "robinson", "globe"]
        let projection =
            pitch == 0 && random.next(3) == 0
            ? #", "projection": "\#(projections[Int(random.next(Double(projections.count)))])""# : ""
        var members = [
            #""version": 1"#, #""size": [\#(width), \#(height)]"#, #""scale": \#(random.next(4) == 0 ? 2 : 1)"#,
            #""basemap": {"style": "\#(style)", "language": "\#(["en", "zh", "ar", "fi"][Int(random.next(4))])"\#(projection)}"#,
            """
            "camera": {"center": [\(center.0), \(center.1)], "zoom": \(zoom), "bearing": \(random.next(8) * 45), \
            "pitch": \(pitch)}
            """,
        ]
        members += additions(index, center, &random)
        let text = "{" + members.joined(separator: ", ") + "}"
        // Cut off somewhere: every scene has its own mistake.
        return (index % 29 == 7 ? String(text.prefix(Int(random.next(Double(text.count))))) : text, format)
    }

    private func additions(_ index: Int, _ center: (Double, Double), _ random: inout Sequence) -> [String] {
        let position = "[\(center.0), \(center.1)]"
        return switch index % 17 {
        case 1: [#""annotations": [{"coordinate": \#(position), "title": "Map \#(index) 東京", "selected": true}]"#]
        case 2: [#""annotations": [{"coordinate": \#(position), "view": "image", "image": "icon.svg"}]"#]
        case 3: [#""annotations": [{"coordinate": \#(position), "view": "image", "image": "broken.svg"}]"#]
        case 4: [#""annotations": [{"coordinate": \#(position), "view": "image", "image": "missing-\#(index).png"}]"#]
        case 5: [#""overlays": [{"type": "data", "data": "broken.geojson"}]"#]
        case 6: [#""overlays": [{"type": "data", "data": "track.gpx"}]"#]
        case 7: [#""overlays": [{"type": "tiles", "tiles": "broken.pmtiles"}]"#]
        case 8: [#""overlays": [{"type": "circle", "center": \#(position), "radius": \#(random.next(1e6))}]"#]
        case 9: [#""colour": \#(index)"#]
        case 10: [#""annotations": [{"coordinate": \#(position), "view": "image", "image": "broken.png"}]"#]
        case 11: [#""annotations": [{"coordinate": [\#(index), 91]}]"#]
        case 12:
            [
                """
                "overlays": [{"type": "polyline", "coordinates": [\(position), [\(center.0 / 2), 10], \
                [\(random.next(360) - 180), \(random.next(160) - 80)]], "geodesic": true, "lineWidth": \(random.next(9))}]
                """
            ]
        default: []
        }
    }

    /// Numbers that a seed determines: SplitMix64.
    private struct Sequence {
        private var state: UInt64

        init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

        /// A whole number from 0 to below a limit.
        mutating func next(_ limit: Double) -> Double {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            mixed ^= mixed >> 31
            return (Double(mixed >> 11) / Double(1 << 53) * limit).rounded(.down)
        }
    }
}

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
